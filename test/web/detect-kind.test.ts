// What a dropped document is taken for: by its first bytes, and never by the name of its file.
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../src/tools/catalogue.ts'
import { PHANTOM } from '../../src/tools/dicom/phantom.generated.ts'
import { tasksOf } from '../../src/web/home/tasks.ts'
import { detectKind, type Kind, textKind } from '../../src/web/intake/detect-kind.ts'
import { KIND_NAMES, offersOf } from '../../src/web/intake/offers.ts'
import { findTools } from '../../src/web/shell/tool-list.ts'

const TEXTS: readonly (readonly [text: string, kind: Kind])[] = [
  ['MSH|^~\\&|A|B|C|D|20260102||ADT^A01|1|P|2.5', 'hl7'],
  ['\u000bMSH^~|\\&^A\r\u001c\r', 'hl7'],
  ['FHS|^~\\&|A', 'hl7'],
  ['<ADT_A01 xmlns="urn:hl7-org:v2xml"/>', 'hl7'],
  ['{ "resourceType": "Patient" }', 'fhir-json'],
  ['[{"resourceType":"Patient"}]', 'fhir-json'],
  ['<?xml version="1.0"?><Patient xmlns="http://hl7.org/fhir"/>', 'fhir-xml'],
  ['<ClinicalDocument xmlns="urn:hl7-org:v3"/>', 'cda'],
  ['<a/>', 'xml'],
  ['{"a":1}', 'json'],
  ['{"name":"Clean","steps":[{"tool":"hl7/normalize"}]}', 'recipe'],
  ['ISA*00*          *00*', 'x12'],
  ['id,name,born\n1,Ada,1970\n2,"Quist, B",1980', 'csv'],
  ['mg/dL\nmmol/L', 'codes'],
  ['(01)00889842000016(17)260101', 'udi'],
  ['The patient was seen on Monday. She slept well.', 'note'],
  ['Name: Ada Quist, born 1970\nSeen today, sleeps well, eats', 'note'],
  ['', 'empty'],
  [' \n', 'empty'],
]

test.each(TEXTS)('%j is %s', (text, kind) => {
  expect(textKind(text)).toBe(kind)
  expect(detectKind(new TextEncoder().encode(text), true).kind).toBe(kind)
})

describe('bytes', () => {
  test('of a DICOM file, with and without preamble', () => {
    const file = new Uint8Array(Buffer.from(PHANTOM, 'base64'))
    expect(detectKind(file, true).kind).toBe('dicom')
    expect(detectKind(file.subarray(132), true).kind).toBe('dicom')
    expect(detectKind(file.subarray(128), true).kind).toBe('dicom')
  })

  test('of a ZIP, of a picture, and of text in an old character set', () => {
    expect(detectKind(Uint8Array.of(0x50, 0x4b, 3, 4, 20), true).kind).toBe('zip')
    expect(detectKind(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0), true).kind).toBe('other')
    expect(detectKind(new Uint8Array(Buffer.from('MSH|^~\\&|M\u00fcller', 'latin1')), true)).toEqual({ kind: 'hl7', isUtf8: false })
  })

  test('whose last character the head cuts', () => {
    const bytes = new TextEncoder().encode('Seen at home by M\u00fc')
    expect(detectKind(bytes.subarray(0, -1), false)).toEqual({ kind: 'note', isUtf8: true })
  })
})

const entries = catalogue.map(({ id, title, summary }) => ({ id, category: id.slice(0, id.indexOf('/')), title, summary, description: '' }))

test('tools that are offered exist, and read a document', () => {
  for (const kind of Object.keys(KIND_NAMES) as Kind[]) {
    for (const id of offersOf(kind)) expect(catalogue.find((tool) => tool.id === id)?.document, id).toBeDefined()
  }
})

test('every tool belongs to a task', () => {
  const tasks = tasksOf(entries)
  expect(new Set(tasks.flatMap(({ tools }) => tools.map(({ id }) => id)))).toEqual(new Set(catalogue.map(({ id }) => id)))
  expect(tasks.map(({ title }) => title)).not.toContain('More')
})

test.each([
  ['redact', 'phi/deidentify-text'],
  ['anonymise image', 'phi/deidentify-dicom'],
  ['MRN', 'hl7/parse'],
  ['ORU viewer', 'hl7/parse'],
  ['pacs viewer', 'dicom/render'],
])('a search for %s finds %s', (query, id) => {
  expect(findTools(entries, query).map((tool) => tool.id)).toContain(id)
})
