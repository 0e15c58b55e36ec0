// Few at a time, in order, and none is lost to one who stopped waiting.
import { expect, it } from 'vitest'
import { createTurns } from '../../../src/platform/jobs/turns.ts'

it('lets so many begin, the others in their order', async () => {
  const take = createTurns(2)
  const signal = new AbortController().signal
  const begun: number[] = []
  const turns = [0, 1, 2, 3].map((i) =>
    take(signal).then((end) => {
      begun.push(i)
      return end!
    }),
  )
  const [first, second] = [await turns[0]!, await turns[1]!]
  expect(begun).toEqual([0, 1])
  second()
  await turns[2]
  expect(begun).toEqual([0, 1, 2])
  first()
  await turns[3]
  expect(begun).toEqual([0, 1, 2, 3])
})

it('passes over one who does not wait any more', async () => {
  const take = createTurns(1)
  const [lasting, ended] = [new AbortController(), new AbortController()]
  const end = await take(lasting.signal)
  const [aborted, next] = [take(ended.signal), take(lasting.signal)]
  ended.abort()
  expect(await aborted).toBeUndefined()
  expect(await take(ended.signal)).toBeUndefined()
  end!()
  const last = await next
  expect(last).toBeTypeOf('function')
  // One who has the turn keeps it.
  lasting.abort()
  last!()
  expect(await take(new AbortController().signal)).toBeTypeOf('function')
})
