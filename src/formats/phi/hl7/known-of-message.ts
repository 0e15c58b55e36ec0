// What the fields of a message tell of its persons, made ready for the detector: what a field says is a name is one in its notes, too.
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { hashWord } from '../fold.ts'
import type { KnownValues } from '../known/known-values.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { isoDate } from '../policy/shift-date.ts'

/** A value of a message that is of a category by its place. */
export interface FieldValue {
  readonly category: PhiCategory
  readonly text: string
  /** Equal for the values of one repetition: the words of one name, the lines of one address. */
  readonly repetition: number
}

/** Stand-ins that messages hold where a name is not known or a test is run: words of every note. */
const PLACEHOLDERS = new Set(
  'test tests testing patient unknown unk doctor physician nurse baby boy girl male female mother father parent spouse self lab laboratory hospital clinic provider none null interface system admin user anonymous person name family given middle first last adult child emergency surgery medicine radiology cardiology department unit room ward self other general clia iso dns uuid guid npi loinc snomed oid'.split(
    ' ',
  ),
)

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.has(text.toLowerCase())
}

export function isEnglish(word: string): boolean {
  return (lookUp(hashWord(word)) & LEX_ENGLISH) !== 0
}

/** `Basic Metabolic Panel`: two words or more of three letters, and nothing but words. The letters of `AB-CD-EF` are an identifier. */
function isPlainTerm(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  const long = words.filter((word) => word.length >= 3)
  return long.length > 1 && long.length * 2 >= words.length && long.every(isWordAlone)
}

/** A word of the language or of medicine that is no name. */
export function isWordAlone(word: string): boolean {
  const lex = lookUp(hashWord(word))
  return (lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) !== 0 && (lex & (LEX_PROPER | LEX.eponym)) === 0
}

/** The values in the detector's terms, beside what the caller knows. @returns `given` itself if the document adds nothing */
export function knownOf(values: readonly FieldValue[], given: DetectOptions): DetectOptions {
  const lists = {
    names: new Set<string>(),
    dates: new Set<string>(),
    ids: new Set<string>(),
    phones: new Set<string>(),
    addresses: new Set<string>(),
  }
  const deny = new Set<string>(given.deny)
  for (const name of namesOf(values)) lists.names.add(name)
  for (const { category, text } of values) {
    const trimmed = text.trim()
    switch (category) {
      case 'name':
      case 'age':
      case 'profession':
        break
      case 'date': {
        const iso = isoDate(trimmed)
        if (iso !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(iso)) lists.dates.add(iso)
        break
      }
      case 'phone':
      case 'fax':
        if (trimmed.replace(/\D/g, '').length >= 7) lists.phones.add(trimmed)
        break
      case 'location':
      case 'organization':
      case 'facility':
        if (isDistinctWords(trimmed)) (category === 'location' ? lists.addresses : deny).add(trimmed)
        break
      default:
        if (isDistinctId(trimmed)) lists.ids.add(trimmed)
    }
  }
  const addsNothing = deny.size === (given.deny?.length ?? 0) && Object.values(lists).every(({ size }) => size === 0)
  return addsNothing ? given : { ...given, known: merge(given.known ?? {}, lists), deny: [...deny] }
}

/** The words of each name in the order `Given Family`. */
function namesOf(values: readonly FieldValue[]): string[] {
  const byRepetition = new Map<number, string[]>()
  for (const { category, text, repetition } of values) {
    if (category !== 'name') continue
    const words = text.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word) && !isPlaceholder(word))
    const known = byRepetition.get(repetition)
    if (known) known.push(...words)
    else byRepetition.set(repetition, words)
  }
  return [...byRepetition.values()].flatMap((words) => {
    const [family, ...given] = words
    if (family === undefined) return []
    if (given.length > 0) return [[...given, family].join(' ')]
    return [...family].length >= 3 && !isEnglish(family) ? [family] : []
  })
}

/** Long enough, and no word that any note may hold. */
function isDistinctWords(text: string): boolean {
  if (/^\d{5}(?:-\d{4})?$/.test(text)) return true
  const letters = text.replace(/[^\p{L}]/gu, '').length
  if (letters < 4 || isPlaceholder(text)) return false
  return !text.split(/\s+/).every((word) => isEnglish(word) || isPlaceholder(word) || /^\P{L}*$/u.test(word)) || /\d/.test(text)
}

export function isDistinctId(text: string): boolean {
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '')
  const digits = bare.replace(/\D/g, '').length
  if (digits === bare.length) return digits >= 5
  if (digits > 0) return bare.length >= 4
  return bare.length >= 5 && !isPlaceholder(text) && !isEnglish(text) && !isPlainTerm(text)
}

function merge(
  given: KnownValues,
  found: Readonly<Record<'names' | 'dates' | 'ids' | 'phones' | 'addresses', ReadonlySet<string>>>,
): KnownValues {
  return {
    names: [...(given.names ?? []), ...found.names],
    dates: [...(given.dates ?? []), ...found.dates],
    ids: [...(given.ids ?? []), ...found.ids],
    phones: [...(given.phones ?? []), ...found.phones],
    addresses: [...(given.addresses ?? []), ...found.addresses],
    providers: given.providers,
    organizations: given.organizations,
  }
}
