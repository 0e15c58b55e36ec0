// Every input of every committed corpus keeps the promises of its target, and what the search found once stays mended.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFolder } from '../../build/project-folder.ts'
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
    const { target } = (await import(/* @vite-ignore */ new URL(`./targets/${name}.ts`, import.meta.url).href)) as { target: FuzzTarget }
    expect(target.covers.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([])
    for (const input of readCorpus(name)) await target.run(input)
  })
})
