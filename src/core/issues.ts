// Turns zod's issues into findings without zod's messages, because those repeat values and unknown keys of the input.
import type * as z from 'zod'
import { innermost } from './document.ts'
import { nearestName } from './nearest-name.ts'
import { MAX_PROBLEM_ITEMS, type ProblemItem } from './problem.ts'

type Issue = z.core.$ZodIssue
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

/** How many unknown names are compared with the known ones. */
const MAX_COMPARED = 20

/**
 * Findings of one schema, in the order of the issues, as many as a problem reports and one more.
 * @param prefix the JSON pointer of the value that was checked
 * @param value the value that was checked: without it, a missing member is not distinguished from one of another type
 */
export function describeIssues(schema: z.core.$ZodType, issues: readonly Issue[], prefix: string, value?: unknown): ProblemItem[] {
  return issues.slice(0, MAX_PROBLEM_ITEMS + 1).flatMap((issue) => {
    const at = valueAt(value, issue.path)
    const items = issue.code === 'invalid_union' ? describeForm(schema, issue, prefix, at) : [describeIssue(schema, issue, prefix)]
    const isMissing = value !== undefined && at === undefined
    return isMissing ? items.map((item) => ({ ...item, detail: missingDetail(item.detail) })) : items
  })
}

function missingDetail(detail: string): string {
  return detail.startsWith('expected ') ? `is missing; ${detail}` : 'is missing'
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((whole, step) => {
    if (typeof whole !== 'object' || whole === null || !Object.hasOwn(whole, step)) return undefined
    return (whole as Record<PropertyKey, unknown>)[step]
  }, value)
}

/** Where only one of the forms of a union has the type of the value, that is the one that was meant, and its findings are told. */
function describeForm(schema: z.core.$ZodType, issue: UnionIssue, prefix: string, value: unknown): ProblemItem[] {
  const { path, target } = schemaPath(schema, issue.path)
  const forms = (target?._zod.def as { options?: readonly z.core.$ZodType[] } | undefined)?.options ?? []
  const findings = (isMeant: (issue: Issue) => boolean) =>
    issue.errors.flatMap((issues, at) =>
      forms[at] && issues.every(isMeant) ? [describeIssues(innermost(forms[at]), issues, prefix + path, value)] : [],
    )
  const inside = findings(isInside)
  const relevant = inside.length > 0 ? inside : findings(({ code }) => code === 'invalid_value')
  return relevant.length === 1 ? relevant[0]! : [describeIssue(schema, issue, prefix)]
}

/** Whether the value has the type of the form, and only something in it does not fit. */
function isInside({ path, code }: Issue): boolean {
  return path.length > 0 || code === 'unrecognized_keys'
}

function describeIssue(schema: z.core.$ZodType, issue: Issue, prefix: string): ProblemItem {
  const { path, target } = schemaPath(schema, issue.path)
  const pointer = prefix + path
  switch (issue.code) {
    case 'invalid_type':
      return { pointer, code: 'invalid_type', detail: `expected ${issue.expected}` }
    case 'custom':
      return { pointer, code: 'invalid_type', detail: 'expected a document' }
    case 'unrecognized_keys':
      return { pointer, code: 'unknown_field', detail: unknownFieldDetail(target, issue.keys) }
    case 'invalid_value':
      return { pointer, code: 'invalid_value', detail: `expected one of: ${issue.values.map(String).join(', ')}` }
    case 'too_small':
      return { pointer, code: 'too_small', detail: `expected at least ${issue.minimum}${unitOf(issue.origin)}` }
    case 'too_big':
      return { pointer, code: 'too_big', detail: `expected at most ${issue.maximum}${unitOf(issue.origin)}` }
    case 'not_multiple_of':
      return { pointer, code: 'invalid_value', detail: `expected a multiple of ${issue.divisor}` }
    case 'invalid_format':
      return { pointer, code: 'invalid_format', detail: `expected the format ${issue.format}` }
    case 'invalid_union':
      return { pointer, code: 'invalid_type', detail: 'fits none of the forms that the schema allows' }
    case 'invalid_key':
    case 'invalid_element':
      return { pointer, code: 'invalid_value', detail: 'a key or an element does not fit the schema' }
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' || origin === 'set' ? ' items' : ''
}

/** Keeps the names that the schema defines and array positions; a key that the caller chose (in a record) is shown as `*`. */
function schemaPath(schema: z.core.$ZodType, path: readonly PropertyKey[]): { path: string; target: z.core.$ZodType | undefined } {
  let target: z.core.$ZodType | undefined = innermost(schema)
  let pointer = ''
  for (const step of path) {
    const def = target?._zod.def as
      | { shape?: Record<string, z.core.$ZodType>; element?: z.core.$ZodType; valueType?: z.core.$ZodType }
      | undefined
    const named: z.core.$ZodType | undefined =
      typeof step === 'string' && def?.shape && Object.hasOwn(def.shape, step) ? def.shape[step] : undefined
    pointer += `/${named || typeof step === 'number' ? String(step) : '*'}`
    const next: z.core.$ZodType | undefined = named ?? def?.element ?? def?.valueType
    target = next && innermost(next)
  }
  return { path: pointer, target }
}

function unknownFieldDetail(target: z.core.$ZodType | undefined, keys: readonly string[]): string {
  const known = Object.keys((target?._zod.def as { shape?: object } | undefined)?.shape ?? {})
  const likely = new Set(
    keys
      .slice(0, MAX_COMPARED)
      .map((key) => nearestName(key, known))
      .filter((name) => name !== undefined),
  )
  const count = keys.length === 1 ? 'a field is unknown' : `${keys.length} fields are unknown`
  if (likely.size > 0) return `${count}; did you mean ${[...likely].join(', ')}?`
  return known.length > 0 ? `${count}; expected one of: ${known.join(', ')}` : `${count}; none is known here`
}
