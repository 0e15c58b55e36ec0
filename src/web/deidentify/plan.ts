// One-step de-identification: which tool each kind of file goes to, with which options, and which files no tool is for.
import type { Kind } from '../intake/detect-kind.ts'
import { msg, msgs } from '../language/language.ts'

/** replace: made-up values, the same for the same person in every file, from a key. remove: what Safe Harbor lists is taken out. */
export type Method = 'replace' | 'remove'

export interface Strictness {
  readonly method: Method
  /** Hides whatever is not known to be safe. */
  readonly failClosed: boolean
}

const TOOLS: Readonly<Partial<Record<Kind, string>>> = {
  hl7: 'phi/deidentify-hl7',
  'fhir-json': 'phi/deidentify-fhir',
  'fhir-xml': 'phi/deidentify-fhir',
  cda: 'phi/deidentify-cda',
  x12: 'phi/deidentify-x12',
  dicom: 'phi/deidentify-dicom',
  csv: 'phi/deidentify-table',
  note: 'phi/deidentify-text',
  codes: 'phi/deidentify-text',
  udi: 'phi/deidentify-text',
  json: 'phi/deidentify-text',
  xml: 'phi/deidentify-text',
}

/** Why a kind has no tool. */
const REASONS: Readonly<Partial<Record<Kind, string>>> = msgs({
  zip: 'A ZIP among other files is not opened. Drop it alone.',
  empty: 'The file is empty.',
  recipe: 'A recipe is not a document.',
  other: 'Unknown format. Files of unknown formats can hold anything.',
})

export function toolIdOf(kind: Kind): string | undefined {
  return TOOLS[kind]
}

export function reasonOf(kind: Kind): string {
  return REASONS[kind] ?? msg('This server has no tool for this format.')
}

type Options = Readonly<Record<string, unknown>>

/** What a person must know of how one file is treated; undefined for a file that is treated as the method says. */
export function noteOf(toolId: string, { method }: Strictness, firstLine: string): string | undefined {
  if (toolId !== 'phi/deidentify-table' || method !== 'replace' || patientColumn(firstLine) !== undefined) return undefined
  return msg('Treated with Remove, because no column identifies the patient.')
}

/** @param firstLine of a table, in which the column of the patient is looked for */
export function optionsFor(toolId: string, { method, failClosed }: Strictness, key: string, firstLine: string): Options {
  const mode = failClosed ? { mode: 'fail-closed' } : {}
  const replaces = method === 'replace'
  switch (toolId) {
    case 'phi/deidentify-dicom':
      // UIDs need the key in any case. Text in the pixels of every file is looked for and blanked.
      return { ...mode, key, onBurnedIn: 'find', look: 'always', onResidual: 'warn', ...(!replaces && { pseudonyms: 'none' }) }
    case 'phi/deidentify-fhir':
      // With one secret the files of an export keep their references to each other.
      return { ...mode, ...(replaces ? { policy: 'pseudonymize', key } : { idKey: key }) }
    case 'phi/deidentify-table': {
      const subjectColumn = patientColumn(firstLine)
      // Dates move by the days of a patient: without a column of the patient they are cut to their year.
      return replaces && subjectColumn !== undefined ? { ...mode, policy: 'pseudonymize', key, subjectColumn } : mode
    }
    default:
      return { ...mode, ...(replaces && { policy: 'pseudonymize', key }) }
  }
}

const PATIENT =
  /^(?:mrn|patient|patient ?id|patient ?number|patient ?key|pat ?id|pid|record ?number|medical ?record ?number|subject|subject ?id|person ?id)$/

/** The column of a header line that tells patients apart. */
export function patientColumn(firstLine: string): string | undefined {
  const delimiter = [',', ';', '\t', '|'].find((sign) => firstLine.includes(sign)) ?? ','
  return firstLine
    .split(delimiter)
    .map((cell) => cell.trim().replace(/^"([^"]*)"$/, '$1'))
    .find((name) => PATIENT.test(name.toLowerCase().replaceAll('_', ' ').replaceAll('-', ' ')))
}
