// `run`: one input as a single call, many as a batch of the API, into folders so that a later run goes on, whatever ended the first one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runVerbs } from '../../../src/cli/commands/run-verb.ts'
import { RUN_FLAGS, toolFlags } from '../../../src/cli/run/run-call.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { programCommand } from '../../program.ts'
import { type Called, callVerb } from '../commands/call-verb.ts'

type Json = Record<string, unknown>

const run = (cwd: string, ...args: string[]): Promise<Called> => callVerb(runVerbs, 'run', { positionals: args, cwd })
const readLines = ({ out }: { out: string }): Json[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)

/** The folder, filled with files by their paths. */
function fill(files: Readonly<Record<string, string>>): string {
  const folder = makeScratchFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Paths of all files, in order. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.health-tools'))
    .sort()
}

const message = (name: string): string => `MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5.1\rPID|1||4471^^^H^MR||${name}^Alvin||19700101|M\r`

describe('the flags', () => {
  it.each(catalogue.map((tool) => [tool.id, tool] as const))('of run hide none of %s', (_, tool) => {
    const hidden = Object.keys(toolFlags(tool)).filter((name) => Object.hasOwn(RUN_FLAGS, name))
    expect(hidden.filter((name) => name !== 'options')).toEqual([])
  })

  it.each([
    [['text/word-count', 'a', '--lokale', 'en'], /Did you mean --locale/],
    [['text/word-count', 'a', '--out', 'x', '--out', 'y'], /twice/],
    [['text/word-count', 'a', '--force=1'], /no value/],
    [['text/word-count', 'a', '--threads', '0'], /from 1 to 256/],
    [['text/word-count', 'a', '--only', '*.txt'], /several files/],
    [['text/word-count', 'a', '-'], /Standard input/],
    [['text/word-count', '--lines', '--only', '*'], /not for lines/],
    [['hl7/normalize', 'a', 'b', '--output', 'file'], /--out/],
    [['hl7/normalize', 'a', 'b', '--output', 'zip', '--out', 'x'], /--output file/],
    [['text/diff', 'a'], /takes 2 files: left, right/],
    [['phi/risk', 'a', 'b', '--population', 'c'], /--population/],
  ])('%o', async (args, problem) => {
    await expect(run(fill({ a: 'one', b: 'two' }), ...args, ...(args.includes('--threads') ? ['b'] : []))).rejects.toMatchObject({
      code: 'bad_usage',
      message: problem,
    })
  })
})

describe('one input', () => {
  it('gives one result, of a file and of fields', async () => {
    const folder = fill({ 'a.txt': 'one two', 'b.txt': 'one' })
    expect(JSON.parse((await run(folder, 'text/word-count', 'a.txt')).out)).toMatchObject({ words: 2 })
    expect(JSON.parse((await run(folder, 'text/word-count', '--text', 'one')).out)).toMatchObject({ words: 1 })
    expect(JSON.parse((await run(folder, 'text/diff', 'a.txt', 'b.txt')).out)).toMatchObject({ equal: false })
    expect(JSON.parse((await run(folder, 'text/encoding', 'a.txt', '--to', 'utf-16le')).out)).toMatchObject({ invalid: [] })
    const tree = JSON.stringify({ 'MSH-9': 'ADT^A01' })
    expect(JSON.parse((await run(folder, 'hl7/build', '--paths', tree, '--version', '2.5.1')).out).messages).toHaveLength(1)
  })

  it('takes bytes in a flag as base64 alone', async () => {
    await expect(run('/', 'text/encoding', '--content', 'no base64!')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('is written to a file, which is not overwritten', async () => {
    const folder = fill({ 'a.hl7': message('Quist') })
    const args = ['hl7/normalize', 'a.hl7', '--lineEnd', 'LF', '--output', 'file', '--out', 'b.hl7']
    expect((await run(folder, ...args)).out).toBe('')
    expect(readFileSync(join(folder, 'b.hl7'), 'utf8')).toBe(message('Quist').replaceAll('\r', '\n'))
    await expect(run(folder, ...args)).rejects.toMatchObject({ code: 'io_error' })
    expect((await run(folder, ...args, '--force')).exitCode).toBe(0)
  })
})

describe('many files', () => {
  let api: ApiHarness
  beforeAll(async () => {
    api = await openApi()
  })
  afterAll(() => api.close())

  it('give what a batch of the API gives, problems too, in order', async () => {
    const texts = [message('Quist'), 'broken', '', message('Onda'), '\uFEFFMSH|', message('Ruiz')]
    const folder = fill(Object.fromEntries(texts.map((text, i) => [`in/${i}.hl7`, text])))
    const form = new FormData()
    for (const text of texts) form.append('file', new Blob([text]))
    const answer = await api.call('/v1/tools/hl7/parse/batch?view=tree', { method: 'POST', body: form })
    const { summary, results } = (await answer.json()) as { summary: Json; results: { error?: Json }[] }
    const lines = readLines(await run(folder, 'hl7/parse', 'in', '--view', 'tree', '--threads', '2'))
    expect(lines.at(-1)).toEqual({ summary })
    const common = (line: Json): Json => {
      const { file: _, ...rest } = line
      return rest.error ? { ...rest, error: { ...(rest.error as Json), instance: '', requestId: '' } } : rest
    }
    expect(lines.slice(0, -1).map(common)).toEqual(results.map((result) => common(result as Json)))
    expect(lines.slice(0, -1).map(({ file }) => file)).toEqual(texts.map((_, i) => `${i}.hl7`))
  })

  it('are found in folders and by patterns; links to folders are told of, what cannot be read fails', async () => {
    const folder = fill({ 'in/b.txt': 'b', 'in/a/c.txt': 'c', 'in/a/d.log': 'd', 'e.txt': 'e' })
    symlinkSync('a', join(folder, 'in/link'))
    symlinkSync('nowhere', join(folder, 'in/lost.txt'))
    const { out, err, exitCode } = await run(folder, 'text/word-count', 'in', 'e.txt', '--only', '*.txt', '--threads', '1')
    expect(readLines({ out }).map(({ file, status }) => [file, status])).toEqual([
      ['in/a/c.txt', 200],
      ['in/b.txt', 200],
      ['in/lost.txt', 500],
      ['e.txt', 200],
      [undefined, undefined],
    ])
    expect([exitCode, err]).toEqual([65, expect.stringContaining('1 of 4 files failed')])
    const byPattern = readLines(await run(folder, 'text/word-count', 'in/*/*.txt', '--threads', '1'))
    expect(byPattern.map(({ file }) => file)).toEqual(['a/c.txt', undefined])
    await expect(run(folder, 'text/word-count', 'in', '--only', '*.none')).rejects.toMatchObject({ code: 'bad_usage' })
    await expect(run(folder, 'text/word-count', 'none', 'in')).rejects.toMatchObject({ code: 'io_error', at: { file: 'none' } })
  })

  it('that are too large are refused unread, and options that do not fit before anything is done', async () => {
    const folder = fill({ 'in/a': '', 'in/b': 'x' })
    const limit = catalogue.find(({ id }) => id === 'phi/detect')!.maxInputBytes
    writeFileSync(join(folder, 'in/a'), Buffer.alloc(limit + 1))
    const [large, small] = readLines(await run(folder, 'phi/detect', 'in', '--threads', '1'))
    expect(large).toMatchObject({ status: 413, error: { code: 'body_too_large', limitBytes: limit } })
    expect(small).toMatchObject({ status: 200 })
    await expect(run(folder, 'text/word-count', 'in', '--options', '{"lokale":"en"}', '--out', 'o')).rejects.toMatchObject({
      code: 'bad_usage',
    })
    expect(existsSync(join(folder, 'o'))).toBe(false)
  })

  it('of two arguments that would give one name are refused', async () => {
    const folder = fill({ 'a/x.txt': '1', 'b/a/x.txt': '2' })
    await expect(run(join(folder, 'b'), 'text/word-count', 'a', '../a')).rejects.toMatchObject({ code: 'bad_usage' })
  })
})

describe('a folder of results', () => {
  it('mirrors the tree, and a second run does only what is new, changed or lost', async () => {
    const folder = fill({ 'in/a/1.hl7': message('Quist'), 'in/2.hl7': message('Onda'), 'in/3.hl7': 'broken', 'in/2': message('Ruiz') })
    const again = async (...more: string[]) => {
      const called = await run(folder, 'hl7/normalize', 'in', '--output', 'file', '--out', 'out', '--threads', '1', ...more)
      return { ...called, summary: readLines(called).at(-1)!.summary }
    }
    expect((await again()).summary).toEqual({ total: 4, succeeded: 3, failed: 1, skipped: 0 })
    expect(listFiles(join(folder, 'out'))).toEqual(['2.hl7', '2.hl7.hl7', 'a/1.hl7'])
    expect(readFileSync(join(folder, 'out/2.hl7'), 'utf8')).toContain('Onda')
    expect(readFileSync(join(folder, 'out/2.hl7.hl7'), 'utf8')).toContain('Ruiz')

    writeFileSync(join(folder, 'in/2.hl7'), message('Changed'))
    writeFileSync(join(folder, 'in/3.hl7'), message('Mended'))
    rmSync(join(folder, 'out/a/1.hl7'))
    expect(await again()).toMatchObject({ exitCode: 0, summary: { total: 4, succeeded: 3, failed: 0, skipped: 1 } })
    expect(readFileSync(join(folder, 'out/2.hl7'), 'utf8')).toContain('Changed')
    expect((await again()).summary).toEqual({ total: 4, succeeded: 0, failed: 0, skipped: 4 })

    await expect(again('--lineEnd', 'LF')).rejects.toMatchObject({ code: 'bad_usage', message: /other options/ })
    expect((await again('--lineEnd', 'LF', '--force')).summary).toMatchObject({ succeeded: 4, skipped: 0 })
    expect(readFileSync(join(folder, 'out/2.hl7'), 'utf8')).toContain('\n')
  })

  it('keeps what others put there', async () => {
    const folder = fill({ 'in/1.hl7': message('Quist'), 'in/2.hl7': message('Onda'), 'out/1.hl7.json': 'mine' })
    const lines = readLines(await run(folder, 'hl7/parse', 'in', '--out', 'out', '--threads', '1'))
    expect(lines.map(({ status }) => status)).toEqual([500, 200, undefined])
    expect(readFileSync(join(folder, 'out/1.hl7.json'), 'utf8')).toBe('mine')
    expect(JSON.parse(readFileSync(join(folder, 'out/2.hl7.json'), 'utf8'))).toMatchObject({ type: { code: 'ADT' } })
  })

  it('inside the folder of the inputs is no input', async () => {
    const folder = fill({ 'a.txt': 'one' })
    const args = ['text/word-count', '.', '--out', 'out', '--threads', '1']
    await run(folder, ...args)
    expect(readLines(await run(folder, ...args)).at(-1)).toEqual({ summary: { total: 1, succeeded: 0, failed: 0, skipped: 1 } })
  })

  it('of a tool of phi holds no name of a file, nor do the lines or the journal, unless that is asked for', async () => {
    const folder = fill({ 'in/Zebulon/Quist.hl7': message('Quist'), 'in/Zebulon/Onda.hl7': 'broken' })
    const args = ['phi/deidentify-hl7', 'in', '--output', 'file', '--out', 'out', '--threads', '1']
    const { out, err } = await run(folder, ...args)
    expect(readLines({ out }).map(({ output, file }) => [output, file])).toEqual([
      [undefined, undefined],
      ['0000002.hl7', undefined],
      [undefined, undefined],
    ])
    expect(listFiles(join(folder, 'out'))).toEqual(['0000002.hl7'])
    const journal = readFileSync(join(folder, 'out/.health-tools/journal'), 'utf8')
    expect(`${out}${err}${journal}`).not.toMatch(/Zebulon|Quist|Onda/)
    await run(folder, ...args, '--keep-names', '--force')
    expect(listFiles(join(folder, 'out'))).toEqual(['0000002.hl7', 'Zebulon/Quist.hl7'])
  })

  it('keeps its numbers when files come between', async () => {
    const folder = fill({ 'in/b.txt': 'Mr. Alvin Quist', 'in/d.txt': 'Mr. Alvin Quist' })
    const args = ['phi/deidentify-text', 'in', '--output', 'file', '--out', 'out', '--threads', '1']
    await run(folder, ...args)
    writeFileSync(join(folder, 'in/a.txt'), 'Mr. Alvin Quist, MRN 4471902')
    utimesSync(join(folder, 'in/d.txt'), 1, 1)
    expect(readLines(await run(folder, ...args)).map(({ output }) => output)).toEqual(['0000003.txt', '0000002.txt', undefined])
  })

  it('is written to by one run at a time, and a dead one holds it for nobody', async () => {
    const folder = fill({ 'in/a.txt': 'one', 'out/.health-tools/lock': String(process.pid) })
    const args = ['text/word-count', 'in', '--out', 'out', '--threads', '1']
    await expect(run(folder, ...args)).rejects.toMatchObject({ code: 'overloaded' })
    writeFileSync(join(folder, 'out/.health-tools/lock'), '999999999')
    expect((await run(folder, ...args)).exitCode).toBe(0)
  })
})

describe('lines', () => {
  it('are answered as those of the API are, and into a file that is not overwritten', async () => {
    const api = await openApi()
    onTestFinished(() => api.close())
    const item = (i: number): string =>
      i % 50 === 7 ? '{"input":' : i % 50 === 8 ? '[]' : JSON.stringify({ id: `n${i}`, input: { text: 'word '.repeat(i % 9) } })
    const body = Array.from({ length: 1_000 }, (_, i) => item(i)).join('\n')
    const folder = fill({ 'in.ndjson': body, 'more.ndjson': item(3) })
    const headers = { 'Content-Type': 'application/x-ndjson' }
    const answer = await api.call('/v1/tools/text/word-count/batch', { method: 'POST', headers, body: `${body}\n${item(3)}` })
    const plain = (text: string): string => text.replace(/"instance":"[^"]*","requestId":"[^"]*"/g, '')
    const called = await run(folder, 'text/word-count', '--lines', 'in.ndjson', 'more.ndjson', '--threads', '2')
    expect(plain(called.out)).toBe(plain(await answer.text()))
    expect(called.exitCode).toBe(65)
    const args = ['text/word-count', '--lines', 'more.ndjson', '--out', 'out.ndjson', '--threads', '1']
    expect(await run(folder, ...args)).toMatchObject({ exitCode: 0, out: '' })
    expect(readLines({ out: readFileSync(join(folder, 'out.ndjson'), 'utf8') })).toMatchObject([
      { id: 'n3', status: 200 },
      { summary: { total: 1 } },
    ])
    await expect(run(folder, ...args)).rejects.toMatchObject({ code: 'io_error' })
    expect(readdirSync(folder).sort()).toEqual(['in.ndjson', 'more.ndjson', 'out.ndjson'])
  })
})

describe('a run that is ended', () => {
  const start = (folder: string, ...args: string[]) => {
    const child = spawn(...programCommand('run', ...args), { cwd: folder })
    onTestFinished(() => void child.kill('SIGKILL'))
    let out = ''
    const firstLine = new Promise<void>((resolve) =>
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
        resolve()
      }),
    )
    const ended = new Promise<{ code: number | null; out: string }>((resolve) => child.on('close', (code) => resolve({ code, out })))
    return { child, firstLine, ended }
  }
  const COUNT = 400
  const inputs = (): string =>
    fill(
      Object.fromEntries(
        Array.from({ length: COUNT }, (_, i) => [`in/${String(i).padStart(3, '0')}.hl7`, message(`Quist${i}`).repeat(20)]),
      ),
    )

  it.each([
    ['SIGINT', 75],
    ['SIGTERM', 75],
    ['SIGKILL', null],
  ] as const)('by %s leaves whole results alone, and goes on', { timeout: 120_000 }, async (signal, code) => {
    const folder = inputs()
    const args = ['hl7/parse', 'in', '--out', 'out', '--threads', '1']
    const { child, firstLine, ended } = start(folder, ...args)
    await firstLine
    child.kill(signal)
    const end = await ended
    expect(end.code).toBe(code)
    if (code !== null) expect(readLines(end).at(-1)).toMatchObject({ summary: { failed: 0, complete: false } })
    const done = listFiles(join(folder, 'out'))
    expect(done.length).toBeGreaterThan(0)
    expect(done.length).toBeLessThan(COUNT)
    for (const path of done) expect(JSON.parse(readFileSync(join(folder, 'out', path), 'utf8'))).toMatchObject({ type: { code: 'ADT' } })
    const { exitCode, out } = await run(folder, ...args)
    const { summary } = readLines({ out }).at(-1) as { summary: { succeeded: number; skipped: number } }
    expect([exitCode, summary.succeeded + summary.skipped]).toEqual([0, COUNT])
    expect(summary.skipped).toBeGreaterThanOrEqual(done.length - 4)
    expect(listFiles(join(folder, 'out'))).toHaveLength(COUNT)
    expect(readdirSync(join(folder, 'out/.health-tools'))).toEqual(['journal'])
  })

  it('because nobody reads ends, too', { timeout: 60_000 }, async () => {
    const { child, firstLine, ended } = start(inputs(), 'hl7/parse', 'in', '--threads', '1')
    await firstLine
    child.stdout.destroy()
    expect((await ended).code).toBe(74)
  })
})
