// Turns what the schema found in a configuration into findings with the path of the setting, the nearest valid name and no value.
import type * as z from 'zod'
import { innermost } from '../../core/document.ts'
import { nearestName } from '../../core/nearest-name.ts'
import { expectedOf, type Finding, type SettingPath } from './finding.ts'

type Issue = z.core.$ZodIssue
type Schema = z.core.$ZodType

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a section with settings',
  record: 'a section with settings',
  array: 'a list, such as [a, b]',
  string: 'a string',
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
  if (target.value === undefined && steps.length > 0) return one('missing_setting', `is missing${formOf(target.schema, issue)}`)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        code: 'unknown_setting',
        detail: describeUnknown(knownSettings(target.schema, target.value), key),
      }))
    case 'invalid_type':
      return one(
        'invalid_type',
        `${ownWords(issue) ?? `expected ${typeOf(issue.expected, path.length > 0 ? target.schema : undefined)}`}${hintOf(target.value, issue.expected)}`,
      )
    case 'invalid_value':
      return one('invalid_value', describeValues(issue.values, target.value))
    case 'too_small':
      return one('too_small', `expected at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`)
    case 'too_big':
      return one('too_big', `expected at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`)
    case 'invalid_union':
      return findingsOfUnion(target, issue, path)
    case 'invalid_key':
      return one('invalid_name', issue.issues[0]?.message ?? 'the name does not fit')
    default:
      // The schema gives these codes its own words.
      return one('invalid_value', issue.message + hintOf(target.value))
  }
}

/** A section with its settings, so that nobody has to look them up. */
function typeOf(expected: string, schema: Schema | undefined): string {
  const name = TYPE_NAMES[expected] ?? expected
  const known = knownSettings(schema)
  return expected === 'object' && known.length > 0 ? `${name}: ${known.join(', ')}` : name
}

/** The values that are allowed. YAML takes 1.2 for a number and '1.2' for a text. */
function describeValues(values: readonly unknown[], value: unknown): string {
  const expected = expectedOf(values)
  const same = values.find((candidate) => candidate !== value && String(candidate) === String(value))
  if (same !== undefined) return `${expected}; write it ${typeof same === 'string' ? `in quotes: '${same}'` : 'without quotes'}`
  const nearest = typeof value === 'string' ? nearestName(value, values.map(String)) : undefined
  return nearest === undefined || values.length === 1 ? expected : `${expected}; did you mean ${nearest}?`
}

/** What to write for a setting that is missing. */
function formOf(schema: Schema | undefined, issue: Issue): string {
  if (issue.code === 'invalid_union' && issue.errors.length === 0) return `; ${choiceOf(issue)}`
  const { type, entries } = (schema?._zod.def ?? {}) as { type?: string; entries?: Readonly<Record<string, string>> }
  if (entries) return `; ${expectedOf(Object.values(entries))}`
  const name = type === undefined ? undefined : TYPE_NAMES[type]
  return name === undefined ? '' : `; expected ${name}`
}

/** Undefined where the schema leaves the words to this file. */
function ownWords({ message }: Issue): string | undefined {
  return message.startsWith('Invalid input') ? undefined : message
}

/** For who writes a file as for a shell, or puts a number in quotes. */
function hintOf(value: unknown, expected?: string): string {
  if (expected === 'number' && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return ' without quotes'
  if (typeof value !== 'string' || !/\$\{?[A-Za-z_]/.test(value)) return ''
  return '; environment variables are not expanded. Use HEALTH_TOOLS__SECTION__SETTING instead'
}

/** Of several forms, the findings of the one that the value comes closest to: the fewest unknown names. */
function findingsOfUnion(target: Target, issue: Extract<Issue, { code: 'invalid_union' }>, path: SettingPath): Finding[] {
  const options = (innermost(target.schema ?? neverSchema)._zod.def as { options?: readonly Schema[] }).options ?? []
  if (issue.errors.length === 0) {
    return [{ path, code: 'invalid_value', detail: choiceOf(issue) }]
  }
  const closest = issue.errors
    .map((issues, i) => ({ issues, option: options[i], distance: distanceOf(issues) }))
    .sort((a, b) => a.distance - b.distance)[0]
  if (!closest?.option || closest.distance === Number.POSITIVE_INFINITY) return [{ path, code: 'invalid_type', detail: issue.message }]
  const written = Object.keys(target.value ?? {})
  if (written.length > 0 && closest.distance === written.length) {
    const ofAllForms = [...new Set(options.flatMap((option) => knownSettings(innermost(option))))]
    return written.map((key) => ({ path: [...path, key], code: 'unknown_setting', detail: describeUnknown(ofAllForms, key) }))
  }
  return closest.issues.flatMap((inner) => findingsOf(closest.option!, target.value, inner, path))
}

/** The forms among which a setting such as `type` chooses. */
function choiceOf(issue: Issue): string {
  return expectedOf((issue as { options?: readonly unknown[] }).options ?? [])
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

function describeUnknown(known: readonly string[], key: string): string {
  const nearest = nearestName(key, known)
  if (nearest !== undefined) return `unknown setting; did you mean ${nearest}?`
  return known.length > 0 ? `unknown setting; ${expectedOf(known)}` : 'unknown setting'
}

/** Of several forms, those of the form that has the most of the settings that are written. */
function knownSettings(schema: Schema | undefined, value?: unknown): string[] {
  const { shape, options = [] } = (schema?._zod.def ?? {}) as Definition
  if (shape) return Object.keys(shape)
  const written = Object.keys((value ?? {}) as object)
  const countOf = (names: readonly string[]): number => written.filter((name) => names.includes(name)).length
  const forms = options.map((option) => Object.keys(option._zod.def.shape ?? {}))
  return forms.sort((a, b) => countOf(b) - countOf(a))[0] ?? []
}

function unitOf(origin: string, count: number | bigint): string {
  const isOne = Number(count) === 1
  if (origin === 'string') return isOne ? ' character' : ' characters'
  if (origin !== 'array') return ''
  return isOne ? ' entry' : ' entries'
}
