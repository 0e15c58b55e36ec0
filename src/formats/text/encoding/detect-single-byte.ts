// Guesses at single-byte encodings: each reads the bytes as its own; letters of a language in words, signs in their places and no controls speak for it.
import { classOf, LETTER, LOWER, MARK, UPPER } from '../sentences/char-class.ts'
import { type Guess, roundConfidence } from './encoding-guess.ts'
import type { SingleByteEncoding } from './encoding-names.ts'
import { LETTER_PROFILES, type LetterProfile } from './language-letters.ts'
import { REPLACEMENT, singleByteTable } from './single-byte.ts'

/** The commoner first: of two that read the bytes alike, the first is named. An ISO page stands before the Windows page that extends it. */
const CANDIDATES: readonly SingleByteEncoding[] = [
  'iso-8859-1',
  'windows-1252',
  'iso-8859-15',
  'windows-1251',
  'koi8-r',
  'iso-8859-2',
  'windows-1250',
  'iso-8859-9',
  'windows-1254',
  'iso-8859-7',
  'windows-1253',
  'iso-8859-8',
  'windows-1255',
  'iso-8859-6',
  'windows-1256',
  'windows-874',
  'iso-8859-13',
  'windows-1257',
  'iso-8859-5',
  'koi8-u',
  'ibm866',
  'ibm850',
  'ibm437',
  'macintosh',
  'x-mac-cyrillic',
  'iso-8859-16',
  'iso-8859-4',
]

/** A guess drops by so much for each place in the list above, and by more where a few bytes are all there is to go by. */
const RANK_STEP = 0.001
const FEW_BYTES = 12

/** @param sample bytes that are not UTF-8 */
export function guessSingleByte(sample: Uint8Array): Guess[] {
  const highBytes = sample.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0)
  const guesses = CANDIDATES.map((encoding, rank) => {
    const score = bestScore(sample, singleByteTable(encoding)) - rank * RANK_STEP * (1 + FEW_BYTES / highBytes)
    return { encoding, confidence: roundConfidence(0.93 * Math.max(0.02 - rank * 0.0005, score) * (1 - 0.35 / highBytes)), score }
  })
  guesses.sort((a, b) => b.score - a.score)
  return guesses.map(({ encoding, confidence }) => ({ encoding, confidence }))
}

/** The mean weight of the characters beyond ASCII, in the language that they suit best. */
function bestScore(sample: Uint8Array, table: Uint16Array): number {
  const seen = new Map<number, number>()
  let context = 0
  let count = 0
  for (let i = 0; i < sample.length; i++) {
    if (sample[i]! < 0x80) continue
    const unit = table[sample[i]!]!
    const before = i > 0 ? table[sample[i - 1]!]! : 0x20
    const after = i + 1 < sample.length ? table[sample[i + 1]!]! : 0x20
    count++
    context += weighPlace(unit, before, after)
    if ((classOf(unit) & (LETTER | MARK)) !== 0 && !SIGNS.has(unit)) {
      const small = smallOf(unit)
      seen.set(small, (seen.get(small) ?? 0) + (small === unit ? 1 : CAPITAL_WEIGHT))
    }
  }
  let best = 0
  for (const profile of LETTER_PROFILES) best = Math.max(best, weighLetters(seen, profile))
  return (context + best) / count
}

/** How well a character suits its place: letters get their weight from a language; here they lose it where their case or company is odd. */
function weighPlace(unit: number, before: number, after: number): number {
  if (unit === REPLACEMENT) return -3
  if (unit >= 0x80 && unit < 0xa0) return -2
  const sign = SIGNS.get(unit)
  if (sign) return sign(before, after)
  const bits = classOf(unit)
  const previous = classOf(before)
  const next = classOf(after)
  if ((bits & LETTER) !== 0) {
    const afterSmall = (previous & LOWER) !== 0
    if ((bits & UPPER) !== 0 && (afterSmall || ((previous & UPPER) !== 0 && (next & LOWER) !== 0))) return -0.6
    // A small letter amid capitals.
    if ((bits & LOWER) !== 0 && (previous & UPPER) !== 0 && (next & UPPER) !== 0) return -0.6
    // Letters of two scripts do not stand side by side.
    const mixes = (previous & LETTER) !== 0 && isLatin(before) !== isLatin(unit)
    return mixes || ((next & LETTER) !== 0 && isLatin(after) !== isLatin(unit)) ? -0.8 : 0
  }
  if ((bits & MARK) !== 0) return (previous & (LETTER | MARK)) !== 0 ? 0 : -1
  return isInWord(before, after) ? -0.9 : 0.05
}

function isInWord(before: number, after: number): boolean {
  return (classOf(before) & LETTER) !== 0 && (classOf(after) & LETTER) !== 0
}

/** All capitals are rarer than small letters: what reads as capitals throughout is likely another script. */
const CAPITAL_WEIGHT = 0.85

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 || unit === 0xa0
const isSolid = (unit: number): boolean => !isSpace(unit)

type WeighSign = (before: number, after: number) => number

const isLetter = (unit: number): boolean => (classOf(unit) & LETTER) !== 0
const outsideWords =
  (weigh: WeighSign): WeighSign =>
  (before, after) =>
    isInWord(before, after) ? -0.9 : weigh(before, after)
const fraction = outsideWords((before, after) => ((isSpace(before) || isDigit(before)) && !isDigit(after) ? 0.85 : 0))
const power = outsideWords((before) => (isSolid(before) ? 0.8 : 0))
const currency = outsideWords((before, after) => (isDigit(before) || isDigit(after) || isSpace(before) ? 0.85 : 0))
const ordinal = outsideWords((before) => (isDigit(before) || before === 0x6e || before === 0x4e || before === 0x2e ? 0.7 : 0))
const inverted = outsideWords((before, after) => (isSpace(before) && isLetter(after) ? 0.9 : 0))
const comparison = outsideWords((_before, after) => (isDigit(after) || isSpace(after) ? 0.6 : 0))

/** Signs that notes hold, with what they weigh in their place. */
const SIGNS: ReadonlyMap<number, WeighSign> = new Map(
  Object.entries<WeighSign>({
    '°': outsideWords((before, after) => (isDigit(before) || (isSpace(before) && isSolid(after)) ? 0.9 : 0.1)),
    µ: (before, after) => ((isDigit(before) || isSpace(before)) && isSolid(after) ? 0.9 : -0.5),
    ª: ordinal,
    º: ordinal,
    '±': outsideWords((before, after) => (isDigit(after) || isSpace(after) || isDigit(before) ? 0.85 : 0)),
    '×': outsideWords((before, after) => ((isDigit(before) || isSpace(before)) && (isDigit(after) || isSpace(after)) ? 0.7 : 0)),
    '½': fraction,
    '¼': fraction,
    '¾': fraction,
    '²': power,
    '³': power,
    '€': currency,
    '£': currency,
    '§': outsideWords((_before, after) => (isDigit(after) || isSpace(after) ? 0.8 : 0)),
    '’': (before, after) => (isInWord(before, after) ? 0.9 : isSolid(before) ? 0.6 : 0.1),
    '‘': outsideWords((before, after) => (isSpace(before) && isSolid(after) ? 0.8 : 0.1)),
    '“': outsideWords((before, after) => (!isDigit(before) && isSolid(after) ? 0.8 : 0.3)),
    '”': outsideWords((before) => (isSolid(before) ? 0.8 : 0.3)),
    '„': outsideWords((before, after) => (isSpace(before) && isSolid(after) ? 0.8 : 0)),
    '–': () => 0.7,
    '—': () => 0.65,
    '…': () => 0.6,
    '•': outsideWords((before, after) => (isSpace(before) && isSpace(after) ? 0.8 : 0.2)),
    '·': () => 0.3,
    '«': outsideWords((before) => (isSpace(before) ? 0.7 : 0.1)),
    '»': outsideWords((_before, after) => (isLetter(after) ? 0.1 : 0.7)),
    '®': outsideWords(() => 0.5),
    '©': outsideWords(() => 0.4),
    '™': outsideWords(() => 0.5),
    '¿': inverted,
    '¡': inverted,
    '≥': comparison,
    '≤': comparison,
    '\u00a0': () => 0.5,
    '№': outsideWords(() => 0.7),
  }).map(([sign, weigh]) => [sign.charCodeAt(0), weigh]),
)

function isLatin(unit: number): boolean {
  return unit < 0x250 || (unit >= 0x1e00 && unit < 0x1f00)
}

function smallOf(unit: number): number {
  return (classOf(unit) & UPPER) !== 0 ? String.fromCharCode(unit).toLowerCase().charCodeAt(0) : unit
}

/** The sum of the letters' weights: a letter early in the language's list weighs most, one that it does not write nothing or less. */
function weighLetters(seen: ReadonlyMap<number, number>, { letters, ownScript }: LetterProfile): number {
  let sum = 0
  for (const [unit, times] of seen) {
    const rank = letters.indexOf(String.fromCharCode(unit))
    if (rank < 0) sum += times * (ownScript ? -0.2 : 0.1)
    else if (ownScript) sum += times * (1 - (0.75 * rank) / letters.length)
    else sum += times * (1 - (0.25 * rank) / letters.length)
  }
  return sum
}
