// Persons in a text without blanks: `SMITH_J`, `DrSmith`, `Ordering:Smith`, `jsmith2`. It is split into words, which are judged together.
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'

/** name: a person is in it. unknown: a word that no lexicon has. plain: neither. */
export type JoinedKind = 'name' | 'unknown' | 'plain'

/** Words beside which a person stands in a code. */
const ANNOUNCING = new Set(
  'dr doctor nurse tech technician rn lpn cna md do np pa mr mrs ms miss prof by to coll collector collected drawn called notified ordering attending referring resident physician provider performer reviewer patient pt name user uid login mother father wife husband son daughter brother sister uncle aunt'.split(
    ' ',
  ),
)
/** Surnames that are more often results. */
const COLORS = new Set('green brown white black gray grey red blue yellow pink orange purple amber gold silver tan'.split(' '))
const TITLES = 'dr mr mrs ms prof nurse doctor tech'.split(' ')
const CREDENTIALS = 'rn md lpn'.split(' ')
/** Words before a person and never before a color; `collected:Green` is a tube. */
const BEFORE_PERSONS = new Set([
  ...TITLES,
  ...'miss technician attending ordering referring resident physician provider performer reviewer'.split(' '),
])
/** `McAllister` and `DeLuca` are one word. */
const PARTICLE = /^(?:M[ac]c?|De|Di|Du|La|Le|Van|Von|Fitz)$/
const LEAST_LETTERS = 4
const LEAST_LOGIN = 5

/** The words of a text whose parts are joined by signs, capitals or digits, with blanks between them: `C16` stays one word, `MRN4471923` is two. */
export function spellOut(text: string): string {
  return (text.match(/\p{L}[\p{L}\p{M}'’]*(?:\d{1,3}(?!\d))?|\d+(?:[./-]\d+)*/gu) ?? []).flatMap(divideCase).join(' ')
}

function wordsOf(text: string): string[] {
  return (text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).flatMap(divideCase)
}

/** `DrSmith`, `MaryOBrien` and `DRSmith` are two words each. */
function divideCase(run: string): string[] {
  const parts = run.match(/\p{Lu}?[\p{Ll}\p{M}'’]+\d*|\p{Lu}+(?!\p{Ll})['’]?\d*|[^\p{Lu}\p{Ll}]+/gu) ?? [run]
  const words: string[] = []
  let isOpen = false
  for (const part of parts) {
    if (isOpen) words[words.length - 1] += part
    else words.push(part)
    // By the part alone, because a word of many apostrophes has as many parts as a hostile sender likes.
    isOpen = part.endsWith("'") || part.endsWith('’') || (!isOpen && PARTICLE.test(part))
  }
  return words.flatMap(divideAcronym).flatMap(divideTitle)
}

/** `XYZallergen`: letters that end before a word in small letters. */
function divideAcronym(word: string, i: number, words: readonly string[]): string[] {
  const next = words[i + 1]
  const before = words[i - 1]
  const takes = next !== undefined && isAcronym(word) && isTail(next)
  const gives = before !== undefined && isAcronym(before) && isTail(word)
  return [(gives ? word.slice(1) : word) + (takes ? next.charAt(0) : '')]
}

function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,6}$/u.test(word)
}

/** A word that the lexicon has only without its first letter. */
function isTail(word: string): boolean {
  return /^\p{Lu}\p{Ll}{3}/u.test(word) && lookUp(hashWord(word)) === 0 && (lookUp(hashWord(word.slice(1))) & LEX_ENGLISH) !== 0
}

/** `DRSMITH` and `FAITHRN`: a form of address or a credential that touches a word. */
function divideTitle(word: string): string[] {
  if (word.length < LEAST_LOGIN || lookUp(hashWord(word)) !== 0) return [word]
  const small = word.toLowerCase()
  const title = TITLES.find((each) => small.startsWith(each) && isNameLike(word.slice(each.length)))
  if (title !== undefined) return [word.slice(0, title.length), word.slice(title.length)]
  const credential = CREDENTIALS.find((each) => small.endsWith(each) && isNameLike(word.slice(0, -each.length)))
  return credential === undefined ? [word] : [word.slice(0, -credential.length), word.slice(-credential.length)]
}

function isNameLike(word: string): boolean {
  return word.length >= LEAST_LETTERS && (lookUp(hashWord(word)) & (LEX_NAME | LEX.eponym)) !== 0
}

/** True for `Green`, `Epstein-Barr`: words of results that are names, too. */
export function isTermOfNames(text: string): boolean {
  const words = wordsOf(text).map(read)
  return isTerm(words) && !isSurnameOfColor(words)
}

/** @param text without blanks, or few words */
export function judgeJoined(text: string): JoinedKind {
  if (isOtherScript(text) || /(?<!\p{L})(?:Ma?c\p{Lu}\p{Ll}{3}|O['’]\p{Lu}\p{L}{2})/u.test(text)) return 'name'
  const all = wordsOf(text).map(read)
  if (isSurnameOfColor(all)) return 'name'
  const words = all.filter((word) => word.text.length > 1)
  if (isTerm(words)) return 'plain'
  if (/^\p{L}+-\p{L}+$/u.test(text) && words.some(isEponym)) return 'unknown'
  if (words.some(({ isSure }) => isSure)) return 'name'
  if (words.some((word, i) => isPerson(word) && (isAnnouncing(words[i - 1]) || isAnnouncing(words[i + 1])))) return 'name'
  if (words.length > 1 && words.every(({ mayBe }) => mayBe) && words.some(({ bits }) => (bits & LEX.first) !== 0)) return 'name'
  if (words.some((word, i) => isPair(word, words[i + 1]))) return 'name'
  if (words.length === 1 && all.length === 2 && isSurname(words[0]!)) return 'name'
  if (words.some(isLogin) || (isUserName(text) && isNameBesideUnknown(words))) return 'name'
  return words.some(({ bits, mayBe, text: word }) => (bits === 0 || mayBe) && word.length >= LEAST_LETTERS) ? 'unknown' : 'plain'
}

/** True for a color, alone or beside ordinary words, and for an eponym of two names: `Epstein-Barr`. */
function isTerm(words: readonly Word[]): boolean {
  const texts = words.map(({ text }) => text)
  if (texts.length > 1 && (hasBits(texts.join(' '), LEX_MEDICAL) || hasBits(texts.join('-'), LEX_MEDICAL))) return true
  return words.some(isColor) && words.every((word) => isColor(word) || (word.bits & (LEX_PROPER & ~LEX.last)) === 0)
}

/** `Dr.Green`, `NurseBlack`, `Green,J`: a color beside a role, a credential or initials alone is a surname. */
function isSurnameOfColor(words: readonly Word[]): boolean {
  const textAt = (i: number) => words[i]?.text.toLowerCase() ?? ''
  if (words.some((word, i) => isColor(word) && (BEFORE_PERSONS.has(textAt(i - 1)) || CREDENTIALS.includes(textAt(i + 1))))) return true
  const others = words.filter((word) => !isColor(word))
  return others.length > 0 && others.length === words.length - 1 && others.every(({ text }) => /^\p{Lu}$/u.test(text))
}

/** Of a disease or a sign, and neither a name of many nor a word: the first half of `Epstein-Barr`. */
function isEponym({ bits }: Word): boolean {
  return (bits & LEX.eponym) !== 0 && (bits & (LEX.last | LEX_ENGLISH)) === 0
}

function isColor({ text }: Word): boolean {
  return COLORS.has(text.toLowerCase())
}

interface Word {
  readonly text: string
  readonly bits: number
  /** A name and little else. */
  readonly isSure: boolean
  /** A name, an eponym or a place, too. */
  readonly mayBe: boolean
}

function read(text: string): Word {
  const bits = lookUp(hashWord(text))
  const isLong = text.length >= LEAST_LETTERS
  const isSure = isLong && (bits & LEX_NAME) !== 0 && (bits & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation | LEX.organization)) === 0
  return { text, bits, isSure, mayBe: (bits & (LEX_PROPER | LEX.eponym)) !== 0 && (bits & (LEX.drug | LEX.abbreviation)) === 0 }
}

function isAnnouncing(word: Word | undefined): boolean {
  return word !== undefined && ANNOUNCING.has(word.text.toLowerCase())
}

function isPerson({ text, bits, mayBe }: Word): boolean {
  return text.length >= LEAST_LETTERS && (mayBe || bits === 0) && !ANNOUNCING.has(text.toLowerCase())
}

/** A given name and a surname and nothing else, both words as well: `HOPE BAKER`, `baker, hope`; not `Ramsay Hunt`. */
export function isNameAndSurname(text: string): boolean {
  const [, one, other] = /^(\p{L}{3,20})[ ,]{1,2}(?:\p{L}\.? )?(\p{L}{3,20})$/u.exec(text.trim()) ?? []
  if (one === undefined || other === undefined || (lookUp(hashWord(`${one} ${other}`)) & LEX_MEDICAL) !== 0) return false
  const isFirst = (word: string) => hasBits(word, LEX.first) && hasBits(word, LEX.proper)
  const isLast = (word: string) => (hasBits(word, LEX.last) || hasBits(word, LEX.eponym)) && hasBits(word, LEX.proper)
  return (isFirst(one) && isLast(other)) || (isLast(one) && isFirst(other))
}

function hasBits(word: string, bits: number): boolean {
  return (lookUp(hashWord(word)) & bits) !== 0
}

/** A given name and a surname that are words, too: `smith_john_chest`. */
function isPair(word: Word, next: Word | undefined): boolean {
  if (next === undefined || word.text.length < LEAST_LETTERS || next.text.length < LEAST_LETTERS) return false
  const isNamed = (bits: number) => (bits & LEX_NAME) === LEX_NAME && (bits & LEX.proper) !== 0
  const isFirst = (bits: number) => (bits & LEX.first) !== 0 && (bits & LEX.proper) !== 0
  return (isNamed(word.bits) && isFirst(next.bits)) || (isFirst(word.bits) && isNamed(next.bits))
}

/** Beside an initial: `SMITH_J`, but not `HAND_R`. */
function isSurname({ text, bits }: Word): boolean {
  if (text.length < LEAST_LETTERS || (bits & (LEX.drug | LEX.abbreviation)) !== 0) return false
  return (bits & LEX.last) !== 0
    ? (bits & (LEX.first | LEX.proper | LEX.eponym)) !== 0
    : (bits & LEX.eponym) !== 0 && (bits & LEX.proper) !== 0
}

/** `jsmith`, `smithj`, `smithjo`: an initial, or two behind, that touches a surname. */
function isLogin({ text, bits }: Word): boolean {
  if (bits !== 0 || text.length <= LEAST_LOGIN || !/^(?:\p{Ll}+|\p{Lu}+)$/u.test(text)) return false
  return [text.slice(1), text.slice(0, -1), text.slice(0, -2)].some((part) => {
    const own = lookUp(hashWord(part))
    return part.length >= LEAST_LOGIN && (own & LEX.last) !== 0 && ((own & LEX_ENGLISH) === 0 || (own & (LEX.first | LEX.eponym)) !== 0)
  })
}

/** `wachenheim_t`, `john.hargrove`: a word that no lexicon has, joined to an initial or a given name. */
function isUserName(text: string): boolean {
  return /^(?:\p{L}_\p{Ll}{5,}|\p{Lu}?\p{Ll}{5,}_\p{L}|\p{Lu}?\p{Ll}{3,}[._]\p{Lu}?\p{Ll}{3,})\d{0,3}$/u.test(text)
}

function isNameBesideUnknown(words: readonly Word[]): boolean {
  return (
    words.some(({ bits }) => bits === 0) &&
    words.every(({ bits }) => bits === 0 || ((bits & LEX.first) !== 0 && (bits & LEX.proper) !== 0)) &&
    words.length <= 2 &&
    (words.length === 1 || words.some(({ bits }) => bits !== 0))
  )
}

/** Letters of another script than Latin, more than a symbol of Greek letters. */
function isOtherScript(text: string): boolean {
  return /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Common}])\p{L}|\p{Script=Greek}{3}/u.test(text)
}
