// Values of many megabytes, as photographs and documents in base64 are, need no stack for each character.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { type MappedFormat, readLeaves } from '../../../../src/formats/phi/mapping/leaves/read-leaves.ts'
import { phiDeidentifyFhir } from '../../../../src/tools/phi/deidentify-fhir.ts'

const MEGABYTE = 1024 * 1024
const X12 = (value: string) =>
  `ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000001*0*P*:~NTE*ADD*${value}~IEA*0*000000001~`

/** A document around a value as it is written, and the value as it is read. */
const DOCUMENTS: Readonly<Record<string, readonly [MappedFormat, (value: string) => string]>> = {
  'a JSON string': ['json', (value) => `{"data": "${value}"}`],
  'a text of XML': ['xml', (value) => `<a>${value}</a>`],
  'an attribute of XML': ['xml', (value) => `<a b="${value}"/>`],
  'a field of HL7 v2': ['hl7', (value) => `MSH|^~\\&|A|B|C|D|20240219||ORU^R01|1|P|2.5\rNTE|1||${value}\r`],
  'a quoted cell of CSV': ['csv', (value) => `a,b\n1,"${value}"\n`],
  'an element of X12': ['x12', X12],
  'a line of text': ['text', (value) => value],
}

describe.each(Object.entries(DOCUMENTS))('%s', (_name, [format, compose]) => {
  test('of 30 MB is read, and the rest of the document too', () => {
    const value = 'QUJD'.repeat((30 * MEGABYTE) / 4)
    const short = readLeaves(compose('QUJD'), format)
    const { leaves, write } = readLeaves(compose(value), format)
    expect(leaves.map(({ text }) => (text === value ? 'QUJD' : text))).toEqual(short.leaves.map(({ text }) => text))
    const restored = write(leaves.map(({ text }) => (text === value ? 'QUJD' : text)))
    expect(restored.text).toBe(compose('QUJD'))
  })
})

test('a JSON string of 100 MB of escapes is read', () => {
  const escapes = '\\\\\\"\\n\\u0041'.repeat((100 * MEGABYTE) / 12)
  const { leaves } = readLeaves(`["${escapes}", "b\\\\", "c"]`, 'json')
  expect(leaves.map(({ place }) => place)).toEqual(['/0', '/1', '/2'])
  expect(leaves[0]!.text.slice(0, 4)).toBe('\\"\nA')
  expect(leaves.slice(1).map(({ text }) => text)).toEqual(['b\\', 'c'])
})

test('an XML tag of 30 MB of attributes is read', () => {
  const count = (30 * MEGABYTE) / 12
  const { leaves } = readLeaves(`<a ${'b="c" d=\'>\' '.repeat(count)}>e</a>`, 'xml')
  expect(leaves.length).toBe(2 * count + 1)
  expect(leaves.slice(-3).map(({ frame, text }) => `${frame} ${text}`)).toEqual(['b c', 'd >', 'text e'])
})

test('a photograph of 9 MB does not keep a patient from being mapped', async () => {
  const photo = [{ contentType: 'image/jpeg', data: 'QUJD'.repeat((9 * MEGABYTE) / 4) }]
  const resource = JSON.stringify({ resourceType: 'Patient', name: [{ family: 'Zebulonquux' }], photo })
  const options = { policy: 'pseudonymize', key: 'a secret of sixteen or more', mapping: true } as const
  expect(await runTool(phiDeidentifyFhir, { resource }, options)).toMatchObject({ mappingSummary: { pairs: 1 } })
})
