// Every input of every committed corpus keeps the promises of its target, and what the search found once stays mended.
import { describe, expect, test } from 'vitest'
import { listTargets } from './engine/build-target.ts'
import { readCorpus } from './engine/corpus-file.ts'
import type { FuzzTarget } from './engine/target.ts'

const names = listTargets()

describe('the committed corpora', () => {
  test('are there for each target', () => {
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => readCorpus(name).length === 0)).toEqual([])
  })

  test.each(names)('%s', async (name) => {
    const { target } = (await import(`./targets/${name}.ts`)) as { target: FuzzTarget }
    for (const input of readCorpus(name)) await target.run(input)
  })
})
