// `run --options @FILE`: options that no other user of the machine reads in the command.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runVerbs } from '../../../src/cli/commands/run-verb.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { type Called, callVerb } from '../commands/call-verb.ts'

type RunFiles = (...args: string[]) => Promise<Called>

function fill(files: Readonly<Record<string, string>>): RunFiles {
  const cwd = makeScratchFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return (...args) => callVerb(runVerbs, 'run', { positionals: args, cwd })
}

it('takes options from a file, of one input and of many', async () => {
  const run = fill({
    'a.txt': 'The ward called Maria Muster.',
    'b.txt': 'Maria Muster slept.',
    'o.json': '{"known":{"names":["Maria Muster"]}}',
  })
  const one = JSON.parse((await run('phi/detect', 'a.txt', '--options', '@o.json')).out)
  expect(one).toMatchObject({ spans: [{ rule: 'known/name' }] })
  const [first, second] = (await run('phi/detect', 'a.txt', 'b.txt', '--options', '@o.json')).out
    .split('\n')
    .map((line) => JSON.parse(line || 'null') as unknown)
  expect([first, second]).toMatchObject([{ result: one }, { result: { spans: [{ start: 0, rule: 'known/name' }] } }])
})

it('takes the JSON of one flag from a file', async () => {
  const run = fill({ 'a.txt': 'The ward called Maria Muster.', 'known.json': '{"names":["Maria Muster"]}', 'broken.json': '{"names":' })
  const found = JSON.parse((await run('phi/detect', 'a.txt', '--known', '@known.json')).out)
  expect(found).toMatchObject({ spans: [{ rule: 'known/name' }] })
  await expect(run('phi/detect', 'a.txt', '--known', '@gone.json')).rejects.toMatchObject({ code: 'io_error', at: { file: 'gone.json' } })
  await expect(run('phi/detect', 'a.txt', '--known', '@broken.json')).rejects.toMatchObject({ code: 'invalid_input' })
})

it.each([
  ['@gone.json', { code: 'io_error', at: { file: 'gone.json' } }],
  ['@broken.json', { code: 'malformed_json' }],
  ['@odd.json', { code: 'invalid_input' }],
])('refuses the options %s', async (options, fault) => {
  const run = fill({ a: 'one', 'broken.json': '{"locale":', 'odd.json': '{"lokale":"en"}' })
  await expect(run('text/word-count', 'a', '--options', options)).rejects.toMatchObject(fault)
})

it('takes an option that is a word or an object as either', async () => {
  const run = fill({ a: 'Seen on 3 March 2021.' })
  for (const [written, policy] of [
    ['limited-data-set', 'limited-data-set'],
    ['{"default":"mask"}', 'custom'],
  ] as const) {
    expect(JSON.parse((await run('phi/deidentify-text', 'a', '--policy', written)).out)).toMatchObject({ provenance: { policy } })
  }
})

it.each([
  ['without the key that a tool needs', '{}', '/options/key'],
  ['with a key that is too short', '{"key":"short"}', '/options/key'],
  [
    'with options that contradict each other',
    '{"key":"correct horse battery staple","options":["retain-uids","retain-uids"]}',
    '/options/options',
  ],
])('refuses many inputs at once %s', async (_name, options, pointer) => {
  const run = fill({ a: '', b: 'x' })
  const fault = { code: 'bad_usage', errors: [{ pointer }] }
  await expect(run('phi/deidentify-dicom', 'a', 'b', '--options', options, '--output', 'file', '--out', 'o')).rejects.toMatchObject(fault)
  await expect(run('phi/deidentify-dicom', '--lines', 'b', '--options', options)).rejects.toMatchObject(fault)
  // The folder of results belongs to no run yet.
  expect((await run('text/word-count', 'a', 'b', '--output', 'json', '--out', 'o')).exitCode).toBe(0)
})

it('tells in the help which words an option takes that has the name of a flag', async () => {
  const { out } = await fill({})('phi/deidentify-dicom', '--help')
  expect(out).toContain('Any of: retain-safe-private, retain-uids,')
  expect(out.match(/--options /g)).toHaveLength(1)
})

it('turns an option off behind an equals sign, says so in the help, and takes no other way for a file', async () => {
  const run = fill({ 'a.hl7': 'MSH|^~\\&|A', false: 'MSH|^~\\&|B' })
  const segment = async (...args: string[]) => JSON.parse((await run('hl7/parse', 'a.hl7', ...args)).out).segments[0] as object
  expect(await segment()).toHaveProperty('name')
  expect(await segment('--names=true')).toHaveProperty('name')
  expect(await segment('--names=false')).not.toHaveProperty('name')
  for (const value of ['false', 'true']) {
    const fault = { code: 'bad_usage', message: expect.stringContaining(`--names=${value}`) }
    await expect(run('hl7/parse', 'a.hl7', '--names', value)).rejects.toMatchObject(fault)
  }
  expect((await run('hl7/parse', '--help')).out).toContain('Default: true. --names=false turns it off.')
  // A file may still have such a name.
  expect((await run('hl7/parse', 'a.hl7', 'false', '--names')).out).toContain('"file":"false","status":200')
  expect((await run('hl7/parse', '--force', 'false')).exitCode).toBe(0)
})
