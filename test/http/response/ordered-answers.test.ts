// Work that goes on at the same time: its answers come in the order in which it was begun, and no more of it is begun than may be.
import { describe, expect, it } from 'vitest'
import { OrderedAnswers } from '../../../src/http/response/ordered-answers.ts'

/** Work that a test ends by its name. */
function openWork() {
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const begin = (name: string): Promise<string> => new Promise((resolve, reject) => void ends.set(name, { resolve, reject }))
  return {
    begin,
    begun: () => [...ends.keys()],
    end: (name: string) => ends.get(name)!.resolve(name),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

function open(maxBegun: number) {
  const work = openWork()
  const taken: string[] = []
  const answers = new OrderedAnswers<string>(maxBegun, async (answer) => {
    await turn()
    taken.push(answer)
  })
  return { work, taken, answers, start: (name: string) => answers.begin(() => work.begin(name)) }
}

describe('answers', () => {
  it('come in the order of their work, each as soon as its turn has come', async () => {
    const { work, taken, answers, start } = open(3)
    for (const name of ['a', 'b', 'c']) await start(name)
    work.end('b')
    await turn()
    expect(taken).toEqual([])
    work.end('a')
    await expect.poll(() => taken).toEqual(['a', 'b'])
    work.end('c')
    await answers.drain()
    expect(taken).toEqual(['a', 'b', 'c'])
  })

  it('are waited for where as much is begun as may be', async () => {
    const { work, start } = open(2)
    for (const name of ['a', 'b']) await start(name)
    const third = start('c')
    work.end('b')
    await turn()
    expect(work.begun()).toEqual(['a', 'b'])
    work.end('a')
    await third
    expect(work.begun()).toEqual(['a', 'b', 'c'])
  })

  it('end with the first that fails: those before it are taken, none after it, and nothing more is begun', async () => {
    const { work, taken, answers, start } = open(3)
    for (const name of ['a', 'b', 'c']) await start(name)
    work.end('c')
    work.fail('b')
    await turn()
    work.end('a')
    await expect(answers.drain()).rejects.toThrow('b')
    expect(taken).toEqual(['a'])
    await expect(Promise.all([start('d'), start('e')])).rejects.toThrow('b')
    expect(work.begun()).not.toContain('e')
  })
})
