// `run --feed`: a stream of messages, each an outcome or a Bundle a line.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runVerbs } from '../../../src/cli/commands/run-verb.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { type Called, callVerb } from '../commands/call-verb.ts'

type Json = Record<string, unknown>

const run = (cwd: string, ...args: string[]): Promise<Called> => callVerb(runVerbs, 'run', { positionals: args, cwd })
const readLines = ({ out }: { out: string }): Json[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)
const message = (name: string): string => `MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5.1\rPID|1||4471^^^H^MR||${name}^Alvin||19700101|M\r`

/** A folder with the feed. */
function fill(text: string): string {
  const folder = makeScratchFolder()
  writeFileSync(join(folder, 'in.hl7'), text)
  return folder
}

describe('a feed', () => {
  const feed = `junk\r${message('Ada')}${message('Bob')}`
  const args = ['hl7/to-fhir', '--feed', 'in.hl7', '--threads', '1']

  it('gives an outcome for each message', async () => {
    const { exitCode, out } = await run(fill(feed), ...args)
    expect(exitCode).toBe(65)
    const lines = readLines({ out })
    expect(lines.map(({ status }) => status)).toEqual([422, 200, 200, undefined])
    expect(lines[3]).toEqual({ summary: { total: 3, succeeded: 2, failed: 1 } })
  })

  it('gives Bundles alone, the sums beside them', async () => {
    const { out, err } = await run(fill(feed), ...args, '--output', 'file')
    expect(readLines({ out }).map(({ resourceType }) => resourceType)).toEqual(['OperationOutcome', 'Bundle', 'Bundle'])
    expect(err).toContain('{"summary":{"total":3,"succeeded":2,"failed":1}}')
  })

  it('gives one table of hl7/query over several files', async () => {
    const folder = fill(`junk\r${message('Ada')}${message('"Bo, b"')}`)
    writeFileSync(join(folder, 'more.hl7'), message('Cid'))
    const args = ['hl7/query', '--feed', 'in.hl7', 'more.hl7', '--paths', '["PID-5.1"]', '--threads', '1', '--output', 'file']
    const { exitCode, out, err } = await run(folder, ...args)
    const [head, failed, ...rows] = out.split('\r\n')
    expect(head).toBe('error,file,index,controlId,PID-5.1')
    expect(failed).toMatch(/\([a-z_]+\)"?,in\.hl7,0$/)
    expect(rows).toEqual([',in.hl7,1,1,Ada', ',in.hl7,2,1,"""Bo, b"""', ',more.hl7,3,1,Cid', ''])
    expect(exitCode).toBe(65)
    expect(err).toContain('{"summary":{"total":4,"succeeded":3,"failed":1}}')
    const chosen = await run(folder, ...args, '--where', 'PID-5.1="Cid"')
    expect(chosen.out.split('\r\n').slice(2)).toEqual([',more.hl7,3,1,Cid', ''])
  })

  it('gives rows of a view alone, failures on standard error', async () => {
    const folder = fill('')
    writeFileSync(join(folder, 'in.ndjson'), '{"resourceType":"Patient","id":"p1"}\nno resource\n{"resourceType":"Patient","id":"p2"}\n')
    const view = JSON.stringify({ resource: 'Patient', select: [{ column: [{ name: 'id', path: 'id' }] }] })
    const args = ['fhir/flatten', '--feed', 'in.ndjson', '--viewDefinition', view, '--format', 'csv', '--threads', '1', '--output', 'file']
    const { exitCode, out, err } = await run(folder, ...args)
    expect(out).toBe('id\r\np1\r\np2\r\n')
    expect(err).toContain('{"index":1,"problem":{')
    expect(err).toContain('{"summary":{"total":3,"succeeded":2,"failed":1}}')
    expect(exitCode).toBe(65)
  })

  it('finds names of a Patient in the notes of other files, whatever their order', async () => {
    const folder = fill('')
    const note = { resourceType: 'Observation', status: 'final', code: { text: 'Note' }, subject: { reference: 'Patient/p1' } }
    writeFileSync(join(folder, 'A.ndjson'), `${JSON.stringify({ ...note, valueString: 'spoke with velnimzor' })}\n`)
    writeFileSync(join(folder, 'B.ndjson'), '{"resourceType":"Patient","id":"p1","name":[{"given":["Velnimzor"],"family":"Zorquavel"}]}\n')
    const args = ['phi/deidentify-fhir', '--feed', 'A.ndjson', 'B.ndjson', '--threads', '1', '--output', 'file']
    const [first] = readLines(await run(folder, ...args))
    expect(first!.valueString).toBe('spoke with [NAME]')
  })

  it('names the file of each row and each failure of a folder, as a cell of its own', async () => {
    const folder = fill('')
    mkdirSync(join(folder, 'site', 'ward, 2'), { recursive: true })
    writeFileSync(join(folder, 'site', 'a.hl7'), message('Ada'))
    writeFileSync(join(folder, 'site', 'note.txt'), message('Not wanted'))
    writeFileSync(join(folder, 'site', 'ward, 2', 'b.hl7'), `junk\r${message('Bob')}`)
    const args = ['hl7/query', '--feed', 'site', '--only', '*.hl7', '--paths', '["PID-5.1"]', '--threads', '2']
    const { out } = await run(folder, ...args, '--output', 'file')
    const rows = out.split('\r\n').map((row) => row.replace(/^.+\([a-z_]+\)"?,/, 'failed,'))
    expect(rows).toEqual([
      'error,file,index,controlId,PID-5.1',
      ',a.hl7,0,1,Ada',
      'failed,"ward, 2/b.hl7",1',
      ',"ward, 2/b.hl7",2,1,Bob',
      '',
    ])
    const lines = readLines(await run(folder, ...args))
    expect(lines.map(({ id, status }) => [id, status])).toEqual([
      ['a.hl7', 200],
      ['ward, 2/b.hl7', 422],
      ['ward, 2/b.hl7', 200],
      [undefined, undefined],
    ])
  })

  it('de-identifies resources from several files as one person each', async () => {
    const folder = fill(
      `${JSON.stringify({ resourceType: 'Patient', id: 'ada-1', birthDate: '1970-03-04', name: [{ family: 'Alvin' }] })}\n`,
    )
    const seen = (day: string, patient: string) =>
      JSON.stringify({
        resourceType: 'Observation',
        subject: { reference: `Patient/${patient}` },
        effectiveDateTime: day,
      })
    writeFileSync(join(folder, 'seen.ndjson'), [seen('1970-03-04', 'ada-1'), 'junk', seen('1970-03-04', 'bob-2')].join('\n'))
    const options = ['--policy', 'pseudonymize', '--key', '0123456789abcdef'.repeat(4), '--threads', '1', '--output', 'file']
    const first = readLines(await run(folder, 'phi/deidentify-fhir', '--feed', 'in.hl7', ...options))[0]!
    const { out, exitCode } = await run(folder, 'phi/deidentify-fhir', '--feed', 'seen.ndjson', ...options)
    const [own, failed, other] = readLines({ out }) as {
      resourceType?: string
      subject?: Json
      effectiveDateTime?: string
    }[]
    expect(exitCode).toBe(65)
    expect(failed!.resourceType).toBe('OperationOutcome')
    expect(own).toMatchObject({
      subject: { reference: `Patient/${String(first.id)}` },
      effectiveDateTime: first.birthDate,
    })
    expect(other!.subject).not.toEqual(own!.subject)
    expect(`${out}${JSON.stringify(first)}`).not.toMatch(/ada-1|bob-2|Alvin/)
  })

  it('links the resources of a feed under a policy that numbers ids', async () => {
    const patients = ['ada-1', 'bob-2', 'ada-1'].map((id) => JSON.stringify({ resourceType: 'Patient', id }))
    const seen = ['ada-1', 'bob-2'].map((id) =>
      JSON.stringify({ resourceType: 'Observation', status: 'final', code: { text: 'Glucose' }, subject: { reference: `Patient/${id}` } }),
    )
    const folder = fill([...patients, ...seen].join('\n'))
    const { out } = await run(folder, 'phi/deidentify-fhir', '--feed', 'in.hl7', '--output', 'file')
    const [ada, bob, again, ofAda, ofBob] = readLines({ out }) as Json[]
    expect(ada!.id).not.toBe(bob!.id)
    expect(again!.id).toBe(ada!.id)
    expect(ofAda!.subject).toEqual({ reference: `Patient/${String(ada!.id)}` })
    expect(ofBob!.subject).toEqual({ reference: `Patient/${String(bob!.id)}` })
    expect(out).not.toMatch(/ada-1|bob-2/)
    const other = await run(folder, 'phi/deidentify-fhir', '--feed', 'in.hl7', '--output', 'file')
    expect((readLines(other)[0] as Json).id).not.toBe(ada!.id)
  })

  it.each([
    ['a tool without feeds', ['text/word-count', '--feed', 'in.hl7']],
    ['a form that the tool does not have', ['hl7/parse', '--feed', 'in.hl7', '--output', 'file']],
    ['lines at the same time', [...args, '--lines']],
  ])('is refused with %s', async (_title, wrong) => {
    await expect(run(fill(feed), ...wrong)).rejects.toMatchObject({ code: 'bad_usage' })
  })
})
