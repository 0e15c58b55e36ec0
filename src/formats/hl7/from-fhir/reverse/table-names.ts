// Names that to-fhir adds to codes of HL7 tables: no part of a message, and so none that comes back where a field is the code alone.
import { codeTable } from '../../dictionary/code-tables.ts'
import { HL7_VERSIONS } from '../../dictionary/versions.ts'
import type { FhirElement } from '../draft/source-tree.ts'

const V2_SYSTEM = 'http://terminology.hl7.org/CodeSystem/v2-'
const NEWEST = HL7_VERSIONS.at(-1)!

/** True for a suffix of a name that is a degree (table 0360), such as MD or Ph.D. */
export function isDegree(text: string): boolean {
  const code = text.replace(/[.\s]/g, '').toUpperCase()
  return codeTable(NEWEST, '0360')?.codes.has(code) === true
}

/** True for the display of a coding that says no more than its table does. */
export function isNameOfTable({ name, text, parent }: FhirElement): boolean {
  const system = parent?.textAt('system') ?? ''
  // A coding with a version had components in the message.
  if (name !== 'display' || !system.startsWith(V2_SYSTEM) || parent?.children.has('version')) return false
  return codeTable(NEWEST, system.slice(V2_SYSTEM.length))?.codes.get(parent?.textAt('code') ?? '')?.display === text
}
