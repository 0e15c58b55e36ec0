// Results come to their names whole or not at all, and replace nothing that they may not.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeOutput } from '../../../src/cli/command-line/output-file.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'

const bytes = (text: string): Uint8Array[] => [new TextEncoder().encode(text)]

function place(name: string): { path: string; drafts: string; drafted: () => string[] } {
  const folder = makeScratchFolder()
  const drafts = join(folder, 'drafts')
  mkdirSync(drafts)
  return { path: join(folder, name), drafts, drafted: () => readdirSync(drafts) }
}

describe('a result', () => {
  it('is written into folders that are not there yet', async () => {
    const { path, drafts, drafted } = place('new/deep/a.json')
    expect(await writeOutput({ path, drafts, mayReplace: false }, bytes('one'))).toBeUndefined()
    expect([readFileSync(path, 'utf8'), drafted()]).toEqual(['one', []])
  })

  it('replaces another one only where it may', async () => {
    const { path, drafts, drafted } = place('b.json')
    writeFileSync(path, 'old')
    expect(await writeOutput({ path, drafts, mayReplace: false }, bytes('new'))).toMatchObject({ code: 'io_error', message: /--force/ })
    expect([readFileSync(path, 'utf8'), drafted()]).toEqual(['old', []])
    expect(await writeOutput({ path, drafts, mayReplace: true }, bytes('new'))).toBeUndefined()
    expect([readFileSync(path, 'utf8'), drafted()]).toEqual(['new', []])
  })

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link', (path: string) => symlinkSync('/dev/null', path)],
  ])('never replaces %s', async (_, make) => {
    const { path, drafts, drafted } = place('b.json')
    make(path)
    expect(await writeOutput({ path, drafts, mayReplace: true }, bytes('new'))).toMatchObject({ code: 'io_error' })
    expect(drafted()).toEqual([])
  })

  it('that ends in the middle is not there', async () => {
    const { path, drafts, drafted } = place('c.json')
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* bytes('half')
      throw new Error('ended')
    }
    await expect(writeOutput({ path, drafts, mayReplace: false }, broken())).rejects.toMatchObject({ code: 'io_error' })
    expect([existsSync(path), drafted()]).toEqual([false, []])
  })

  it('below a file fails alone', async () => {
    const { path, drafts } = place('d.json')
    writeFileSync(path, 'a file')
    expect(await writeOutput({ path: join(path, 'e.json'), drafts, mayReplace: false }, bytes('x'))).toMatchObject({ code: 'io_error' })
  })
})
