// Suggests valid units for what laboratories, devices and people write instead; each suggestion says why.
import { COUNT_LETTERS, countUnit, partSpellings, VOLUMES, wholeSpellings } from './common-mistakes.ts'
import { foldCharacters, foldOperators, readPowerOfTen, trimMarks } from './fold-text.ts'
import { parseUnit } from './grammar.ts'
import { listWarnings } from './list-warnings.ts'
import { type Candidate, isValid, mendPart, type Reason } from './mend-part.ts'
import { nameOfUnit } from './write-unit.ts'

export interface Suggestion {
  readonly unit: string
  readonly name: string
  readonly why: Reason
  readonly confidence: number
}

/** Parts that one text may have; a longer one is no slip. */
const MAX_PARTS = 12

/**
 * For a text that is no unit. Never throws.
 * @returns the best first, each valid, none twice
 */
export function suggestUnits(text: string, max: number): Suggestion[] {
  if (max === 0) return []
  const folded = foldCharacters(text)
  const found: Candidate[] = []
  for (const variant of variantsOf(folded)) {
    if (variant.text !== '') collect(variant, text, found)
  }
  return rankSuggestions(found, text, max)
}

/** Warnings that make a candidate an unlikely one. */
const DOUBTFUL: ReadonlySet<string> = new Set(['unlikely_unit', 'kelvin_for_thousand', 'multiplication_after_division', 'caret_for_power'])

/** Candidates that are less likely than this share of the best are noise. */
const MIN_SHARE = 0.6

/** Valid candidates, the best of each code, without what was given. */
export function rankSuggestions(found: readonly Candidate[], text: string, max: number): Suggestion[] {
  const best = new Map<string, Suggestion>()
  for (const { code, why, confidence } of found) {
    if (code === text || !why) continue
    const parsed = parseUnit(code, { caseInsensitive: false })
    if (parsed.errors.length > 0) continue
    const doubt = listWarnings(parsed).some((warning) => DOUBTFUL.has(warning.code)) ? 0.6 : 1
    if ((best.get(code)?.confidence ?? 0) >= confidence * doubt) continue
    best.set(code, { unit: code, name: nameOfUnit(parsed), why, confidence: Math.round(confidence * doubt * 100) / 100 })
  }
  const ranked = [...best.values()].sort((a, b) => b.confidence - a.confidence)
  return ranked.filter(({ confidence }) => confidence >= ranked[0]!.confidence * MIN_SHARE).slice(0, max)
}

interface Variant {
  readonly text: string
  /** What was done to the text, if that is not all characters alone. */
  readonly why: Reason | undefined
  readonly confidence: number
}

/** The text, and what is left of it without marks, a comment or a number. */
function variantsOf(folded: string): Variant[] {
  const variants: Variant[] = [{ text: folded, why: undefined, confidence: 1 }]
  const trimmed = trimMarks(folded)
  if (trimmed !== folded) variants.push({ text: trimmed, why: 'character', confidence: 0.97 })
  const comment = /^([^(]*[^( ]) ?\([a-z][^()]*\)$/i.exec(trimmed)
  if (comment) variants.push({ text: comment[1]!, why: 'comment', confidence: 0.85 })
  const number = /^[<>]?=? ?\d+(?:[.,]\d+)? ?([a-zµ°%[{].*)$/i.exec(trimmed)
  if (number) variants.push({ text: number[1]!, why: 'number', confidence: 0.8 })
  return variants
}

function collect({ text, why, confidence }: Variant, given: string, found: Candidate[]): void {
  const add = (candidate: Candidate) =>
    found.push({
      ...candidate,
      why: candidate.why ?? why ?? reasonOf(given, candidate.code),
      confidence: candidate.confidence * confidence,
    })
  if (isValid(text) && text !== given) add({ code: text, why, confidence: 0.97 })
  const whole = wholeSpellings().get(text.toLowerCase()) ?? wholeSpellings().get(foldOperators(text).toLowerCase())
  if (whole) add({ code: whole, why: 'usage', confidence: 0.98 })
  const power = readPowerOfTen(text)
  if (power) {
    for (const [i, candidate] of mendPowers(power.codes, power.rest))
      add({ ...candidate, confidence: candidate.confidence * (i === 0 ? 0.97 : 0.6) })
    return
  }
  for (const candidate of mendProduct(foldOperators(text))) add(candidate)
}

function* mendPowers(codes: readonly string[], rest: string): Generator<[number, Candidate]> {
  for (const [i, code] of codes.entries()) {
    if (rest === '') yield [i, { code, why: 'power_of_ten', confidence: 1 }]
    else {
      const folded = foldOperators(rest)
      const slash = folded.indexOf('/')
      const below = slash < 0 ? folded : folded.slice(slash + 1)
      const above = slash < 0 ? '' : folded.slice(0, slash)
      for (const candidate of mendProduct(below)) {
        // Words between the power and the stroke, such as cells, are counted things.
        const counted = above === '' ? [{ code: '', confidence: 1 }] : mendProduct(above).filter(({ code }) => !/[./]/.test(code))
        for (const { code: unit, confidence } of counted.slice(0, 1)) {
          const number = unit === '' || unit.startsWith('{') ? code + unit : `${code}.${unit}`
          const joint = slash < 0 ? `${code}${candidate.code.startsWith('{') ? '' : '.'}` : `${number}/`
          yield [i, { code: joint + candidate.code, why: 'power_of_ten', confidence: candidate.confidence * confidence }]
        }
      }
    }
  }
}

/** Mends every part; of the other candidates each part gives one text more. */
function mendProduct(text: string): Candidate[] {
  const quotients = text.split('/')
  if (quotients.length > MAX_PARTS) return []
  const divisors = quotients.slice(1).map((part) => mendPart(part)[0]?.code ?? '')
  const options = quotients.map((part, i) => mendFactors(part, i > 0, i === 0 ? countsOf(part, divisors) : []))
  if (options.some((each) => each.length === 0)) return []
  const first = options.map((each) => each[0]!)
  const texts = [joinParts(first)]
  options.forEach((each, i) => {
    for (const other of each.slice(1)) texts.push(joinParts(first.map((part, k) => (k === i ? other : part))))
  })
  return texts
}

function joinParts(parts: readonly Candidate[]): Candidate {
  const why = parts.reduce<Reason | undefined>((first, part) => first ?? part.why, undefined)
  const confidence = parts.reduce((product, part) => product * part.confidence, 1)
  return { code: parts.map(({ code }) => code).join('/'), why, confidence }
}

const NOTHING: Candidate = { code: '', why: undefined, confidence: 1 }

/** What stands between two strokes: one symbol, a number with a symbol, or several symbols with dots or blanks. */
function mendFactors(part: string, isBelow: boolean, letters: readonly Candidate[]): readonly Candidate[] {
  if (part === '') return isBelow ? [] : [NOTHING]
  const whole = mendPart(part)
  if (whole.length > 0) return [...letters, ...inParentheses(whole, isBelow)]
  if (letters.length > 0) return letters
  const numbered = isBelow ? mendNumbered(part) : []
  if (numbered.length > 0) return numbered
  const annotated = mendAnnotated(part)
  if (annotated.length > 0) return annotated
  const pieces = part.split(/[. ]/).filter(Boolean)
  if (pieces.length < 2 || pieces.length > MAX_PARTS) return []
  const mended = pieces.map((piece) => mendPart(piece)[0])
  if (mended.some((each) => each === undefined)) return []
  const known = mended.map((each) => each!)
  const why = known.reduce<Reason | undefined>((first, each) => first ?? each.why, undefined) ?? 'blank'
  const code = known.reduce((text, each) => text + (text === '' || each.code.startsWith('{') ? '' : '.') + each.code, '')
  const confidence = known.reduce((product, each) => product * each.confidence, part.includes(' ') ? 0.7 : 0.95)
  return inParentheses([{ code, why, confidence }], isBelow)
}

/** Words behind a unit say what is measured: `g creat` is g{creat}, `kg BW` is kg{BW}. */
function mendAnnotated(part: string): Candidate[] {
  const [unit = '', ...words] = part.split(' ')
  if (
    words.length === 0 ||
    !words.every((word) => /^[a-z][a-z0-9]*$/i.test(word) && !isValid(word) && !partSpellings().has(word.toLowerCase()))
  )
    return []
  return mendPart(unit).flatMap(({ code, confidence }) =>
    code.endsWith('}') ? [] : [{ code: `${code}{${words.join('_')}}`, why: 'annotation' as const, confidence: confidence * 0.8 }],
  )
}

/** A candidate that is a product itself keeps together below the stroke. */
function inParentheses(candidates: readonly Candidate[], isBelow: boolean): Candidate[] {
  return candidates.map((candidate) =>
    isBelow && /^[^[{(]*[./]/.test(candidate.code) ? { ...candidate, code: `(${candidate.code})` } : candidate,
  )
}

/** `K` or `M` before a volume. */
function countsOf(part: string, divisors: readonly string[]): Candidate[] {
  const letter = countUnit(part, divisors) ?? (divisors.some((code) => VOLUMES.test(code)) ? COUNT_LETTERS[part] : undefined)
  return letter === undefined ? [] : [{ code: letter, why: 'usage', confidence: 0.96 }]
}

/** `24h` is (24.h), `100mL` is dL, `1h` is h. */
function mendNumbered(part: string): Candidate[] {
  const match = /^(\d{1,6}) ?([^\d. ].*)$/.exec(part)
  if (!match) return []
  const [, number = '', rest = ''] = match
  return mendPart(rest).map(({ code, why, confidence }) => {
    if (number === '1') return { code, why: why ?? 'number', confidence: confidence * 0.95 }
    if (number === '100' && (code === 'mL' || code === 'ml')) return { code: 'dL', why: 'usage', confidence: confidence * 0.96 }
    const joined = code.startsWith('{') ? number + code : `(${number}.${code})`
    return { code: joined, why: why ?? 'number', confidence: confidence * 0.94 }
  })
}

/** Names what was changed where all parts were valid once the characters were folded. */
function reasonOf(given: string, code: string): Reason {
  const bare = given.split(/\s/).join('')
  if (bare === code) return 'blank'
  return bare.toLowerCase() === code.toLowerCase() ? 'case' : 'character'
}
