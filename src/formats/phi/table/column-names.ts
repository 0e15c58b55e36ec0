// What a column holds, by its header in the languages of the sites. A header alone never lets a value stay.
import {
  CHANGING,
  CODED_PHRASES,
  type ColumnMeaning,
  DATED,
  END_PHRASES,
  EVENT_PHRASES,
  LEADING_MEASURES,
  MEASURES,
  MOBILE_PHRASES,
  NUMBERED_PHRASES,
  ORDINAL_PHRASES,
  PERSON_PHRASES,
  SUBJECT_PHRASES,
  SURE_PHRASES,
  WHOLE_PHRASES,
} from './header-phrases.ts'

/**
 * What the cells must look like for a phrase to hold. `person`: not all are small numbers, yes or no. `stated`: not all are yes or no. `figure`: one
 * has a figure that could be a day or a telephone number. `digit`: one has a digit. `ordinal`: one has more than two digits. `coded`: one has the form of
 * a code of ICD-10. `likely`: some are names or places. A number: one has a range of ages or a number at least as large.
 */
export type HeaderProof = 'person' | 'stated' | 'figure' | 'digit' | 'ordinal' | 'coded' | 'likely' | number

export interface HeaderMeaning {
  readonly meaning: ColumnMeaning
  readonly proof?: HeaderProof
}

interface Phrase extends HeaderMeaning {
  readonly place: 'anywhere' | 'end' | 'whole'
}

/** Words for `number`, which stand for each other. */
const NUMBER: ReadonlySet<string> = new Set(['no', 'num', 'nr', 'nbr', 'numero', 'number', 'nummer', '#'])
const LEFT_OUT: ReadonlySet<string> = new Set(['the', 'de', 'del', 'della', 'di', 'do', 'da', 'du', 'la', 'le', 'der', 'des', 'van'])

const PHRASES = new Map<string, Phrase>()
const addAll = (phrases: string, phrase: Phrase) => {
  for (const text of phrases.split(',')) PHRASES.set(wordsOf(text).map(numberWord).join(' '), phrase)
}
addAll(EVENT_PHRASES, { meaning: 'date', proof: 'figure', place: 'end' })
addAll(MOBILE_PHRASES, { meaning: 'phone', proof: 'figure', place: 'end' })
addAll(SUBJECT_PHRASES, { meaning: 'other-id', proof: 'stated', place: 'end' })
addAll(NUMBERED_PHRASES, { meaning: 'other-id', proof: 'digit', place: 'end' })
addAll(PERSON_PHRASES, { meaning: 'name', proof: 'person', place: 'end' })
for (const [meaning, phrases] of WHOLE_PHRASES) addAll(phrases, { meaning, place: 'whole' })
for (const [meaning, phrases] of END_PHRASES) addAll(phrases, { meaning, place: 'end' })
for (const [meaning, phrases] of SURE_PHRASES) addAll(phrases, { meaning, place: 'anywhere' })
addAll(CODED_PHRASES, { meaning: 'code', proof: 'coded', place: 'whole' })
addAll(ORDINAL_PHRASES, { meaning: 'other-id', proof: 'ordinal', place: 'end' })

const LONGEST_PHRASE = 4

/**
 * The meaning of the longest known phrase in a header, and of the last one that may stand anywhere if several are equally long. `Patient.LastName`,
 * `DATE_OF_BIRTH`, `dateofbirth` and `Nachname2` are split at signs, capitals, words and digits. A measure wins over what it is measured of:
 * `birth_weight`. A phrase before other words is only `likely`: `hospital_transfer`.
 */
export function readHeader(header: string): HeaderMeaning | undefined {
  const words = splitHeader(header)
  const strong = readWords(words)
  if (strong !== undefined) return strong
  const least = leastOldAge(words)
  if (least !== undefined) return { meaning: 'age', proof: least }
  const hint = longestPhrase(words, (phrase, from, to) => !isMeasureOf(phrase, words, from, to))
  return hint && { meaning: hint.meaning, proof: 'likely' }
}

/** The meaning as by readHeader, whatever the cells look like; undefined if it is only likely. */
export function meaningOfHeader(header: string): ColumnMeaning | undefined {
  return readWords(splitHeader(header))?.meaning
}

function readWords(words: readonly string[]): HeaderMeaning | undefined {
  const end = endOf(words)
  // Persons who did something: created by, collected_by.
  if (end > 1 && DOERS.has(words[end - 1]!)) return { meaning: 'name', proof: 'person' }
  const best = longestPhrase(words, (phrase, from, to) => holds(phrase, words, from, to, end))
  // A number in a column named only `patient` identifies one.
  return best?.proof === 'person' && end === 1 && ROWS.has(words[0]!) ? { meaning: 'name', proof: 'stated' } : best
}

function longestPhrase(words: readonly string[], mayStand: (phrase: Phrase, from: number, to: number) => boolean): Phrase | undefined {
  let best: Phrase | undefined
  let bestLength = 0
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= LONGEST_PHRASE && from + length <= words.length; length++) {
      const phrase = PHRASES.get(words.slice(from, from + length).join(' '))
      if (phrase === undefined || length < bestLength || !mayStand(phrase, from, from + length)) continue
      if (length === bestLength && best?.place === 'anywhere' && phrase.place !== 'anywhere') continue
      best = phrase
      bestLength = length
    }
  }
  return best
}

/** How many of each unit 90 years have. */
const OLD_AGES: ReadonlyMap<string, number> = new Map([
  ['months', 90 * 12],
  ['weeks', 90 * 52],
  ['days', 90 * 365],
  ['hours', 90 * 365 * 24],
  ['minutes', 90 * 365 * 24 * 60],
])
/** Words for counts and shares of persons of an age, and for statistics. */
const COUNTED: ReadonlySet<string> = new Set(
  'count,counts,percent,pct,proportion,ratio,rate,score,index,diff,difference,delta,gap'.split(','),
)

/** An age before a measure is one, too: age_dx, age_group, age_days. @returns 90 years in the unit of the header; undefined for a header without an age */
function leastOldAge(words: readonly string[]): number | undefined {
  if (words.some((word) => COUNTED.has(word)) || !words.some((word) => PHRASES.get(word)?.meaning === 'age')) return undefined
  return OLD_AGES.get(words.find((word) => OLD_AGES.has(word)) ?? '') ?? 90
}

const ROWS: ReadonlySet<string> = new Set(['patient', 'patientin', 'paciente'])
const DOERS: ReadonlySet<string> = new Set(['by', 'durch', 'par', 'por'])
const PREPOSITIONS: ReadonlySet<string> = new Set(
  'of,at,since,to,before,after,from,until,till,per,in,on,with,for,within,during,bei,seit,bis,nach,vor,a,al,avant,apres,depuis,prima,dopo,antes,despues'.split(
    ',',
  ),
)

/** Prepositions behind a phrase that keeps its meaning: `hospital_of_birth`, `nurse_on_duty`. */
const QUALIFYING: ReadonlySet<string> = new Set(['of', 'at', 'in', 'on', 'for', 'with', 'bei', 'al'])

/** False for a phrase in a place that its list does not allow, and before a measure. */
function holds(phrase: Phrase, words: readonly string[], from: number, to: number, end: number): boolean {
  const { place, meaning } = phrase
  const before = words[from - 1]
  if (place === 'whole' && (from > 0 || to < end)) return false
  if (place === 'end') {
    if (before !== undefined && PREPOSITIONS.has(before)) return false
    const isDay = meaning === 'date' && to === end - 1 && DAYS.has(words[to]!)
    if (to < end && !isDay && !QUALIFYING.has(words[to]!)) return false
  }
  return !isMeasureOf(phrase, words, from, to)
}

function isMeasureOf(phrase: Phrase, words: readonly string[], from: number, to: number): boolean {
  if (words[from - 1] === 'of' && MEASURES.has(words[from - 2] ?? '')) return true
  return (from > 0 && LEADING_MEASURES.has(words[0]!)) || isMeasured(words, to, phrase)
}

/** True if a measure follows before the next preposition. */
function isMeasured(words: readonly string[], to: number, { meaning, place }: Phrase): boolean {
  for (let i = to; i < words.length && !PREPOSITIONS.has(words[i]!); i++) {
    const word = words[i]!
    if (meaning === 'date' && DATED.has(word)) continue
    if (MEASURES.has(word) && !(place === 'anywhere' && CHANGING.has(word))) return true
  }
  return false
}

/** Words behind a phrase that keeps its meaning: `doctor 1`, `mother_raw`, `spouse_first`. */
const TAILS: ReadonlySet<string> = new Set(
  'number,code,text,txt,raw,orig,original,value,val,str,primary,secondary,other,new,old,enc,md,do,rn,np,details,detail,info,information,data,first,last,full,given,family,middle,s,f,l,list,label,key,token,ticket,file,attended,visited,current,previous,former,assigned,responsible'.split(
    ',',
  ),
)
/** What may follow an event. */
const DAYS: ReadonlySet<string> = new Set(['day', 'month', 'year'])

/** Number of words of a header without its tails. */
function endOf(words: readonly string[]): number {
  let end = words.length
  while (end > 1 && (TAILS.has(words[end - 1]!) || /^\d+$/.test(words[end - 1]!))) end--
  return end
}

function foldHeader(header: string): string {
  return header.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

function splitHeader(header: string): string[] {
  return wordsOf(header.slice(0, 200).replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')).flatMap(splitWord)
}

function wordsOf(text: string): string[] {
  return foldHeader(text)
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '' && !LEFT_OUT.has(word))
}

function numberWord(word: string): string {
  return NUMBER.has(word) ? 'number' : word
}

/** Words that compounds are split into: those of phrases and measures, and short ones. */
const VOCABULARY: ReadonlySet<string> = new Set([
  ...[...PHRASES.keys()].flatMap((phrase) => phrase.split(' ')).filter((word) => word.length >= 4),
  ...[...MEASURES].filter((word) => word.length >= 4),
  ...'entered,recorded,performed,signed,reviewed,verified,dictated,pat,pt,of,zip,dob,ssn,mrn,tel,nr,no,id,uid,dr,gp,by,sex,age,nom,ort,plz'.split(
    ',',
  ),
])

function splitWord(word: string): string[] {
  if (NUMBER.has(word)) return ['number']
  if (PHRASES.has(word) || MEASURES.has(word)) return [word]
  const figures = /^(\p{L}{2,})(\d{1,2})$/u.exec(word)
  if (figures) return [...splitWord(figures[1]!), figures[2]!]
  const parts = word.length >= 5 ? partsOf(word) : undefined
  return parts?.map(numberWord) ?? [word]
}

const MOST_PARTS = 4
const LONGEST_PART = 24
const LONGEST_COMPOUND = 50

/** The fewest known words that make up a compound: `dateofbirth`, `patientname`. @returns undefined if it has other parts */
function partsOf(word: string): string[] | undefined {
  if (word.length > LONGEST_COMPOUND) return undefined
  const best: (string[] | undefined)[] = [[]]
  for (let from = 0; from < word.length; from++) {
    const before = best[from]
    if (!before || before.length >= MOST_PARTS) continue
    for (let end = from + 2; end <= Math.min(word.length, from + LONGEST_PART); end++) {
      const part = word.slice(from, end)
      if (!VOCABULARY.has(part) || (best[end] && best[end]!.length <= before.length + 1)) continue
      best[end] = [...before, part]
    }
  }
  return best[word.length]
}
