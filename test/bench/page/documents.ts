// Documents of any size for the bench of the page, from the examples of the tools. The patients are invented.
import { catalogue } from '../../../src/tools/catalogue.ts'

export interface LargeDocument {
  readonly name: string
  readonly toolId: string
  /** @param size in characters, about */
  readonly write: (size: number) => string
}

export const DOCUMENTS: readonly LargeDocument[] = [
  { name: 'HL7 v2', toolId: 'hl7/parse', write: longMessage },
  { name: 'FHIR JSON', toolId: 'fhir/validate', write: longBundle },
  { name: 'text', toolId: 'phi/detect', write: longNote },
  { name: 'text in one line', toolId: 'phi/detect', write: (size) => longNote(size).replaceAll('\n', ' ') },
  { name: 'CDA', toolId: 'data/cda-parse', write: longCda },
]

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
  const entry = (i: number) =>
    JSON.stringify(
      {
        resource: {
          resourceType: 'Observation',
          id: `o${i}`,
          status: 'final',
          code: { coding: [{ system: 'http://loinc.org', code: '2345-7', display: 'Glucose' }] },
          valueQuantity: { value: 90 + (i % 20), unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mg/dL' },
        },
      },
      undefined,
      2,
    )
  return `{"resourceType": "Bundle", "type": "collection", "entry": [\n${rows(size, entry).join(',\n')}\n]}\n`
}

function longNote(size: number): string {
  const row = (i: number) =>
    `Day ${i}: Ada Quist slept well, walked 200 m on the ward and was seen by Dr. Alvin Reyes. Her blood pressure was 120/80.`
  return rows(size, row).join('\n')
}

function longCda(size: number): string {
  const document = String(catalogue.find(({ id }) => id === 'data/cda-parse')!.examples[0].input.document)
  const end = document.lastIndexOf('</text>')
  if (end < 0) throw new Error('the example of data/cda-parse has no narrative')
  return `${document.slice(0, end)}<list>${rows(size, (i) => `<item>Day ${i}: Ada Quist slept well.</item>`).join('\n')}</list>${document.slice(end)}`
}

function rows(size: number, row: (i: number) => string): string[] {
  const all: string[] = []
  for (let length = 0; length < size; length += all.at(-1)!.length + 1) all.push(row(all.length + 1))
  return all
}
