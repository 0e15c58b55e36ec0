// Documents of any size for the bench of the page, from the examples of the tools. The patients are invented.
import { catalogue } from '../../../src/tools/catalogue.ts'

/** @param size in characters, about */
type Write = (size: number) => string

export interface LargeDocument {
  readonly name: string
  readonly toolId: string
  readonly write: Write
}

/** One of each kind. */
export const DOCUMENTS: readonly LargeDocument[] = [
  { name: 'HL7 v2', toolId: 'hl7/parse', write: longMessage },
  { name: 'FHIR JSON', toolId: 'fhir/validate', write: longBundle },
  { name: 'text', toolId: 'phi/detect', write: longNote },
  { name: 'text in one line', toolId: 'phi/detect', write: (size) => longNote(size).replaceAll('\n', ' ') },
  { name: 'CDA', toolId: 'data/cda-parse', write: longCda },
]

/** By the name of the field. */
const FIELDS: Readonly<Record<string, Write>> = {
  message: longMessage,
  text: longNote,
  left: longNote,
  right: (size) => longNote(size).replaceAll('200 m', '250 m'),
  resource: longBundle,
  bundle: longBundle,
  document: longCda,
  csv: (size) => `mrn,born,sex,zip,problem\n${rows(size, (i) => `${10_000_000 + i},19${10 + (i % 90)},f,0${i % 9}1,asthma`).join('\n')}\n`,
  ids: (size) => rows(size, (i) => `943 476 ${5900 + (i % 100)}`).join('\n'),
  units: (size) => rows(size, (i) => `${i} mg/dL`).join('\n'),
  udi: (size) => rows(size, (i) => `(01)51022222233336(11)141231(17)150707(10)A213B1(21)${i}`).join('\n'),
  gold: (size) => annotated(size, 'type'),
  predictions: (size) => annotated(size, 'category'),
}

/** What the fields of some tools mean beside the others of that name. */
const TOOLS: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  'hl7/diff': { left: longMessage, right: (size) => longMessage(size).replaceAll('|90|', '|91|') },
  'hl7/import-profile': { profile: longProfile },
  'phi/reidentify': { document: longNote },
  'phi/deidentify-x12': { interchange: (size) => longInterchange('phi/deidentify-x12', size) },
  'data/x12-parse': { interchange: (size) => longInterchange('data/x12-parse', size) },
  'data/x12-ack': { interchange: (size) => longInterchange('data/x12-ack', size) },
}

/** The fields of a tool that take a long text; none of a tool that takes files. */
export function longFields(toolId: string): readonly (readonly [field: string, write: Write])[] {
  // The fields of dicom/diff have the names of those of text/diff, and take files.
  if (toolId.startsWith('dicom/')) return []
  return Object.keys(exampleOf(toolId)).flatMap((field) => {
    const write = TOOLS[toolId]?.[field] ?? FIELDS[field]
    return write ? [[field, write] as const] : []
  })
}

function exampleOf(toolId: string): Readonly<Record<string, unknown>> {
  return catalogue.find(({ id }) => id === toolId)!.examples[0].input
}

function longMessage(size: number): string {
  const head = [
    'MSH|^~\\&|LAB|WARD|EHR|WARD|20260102||ORU^R01^ORU_R01|1|P|2.5',
    'PID|1||7^^^X^MR||Quist^Ada||19700101|F',
    'OBR|1|||24323-8^Panel^LN',
  ]
  const row = (i: number) => `OBX|${i}|NM|2345-7^Glucose^LN||${90 + (i % 20)}|mg/dL|70-99|N|||F|||20260102`
  return `${[...head, ...rows(size, row)].join('\r')}\r`
}

function longBundle(size: number): string {
  const patient = { resourceType: 'Patient', id: 'p', name: [{ family: 'Quist', given: ['Ada'] }], birthDate: '1970-01-01' }
  const observation = (i: number) => ({
    resourceType: 'Observation',
    id: `o${i}`,
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '2345-7', display: 'Glucose' }] },
    valueQuantity: { value: 90 + (i % 20), unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
  })
  const entry = (i: number) => JSON.stringify({ resource: i === 1 ? patient : observation(i) }, undefined, 2)
  return `{"resourceType": "Bundle", "type": "collection", "entry": [\n${rows(size, entry).join(',\n')}\n]}\n`
}

function longNote(size: number): string {
  const row = (i: number) =>
    `Day ${i}: Ada Quist slept well, walked 200 m on the ward and was seen by Dr. Alvin Reyes. Her blood pressure was 120/80.`
  return rows(size, row).join('\n')
}

function longCda(size: number): string {
  const document = String(exampleOf('data/cda-parse').document)
  const end = document.lastIndexOf('</text>')
  if (end < 0) throw new Error('the example of data/cda-parse has no narrative')
  return `${document.slice(0, end)}<list>${rows(size, (i) => `<item>Day ${i}: Ada Quist slept well.</item>`).join('\n')}</list>${document.slice(end)}`
}

function longProfile(size: number): string {
  const profile = String(exampleOf('hl7/import-profile').profile)
  const at = profile.indexOf('<Component ')
  const row = (i: number) => `<Component Name="Part ${i}" Usage="O" Datatype="ST" Length="10"/>`
  return `${profile.slice(0, at)}${rows(size, row).join('\n')}${profile.slice(at)}`
}

/** The transaction of the example over and over. */
function longInterchange(toolId: string, size: number): string {
  const interchange = String(exampleOf(toolId).interchange)
  const [start, end] = [interchange.indexOf('ST*'), interchange.indexOf('GE*')]
  const numbered = (i: number) => interchange.slice(start, end).replaceAll('*0001', `*${String(i).padStart(4, '0')}`)
  const sets = rows(size, numbered)
  return interchange.slice(0, start) + sets.join('') + interchange.slice(end).replace('GE*1', `GE*${sets.length}`)
}

/** A line for each note, with its spans. */
function annotated(size: number, member: 'type' | 'category'): string {
  const text = 'Ada Quillfeather, MRN 10004711'
  const line = JSON.stringify({
    ...(member === 'type' && { text }),
    spans: [
      { start: 0, end: 16, [member]: 'name' },
      { start: 22, end: 30, [member]: 'mrn' },
    ],
  })
  return rows(size, () => line).join('\n')
}

function rows(size: number, row: (i: number) => string): string[] {
  const all: string[] = []
  for (let length = 0; length < size; length += all.at(-1)!.length + 1) all.push(row(all.length + 1))
  return all
}
