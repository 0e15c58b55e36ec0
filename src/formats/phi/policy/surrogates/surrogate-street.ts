// Streets of surrogates: an invented name in the place of the name, with the word of the original for the kind of street.
import { foldWords } from '../canonical.ts'
import { matchCase } from '../date-words.ts'
import { type PhiKey, pickNumber } from '../key.ts'
import { inventedName } from './invented-names.ts'
import type { SurrogateLanguage } from './surrogate-stock.ts'

interface StreetWords {
  readonly language: SurrogateLanguage
  readonly pattern: RegExp
}

/** The word behind the name, mostly one with it: Hauptstrasse, Kerkstraat. Group 2 is the word. */
const BEHIND: readonly StreetWords[] = [
  {
    language: 'de',
    pattern: /^([\p{L}.' -]{0,60}?)([- ]?(?:straße|strasse|str\.?|weg|platz|allee|gasse|ring|damm|ufer|steig|chaussee))(?![\p{L}])/iu,
  },
  { language: 'nl', pattern: /^([\p{L}.' -]{0,60}?)([- ]?(?:straat|laan|weg|plein|gracht|kade|dijk|singel|steeg|hof))(?![\p{L}])/iu },
]
/** The word before the name: rue de la Paix. Group 1 is the word with what belongs to it. */
const BEFORE: readonly StreetWords[] = [
  { language: 'pt', pattern: /^((?:rua|avenida|av\.|praça|praca|travessa|largo|estrada)(?: (?:da|do|das|dos))?) /iu },
  {
    language: 'fr',
    pattern:
      /^((?:rue|avenue|av\.|boulevard|bd\.?|place|chemin|impasse|allée|allee|quai|route|square)(?: (?:de la|de l'|du|des|de))?)(?: |(?<='))/iu,
  },
  {
    language: 'es',
    pattern:
      /^((?:calle|c\/|avenida|avda\.?|av\.|plaza|pza\.?|paseo|camino|carrera|carretera|ronda)(?: (?:de la|de los|de las|del|de))?) ?/iu,
  },
  { language: 'it', pattern: /^((?:via|viale|piazza|p\.zza|corso|vicolo|largo|strada|piazzale)(?: (?:della|del|dei|delle|dello|di))?) /iu },
]

/** `12 bis, ` before the street, as in French. */
const NUMBER_BEFORE = /^\d{1,5}(?: ?(?:bis|ter|[a-z]))?,? /i

/** House numbers of surrogates. */
const MOST_HOUSES = 180

/** The street of the language that its word tells, with another name and other numbers; undefined for what has no such word. */
export function surrogateStreet(key: PhiKey, text: string): string | undefined {
  const number = NUMBER_BEFORE.exec(text)?.[0] ?? ''
  const core = text.slice(number.length)
  const street = readStreet(core)
  if (street === undefined) return undefined
  const digest = key.digest('place', `street ${foldWords(street.name)}`)
  const name = inventedName('families', street.language, digest, foldWords(street.name))
  const written = street.isBehind
    ? matchCase(name, street.name === '' ? street.word.trim() : street.name) + street.word
    : street.word + street.gap + name.charAt(0).toUpperCase() + name.slice(1)
  return (
    number.replace(/\d+/, houseNumber(key, text)) +
    matchAll(written, core.slice(0, street.end)) +
    core.slice(street.end).replace(/\d+/g, houseNumber(key, text))
  )
}

interface Street {
  readonly language: SurrogateLanguage
  readonly isBehind: boolean
  readonly name: string
  readonly word: string
  readonly gap: string
  /** Where the house number begins. */
  readonly end: number
}

function readStreet(core: string): Street | undefined {
  const behind = BEHIND.map(({ language, pattern }) => ({ language, match: pattern.exec(core) })).find(({ match }) => match !== null)
  // `weg` and `hof` are words of both; a word of the Netherlands before it decides.
  if (behind?.match) {
    const [whole, name = '', word = ''] = behind.match
    return { language: behind.language, isBehind: true, name, word, gap: '', end: whole.length }
  }
  for (const { language, pattern } of BEFORE) {
    const match = pattern.exec(core)
    if (!match) continue
    const rest = core.slice(match[0].length)
    const nameEnd = rest.search(/\d|$/)
    const name = trimName(rest.slice(0, nameEnd))
    if (name === '' || !/\p{L}{2}/u.test(name)) return undefined
    return { language, isBehind: false, name, word: match[1]!, gap: match[0].endsWith(' ') ? ' ' : '', end: match[0].length + name.length }
  }
  return undefined
}

/** Without the signs and the `nº` between a name and its house number. */
function trimName(text: string): string {
  let end = text.length
  while (end > 0 && ' ,.'.includes(text[end - 1]!)) end--
  return text.slice(0, end).replace(/ n[º°o]?$/i, '')
}

/** Capitals where the original has nothing else. */
function matchAll(written: string, like: string): string {
  return like === like.toUpperCase() && like !== like.toLowerCase() ? written.toUpperCase() : written
}

function houseNumber(key: PhiKey, text: string): string {
  return String(pickNumber(key.digest('place', `house ${foldWords(text)}`), MOST_HOUSES) + 1)
}
