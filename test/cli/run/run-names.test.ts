// `run --name-list`: who made a result, for those alone who may know it.
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runVerbs } from '../../../src/cli/commands/run-verb.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { type Called, callVerb } from '../commands/call-verb.ts'

let cwd: string
beforeEach(() => {
  cwd = makeScratchFolder()
  mkdirSync(join(cwd, 'in'))
  for (const name of ['Muster.txt', 'Onda.txt']) writeFileSync(join(cwd, 'in', name), 'Seen today.')
  writeFileSync(join(cwd, 'in/Quist.txt'), Buffer.of(0xff, 0xfe, 0xfd))
})

const ARGS = ['phi/deidentify-text', 'in', '--threads', '1', '--output', 'file', '--out', 'out']
const run = (...more: string[]): Promise<Called> => callVerb(runVerbs, 'run', { cwd, positionals: [...ARGS, ...more] })
const readList = (): unknown[] =>
  readFileSync(join(cwd, 'list'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

const LIST = [
  { index: 0, file: 'Muster.txt', output: '0000001.txt', status: 'done' },
  { index: 1, file: 'Onda.txt', output: '0000002.txt', status: 'done' },
  { index: 2, file: 'Quist.txt', status: 'failed' },
]

it('lists what was done and what failed, and no name is told elsewhere', async () => {
  const { out, err, exitCode } = await run('--name-list', 'list')
  expect([exitCode, readList()]).toEqual([65, LIST])
  expect(`${out}${err}`).not.toMatch(/Muster|Onda|Quist/)
  expect(statSync(join(cwd, 'list')).mode & 0o077).toBe(0)
})

it('lists in a run that goes on what was done before, too', async () => {
  await run()
  writeFileSync(join(cwd, 'in/Quist.txt'), 'Seen today.')
  await run('--name-list', 'list')
  const all = [...LIST.slice(0, 2), { index: 2, file: 'Quist.txt', output: '0000003.txt', status: 'done' }]
  expect(readList()).toEqual(all)
  await run('--name-list', 'list')
  expect(readList()).toEqual(all)
})

it.each(['out/list', 'out', 'note'])('refuses to stand at %s', async (path) => {
  writeFileSync(join(cwd, 'note'), 'A note that would be lost.')
  await expect(run('--name-list', path)).rejects.toMatchObject({ code: 'bad_usage' })
  expect(readFileSync(join(cwd, 'note'), 'utf8')).toBe('A note that would be lost.')
})

it('follows no link', async () => {
  writeFileSync(join(cwd, 'empty'), '')
  symlinkSync('empty', join(cwd, 'list'))
  await expect(run('--name-list', 'list')).rejects.toMatchObject({ code: 'io_error' })
  expect(statSync(join(cwd, 'empty')).size).toBe(0)
})
