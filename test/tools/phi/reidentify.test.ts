// The way back: what each de-identifier makes with a mapping, phi/reidentify restores; what it cannot, it says.
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { problemOf } from '../../../src/http/response/problem.ts'
import { phiDeidentifyCda } from '../../../src/tools/phi/deidentify-cda.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'
import { phiDeidentifyHl7 } from '../../../src/tools/phi/deidentify-hl7.ts'
import { phiDeidentifyTable } from '../../../src/tools/phi/deidentify-table.ts'
import { phiDeidentifyText } from '../../../src/tools/phi/deidentify-text.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { phiReidentify } from '../../../src/tools/phi/reidentify.ts'

const KEY = 'a secret of sixteen or more'
const MAPPING_KEY = `base64:${Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64')}`
const OTHER_KEY = `base64:${Buffer.from(Array.from({ length: 32 }, (_, i) => i + 1)).toString('base64')}`
const MADE_WITH = { policy: 'pseudonymize', key: KEY, mapping: true, mappingKey: MAPPING_KEY } as const

// biome-ignore lint/suspicious/noExplicitAny: results of many tools
type Result = any
const run = async (tool: Tool, input: object, options: object): Promise<Result> => runTool(tool, input, options)
const restore = (document: unknown, mapping: unknown, options: object = { mappingKey: MAPPING_KEY }) =>
  run(phiReidentify, { document, mapping } as object, options)

const NOTE = [
  'Patient: Alvin Zebulonquux, MRN 4471902, DOB 12/03/1931.',
  'Dr. Berta Quillfeather saw Mr. Zebulonquux (aged 93) on 19 February 2024 at Zebulon Memorial Hospital.',
  'Call (312) 555-0117 or write to alvin.z@zebulon.example. Brown urine, no fever.',
  '',
].join('\n')

const MESSAGES = [
  'MSH|^~\\&|A|B|C|D|20240219||ORU^R01|1|P|2.5',
  'PID|1||4471902^^^N^MR||ZEBULONQUUX^ALVIN^B||19310312|M',
  'OBX|1|TX|1^a||Seen by Dr. Quillfeather on 2/19/2024 \\T\\ well.||||||F',
  'MSH|^~\\&|A|B|C|D|20240301||ORU^R01|2|P|2.5',
  'PID|1||4471903^^^N^MR||OTHERQUUX^BERTA||19620101|F',
  'NTE|1||Ms. Otherquux O\\S\\Neil',
  '',
].join('\r')

const TABLE = [
  'mrn;name;seen;note',
  '4471902;"Zebulonquux; Alvin";2024-02-19;"Called ""Al"", aged 93"',
  '4471903;Otherquux, Berta;2024-03-01;well',
  '',
].join('\r\n')

const CDA = [
  '<ClinicalDocument xmlns="urn:hl7-org:v3"><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>',
  '<recordTarget><patientRole><id root="2.16.840.1.113883.4.1" extension="900-00-0001"/>',
  '<patient><name><given>Alvin</given><family>O&apos;Zebulon &amp; Quux</family></name><birthTime value="19310312"/></patient></patientRole></recordTarget>',
  '</ClinicalDocument>',
].join('\n')

const BY_FORMAT: Readonly<
  Record<string, { tool: Tool; input: object; options?: object; read(result: Result): unknown; original: string; labelsAreExact?: false }>
> = {
  text: { tool: phiDeidentifyText, input: { text: NOTE }, read: ({ text }) => text, original: NOTE },
  'JSON as text': {
    tool: phiDeidentifyText,
    input: { text: '{"mrn": 4471902, "name": "Alvin \\"Al\\" Zebulonquux", "ok": true}' },
    read: ({ text }) => text,
    original: '{"mrn": 4471902, "name": "Alvin \\"Al\\" Zebulonquux", "ok": true}',
    labelsAreExact: false,
  },
  'HL7 v2': { tool: phiDeidentifyHl7, input: { message: MESSAGES }, read: ({ content }) => content, original: MESSAGES },
  CSV: {
    tool: phiDeidentifyTable,
    input: { csv: TABLE },
    options: { subjectColumn: 'mrn' },
    read: ({ csv }) => csv,
    original: TABLE,
  },
  CDA: { tool: phiDeidentifyCda, input: { document: CDA }, read: ({ content }) => content, original: CDA, labelsAreExact: false },
  X12: {
    tool: phiDeidentifyX12,
    input: phiDeidentifyX12.examples[0].input,
    read: ({ content }) => content,
    original: String(phiDeidentifyX12.examples[0].input.interchange),
  },
}

describe.each(Object.entries(BY_FORMAT))('%s', (_name, { tool, input, options, read, original, labelsAreExact = true }) => {
  test('comes back as it was, and holds no surrogate any more', async () => {
    const made = await run(tool, input, { ...MADE_WITH, ...options })
    const hidden = read(made)
    expect(Buffer.from(hidden as string).toString()).not.toBe(original)
    expect(made.mappingSummary.isExact).toBe(true)
    const back = await restore(hidden, made.mapping)
    expect(back).toMatchObject({ document: original, isUnchanged: true, ambiguous: [] })
    expect(Buffer.from(back.content).toString()).toBe(original)
  })

  test('comes back under Safe Harbor too, whose labels stand for many values', async () => {
    const made = await run(tool, input, { mapping: true, mappingKey: MAPPING_KEY })
    const back = await restore(read(made), made.mapping)
    expect(made.mappingSummary.isExact).toBe(back.document === original)
    expect(made.mappingSummary.isExact).toBe(labelsAreExact)
    // A number stays a text, the value of a date that was removed another attribute: the values are back all the same.
    expect(back.document.replace('nullFlavor', 'value').replace('"4471902"', '4471902')).toBe(original)
  })
})

test('a message in its own character set comes back byte by byte', async () => {
  const message = Buffer.from(MESSAGES.replace('2.5\r', '2.5||||||8859/1\r').replace('ALVIN', 'J\u00dcRG'), 'latin1')
  const made = await run(phiDeidentifyHl7, { message: new Uint8Array(message) }, MADE_WITH)
  const back = await restore(made.content, made.mapping)
  expect(Buffer.from(back.content).equals(message)).toBe(true)
})

const TWO_SETS = [
  Buffer.from(MESSAGES.replace('ALVIN', 'J\u00dcRG'), 'latin1'),
  Buffer.from(MESSAGES.replace('ALVIN', 'J\u00dcRG').replaceAll('|2.5\r', '|2.5||||||UNICODE UTF-8\r'), 'utf8'),
]
const INTERCHANGE = String(phiDeidentifyX12.examples[0].input.interchange)

test.each<[string, Tool, Buffer, object]>([
  ['HL7 v2 without MSH-18', phiDeidentifyHl7, TWO_SETS[0]!, {}],
  ['HL7 v2 of two sets', phiDeidentifyHl7, Buffer.concat(TWO_SETS), {}],
  ['HL7 v2 whose set a caller named', phiDeidentifyHl7, TWO_SETS[0]!, { sourceCharset: 'windows-1252' }],
  ['X12', phiDeidentifyX12, Buffer.from(INTERCHANGE.replace(/(?<=~NM1\*(?:IL|QC)\*1\*)[A-Z]+/i, 'M\u00dcLLER'), 'latin1'), {}],
])('%s that becomes ASCII comes back byte by byte', async (_name, tool, original, options) => {
  expect(original.some((byte) => byte >= 0x80)).toBe(true)
  const field = tool === phiDeidentifyX12 ? 'interchange' : 'message'
  const made = await run(tool, { [field]: new Uint8Array(original) }, { ...MADE_WITH, ...options })
  expect(made.content.every((byte: number) => byte < 0x80)).toBe(true)
  expect(made.mappingSummary.isExact).toBe(true)
  const back = await restore(made.content, made.mapping)
  expect(back.isUnchanged).toBe(true)
  expect(Buffer.from(back.content).toString('latin1')).toBe(original.toString('latin1'))
})

test('rows of a table come back as CSV', async () => {
  const rows = [{ mrn: 4471902, name: 'Zebulonquux, Alvin', well: true }]
  const made = await run(phiDeidentifyTable, { rows }, MADE_WITH)
  expect((await restore(made.csv, made.mapping)).document).toBe('mrn,name,well\r\n4471902,"Zebulonquux, Alvin",true\r\n')
})

test('a FHIR document loses its narrative for good, and says so; values and ids come back', async () => {
  const resource = {
    resourceType: 'Patient',
    id: '6f1c9c1e-4f7e-4a0e-9d38-0f7c0e6a1b2c',
    text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">Alvin</div>' },
    name: [{ family: 'Zebulonquux', given: ['Alvin'] }],
    birthDate: '1961-03-12',
    managingOrganization: { reference: 'https://zebulon.example/fhir/Organization/7b0de1b4-4a34-4cf2-8f2a-000000000001' },
  }
  const made = await run(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, MADE_WITH)
  expect(made.mappingSummary.isExact).toBe(false)
  const { text: _text, ...kept } = resource
  expect(JSON.parse((await restore(made.content, made.mapping)).document)).toMatchObject(kept)
})

test('an escape sequence of a site or of a layout makes a mapping of HL7 v2 inexact, if its value changed', async () => {
  const exactnessOf = async (text: string) => {
    const message = MESSAGES.replace('Seen by Dr. Quillfeather on 2/19/2024 \\T\\ well.', text)
    const { mapping, mappingSummary, content } = await run(phiDeidentifyHl7, { message }, MADE_WITH)
    return [mappingSummary.isExact, (await restore(content, mapping)).document === message]
  }
  expect(await exactnessOf('Seen by Dr. Quillfeather \\T\\ \\X0A\\ well')).toEqual([true, true])
  expect(await exactnessOf('A \\.br\\ \\H\\fever\\N\\')).toEqual([true, true])
  for (const sequence of ['\\.br\\', '\\H\\', '\\Zab\\'])
    expect(await exactnessOf(`Seen by Dr. Quillfeather ${sequence} well`)).toEqual([false, false])
})

test('line ends in an attribute of XML come back as references', async () => {
  const document = CDA.replace(
    '<birthTime',
    '<languageCommunication><modeCode code="ESP" displayName="Alvin&#10;Quux&#9;"/></languageCommunication><birthTime',
  )
  const made = await run(phiDeidentifyCda, { document }, MADE_WITH)
  expect(made.document).not.toContain('Alvin')
  expect((await restore(made.content, made.mapping)).document).toContain('displayName="Alvin&#10;Quux&#9;"')
})

describe('another document with the surrogates', () => {
  const TEXT = 'Alvin Zebulonquux, MRN 4471902, was seen on 19 February 2024.'

  test('comes back by whole words, words of names among them', async () => {
    const made = await run(phiDeidentifyText, { text: TEXT }, { ...MADE_WITH, known: { names: ['Alvin Zebulonquux'] } })
    const [, given, family, number] = /^(\S+) (\S+), MRN (\d+), /.exec(made.text)!
    const back = await restore(`${family} and ${family}s, ${given}; ${number}, 1${number}`, made.mapping)
    expect(back).toMatchObject({ document: `Zebulonquux and ${family}s, Alvin; 4471902, 1${number}`, isUnchanged: false })
    expect(back.counts).toEqual({ name: 2, mrn: 1 })
  })

  test('has any number of surrogates in a line', async () => {
    const made = await run(phiDeidentifyText, { text: TEXT }, MADE_WITH)
    const number = /MRN (\d+)/.exec(made.text)![1]!
    expect((await restore(`${number} `.repeat(200_000), made.mapping)).counts).toEqual({ mrn: 200_000 })
  })

  test('keeps a surrogate of several originals and names its place', async () => {
    const csv = 'mrn;name;note\n4471902;L\u00f3pez;a\n4471903;Lopez;b\n'
    const made = await run(phiDeidentifyTable, { csv }, MADE_WITH)
    expect((await restore(made.csv, made.mapping)).document).toBe(csv)
    const changed = made.csv.replace(';b', ';c')
    const back = await restore(changed, made.mapping)
    expect(back.ambiguous).toEqual([
      { place: 'row 2, column 2', category: 'name' },
      { place: 'row 3, column 2', category: 'name' },
    ])
    expect(back.document).toContain('4471903;')
  })

  test('is read in the format that the caller names', async () => {
    const made = await run(phiDeidentifyText, { text: TEXT }, MADE_WITH)
    const answer = JSON.stringify({ note: made.text })
    expect((await restore(answer, made.mapping, { mappingKey: MAPPING_KEY, format: 'json' })).document).toBe(JSON.stringify({ note: TEXT }))
    await expect(restore('{"a":', made.mapping, { mappingKey: MAPPING_KEY, format: 'json' })).rejects.toMatchObject({
      code: 'unreadable_input',
    })
  })
})

describe('the file', () => {
  const make = (options: object = MADE_WITH) => run(phiDeidentifyText, { text: NOTE }, options)
  const refusal = async (mapping: Uint8Array, options?: object) => {
    const error = await restore(NOTE, mapping, options).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ProblemError)
    const text = JSON.stringify([
      problemOf(error, 'r-1').body,
      String((error as ProblemError).stack),
      String((error as ProblemError).cause ?? ''),
    ])
    for (const value of ['Zebulon', '4471902', 'Quillfeather', 'alvin', MAPPING_KEY.slice(7), OTHER_KEY.slice(7)])
      expect(text).not.toContain(value)
    return error as ProblemError
  }

  test('is the same for the same call, and another for another text or key', async () => {
    const first = Buffer.from((await make()).mapping)
    expect(first.equals((await make()).mapping)).toBe(true)
    const other = await run(phiDeidentifyText, { text: `${NOTE}.` }, MADE_WITH)
    expect(first.subarray(16, 48).equals(Buffer.from(other.mapping).subarray(16, 48))).toBe(false)
    expect(first.equals((await make({ ...MADE_WITH, mappingKey: OTHER_KEY })).mapping)).toBe(false)
  })

  test('holds no value in the clear, and opens with the libraries of others', async () => {
    const file = Buffer.from((await make()).mapping)
    expect(file.toString('latin1')).not.toMatch(/Zebulon|4471902|pairs/)
    const secret = Buffer.from(MAPPING_KEY.slice(7), 'base64')
    const derived = Buffer.from(hkdfSync('sha256', secret, file.subarray(16, 48), 'health-tools phi mapping 1 file', 44))
    const decipher = createDecipheriv('aes-256-gcm', derived.subarray(0, 32), derived.subarray(32))
    decipher.setAAD(file.subarray(0, 48)).setAuthTag(file.subarray(-16))
    const contents = JSON.parse(Buffer.concat([decipher.update(file.subarray(48, -16)), decipher.final()]).toString())
    expect(contents).toMatchObject({ format: 'text', exceptions: expect.any(Array) })
    expect(contents.pairs).toContainEqual(['mrn', '4471902', expect.stringMatching(/^\d{7}$/)])
  })

  test('is refused with another key, without one, and with the key of the other option', async () => {
    const { mapping } = await make()
    expect((await refusal(mapping, { mappingKey: OTHER_KEY })).errors).toMatchObject([
      { pointer: '/options/mappingKey', code: 'wrong_key' },
    ])
    expect((await refusal(mapping, { key: KEY })).errors).toMatchObject([{ pointer: '/options/mappingKey', code: 'missing' }])
    const { mappingKey: _own, ...shared } = MADE_WITH
    const byKey = (await make(shared)).mapping
    expect((await refusal(byKey, { mappingKey: MAPPING_KEY })).errors).toMatchObject([{ pointer: '/options/key', code: 'missing' }])
    expect((await refusal(byKey, { key: `${KEY}!` })).errors).toMatchObject([{ pointer: '/options/key', code: 'wrong_key' }])
    const { text } = await make(shared)
    expect((await restore(text, byKey, { key: KEY })).document).toBe(NOTE)
  })

  test('is refused wherever it is cut or changed', async () => {
    const { mapping } = await make()
    for (let length = 0; length < mapping.length; length += length < 70 ? 1 : 97) {
      expect((await refusal(mapping.subarray(0, length))).code).toBe('unreadable_input')
    }
    for (let at = 0; at < mapping.length; at += at < 64 ? 1 : 89) {
      const broken = Uint8Array.from(mapping as Uint8Array, (byte, i) => (i === at ? byte ^ 1 : byte))
      const { code } = await refusal(broken)
      expect(code).toBe(at === 4 ? 'unsupported_variant' : at === 5 || (at >= 8 && at < 16) ? 'invalid_input' : 'unreadable_input')
    }
    const later = Uint8Array.from(mapping as Uint8Array, (byte, i) => (i === 4 ? 2 : byte))
    expect(await refusal(later)).toMatchObject({ code: 'unsupported_variant', facts: { version: 2, supported: 1 } })
  })

  test.each([
    ['no key', { mapping: true, policy: { default: 'replace' } }, '/options/mappingKey', 'missing'],
    ['a key without mapping', { mappingKey: MAPPING_KEY }, '/options/mappingKey', 'contradiction'],
    ['a passphrase', { mapping: true, mappingKey: 'correct horse battery staple' }, '/options/mappingKey', 'invalid_format'],
    [
      '16 bytes',
      { mapping: true, mappingKey: `base64:${Buffer.from('0123456789abcdef').toString('base64')}` },
      '/options/mappingKey',
      'too_small',
    ],
    ['zeros', { mapping: true, mappingKey: `base64:${Buffer.alloc(32).toString('base64')}` }, '/options/mappingKey', 'too_weak'],
  ])('cannot be made with %s', async (_name, options, pointer, code) => {
    await expect(make(options)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer, code }] })
  })

  test('does not change what a run makes', async () => {
    const { mapping, mappingSummary, ...made } = await make()
    expect([mapping.length > 64, mappingSummary.pairs > 3]).toEqual([true, true])
    const { mapping: _wanted, mappingKey: _secret, ...plain } = MADE_WITH
    expect(made).toEqual(await make(plain))
  })
})
