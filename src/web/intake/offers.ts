// Which tools fit a kind of document, the most likely one first.
import { msgs } from '../language/language.ts'
import type { Kind } from './detect-kind.ts'

export const KIND_NAMES: Readonly<Record<Kind, string>> = msgs({
  hl7: 'HL7 v2',
  'fhir-json': 'FHIR (JSON)',
  'fhir-xml': 'FHIR (XML)',
  cda: 'CDA document',
  x12: 'X12 interchange',
  dicom: 'DICOM',
  csv: 'Table (CSV)',
  zip: 'ZIP archive',
  udi: 'Device identifier (UDI)',
  codes: 'Codes or units',
  note: 'Text',
  json: 'JSON',
  xml: 'XML',
  recipe: 'Recipe',
  other: 'Unknown format',
  empty: 'Empty',
})

const FHIR = ['fhir/validate', 'phi/deidentify-fhir', 'fhir/path', 'fhir/flatten', 'fhir/convert', 'hl7/from-fhir']

const OFFERS: Readonly<Record<Kind, readonly string[]>> = {
  hl7: [
    'hl7/parse',
    'hl7/validate',
    'phi/deidentify-hl7',
    'hl7/to-fhir',
    'hl7/normalize',
    'hl7/ack',
    'hl7/query',
    'hl7/edit',
    'hl7/convert',
  ],
  'fhir-json': FHIR,
  'fhir-xml': FHIR,
  cda: ['data/cda-parse', 'phi/deidentify-cda'],
  x12: ['data/x12-parse', 'phi/deidentify-x12', 'data/x12-ack'],
  dicom: ['dicom/render', 'dicom/inspect', 'phi/deidentify-dicom', 'dicom/validate', 'dicom/find-text'],
  csv: ['phi/deidentify-table', 'phi/risk', 'hl7/build', 'text/encoding'],
  zip: [],
  udi: ['code/udi', 'code/check-id'],
  codes: ['code/ucum', 'code/check-id', 'code/udi'],
  note: ['phi/deidentify-text', 'phi/detect', 'text/segment', 'text/readability', 'text/word-count', 'text/encoding'],
  json: ['phi/deidentify-text', 'phi/detect', 'text/word-count'],
  xml: ['phi/deidentify-text', 'hl7/import-profile', 'phi/detect', 'text/encoding'],
  recipe: [],
  other: ['text/encoding'],
  empty: [],
}

/** Tools that compare two documents of a kind. */
const COMPARE: Readonly<Partial<Record<Kind, string>>> = {
  hl7: 'hl7/diff',
  dicom: 'dicom/diff',
  note: 'text/diff',
  csv: 'text/diff',
  x12: 'text/diff',
}

/** Ids of tools for one document, or for many of the same kind. */
export function offersOf(kind: Kind): readonly string[] {
  return OFFERS[kind]
}

export function comparerOf(kind: Kind): string | undefined {
  return COMPARE[kind]
}
