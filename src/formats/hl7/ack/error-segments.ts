// ERR as each version lays it out: one ERR with a list of codes and locations before 2.5, one ERR for each error since (HL7 v2.5.1 §2.15.5).
import { ProblemError } from '../../../core/problem.ts'
import type { Delimiters } from '../delimiters.ts'
import { codeTable } from '../dictionary/code-tables.ts'
import { componentDefinitions, segmentDefinition } from '../dictionary/dictionary.ts'
import { HL7_VERSIONS, type Hl7Version } from '../dictionary/versions.ts'
import { escapeValue } from '../edit/escape-value.ts'
import { parsePath } from '../paths.ts'

export interface AckError {
  /** In the notation of HL7; null where no place is meant. */
  readonly path: string | null
  /** Of table 0357. */
  readonly code: string
  /** Of table 0516. */
  readonly severity: 'E' | 'W' | 'I'
  /** What table 0357 says where it is left out. */
  readonly text?: string | undefined
  readonly applicationCode?: string | undefined
  readonly diagnosticText?: string | undefined
  readonly userMessage?: string | undefined
  /** What the validator says, in place of diagnosticText. */
  readonly finding?: string | undefined
}

export interface AckLayout {
  readonly version: Hl7Version
  readonly delimiters: Delimiters
}

export function isAtLeast(version: Hl7Version, since: Hl7Version): boolean {
  return HL7_VERSIONS.indexOf(version) >= HL7_VERSIONS.indexOf(since)
}

/** Segments without their line ends; empty for no errors. */
export function writeErrorSegments(errors: readonly AckError[], layout: AckLayout): string[] {
  if (errors.length === 0) return []
  if (isAtLeast(layout.version, '2.5')) return errors.map((error) => writeError(error, layout))
  const { field, repetition } = layout.delimiters
  return [`ERR${field}${errors.map((error) => writeCodeAndLocation(error, layout)).join(repetition)}`]
}

/** The text of a code of table 0357. */
export function textOfCode(version: Hl7Version, code: string): string {
  // Versions before 2.3 have no such table; the conditions are the same.
  return codeTable(version, '0357')?.codes.get(code)?.display ?? ''
}

/** Text of this program, which is left out where the delimiters of the message cannot carry it: the acknowledgment matters more. */
export function writeOwn(text: string, delimiters: Delimiters): string {
  try {
    return escapeValue(text, delimiters, 'ERR')
  } catch (error) {
    if (error instanceof ProblemError) return ''
    throw error
  }
}

/** ERR-2 to ERR-8. */
function writeError(error: AckError, { version, delimiters }: AckLayout): string {
  const { component, field } = delimiters
  const { code, severity, applicationCode, diagnosticText, userMessage } = error
  const write = (text: string | undefined, path: string) => escapeValue(text ?? '', delimiters, path)
  const text = error.text === undefined ? writeOwn(textOfCode(version, code), delimiters) : write(error.text, 'ERR-3.2')
  const condition = [write(code, 'ERR-3.1'), text, 'HL70357'].join(component)
  const fields = [
    '',
    writeLocation(error.path, component),
    condition,
    severity,
    write(applicationCode, 'ERR-5'),
    '',
    error.finding === undefined ? write(diagnosticText, 'ERR-7') : writeOwn(error.finding, delimiters),
    write(userMessage, 'ERR-8'),
  ]
  return joinFields('ERR', fields, field)
}

/** ERL: segment, its place among its name, field, repetition, component, subcomponent. */
function writeLocation(text: string | null, separator: string): string {
  const path = text === null ? undefined : parsePath(text)
  if (!path) return ''
  const parts: (number | string)[] = [path.segment, numberOf(path.segmentIndex)]
  if (path.field !== undefined) parts.push(path.field, numberOf(path.repetition ?? 1))
  if (path.component !== undefined) parts.push(path.component)
  if (path.subcomponent !== undefined) parts.push(path.subcomponent)
  return parts.join(separator)
}

/** ELD: segment, its place, field and the condition as a coded element; 2.1 has the code alone. */
function writeCodeAndLocation(error: AckError, { version, delimiters }: AckLayout): string {
  const { component, subcomponent } = delimiters
  const path = error.path === null ? undefined : parsePath(error.path)
  const text =
    error.text === undefined ? writeOwn(textOfCode(version, error.code), delimiters) : escapeValue(error.text, delimiters, 'ERR-1.4')
  const code = escapeValue(error.code, delimiters, 'ERR-1.4')
  const isCoded = subcomponent !== null && hasCodedCondition(version)
  const condition = isCoded ? [code, text, 'HL70357'].join(subcomponent) : code
  const location = path ? [path.segment, numberOf(path.segmentIndex), path.field ?? ''] : ['', '', '']
  return [...location, condition].join(component)
}

function hasCodedCondition(version: Hl7Version): boolean {
  const composite = segmentDefinition(version, 'ERR')?.fields[1]?.composite ?? ''
  return componentDefinitions(version, composite)[3]?.dataType === 'CE'
}

function numberOf(occurrence: number | 'all'): number {
  return occurrence === 'all' ? 1 : occurrence
}

/** Without the empty fields at the end. @param fields from position 1 */
export function joinFields(id: string, fields: readonly string[], separator: string): string {
  const last = fields.findLastIndex((field) => field !== '')
  return [id, ...fields.slice(0, last + 1)].join(separator)
}
