// `run --recipe`: one file, a folder on threads, and what is refused.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runVerbs } from '../../../src/cli/commands/run-verb.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { callVerb } from '../commands/call-verb.ts'

const MESSAGE = 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|Q-1|P|2.5\nPID|1||7^^^X^MR||Quist^Ada||19700101|F\n'
const RECIPE = { name: 'Clean', steps: [{ tool: 'hl7/normalize' }, { tool: 'phi/deidentify-hl7' }] }

function fill(recipe: unknown = RECIPE) {
  const cwd = makeScratchFolder()
  mkdirSync(join(cwd, 'in'))
  for (const name of ['quist-1.hl7', 'quist-2.hl7']) writeFileSync(join(cwd, 'in', name), MESSAGE)
  writeFileSync(join(cwd, 'in', 'quist-3.hl7'), 'no message')
  writeFileSync(join(cwd, 'r.json'), JSON.stringify(recipe))
  return { cwd, run: (...args: string[]) => callVerb(runVerbs, 'run', { positionals: args, cwd }) }
}

it('runs the tools in a row over one file', async () => {
  const { run } = fill()
  const { out } = await run('--recipe', 'r.json', 'in/quist-1.hl7', '--output', 'file')
  expect(out).toMatch(/^MSH\|.*\rPID\|/)
  expect(out).not.toMatch(/Quist|Q-1/)
})

it('runs over a folder on threads, with names of its own and the step of each failure', async () => {
  const { cwd, run } = fill()
  const { out, exitCode: code } = await run('--recipe=r.json', 'in', '--output', 'file', '--out', 'done')
  expect(code).toBe(65)
  const names = readdirSync(join(cwd, 'done')).filter((name) => !name.startsWith('.'))
  expect(names).toEqual(['0000001.hl7', '0000002.hl7'])
  for (const name of names) expect(readFileSync(join(cwd, 'done', name), 'utf8')).not.toContain('Quist')
  const failed = out.split('\n').find((line) => line.startsWith('{"index":2'))!
  expect(JSON.parse(failed)).toMatchObject({ error: { code: 'unreadable_input', step: 1, tool: 'hl7/normalize' } })
  expect(out).not.toContain('quist')
})

it('starts anew in the same folder when the recipe is another one', async () => {
  const { cwd, run } = fill()
  await run('--recipe', 'r.json', 'in', '--output', 'file', '--out', 'done')
  writeFileSync(join(cwd, 'r.json'), JSON.stringify({ steps: RECIPE.steps.slice(1) }))
  await expect(run('--recipe', 'r.json', 'in', '--output', 'file', '--out', 'done')).rejects.toMatchObject({ code: 'bad_usage' })
})

it.each([
  [['--recipe'], { code: 'bad_usage' }],
  [['--recipe', 'r.json', '--recipe', 'r.json'], { code: 'bad_usage' }],
  [['--recipe', 'gone.json'], { code: 'io_error', at: { file: 'gone.json' } }],
  [['--recipe', 'in/quist-1.hl7'], { code: 'malformed_json' }],
])('refuses %j', async (args, fault) => {
  const { run } = fill()
  await expect(run(...args)).rejects.toMatchObject(fault)
})

it('names the place of what is wrong in a recipe', async () => {
  const { run } = fill({ steps: [{ tool: 'hl7/parse' }, { tool: 'hl7/edit' }] })
  await expect(run('--recipe', 'r.json', 'in/quist-1.hl7')).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/steps/1/options/operations' }],
  })
})
