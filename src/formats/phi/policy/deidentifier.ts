// Does to one value what the policy says, with one key for all formats. What an action cannot read is replaced by its label, never kept.
import { ProblemError } from '../../../core/problem.ts'
import type { PhiCategory } from '../category.ts'
import { PairList } from '../mapping/pairs.ts'
import { canonicalize, domainOf } from './canonical.ts'
import { type CompiledPolicy, compilePolicy, type Directive, suits } from './compile-policy.ts'
import { generalizeAge, generalizeLocation, keepTownAndZip } from './generalize.ts'
import { type PhiKey, pickNumber, readPhiKey, type SurrogateVersion, toHex } from './key.ts'
import { numberValues } from './number-values.ts'
import type { PhiAction, PhiPolicy } from './policy-schema.ts'
import type { DateOrder } from './read-date.ts'
import { shiftDate, yearOfDate } from './shift-date.ts'
import { codeOfId, surrogateOf } from './surrogates/surrogate.ts'
import { ZIP_VINTAGE } from './zip-code.ts'

/** Changes whenever a surrogate, a shift or a label changes for the same key and value. */
const POLICY_VERSIONS: Readonly<Record<`${SurrogateVersion}`, string>> = { 1: '1.2.0', 2: '2.0.0' }

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
  /** Language of the text around it, as ISO 639-1. */
  readonly language?: string | undefined
  /** Labels are numbered, so that equal values stay equal and others differ: what leads to them still does. */
  readonly numbered?: boolean | undefined
}

export interface Replacement {
  /** What was done: `replace` where the action of the policy could not read the value. */
  readonly action: PhiAction
  readonly text: string
}

export interface Deidentifier {
  readonly provenance: {
    readonly policy: string
    readonly ruleset: string
    readonly version: string
    readonly keyId: string | null
  }
  /** True where dates may be shifted, so that it matters whom they belong to. */
  readonly shiftsDates: boolean
  /** What the policy says of a category, or of a path where a rule is for it. */
  actionFor(category: PhiCategory, path?: string): PhiAction
  /** True where a rule of the policy is for any path, so that it matters where a value stands. */
  readonly hasPathRules: boolean
  /** What was replaced so far. */
  readonly seen: SeenValues
  /** True where a rule of the policy is for the path. */
  hasRuleFor(path: string): boolean
  /** @throws ProblemError `invalid_input` where a rule for the path keeps a value that safe-harbor does not */
  replace(value: PhiValue): Replacement
  /** The same by a given action in place of the policy's. */
  apply(action: PhiAction, value: PhiValue): Replacement
  /** Adds a value that a format replaced by itself to the mapping. */
  note(category: PhiCategory, original: string, surrogate: string): void
  /** Pairs of surrogates and originals; undefined without a mapping. */
  readonly pairs: PairList | undefined
}

export interface DeidentifierSettings {
  readonly policy: PhiPolicy
  readonly key?: string | undefined
  readonly subject?: string | undefined
  readonly dateOrder?: DateOrder | undefined
  readonly surrogates?: `${SurrogateVersion}` | undefined
  /** Collect pairs for phi/reidentify. Default: false. */
  readonly mapping?: boolean | undefined
  /** Identifiers that no surrogate may equal, canonical: those of the document. */
  readonly avoid?: ReadonlySet<string> | undefined
}

/** What the values of a document say of each other. */
interface SeenValues {
  /** Identifiers that surrogates stand for, and the surrogates, canonical. */
  readonly originals: Set<string>
  readonly surrogates: Set<string>
}

/**
 * Runs once more where only the whole document tells what a value is. A surrogate of an identifier that equals another identifier of the
 * document becomes a code, which is longer and no number.
 * @throws ProblemError as createDeidentifier
 */
export function deidentifyDistinctly<T>(settings: DeidentifierSettings, run: (deidentifier: Deidentifier) => T): T {
  const deidentifier = createDeidentifier(settings)
  const result = run(deidentifier)
  const { originals, surrogates } = deidentifier.seen
  if (![...surrogates].some((surrogate) => originals.has(surrogate))) return result
  return run(createDeidentifier({ ...settings, avoid: originals }))
}

/**
 * One for each document, because it numbers its persons.
 * @throws ProblemError `invalid_input` where the policy contradicts itself, or needs a key and there is none
 */
export function createDeidentifier({
  policy,
  key: keyText,
  subject,
  dateOrder,
  surrogates = '2',
  mapping = false,
  avoid,
}: DeidentifierSettings): Deidentifier {
  const compiled = compilePolicy(policy)
  const key = keyText === undefined ? undefined : readPhiKey(keyText, surrogates === '1' ? 1 : 2)
  if (compiled.needsKey && !key) {
    throw new ProblemError('The policy needs a key.', {
      code: 'invalid_input',
      errors: [{ pointer: '/options/key', code: 'missing', detail: 'hash, surrogate and date-shift need a key' }],
    })
  }
  const numbers = numberValues()
  const seen: SeenValues = { originals: new Set(), surrogates: new Set() }
  const means = { key, compiled, numbers, seen, avoid }
  // A member that is undefined does not hide a default.
  const withDefaults = (value: PhiValue): PhiValue => ({
    ...value,
    subject: value.subject ?? subject,
    dateOrder: value.dateOrder ?? dateOrder,
  })
  const pairs = mapping ? new PairList() : undefined
  const note = (category: PhiCategory, original: string, surrogate: string) => pairs?.add({ category, original, surrogate })
  const run = (directive: Directive, value: PhiValue): Replacement => {
    const done = applyDirective(directive, withDefaults(value), means)
    if (pairs && isReversible(done)) note(value.category, value.text, done.text)
    return done
  }
  return {
    provenance: {
      policy: compiled.name,
      ruleset: `45 CFR 164.514; ${ZIP_VINTAGE}`,
      version: POLICY_VERSIONS[surrogates],
      keyId: key?.keyId ?? null,
    },
    shiftsDates: compiled.shiftsDates,
    actionFor: (category, path) => compiled.directiveOf(category, path).action,
    hasPathRules: compiled.hasPathRules,
    seen,
    pairs,
    note,
    hasRuleFor: compiled.hasRuleFor,
    replace: (value) => run(compiled.directiveOf(value.category, value.path), value),
    apply: (action, value) => run({ action, numbered: false, pointer: '/options' }, value),
  }
}

/** False for years, age groups, asterisks and labels without a number, which stand for many values. */
function isReversible({ action, text }: Replacement): boolean {
  return action === 'surrogate' || action === 'hash' || action === 'date-shift' || (action === 'replace' && /-\d{1,9}\]$/.test(text))
}

interface Means {
  readonly key: PhiKey | undefined
  readonly compiled: CompiledPolicy
  readonly numbers: ReturnType<typeof numberValues>
  readonly seen: SeenValues
  readonly avoid: ReadonlySet<string> | undefined
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
  throw new ProblemError('The policy contradicts itself.', {
    code: 'invalid_input',
    errors: [{ pointer, code: 'contradiction', detail: 'safe-harbor does not keep what stands there' }],
  })
}

/** Undefined where the value cannot be read as the action needs it. */
function transform(action: PhiAction, value: PhiValue, means: Means): string | undefined {
  const { key, compiled } = means
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
      return distinctSurrogate(requireKey(key), value, means)
    default:
      return undefined
  }
}

function distinctSurrogate(key: PhiKey, { category, text, language }: PhiValue, { seen, avoid }: Means): string | undefined {
  if (key.surrogates === 1) return surrogateOf(key, category, text)
  const surrogate = surrogateOf(key, category, text, language)
  if (surrogate === undefined || domainOf(category, text) !== 'id') return surrogate
  seen.originals.add(canonicalize('id', text))
  const made = canonicalize('id', surrogate)
  if (avoid?.has(made)) return codeOfId(key, text)
  seen.surrogates.add(made)
  return surrogate
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
  throw new ProblemError('The action needs a key.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/key', code: 'missing', detail: 'hash, surrogate and date-shift need a key' }],
  })
}
