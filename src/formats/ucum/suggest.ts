// Suggests valid units for what laboratories, devices and people write instead; each suggestion says why.
import { readUnitSpellings } from './common-mistakes.ts'
import {
  foldBodySurface,
  foldCharacters,
  foldDeviceUnit,
  foldDimerUnit,
  foldOperators,
  readPowerOfTen,
  restoreSlash,
  trimMarks,
} from './fold-text.ts'
import { type ParsedUnit, parseUnit } from './grammar.ts'
import { listWarnings } from './list-warnings.ts'
import { type Candidate, isValid, type Reason } from './repair-part.ts'
import { UnitRepair } from './repair-unit.ts'
import { nameOfUnit } from './write-unit.ts'

export interface Suggestion {
  readonly unit: string
  readonly name: string
  readonly why: Reason
  readonly confidence: number
}

/**
 * For a text that is no unit. Never throws.
 * @returns the best first, each valid, none twice
 */
export function suggestUnits(text: string, max: number): Suggestion[] {
  if (max === 0) return []
  const folded = foldBodySurface(foldDimerUnit(foldCharacters(text)))
  if (NO_UNITS.has(folded.toLowerCase())) return []
  const variants = variantsOf(folded)
    .filter((variant) => variant.text !== '')
    .map((variant) => ({ ...variant, operators: foldOperators(variant.text) }))
  const exact = new UnitRepair()
  for (const repair of [exact, new UnitRepair(exact)]) {
    const found: Candidate[] = []
    for (const variant of variants) collect(variant, text, repair, found)
    const ranked = rankSuggestions(found, text, max)
    if (ranked.length > 0) return ranked
  }
  return []
}

/** Warnings that make a candidate an unlikely one. */
const DOUBTFUL: ReadonlySet<string> = new Set(['unlikely_unit', 'kelvin_for_thousand', 'multiplication_after_division', 'caret_for_power'])

/** Candidates that are less likely than this share of the best are noise. */
const MIN_SHARE = 0.6

/** Valid candidates, the best of each code, without what was given. */
export function rankSuggestions(found: readonly Candidate[], text: string, max: number): Suggestion[] {
  if (max === 0) return []
  const best = new Map<string, Omit<Suggestion, 'name'> & { readonly parsed: ParsedUnit }>()
  const judged = new Map<string, JudgedCode | undefined>()
  for (const { code, why, confidence } of found) {
    if (code === text || !why) continue
    if (!judged.has(code)) judged.set(code, judgeCode(code))
    const own = judged.get(code)
    if (!own || (best.get(code)?.confidence ?? 0) >= confidence * own.doubt) continue
    best.set(code, { unit: code, parsed: own.parsed, why, confidence: Math.round(confidence * own.doubt * 100) / 100 })
  }
  const ranked = [...best.values()].sort((a, b) => b.confidence - a.confidence)
  const listed = ranked.filter(({ confidence }) => confidence >= ranked[0]!.confidence * MIN_SHARE).slice(0, max)
  return listed.map(({ unit, parsed, why, confidence }) => ({ unit, name: nameOfUnit(parsed), why, confidence }))
}

interface JudgedCode {
  readonly parsed: ParsedUnit
  /** Factor for what is legal and unlikely. */
  readonly doubt: number
}

/** Undefined for a code that is not suggested. */
function judgeCode(code: string): JudgedCode | undefined {
  const parsed = parseUnit(code, { caseInsensitive: false })
  if (parsed.errors.length > 0) return undefined
  const warnings = listWarnings(parsed)
  // UCUM has no decimals: what was 0.9 would be 0 times 9.
  if (warnings.some((warning) => warning.code === 'decimal_point_as_product')) return undefined
  return { parsed, doubt: warnings.some((warning) => DOUBTFUL.has(warning.code)) ? 0.6 : 1 }
}

/** What stands for no unit at all, and looks like one. */
const NO_UNITS: ReadonlySet<string> = new Set([
  'na',
  'n/a',
  'n.a.',
  'none',
  'nil',
  'null',
  'unk',
  'unknown',
  'no units',
  'unitless',
  'units?',
  'tbd',
  'see note',
])

interface Variant {
  readonly text: string
  /** What was done to the text, if that is not all characters alone. */
  readonly why: Reason | undefined
  readonly confidence: number
}

interface FoldedVariant extends Variant {
  /** The text with operators for words and blanks. */
  readonly operators: string
}

/** The text, and what is left of it without marks, a comment or a number. */
function variantsOf(folded: string): Variant[] {
  const variants: Variant[] = [{ text: folded, why: undefined, confidence: 1 }]
  const trimmed = trimMarks(folded)
  if (trimmed !== folded) variants.push({ text: trimmed, why: 'character', confidence: 0.97 })
  const device = foldDeviceUnit(trimmed)
  if (device !== undefined) variants.push({ text: device, why: 'usage', confidence: 0.95 })
  const restored = restoreSlash(trimmed)
  if (restored !== undefined) variants.push({ text: restored, why: 'character', confidence: 0.9 })
  if (/[a-z]\([a-z]/i.test(trimmed)) variants.push({ text: trimmed.replace(/[()]/g, ''), why: 'bracket', confidence: 0.95 })
  const comment = /^([^(]*[^( ]) ?\([a-z][^()]*\)$/i.exec(trimmed)
  if (comment) variants.push({ text: comment[1]!, why: 'comment', confidence: 0.85 })
  const joined = folded.replace(/\{[^{}]*\}/g, (annotation) => annotation.replaceAll(' ', '_')).replace(' {', '{')
  if (joined !== folded) variants.push({ text: joined, why: 'blank', confidence: 0.98 })
  const number = /^[<>]?=? ?\d+(?:[.,]\d+)? ?([a-zµ°%[{].*)$/i.exec(trimmed)
  if (number) variants.push({ text: number[1]!, why: 'number', confidence: 0.8 })
  return variants
}

function collect({ text, operators, why, confidence }: FoldedVariant, given: string, repair: UnitRepair, found: Candidate[]): void {
  const add = (candidate: Candidate) =>
    found.push({
      ...candidate,
      why: candidate.why ?? why ?? reasonOf(given, candidate.code),
      confidence: candidate.confidence * confidence,
    })
  if (text !== given && isValid(text)) add({ code: text, why, confidence: 0.97 })
  const whole = readUnitSpellings().get(text.toLowerCase()) ?? readUnitSpellings().get(operators.toLowerCase())
  if (whole) add({ code: whole, why: 'usage', confidence: 0.98 })
  const power = readPowerOfTen(text)
  if (power) {
    for (const [i, candidate] of repair.repairPowers(power.codes, power.rest))
      add({ ...candidate, confidence: candidate.confidence * (i === 0 ? 0.97 : 0.6) })
    return
  }
  for (const candidate of repair.repair(operators)) add(candidate)
}

/** Names what was changed where all parts were valid once the characters were folded. */
function reasonOf(given: string, code: string): Reason {
  const bare = given.split(/\s/).join('')
  if (bare === code) return 'blank'
  return bare.toLowerCase() === code.toLowerCase() ? 'case' : 'character'
}
