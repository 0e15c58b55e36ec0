// Words that people search for and that neither title nor summary of a tool has.
import { msg, msgs, t } from '../language/language.ts'

const PHI = msg('redact anonymise anonymize deidentify pseudonymise pseudonymize scrub mask privacy hipaa gdpr safe harbor mrn')

const BY_CATEGORY: Readonly<Record<string, string>> = msgs({
  hl7: 'hl7v2 pipe er7 adt oru orm oml siu mdm vxu message segment mrn',
  dicom: 'dcm image imaging pacs ct mr study series',
  fhir: 'resource bundle patient observation json xml r4 r5',
})

const BY_TOOL: Readonly<Record<string, string>> = msgs({
  'hl7/parse': 'view viewer read explain decode',
  'hl7/query': 'extract field path terser csv',
  'hl7/edit': 'change set replace',
  'hl7/build': 'create generate make template mail merge',
  'hl7/ack': 'msa aa ae ar acknowledgement reply',
  'hl7/normalize': 'clean repair line ends mllp',
  'hl7/convert': 'xml json er7',
  'hl7/import-profile': 'conformance igamt nist',
  'dicom/render': 'view viewer picture png jpeg window level show',
  'dicom/inspect': 'header tags attributes dump dcmdump read',
  'dicom/find-text': 'burned in burnt ocr overlay',
  'phi/detect': 'names entities ner find',
  'phi/deidentify-text': 'note report',
  'phi/deidentify-cda': 'ccda',
  'phi/deidentify-x12': 'edi claim',
  'phi/deidentify-dicom': 'image imaging dcm ctp pixels burned in',
  'phi/deidentify-table': 'csv excel spreadsheet k-anonymity',
  'phi/reidentify': 'reidentify restore original mapping crosswalk reverse decrypt undo pseudonym surrogate',
  'phi/risk': 'k-anonymity l-diversity t-closeness uniqueness anonymise anonymize',
  'phi/evaluate': 'precision recall f1 gold benchmark i2b2',
  'fhir/validate': 'conformance profile structuredefinition us core',
  'fhir/path': 'query expression fhirpath',
  'fhir/flatten': 'viewdefinition sql csv table export',
  'code/check-id': 'npi nhs number mrn luhn check digit ndc isbn loinc snomed icd identifier',
  'code/ucum': 'unit convert conversion mg mmol quantity',
  'code/udi': 'gtin gs1 hibc iccbba barcode device',
  'data/cda-parse': 'ccda ccd c-cda clinical document viewer read',
  'data/x12-parse': 'edi 837 835 270 271 claim remittance viewer read',
  'data/x12-ack': 'edi 999 ta1 acknowledgement',
  'text/diff': 'compare difference',
  'text/encoding': 'utf-8 latin1 windows-1252 charset mojibake line ends',
  'text/segment': 'sections sentences split',
})

/** In lower case, in English and in the language of the page. */
export function synonymsOf({ id, category }: { readonly id: string; readonly category: string }): string {
  const words = [BY_CATEGORY[category], id.startsWith('phi/de') && PHI, BY_TOOL[id]].filter((text) => typeof text === 'string')
  return [...words, ...words.map((text) => t(text))].join(' ').toLowerCase()
}
