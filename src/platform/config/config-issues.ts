// Turns what the schema found in a configuration into findings with the path of the setting, the nearest valid name and no value.
import type * as z from 'zod'
import { innermost } from '../../core/document.ts'
import { nearestName } from '../../core/nearest-name.ts'
import type { Finding, SettingPath } from './config-finding.ts'

type Issue = z.core.$ZodIssue
type Schema = z.core.$ZodType

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a section with settings',
  record: 'a section with settings',
  array: 'a list, such as [a, b]',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/** @param value what the schema was given, for what is missing and for the choice among forms of a setting */
export function findingsOfIssues(schema: Schema, value: unknown, issues: readonly Issue[]): Finding[] {
  return issues.flatMap((issue) => findingsOf(schema, value, issue, []))
}

function findingsOf(schema: Schema, value: unknown, issue: Issue, parent: SettingPath): Finding[] {
  const steps = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  const path = [...parent, ...steps]
  const target = follow(schema, value, steps)
  const one = (code: string, detail: string): Finding[] => [{ path, code, detail }]
  if (target.value === undefined && steps.length > 0) return one('missing_setting', `is missing${formOf(target.schema)}`)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], code: 'unknown_setting', detail: describeUnknown(target.schema, key) }))
    case 'invalid_type':
      return one('invalid_type', `${ownWords(issue) ?? `expected ${TYPE_NAMES[issue.expected] ?? issue.expected}`}${hintOf(target.value)}`)
    case 'invalid_value':
      return one('invalid_value', `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`)
    case 'too_small':
      return one('too_small', `expected at least ${issue.minimum}${unitOf(issue.origin)}`)
    case 'too_big':
      return one('too_big', `expected at most ${issue.maximum}${unitOf(issue.origin)}`)
    case 'invalid_union':
      return findingsOfUnion(target, issue, path)
    case 'invalid_key':
      return one('invalid_name', issue.issues[0]?.message ?? 'the name does not fit')
    default:
      // The schema gives these codes its own words.
      return one('invalid_value', issue.message + hintOf(target.value))
  }
}

/** What to write for a setting that is missing. */
function formOf(schema: Schema | undefined): string {
  const { type, entries } = (schema?._zod.def ?? {}) as { type?: string; entries?: Readonly<Record<string, string>> }
  if (entries) return `; expected one of ${Object.values(entries).join(', ')}`
  const name = type === undefined ? undefined : TYPE_NAMES[type]
  return name === undefined ? '' : `; expected ${name}`
}

/** Undefined where the schema leaves the words to this file. */
function ownWords({ message }: Issue): string | undefined {
  return message.startsWith('Invalid input') ? undefined : message
}

/** For who writes a file as for a shell. */
function hintOf(value: unknown): string {
  if (typeof value !== 'string' || !/\$\{?[A-Za-z_]/.test(value)) return ''
  return '; environment variables are not expanded. Use HEALTH_TOOLS__SECTION__SETTING instead'
}

/** Of several forms, the findings of the one that the value comes closest to: the fewest unknown names. */
function findingsOfUnion(target: Target, issue: Extract<Issue, { code: 'invalid_union' }>, path: SettingPath): Finding[] {
  const options = (innermost(target.schema ?? neverSchema)._zod.def as { options?: readonly Schema[] }).options ?? []
  if (issue.errors.length === 0) {
    const names = (issue as { options?: readonly unknown[] }).options ?? []
    return [{ path, code: 'invalid_value', detail: `expected one of ${names.map(String).join(', ')}` }]
  }
  const closest = issue.errors
    .map((issues, i) => ({ issues, option: options[i], distance: distanceOf(issues) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (!closest?.option || closest.distance === Number.POSITIVE_INFINITY) return [{ path, code: 'invalid_type', detail: issue.message }]
  return closest.issues.flatMap((inner) => findingsOf(closest.option!, target.value, inner, path))
}

function distanceOf(issues: readonly Issue[]): number {
  let distance = 0
  for (const issue of issues) {
    if (issue.path.length === 0 && issue.code !== 'unrecognized_keys') return Number.POSITIVE_INFINITY
    if (issue.code === 'unrecognized_keys') distance += issue.keys.length
  }
  return distance
}

interface Target {
  readonly schema: Schema | undefined
  readonly value: unknown
}

const neverSchema = { _zod: { def: {} } } as unknown as Schema

interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly valueType?: Schema
  readonly discriminator?: string
  readonly options?: readonly z.ZodObject[]
}

function follow(schema: Schema, value: unknown, steps: SettingPath): Target {
  let target: Target = { schema: chooseForm(innermost(schema), value), value }
  for (const step of steps) {
    const def = target.schema?._zod.def as Definition | undefined
    const child = (target.value as Record<string | number, unknown> | null | undefined)?.[step]
    const next = (def?.shape && Object.hasOwn(def.shape, step) ? def.shape[step] : undefined) ?? def?.element ?? def?.valueType
    target = { schema: next && chooseForm(innermost(next), child), value: child }
  }
  return target
}

/** Of forms that are told apart by one setting, the one that the value names. */
function chooseForm(schema: Schema, value: unknown): Schema {
  const { discriminator, options } = schema._zod.def as Definition
  if (discriminator === undefined) return schema
  const chosen = (value as Record<string, unknown> | null | undefined)?.[discriminator]
  return options?.find((option) => (option.shape[discriminator] as z.ZodType).safeParse(chosen).success) ?? schema
}

function describeUnknown(schema: Schema | undefined, key: string): string {
  const known = Object.keys((schema?._zod.def as Definition | undefined)?.shape ?? {})
  const nearest = nearestName(key, known)
  if (nearest !== undefined) return `there is no such setting; did you mean ${nearest}?`
  return known.length > 0 ? `there is no such setting; known here are ${known.join(', ')}` : 'there is no such setting'
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
