// Does to one value what the policy says, with one key for all formats. What an action cannot read is replaced by its label, never kept.
import { Fault } from '../../../core/fault.ts'
import type { PhiCategory } from '../category.ts'
import { canonicalize, domainOf } from './canonical.ts'
import { type CompiledPolicy, compilePolicy, type Directive, suits } from './compile-policy.ts'
import { generalizeAge, generalizeLocation, keepTownAndZip } from './generalize.ts'
import { type PhiKey, pickNumber, readPhiKey, toHex } from './key.ts'
import { numberValues } from './number-values.ts'
import type { PhiAction, PhiPolicy } from './policy-schema.ts'
import type { DateOrder } from './read-date.ts'
import { shiftDate, yearOfDate } from './shift-date.ts'
import { surrogateOf } from './surrogate.ts'
import { ZIP_VINTAGE } from './zip-code.ts'

/** Changes whenever a surrogate, a shift or a label changes for the same key and value. */
const POLICY_VERSION = '1.2.0'

/** Longer values are no name, number, place or date: they get a label, in no time. */
const MAX_LENGTH = 4000

export interface PhiValue {
  readonly category: PhiCategory
  readonly text: string
  /** Where it stands, in the notation of the format. */
  readonly path?: string | undefined
  /** Whom a date belongs to; the subject of the document where it is left out. */
  readonly subject?: string | undefined
  readonly dateOrder?: DateOrder | undefined
  /** Labels are numbered, so that equal values stay equal and others differ: what leads to them still does. */
  readonly numbered?: boolean | undefined
}

export interface Replacement {
  /** What was done: `replace` where the action of the policy could not read the value. */
  readonly action: PhiAction
  readonly text: string
}

export interface Deidentifier {
  readonly provenance: { readonly policy: string; readonly ruleset: string; readonly version: string; readonly keyId: string | null }
  /** True where dates may be shifted, so that it matters whom they belong to. */
  readonly shiftsDates: boolean
  /** What the policy says of a category, or of a path where a rule is for it. */
  actionFor(category: PhiCategory, path?: string): PhiAction
  /** True where a rule of the policy is for any path, so that it matters where a value stands. */
  readonly hasPathRules: boolean
  /** True where a rule of the policy is for the path. */
  hasRuleFor(path: string): boolean
  /** @throws Fault `invalid_input` where a rule for the path keeps a value that safe-harbor does not */
  replace(value: PhiValue): Replacement
  /** The same by a given action in place of the policy's. */
  apply(action: PhiAction, value: PhiValue): Replacement
}

export interface DeidentifierSettings {
  readonly policy: PhiPolicy
  readonly key?: string | undefined
  readonly subject?: string | undefined
  readonly dateOrder?: DateOrder | undefined
}

/**
 * One for each document, because it numbers its persons.
 * @throws Fault `invalid_input` where the policy contradicts itself, or needs a key and there is none
 */
export function createDeidentifier({ policy, key: keyText, subject, dateOrder }: DeidentifierSettings): Deidentifier {
  const compiled = compilePolicy(policy)
  const key = keyText === undefined ? undefined : readPhiKey(keyText)
  if (compiled.needsKey && !key) {
    throw new Fault('The policy needs a key.', {
      code: 'invalid_input',
      errors: [{ pointer: '/options/key', code: 'missing', detail: 'hash, surrogate and date-shift need a key' }],
    })
  }
  const numbers = numberValues()
  const means = { key, compiled, numbers }
  // A member that is undefined does not hide a default.
  const withDefaults = (value: PhiValue): PhiValue => ({
    ...value,
    subject: value.subject ?? subject,
    dateOrder: value.dateOrder ?? dateOrder,
  })
  const run = (directive: Directive, value: PhiValue): Replacement => applyDirective(directive, withDefaults(value), means)
  return {
    provenance: {
      policy: compiled.name,
      ruleset: `45 CFR 164.514; ${ZIP_VINTAGE}`,
      version: POLICY_VERSION,
      keyId: key?.keyId ?? null,
    },
    shiftsDates: compiled.shiftsDates,
    actionFor: (category, path) => compiled.directiveOf(category, path).action,
    hasPathRules: compiled.hasPathRules,
    hasRuleFor: compiled.hasRuleFor,
    replace: (value) => run(compiled.directiveOf(value.category, value.path), value),
    apply: (action, value) => run({ action, numbered: false, pointer: '/options' }, value),
  }
}

interface Means {
  readonly key: PhiKey | undefined
  readonly compiled: CompiledPolicy
  readonly numbers: ReturnType<typeof numberValues>
}

function applyDirective({ action, numbered, pointer }: Directive, value: PhiValue, means: Means): Replacement {
  const { category, text } = value
  if (action === 'keep') return keepValue(value, pointer, means.compiled)
  if (text === '') return { action, text }
  if (action === 'remove') return { action, text: '' }
  if (action === 'mask') return { action, text: text.replace(/[\p{L}\p{M}\p{N}]/gu, '*') }
  const isReadable = text.length <= MAX_LENGTH && suits(action, category)
  const result = action === 'replace' || !isReadable ? undefined : transform(action, value, means)
  if (result !== undefined) return { action, text: result }
  return { action: 'replace', text: labelOf(category, numbered || value.numbered === true ? means.numbers(category, text) : undefined) }
}

function keepValue({ text }: PhiValue, pointer: string, { preset }: CompiledPolicy): Replacement {
  if (preset !== 'safe-harbor') return { action: 'keep', text }
  throw new Fault('The policy contradicts itself.', {
    code: 'invalid_input',
    errors: [{ pointer, code: 'contradiction', detail: 'safe-harbor does not keep what stands there' }],
  })
}

/** Undefined where the value cannot be read as the action needs it. */
function transform(action: PhiAction, value: PhiValue, { key, compiled }: Means): string | undefined {
  const { category, text, dateOrder } = value
  switch (action) {
    case 'generalize':
      return category === 'location'
        ? coarsenLocation(text, compiled)
        : category === 'age'
          ? generalizeAge(text)
          : yearOfDate(text, dateOrder)
    case 'year':
      return yearOfDate(text, dateOrder)
    case 'date-shift':
      return shiftDate(text, shiftDays(requireKey(key), value.subject), dateOrder)
    case 'hash':
      return hashValue(requireKey(key), value)
    case 'surrogate':
      return surrogateOf(requireKey(key), category, text)
    default:
      return undefined
  }
}

/** A limited data set keeps towns, states and whole ZIP codes (164.514(e)(2)(ii)); otherwise only three digits of a ZIP code stay. */
function coarsenLocation(text: string, { preset }: CompiledPolicy): string | undefined {
  if (preset === 'limited-data-set') return keepTownAndZip(text, labelOf('location'))
  return generalizeLocation(text)
}

function hashValue(key: PhiKey, { category, text, dateOrder }: PhiValue): string {
  const domain = domainOf(category, text)
  return toHex(key.digest(`hash:${domain}`, canonicalize(domain, text, dateOrder) || text)).slice(0, 16)
}

/** Days that the dates of a subject move: 1 to 365 into the past, the same in every format for one key. */
export function shiftDays(key: PhiKey, subject = ''): number {
  return -1 - pickNumber(key.digest('date-shift', canonicalize('id', subject)), 365)
}

/** `[NAME]`, or `[NAME-2]` with a number. */
function labelOf(category: PhiCategory, number?: number): string {
  return `[${category.toUpperCase()}${number === undefined ? '' : `-${number}`}]`
}

/** True for a label that stands in a value's place already. */
export function isLabel(text: string): boolean {
  return /^\[[A-Z-]{2,20}(?:-\d{1,9})?\]$/.test(text)
}

/** The compiled policy asked for the key before; a column's own action may still come without one. */
function requireKey(key: PhiKey | undefined): PhiKey {
  if (key) return key
  throw new Fault('The action needs a key.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/key', code: 'missing', detail: 'hash, surrogate and date-shift need a key' }],
  })
}
