// Masks in the values of attributes that the profile keeps what is no word of the field: names that somebody wrote where no name belongs, and long numbers.
// The table of the profile trusts such attributes to be technical; nobody has read what is in them.
import { listMatches } from '../../../../core/list-matches.ts'
import { HASH_START, hashUnit, hashWord } from '../../../phi/fold.ts'
import type { DicomElement } from '../../dicom-file.ts'
import type { Vr } from '../../value/vr.ts'
import type { Decision } from '../profile/decide.ts'
import { isFieldWord, isListedName, isTermOf, judgeWord, type WordJudgement } from './plain-words.ts'
import { LEAST_WRITTEN_DIGITS, maskWrittenNumbers } from './written-numbers.ts'

/** VRs whose values are judged word by word. */
const JUDGED: ReadonlySet<Vr> = new Set(['CS', 'LO', 'SH', 'ST', 'LT', 'UT', 'UC'])
/** Code Value, Coding Scheme Version, Context Group Version, Context UIDs written as text: long numbers by their nature. */
const NUMBERED: ReadonlySet<number> = new Set([0x00080100, 0x00080103, 0x00080119, 0x00080120, 0x0040db00])
/** Manufacturer, its model and programs: a maker's name may stand alone in them. */
const MAKERS: ReadonlySet<number> = new Set([
  0x00080070, 0x00081090, 0x00181016, 0x00181018, 0x00181019, 0x00181020, 0x00080102, 0x00080115, 0x00080116,
])
/** As many digits in a word may be the number of somebody. */
const NUMBER_LENGTH = 6
/** Of a word that says what a value is about. */
const MIN_DESCRIPTIVE_LENGTH = 4
/** Single letters in a row that spell a word. */
const SPELT_LETTERS = 5
const SPELT = /(?<![\p{L}\d])\p{L}(?:[ ._-]{1,2}\p{L}(?![\p{L}\d])){4,}/gu

interface Run {
  readonly start: number
  readonly end: number
  judgement: WordJudgement
}

/** Technical values, and codes whoever keeps them: these have their terms. */
export function judgesWords({ treatment, technical }: Decision, vr: Vr): boolean {
  return JUDGED.has(vr) && (technical === true || (treatment === 'keep' && vr === 'CS'))
}

/**
 * One value with what is no word of the field masked, by X in codes and by asterisks in texts, so that its length stays; the same text where nothing is.
 * @param value without the backslashes between values
 */
export function maskWords(value: string, tag: number, vr: Vr): string {
  if (value.trim() === '') return value
  const mask = vr === 'CS' ? 'X' : '*'
  const written = NUMBERED.has(tag) ? value : maskWrittenNumbers(value, mask, !MAKERS.has(tag))
  return maskRuns(
    written.replace(SPELT, (letters) => letters.replace(/\p{L}/gu, mask)),
    mask,
    tag,
    vr,
  )
}

function maskRuns(value: string, mask: string, tag: number, vr: Vr): string {
  const trimmed = value.trim()
  const runs = listRuns(value)
  const isName = hasNameDelimiters(value)
  let result = ''
  let from = 0
  const hide = (start: number, end: number, what: RegExp) => {
    result += value.slice(from, start) + value.slice(start, end).replace(what, mask)
    from = end
  }
  const isDescriptive = runs.some((run) => run.judgement === 'plain' && run.end - run.start >= MIN_DESCRIPTIVE_LENGTH)
  const isPlain = (run: Run) => (isName ? run.end - run.start < 2 : passes(run, { value: trimmed, whole: value, tag, vr, isDescriptive }))
  for (const word of listWords(value, runs)) {
    const isNumber = word.digits >= NUMBER_LENGTH && !NUMBERED.has(tag)
    // Beside the letters of the mask others would make one more unknown word.
    if (vr === 'CS' && (isNumber || word.runs.some((run) => !isPlain(run)))) {
      hide(word.start, word.end, /[\p{L}\p{M}\p{N}]/gu)
      continue
    }
    for (const run of word.runs) {
      if (isNumber && run.start > from) hide(Math.max(from, word.start), run.start, /\p{N}/gu)
      if (!isPlain(run)) hide(run.start, run.end, /[\p{L}\p{M}]/gu)
    }
    if (isNumber) hide(Math.max(from, word.start), word.end, /\p{N}/gu)
  }
  return result + value.slice(from)
}

const CARET = 0x5e
/** Signs of other scripts may be written in bytes of letters behind it (ISO 2022). */
const ESCAPE = 0x1b

/** True for ASCII of words of the field and short numbers, without a text being made of it: what most values are. False means nothing. */
export function hasFieldWordsAlone(bytes: Uint8Array, { tag, valueStart, valueEnd }: DicomElement): boolean {
  let hash = HASH_START
  let letters = 0
  let capitals = 0
  let digits = 0
  let singles = 0
  for (let i = valueStart; i <= valueEnd; i++) {
    const byte = i < valueEnd ? bytes[i]! : 0
    const small = byte | 0x20
    if (small >= 0x61 && small <= 0x7a) {
      hash = hashUnit(hash, small)
      letters++
      if (byte !== small) capitals++
      continue
    }
    if (byte >= 0x80 || byte === CARET || byte === ESCAPE) return false
    if (letters > 1 && (letters > 2 || capitals < 2) && !isFieldWord(hash)) return false
    if (letters === 1 && ++singles >= SPELT_LETTERS) return false
    if (letters > 1) singles = 0
    hash = HASH_START
    letters = 0
    capitals = 0
    if (byte >= 0x30 && byte <= 0x39 && ++digits >= LEAST_WRITTEN_DIGITS && !NUMBERED.has(tag)) return false
  }
  return true
}

interface Context {
  readonly value: string
  readonly whole: string
  readonly tag: number
  readonly vr: Vr
  /** A plain word says what the value is about. */
  readonly isDescriptive: boolean
}

function passes({ judgement, start, end }: Run, { value, whole, tag, vr, isDescriptive }: Context): boolean {
  if (judgement === 'plain') return true
  const word = whole.slice(start, end)
  if (judgement === 'unknown') return isCompound(word)
  if (judgement === 'maker' && MAKERS.has(tag)) return true
  if (vr === 'CS') return end - start < MIN_DESCRIPTIVE_LENGTH || isTermOf(tag, value)
  return isDescriptive || word === word.toLowerCase()
}

/** ImagePositionPatient: words of the field in one. Only one part may be too short to be judged: any word can be cut into such parts. */
function isCompound(word: string): boolean {
  // UIDs
  if (/^\p{Lu}{2,4}s$/u.test(word)) return judgeWord(word.slice(0, -1)) === 'plain'
  const parts = word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []
  const isShort = (part: string) => part.length < MIN_DESCRIPTIVE_LENGTH && !isFieldWord(hashWord(part))
  return (
    parts.length > 1 && parts.join('') === word && parts.filter(isShort).length <= 1 && parts.every((part) => judgeWord(part) === 'plain')
  )
}

/** With signs of no width, such as soft hyphens, inside. */
const LETTERS = /[\p{L}\p{M}\p{Cf}]+/gu
const LETTERS_AND_DIGITS = /[\p{L}\p{M}\p{Cf}\p{N}]+/gu

/** Runs of letters. */
function listRuns(value: string): Run[] {
  return listMatches(LETTERS, value, (word, start) => ({ start, end: start + word.length, judgement: judgeWord(word) }))
}

interface Word {
  readonly start: number
  readonly end: number
  readonly digits: number
  readonly runs: readonly Run[]
}

/** Runs of letters and digits with the runs of letters in each. */
function listWords(value: string, runs: readonly Run[]): Word[] {
  let next = 0
  return listMatches(LETTERS_AND_DIGITS, value, (word, start) => {
    const end = start + word.length
    const first = next
    while (next < runs.length && runs[next]!.end <= end) next++
    return { start, end, digits: word.match(/\p{N}/gu)?.length ?? 0, runs: runs.slice(first, next) }
  })
}

/** Family^Given: nobody writes a caret between words but in a name. */
export function hasNameDelimiters(value: string): boolean {
  return value.includes('^') && /\p{L}\^+\p{L}/u.test(value.replaceAll(' ', ''))
}

/** True for a text in which somebody is named: in the form of a person name, or by a word that is known as a name. */
export function namesSomebody(text: string): boolean {
  return (
    hasNameDelimiters(text) ||
    (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => word.length >= MIN_DESCRIPTIVE_LENGTH && isListedName(word))
  )
}
