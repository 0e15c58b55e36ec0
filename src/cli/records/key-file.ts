// Files of keys for import and export, as CSV or as lines of JSON with the same names, or the document that `keys export --json` prints.
// Every error has its line, and no value is repeated.
import * as z from 'zod'
import { type ImportedKey, itemOf, refuseLines } from '../../access/keys/key-import.ts'
import type { KeyKind } from '../../access/keys/key-text.ts'
import { parseJson } from '../../core/parse-json.ts'
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import { openCsv, readRecords } from '../../formats/csv/read-csv.ts'
import { writeRows } from '../../formats/csv/write-csv.ts'
import { composeInstant, parseInstant } from '../command-line/instants.ts'

/** One key as it stands in a file. */
const fileKeySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(['live', 'trial', 'client']).default('live'),
  hash: z.string(),
  owner: z.string(),
  plan: z.string(),
  scopes: z.array(z.string()),
  networks: z.array(z.string()).default([]),
  /** `never`, or an instant. */
  expires: z.string(),
  /** Of a trial key. */
  quota: z.int().nullable().default(null),
  note: z.string().default(''),
})

export type FileKey = z.infer<typeof fileKeySchema>

const COLUMNS = Object.keys(fileKeySchema.shape) as (keyof FileKey)[]
const REQUIRED: readonly (keyof FileKey)[] = ['id', 'hash', 'owner', 'plan', 'scopes', 'expires']

interface Entry {
  readonly line: number
  readonly value: unknown
}

/**
 * @param plans of the configuration
 * @throws ProblemError `invalid_input` with an item for each line that cannot be read, `unreadable_input` for a file that is broken as a whole
 */
export function readKeyFile(bytes: Uint8Array, plans: readonly string[], now: number): ImportedKey[] {
  const errors: ProblemItem[] = []
  const entries = isLines(bytes) ? readLines(bytes, errors) : readCsv(bytes)
  const keys = entries.flatMap(({ line, value }) => {
    const parsed = fileKeySchema.safeParse(value, { reportInput: false })
    if (!parsed.success) {
      errors.push(...parsed.error.issues.map((issue) => itemOf(line, pointerOf(issue.path), describeIssue(issue))))
      return []
    }
    return importedKeyOf(line, parsed.data, plans, errors, now)
  })
  if (errors.length > 0) throw refuseLines(errors)
  if (keys.length === 0) throw new ProblemError('The file contains no key.', { code: 'invalid_input' })
  return keys
}

/** CSV with a line for each key. */
export function composeKeyFile(keys: readonly FileKey[]): string {
  const cellOf = (value: FileKey[keyof FileKey]): string => (Array.isArray(value) ? value.join(' ') : String(value ?? ''))
  return writeRows([COLUMNS, ...keys.map((key) => COLUMNS.map((name) => cellOf(key[name])))])
}

export function composeExpiry(expiresAt: number | null): string {
  return composeInstant(expiresAt) ?? 'never'
}

function isLines(bytes: Uint8Array): boolean {
  return bytes.find((byte) => byte > 0x20) === 0x7b
}

/** `keys export --json` prints one document, whose keys all stand in its line. */
function entriesOf(line: number, value: unknown): Entry[] {
  const { keys, ...rest } = Object(value) as { keys?: unknown }
  if (!Array.isArray(keys) || Object.keys(rest).length > 0) return [{ line, value }]
  return keys.map((key: unknown) => ({ line, value: key }))
}

function readLines(bytes: Uint8Array, errors: ProblemItem[]): Entry[] {
  return decode(bytes)
    .split('\n')
    .flatMap((text, i) => {
      if (text.trim() === '') return []
      try {
        return entriesOf(i + 1, parseJson(text))
      } catch {
        errors.push(itemOf(i + 1, '', 'expected one JSON object in a line'))
        return []
      }
    })
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ProblemError('The file is not UTF-8 text.', { code: 'unreadable_input', cause })
  }
}

/** @throws ProblemError `unreadable_input` where the file breaks the grammar of CSV, `invalid_input` where its first line does not name the columns */
function readCsv(bytes: Uint8Array): Entry[] {
  const file = openCsv(decode(bytes))
  let names: readonly string[] | undefined
  let [line, seen] = [1, 0]
  const entries: Entry[] = []
  for (const { start, fields, isBlank } of readRecords(file)) {
    line += countLineEnds(file.text, seen, start)
    seen = start
    if (isBlank) continue
    const values = fields.map(({ value }) => value)
    if (names) entries.push({ line, value: valueOfRow(names, values) })
    else names = checkHeader(values)
  }
  return entries
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) if (text[i] === '\n' || (text[i] === '\r' && text[i + 1] !== '\n')) count++
  return count
}

function checkHeader(names: readonly string[]): readonly string[] {
  const isKnown = (name: string): boolean => COLUMNS.some((column) => column === name)
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length === 0 && names.every(isKnown) && new Set(names).size === names.length) return names
  throw new ProblemError(
    `The first line names the columns, each once: ${COLUMNS.join(', ')}. All but ${COLUMNS.filter((name) => !REQUIRED.includes(name)).join(', ')} must be there.`,
    { code: 'invalid_input', at: { line: 1 } },
  )
}

function valueOfRow(names: readonly string[], values: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [i, name] of names.entries()) {
    const value = values[i]!
    if (name === 'scopes' || name === 'networks') row[name] = value.split(' ').filter((part) => part !== '')
    else if (name === 'quota') row[name] = value === '' ? null : numberOf(value)
    else if (name !== 'kind' || value !== '') row[name] = value
  }
  return row
}

/** What is no number fails the schema as the text that it is. */
function numberOf(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

function importedKeyOf(line: number, key: FileKey, plans: readonly string[], errors: ProblemItem[], now: number): ImportedKey[] {
  const { expires, quota, kind, ...rest } = key
  if (!plans.includes(key.plan)) errors.push(itemOf(line, '/plan', `expected a plan of the configuration: ${plans.join(', ')}`))
  const expiresAt = readExpiry(expires, now)
  if (expiresAt === undefined) {
    errors.push(itemOf(line, '/expires', 'expected never, a date such as 2027-01-31, or 2027-01-31T12:00:00Z'))
    return []
  }
  return [{ ...rest, kind: kind satisfies KeyKind, line, expiresAt, trialQuota: quota }]
}

function readExpiry(text: string, now: number): number | null | undefined {
  if (text === 'never') return null
  try {
    return parseInstant(text, 'expires', now)
  } catch {
    return undefined
  }
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step)}`).join('')
}

/** In words of this program: those of the schema could hold a value. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `has an unknown name; expected one of ${COLUMNS.join(', ')}`
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.map(String).join(', ')}`
  return issue.code === 'invalid_type' ? `expected ${TYPES[issue.expected] ?? 'another type'}` : 'is invalid'
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
  number: 'a whole number',
}
