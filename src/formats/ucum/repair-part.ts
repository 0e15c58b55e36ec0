// Finds what one part of a unit, between two operators, may mean: by spelling lists, case, brackets, plural, name, near spelling.
import { EXACT_SPELLINGS, partSpellings, UNLIKELY, USUAL_CODES } from './common-mistakes.ts'
import { parseUnit } from './grammar.ts'
import { symbolTable } from './symbols.ts'

export const REASONS = [
  'usage',
  'character',
  'blank',
  'case',
  'plural',
  'bracket',
  'name',
  'spelling',
  'power_of_ten',
  'comment',
  'number',
  'annotation',
  'unlikely_unit',
] as const

export type Reason = (typeof REASONS)[number]

export interface Candidate {
  readonly code: string
  readonly why: Reason | undefined
  /** From 0 to 1. */
  readonly confidence: number
}

const MAX_CANDIDATES = 4
const MIN_NEAR_LENGTH = 4

/** The best candidate first; a part that is valid comes back without a reason, behind what it more likely means. */
export function repairPart(part: string): readonly Candidate[] {
  if (isValid(part)) {
    if (part.startsWith('10^')) return [{ code: part.replace('^', '*'), why: 'power_of_ten', confidence: 0.97 }]
    const unlikely = UNLIKELY[part]
    const meant = unlikely && !unlikely.alone ? unlikely.meant : []
    return [...meant.map((code) => ({ code, why: 'case' as const, confidence: 0.92 })), { code: part, why: undefined, confidence: 1 }]
  }
  return bestOf([...findByLists(part), ...findWithExponent(part)])
}

/** For a part in which `repairPart` finds nothing: what it is with one typo less. */
export function repairTypo(part: string): readonly Candidate[] {
  return bestOf([...findNear(part)])
}

function bestOf(found: readonly Candidate[]): readonly Candidate[] {
  if (found.length === 0) return found
  const best = new Map<string, Candidate>()
  for (const candidate of found) {
    const known = best.get(candidate.code)
    if (!known || known.confidence < candidate.confidence) best.set(candidate.code, candidate)
  }
  return [...best.values()].sort((a, b) => b.confidence - a.confidence).slice(0, MAX_CANDIDATES)
}

export function isValid(text: string): boolean {
  return parseUnit(text, { caseInsensitive: false }).errors.length === 0
}

function* findByLists(part: string): Generator<Candidate> {
  const lower = (part.endsWith('.') ? part.slice(0, -1) : part).toLowerCase()
  const exact = EXACT_SPELLINGS.get(part)
  if (exact) yield { code: exact, why: 'usage', confidence: 0.96 }
  const listed = partSpellings().get(part.toLowerCase()) ?? partSpellings().get(lower)
  if (listed) yield { code: listed, why: listed.startsWith('{') ? 'annotation' : 'usage', confidence: 0.95 }
  yield* findByKey(lower, part)
  const named = namesOfSymbols().get(lower)
  if (named) yield { code: named, why: 'name', confidence: 0.9 }
  yield* findPrefixed(part)
  if (lower.startsWith('mc') && lower.length > 2) {
    for (const { code, confidence } of findByKey(`u${lower.slice(2)}`, `u${part.slice(2)}`))
      yield { code, why: 'usage', confidence: confidence * 0.95 }
  }
  const singular = lower.endsWith('es') ? [lower.slice(0, -1), lower.slice(0, -2)] : lower.endsWith('s') ? [lower.slice(0, -1)] : []
  for (const text of singular) {
    if (text.length < 2) continue
    const known = partSpellings().get(text)
    if (known) yield { code: known, why: 'plural', confidence: 0.88 }
    for (const { code, confidence } of findByKey(text, part.slice(0, text.length)))
      yield { code, why: 'plural', confidence: confidence * 0.95 }
    const name = namesOfSymbols().get(text)
    if (name) yield { code: name, why: 'name', confidence: 0.88 }
  }
}

const PREFIXED = /^(milli|micro|nano|pico|femto|kilo|mega|deci|centi|mc|[munpkfcd])([a-z]+)$/i
const PREFIX_CODES: Readonly<Record<string, string>> = {
  milli: 'm',
  micro: 'u',
  mc: 'u',
  nano: 'n',
  pico: 'p',
  femto: 'f',
  kilo: 'k',
  mega: 'M',
  deci: 'd',
  centi: 'c',
}

/** `mUnits`, `uVolts` and `microL`: a prefix before a listed word, a name or a symbol. */
function* findPrefixed(part: string): Generator<Candidate> {
  const [, prefix = '', rest = ''] = PREFIXED.exec(part) ?? []
  const code = PREFIX_CODES[prefix.toLowerCase()] ?? prefix
  const lower = rest.toLowerCase()
  const singular = lower.endsWith('s') ? lower.slice(0, -1) : lower
  const isWord = prefix.length > 2 || lower.length > 3
  const found = isWord
    ? [partSpellings().get(lower), namesOfSymbols().get(lower), namesOfSymbols().get(singular), symbolsByKey().get(lower)?.[0]]
    : []
  for (const unit of found) if (unit !== undefined && isValid(code + unit)) yield { code: code + unit, why: 'name', confidence: 0.86 }
}

/** `CM2` and `m^2`: the symbol repaired, the exponent kept. */
function* findWithExponent(part: string): Generator<Candidate> {
  const match = /^(.*[^0-9^*+-])(?:\^|\*{1,2})?([+-]?[1-9])$/.exec(part)
  if (!match) return
  const [, base = '', exponent = ''] = match
  const found = isValid(base) ? [{ code: base, why: 'character' as const, confidence: 0.95 }] : findByLists(base)
  for (const { code, why, confidence } of found) {
    const whole = code + exponent
    if (!/[{/.]/.test(code) && isValid(whole)) yield { code: whole, why, confidence: confidence * 0.98 }
  }
}

/** Symbols that are the same but for case, brackets, apostrophes and underscores. */
function* findByKey(lower: string, written: string): Generator<Candidate> {
  const codes = symbolsByKey().get(keyOf(lower))
  if (!codes) return
  for (const [rank, code] of codes.entries()) {
    const isSame = keyOf(code) === code.toLowerCase()
    const likely = code === written ? 0.97 : 0.94 - 0.06 * Math.min(rank, 8)
    const confidence = USUAL.has(code) || !hasPrefix(code) ? likely : likely - 0.4
    yield { code, why: code === written ? 'character' : isSame ? 'case' : 'bracket', confidence }
  }
}

const USUAL: ReadonlySet<string> = new Set(USUAL_CODES)

function hasPrefix(code: string): boolean {
  return symbolTable().byCode.get(code)?.prefix !== undefined
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[[\]'_]/g, '')
}

let byKey: Map<string, string[]> | undefined

/** Usual codes first, then symbols without a prefix. */
function symbolsByKey(): ReadonlyMap<string, readonly string[]> {
  if (byKey) return byKey
  byKey = new Map()
  const { byCode, units } = symbolTable()
  const usual = USUAL_CODES.filter((code) => byCode.has(code))
  const ordered = new Set([...usual, ...units.map(({ code }) => code), ...byCode.keys()])
  for (const code of ordered) {
    // Nobody reports in elementary charges, or in binary multiples of what is no information.
    const { prefix, unit } = byCode.get(code)!
    if (unit.kind === 'const' || (prefix?.code.endsWith('i') && unit.kind !== 'infotech')) continue
    const key = keyOf(code)
    const codes = byKey.get(key)
    if (codes) codes.push(code)
    else byKey.set(key, [code])
  }
  return byKey
}

let byName: Map<string, string> | undefined

function namesOfSymbols(): ReadonlyMap<string, string> {
  if (byName) return byName
  byName = new Map()
  const { byCode } = symbolTable()
  // An atom's own name wins over a prefixed one; a liter is L, and the international unit [IU].
  const symbols = [...byCode.values()].sort((a, b) => Number(a.prefix !== undefined) - Number(b.prefix !== undefined))
  for (const { code, prefix, unit } of symbols) {
    for (const name of unit.names) {
      const whole = ((prefix?.name ?? '') + name).toLowerCase()
      byName.set(whole, byName.get(whole) === undefined || unit.code === 'L' || unit.code === '[IU]' ? code : byName.get(whole)!)
    }
  }
  for (const [name, code] of [...byName]) {
    if (name.endsWith('meter') || name.endsWith('liter')) byName.set(`${name.slice(0, -2)}re`, code)
    if (name.endsWith('gram')) byName.set(`${name}me`, code)
  }
  return byName
}

interface NearText {
  readonly text: string
  readonly code: string
  readonly confidence: number
}

let nearTexts: Map<number, NearText[]> | undefined

/**
 * Usual codes, their names and listed spellings, by length and first letter. A first letter may be a prefix: to drop or change it is no typo but a
 * factor of a thousand.
 */
function nearTextsByStart(): ReadonlyMap<number, readonly NearText[]> {
  if (nearTexts) return nearTexts
  nearTexts = new Map()
  const add = (text: string, code: string, confidence: number) => {
    if (text.length < MIN_NEAR_LENGTH - 1) return
    const key = startKey(text, text.length)
    const known = nearTexts!.get(key)
    if (known) known.push({ text, code, confidence })
    else nearTexts!.set(key, [{ text, code, confidence }])
  }
  for (const code of USUAL_CODES) add(keyOf(code), code, 0.5)
  for (const [name, code] of namesOfSymbols()) {
    if (!USUAL.has(code)) continue
    add(name, code, 0.48)
    add(`${name}s`, code, 0.48)
  }
  for (const [spelling, code] of partSpellings()) if (spelling.length >= MIN_NEAR_LENGTH) add(spelling, code, 0.45)
  return nearTexts
}

function startKey(text: string, length: number): number {
  return length * 0x10000 + text.charCodeAt(0)
}

/** At one typo. */
function* findNear(part: string): Generator<Candidate> {
  const lower = part.toLowerCase()
  if (lower.length < MIN_NEAR_LENGTH) return
  for (const length of [lower.length - 1, lower.length, lower.length + 1]) {
    for (const { text, code, confidence } of nearTextsByStart().get(startKey(lower, length)) ?? []) {
      if (isOneEdit(lower, text)) yield { code, why: 'spelling', confidence }
    }
  }
}

/** One character more, less, other, or two of them swapped; the first is the same and the lengths differ by one at most. */
function isOneEdit(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const left = a.slice(start, a.length - end)
  const right = b.slice(start, b.length - end)
  if (left.length <= 1 && right.length <= 1) return left !== right
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
