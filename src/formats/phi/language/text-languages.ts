// Identifies the language of a text and of each of its paragraphs by words that are frequent in one language and not in another.
import { LEX_ENGLISH } from '../lexicon-bits.ts'
import { isGlued, isSign, lengthOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { addFrequencies, isOrdinaryIn, ordinaryLanguages } from './language-words.ts'
import { ENGLISH, FIRST_UNSUPPORTED, LANGUAGES } from './languages.ts'

/** Consecutive tokens of one language. */
export interface LanguageRun {
  readonly first: number
  /** Index after the last token. */
  readonly end: number
  /** Position in `LANGUAGES`. */
  readonly language: number
  /** Where it is doubtful: the other language that they may be of, English or a supported one. */
  readonly other?: number
}

export interface TextLanguages {
  /** Position in `LANGUAGES` of the language of most of the text. */
  readonly main: number
  /** False if the text has too few words and English is assumed. */
  readonly isCertain: boolean
  /** All tokens, in order. */
  readonly runs: readonly LanguageRun[]
}

/** Least difference to English, as a sum of logarithms of frequencies, and for each word that counts. */
const LEAST_LEAD = 3
const LEAST_LEAD_A_WORD = 0.3
/** The same for a language that is not supported. */
const LEAST_UNSUPPORTED_LEAD = 8
const LEAST_UNSUPPORTED_LEAD_A_WORD = 0.6
/** The same for a paragraph in a text that is certainly in another language. */
const LEAST_PARAGRAPH_LEAD = 12
/** More words tell their language. */
const FEW_WORDS = 6
/** Below this difference a paragraph may be English as well. */
const DOUBTFUL_LEAD = 8
/** What an ordinary word adds to its languages. */
const ORDINARY_LEAD = 1
/** The same for a word with a letter that English does not use. */
const ACCENT_LEAD = 2
const FIRST_ACCENT = 0xdf

interface Scores {
  /** Sums of logarithms by language. */
  readonly sums: Float64Array
  /** Words that count. */
  words: number
}

const known = new WeakMap<Tokens, TextLanguages>()

/** Computed once for a text. */
export function textLanguages(tokens: Tokens): TextLanguages {
  let languages = known.get(tokens)
  if (!languages) {
    languages = readLanguages(tokens)
    known.set(tokens, languages)
  }
  return languages
}

function readLanguages(tokens: Tokens): TextLanguages {
  const paragraphs = listParagraphs(tokens)
  const scores = paragraphs.map(({ first, end }) => scoreWords(tokens, first, end))
  const total = addUp(scores)
  const best = likeliest(total)
  const lead = leadOver(total, best, ENGLISH)
  const isOther = best !== ENGLISH && isFar(best, lead, total.words)
  const main = isOther ? best : ENGLISH
  const isCertain = isOther || (total.words > 0 && leadOver(total, ENGLISH, likeliest(total, ENGLISH)) >= LEAST_LEAD)
  const runs: LanguageRun[] = []
  paragraphs.forEach(({ first, end }, i) => {
    const language = languageOfParagraph(scores[i]!, main, isCertain ? LEAST_PARAGRAPH_LEAD : LEAST_LEAD)
    const other = otherLanguage(scores[i]!, language)
    const last = runs.at(-1)
    if (last?.language === language && last.other === other) runs[runs.length - 1] = { ...last, end }
    else runs.push({ first, end, language, ...(other !== undefined && { other }) })
  })
  return { main, isCertain, runs }
}

function isFar(language: number, lead: number, words: number): boolean {
  return language < FIRST_UNSUPPORTED
    ? lead >= LEAST_LEAD && lead >= words * LEAST_LEAD_A_WORD
    : lead >= LEAST_UNSUPPORTED_LEAD && lead >= words * LEAST_UNSUPPORTED_LEAD_A_WORD
}

/** The language of the text, unless the words of the paragraph differ clearly. */
function languageOfParagraph(scores: Scores, main: number, least: number): number {
  const best = likeliest(scores)
  const lead = leadOver(scores, best, main)
  return lead >= least && isFar(best, lead, scores.words) ? best : main
}

/** English for a few words of another language, and the language that they look like for a few words of English: `Bas de Groot APA`. */
function otherLanguage(scores: Scores, language: number): number | undefined {
  if (scores.words === 0 || scores.words > FEW_WORDS) return undefined
  if (language !== ENGLISH) return leadOver(scores, language, ENGLISH) < DOUBTFUL_LEAD ? ENGLISH : undefined
  const best = likeliest(scores, ENGLISH)
  return best < FIRST_UNSUPPORTED && leadOver(scores, best, ENGLISH) > 0 ? best : undefined
}

function listParagraphs(tokens: Tokens): { first: number; end: number }[] {
  const paragraphs: { first: number; end: number }[] = []
  let first = 0
  for (let i = 1; i <= tokens.count; i++) {
    if (i < tokens.count && tokens.gap[i]! < GAP.line) continue
    paragraphs.push({ first, end: i })
    first = i
  }
  return tokens.count === 0 ? [] : paragraphs
}

function scoreWords(tokens: Tokens, first: number, end: number): Scores {
  const scores = { sums: new Float64Array(LANGUAGES.length), words: 0 }
  for (let i = first; i < end; i++) {
    if (tokens.kind[i] !== KIND.word || isShortForm(tokens, i)) continue
    if (addFrequencies(tokens.hash[i]!, scores.sums)) scores.words++
    else addOrdinary(scores, tokens, i)
  }
  return scores
}

/** Single letters that are not words, such as in c/o and E11.9. */
function isShortForm(tokens: Tokens, at: number): boolean {
  if (lengthOf(tokens, at) > 1) return false
  if (tokens.shape[at] !== SHAPE.lower) return true
  return (isSign(tokens, at + 1, '/') && isGlued(tokens, at + 1)) || (isSign(tokens, at - 1, '/') && isGlued(tokens, at))
}

function addOrdinary(scores: Scores, tokens: Tokens, at: number): void {
  const languages = ordinaryLanguages(tokens.hash[at]!)
  const isEnglish = (tokens.lex[at]! & LEX_ENGLISH) !== 0
  if (languages === 0 && !isEnglish) return
  scores.words++
  if (isEnglish) scores.sums[ENGLISH]! += ORDINARY_LEAD
  for (let language = ENGLISH + 1; language < FIRST_UNSUPPORTED; language++)
    if (isOrdinaryIn(language, languages)) scores.sums[language]! += hasAccent(tokens, at) ? ACCENT_LEAD : ORDINARY_LEAD
}

function hasAccent({ text, start, end }: Tokens, at: number): boolean {
  for (let i = start[at]!; i < end[at]!; i++) if (text.charCodeAt(i) >= FIRST_ACCENT) return true
  return false
}

function addUp(all: readonly Scores[]): Scores {
  const sums = new Float64Array(LANGUAGES.length)
  for (const scores of all) for (let i = 0; i < sums.length; i++) sums[i]! += scores.sums[i]!
  return { sums, words: all.reduce((sum, { words }) => sum + words, 0) }
}

function likeliest({ sums }: Scores, except = -1): number {
  let best = except === 0 ? 1 : 0
  for (let i = 0; i < sums.length; i++) if (i !== except && sums[i]! > sums[best]!) best = i
  return best
}

function leadOver({ sums }: Scores, language: number, other: number): number {
  return sums[language]! - sums[other]!
}
