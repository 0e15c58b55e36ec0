// Readability of English prose by the published formulas, with the words and sentences that make it hard.
import { classOf, isWhite, LETTER, LOWER, NUMBER, UPPER } from '../sentences/char-class.ts'
import { type Span, splitSentences } from '../sentences/sentences.ts'
import { countNumberSyllables } from './spoken-numbers.ts'
import { countSyllables } from './syllables.ts'
import { guessLanguage } from './text-language.ts'

export interface ReadabilityCounts {
  sentences: number
  words: number
  syllables: number
  letters: number
  /** Letters and digits. */
  characters: number
  /** Words of three syllables or more. */
  polysyllables: number
  /** The words that Gunning counts: no names, no compounds of short words, none that only an ending makes long. */
  complexWords: number
}

/** Undefined where there is no word to measure. */
export interface ReadabilityScores {
  readonly fleschKincaidGrade: number
  readonly fleschReadingEase: number
  readonly smog: number
  readonly gunningFog: number
  readonly colemanLiau: number
  readonly automatedReadability: number
}

export interface HardWord {
  readonly word: string
  readonly syllables: number
  count: number
  readonly positions: Span[]
}

export interface LongSentence extends Span {
  readonly words: number
}

export interface Readability {
  readonly counts: ReadabilityCounts
  readonly scores: ReadabilityScores | undefined
  /** Most frequent first, then longest. */
  readonly hardWords: HardWord[]
  readonly longSentences: LongSentence[]
  /** `en`, another language's tag, `other` for another script, `und` where the text does not tell. */
  readonly language: string
}

interface Limits {
  /** A sentence of more words is long. */
  readonly longSentenceWords: number
  readonly ignoreWords: readonly string[]
  readonly maxListed: number
}

const MAX_POSITIONS = 100
/** Longer tokens are no words: they count as one, but nobody reads them aloud (a regular expression over millions of letters ends the stack). */
const MAX_TOKEN = 200
/** Distinct words kept in mind; a text of random letters must not fill the memory. */
const MAX_DISTINCT = 100_000

export function measureReadability(text: string, { longSentenceWords, ignoreWords, maxListed }: Limits): Readability {
  const tally = new Tally(text, ignoreWords)
  const longSentences: LongSentence[] = []
  for (const { start, end } of splitSentences(text)) {
    const words = tally.addSentence(start, end)
    if (words > longSentenceWords && longSentences.length < maxListed) longSentences.push({ start, end, words })
  }
  const hardWords = tally.hardWords()
  for (const { count } of hardWords) tally.counts.complexWords += count
  return {
    counts: tally.counts,
    scores: tally.counts.words > 0 ? scoresOf(tally.counts) : undefined,
    hardWords: hardWords.slice(0, maxListed),
    longSentences,
    language: guessLanguage(tally.plainWords),
  }
}

function scoresOf(counts: ReadabilityCounts): ReadabilityScores {
  const { sentences, words, syllables, letters, characters, polysyllables, complexWords } = counts
  const wordsPerSentence = words / sentences
  const syllablesPerWord = syllables / words
  return {
    // J. P. Kincaid, R. P. Fishburne, R. L. Rogers, B. S. Chissom: Research Branch Report 8-75, 1975
    fleschKincaidGrade: round(0.39 * wordsPerSentence + 11.8 * syllablesPerWord - 15.59),
    // R. Flesch: A new readability yardstick, 1948
    fleschReadingEase: round(206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord),
    // G. H. McLaughlin: SMOG grading, a new readability formula, 1969
    smog: round(1.043 * Math.sqrt((polysyllables * 30) / sentences) + 3.1291),
    // R. Gunning: The technique of clear writing, 1952
    gunningFog: round(0.4 * (wordsPerSentence + (100 * complexWords) / words)),
    // M. Coleman, T. L. Liau: A computer readability formula designed for machine scoring, 1975
    colemanLiau: round((0.0588 * 100 * letters) / words - (0.296 * 100 * sentences) / words - 15.8),
    // E. A. Smith, R. J. Senter: Automated Readability Index, AMRL-TR-66-220, 1967
    automatedReadability: round((4.71 * characters) / words + 0.5 * wordsPerSentence - 21.43),
  }
}

function round(score: number): number {
  return Math.round(score * 100) / 100
}

/** Counts words as they come; what depends on the whole text, whether a capital makes a name, is settled at the end. */
class Tally {
  readonly counts: ReadabilityCounts = {
    sentences: 0,
    words: 0,
    syllables: 0,
    letters: 0,
    characters: 0,
    polysyllables: 0,
    complexWords: 0,
  }
  /** The first words, for the guess at the language. */
  readonly plainWords: string[] = []
  readonly #text: string
  readonly #ignored: ReadonlySet<string>
  readonly #syllables = new Map<string, number>()
  /** Candidates by small form; `named` holds those seen with a capital only. */
  readonly #hard = new Map<string, HardWord>()
  readonly #named = new Map<string, HardWord>()

  constructor(text: string, ignoreWords: readonly string[]) {
    this.#text = text
    this.#ignored = new Set(ignoreWords.map((word) => word.toLowerCase()))
  }

  /** @returns the words of the sentence */
  addSentence(start: number, end: number): number {
    let words = 0
    for (let i = start; i < end; ) {
      while (i < end && isWhite(this.#text.charCodeAt(i))) i++
      const tokenStart = i
      while (i < end && !isWhite(this.#text.charCodeAt(i))) i++
      if (i > tokenStart && this.#addToken(tokenStart, i, words === 0)) words++
    }
    if (words > 0) this.counts.sentences++
    return words
  }

  hardWords(): HardWord[] {
    // A word that also stands in small letters is no name.
    for (const [word, named] of this.#named) {
      const hard = this.#hard.get(word)
      if (!hard) continue
      hard.count += named.count
      hard.positions.push(...named.positions)
      hard.positions.sort((a, b) => a.start - b.start)
      hard.positions.length = Math.min(hard.positions.length, MAX_POSITIONS)
    }
    return [...this.#hard.values()].sort(
      (a, b) => b.count - a.count || b.syllables - a.syllables || a.positions[0]!.start - b.positions[0]!.start,
    )
  }

  #addToken(tokenStart: number, tokenEnd: number, isFirst: boolean): boolean {
    const { start, end, letters, characters } = trimToken(this.#text, tokenStart, tokenEnd)
    if (characters === 0) return false
    const word = this.#text.slice(start, end)
    if (this.plainWords.length < 5000) this.plainWords.push(word)
    const syllables = this.#syllablesOf(this.#text.slice(tokenStart, tokenEnd))
    const { counts } = this
    counts.words++
    counts.letters += letters
    counts.characters += characters
    counts.syllables += syllables
    if (syllables >= 3) {
      counts.polysyllables++
      this.#noteHard(word, start, syllables, isFirst)
    }
    return true
  }

  #syllablesOf(token: string): number {
    if (token.length > MAX_TOKEN) return Math.ceil(token.length / 3)
    const known = this.#syllables.get(token)
    if (known !== undefined) return known
    const syllables = tokenSyllables(token)
    if (this.#syllables.size < MAX_DISTINCT) this.#syllables.set(token, syllables)
    return syllables
  }

  #noteHard(word: string, start: number, syllables: number, isFirst: boolean): void {
    if (word.length > MAX_TOKEN) return
    const small = word.toLowerCase()
    if (this.#ignored.has(small) || !isComplex(word)) return
    const isNamed = !isFirst && startsWithCapital(word) && !isCapitals(word)
    const book = isNamed ? this.#named : this.#hard
    const span = { start, end: start + word.length }
    const known = book.get(small)
    if (known) {
      known.count++
      if (known.positions.length < MAX_POSITIONS) known.positions.push(span)
    } else if (book.size < MAX_DISTINCT) book.set(small, { word: small, syllables, count: 1, positions: [span] })
    else if (!isNamed) this.counts.complexWords++
  }
}

interface TrimmedToken extends Span {
  readonly letters: number
  readonly characters: number
}

/** A token without the signs around it. */
function trimToken(text: string, tokenStart: number, tokenEnd: number): TrimmedToken {
  let start = -1
  let end = tokenEnd
  let letters = 0
  let characters = 0
  for (let i = tokenStart; i < tokenEnd; ) {
    const codePoint = text.codePointAt(i)!
    const next = i + (codePoint > 0xffff ? 2 : 1)
    const bits = classOf(codePoint)
    if ((bits & (LETTER | NUMBER)) !== 0) {
      if (start < 0) start = i
      end = next
      characters++
      if ((bits & LETTER) !== 0) letters++
    }
    i = next
  }
  return { start, end, letters, characters }
}

/** Words, numbers and what joins them, each as it is read aloud. */
function tokenSyllables(token: string): number {
  let syllables = 0
  for (const part of token.match(/\d[\d.,]*|\p{L}[\p{L}\p{M}'’]*|[%$€£&]/gu) ?? []) {
    const first = part.charCodeAt(0)
    if (first >= 0x30 && first <= 0x39) syllables += countNumberSyllables(part)
    else if (first < 0x27 || first === 0xa3 || first === 0x20ac) syllables += first === 0x26 || first === 0xa3 ? 1 : 2
    else if (!ORDINAL_ENDINGS.has(part.toLowerCase()) || part === token) syllables += isAcronym(part) ? spelled(part) : countSyllables(part)
  }
  return Math.max(1, syllables)
}

/** "10th" has no syllable more than "ten". */
const ORDINAL_ENDINGS = new Set(['st', 'nd', 'rd', 'th', 's'])

/** Two or three capitals, or more without a vowel, are read letter by letter. */
function isAcronym(part: string): boolean {
  return /^[A-Z]{2,6}s?$/.test(part) && (part.length <= 3 || !/[AEIOUY]/.test(part)) && !SHORT_CAPITALS.has(part)
}

/** Words of two or three letters that headings and emphasis set in capitals. */
const SHORT_CAPITALS = new Set(
  'AM AN AND ARE AS AT BE BUT BY CAN DAY DID DO DOES DR FOR GET GO HAD HAS HE HER HIM HIS HOW IF IN IS IT ITS MAN MAY ME MR MRS MS MY NEW NO NOT NOW OF OFF OLD ON ONE OR OUR OUT OWN SEE SHE SO THE TO TOO TWO UP US USE WAS WAY WE WHO WHY YES YOU'.split(
    ' ',
  ),
)

function spelled(part: string): number {
  let syllables = 0
  for (const letter of part) if (letter !== 's') syllables += letter === 'W' ? 3 : 1
  return syllables
}

/** Gunning leaves out compounds of short words, and verbs and plurals that only -ed, -es or -ing makes three syllables long. */
function isComplex(word: string): boolean {
  return word.split(/[-–/]/).some((part) => {
    if (!/^[\p{L}\p{M}'’]+$/u.test(part) || isAcronym(part) || countSyllables(part) < 3) return false
    const ending = /(?:ed|es|ing)$/i.exec(part)
    if (!ending) return true
    const stem = part.slice(0, -ending[0].length)
    return Math.min(countSyllables(stem), countSyllables(`${stem}e`)) >= 3
  })
}

function startsWithCapital(word: string): boolean {
  return (classOf(word.codePointAt(0)!) & UPPER) !== 0
}

function isCapitals(word: string): boolean {
  for (const character of word) if ((classOf(character.codePointAt(0)!) & LOWER) !== 0) return false
  return true
}
