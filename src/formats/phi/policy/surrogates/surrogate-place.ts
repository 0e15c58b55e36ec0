// Surrogates of places: made-up towns, streets and numbers, in the layout of the original.
import { canonicalize, foldWords } from '../canonical.ts'
import { matchCase } from '../date-words.ts'
import { type PhiKey, pickNumber } from '../key.ts'
import { isZipCode, UNASSIGNED_PREFIXES } from '../zip-code.ts'
import { inventedName } from './invented-names.ts'
import { languageOfTown } from './name-origins.ts'
import { permuteId } from './permute-id.ts'
import { surrogateStreet } from './surrogate-street.ts'
import { FAMILY_NAMES, PROFESSIONS, STREET_KINDS, TOWNS } from './surrogate-words.ts'

/** Each part between commas and line ends by itself, so that a town alone and a town in an address meet. */
export function surrogateLocation(key: PhiKey, text: string): string {
  return text
    .split(/([,;\r\n^]+)/)
    .map((part, i) => (i % 2 === 1 || part.trim() === '' ? part : surrogatePart(key, part)))
    .join('')
}

function surrogatePart(key: PhiKey, part: string): string {
  const core = part.trim()
  const before = part.slice(0, part.indexOf(core))
  const after = part.slice(part.indexOf(core) + core.length)
  return before + surrogatePlace(key, core) + after
}

function surrogatePlace(key: PhiKey, place: string): string {
  if (isZipCode(place)) return surrogateZip(key, place)
  const stateAndZip = /^(.{1,40}) (\d{5}(?:-\d{4})?)$/.exec(place)
  if (stateAndZip) return `${surrogatePlace(key, stateAndZip[1]!)} ${surrogateZip(key, stateAndZip[2]!)}`
  const digest = key.digest('place', canonicalize('location', place))
  if (/^[A-Z]{2}$/.test(place)) return STATES[pickNumber(digest, STATES.length)]!
  const foreign = key.surrogates === 2 ? surrogateForeign(key, place) : undefined
  if (foreign !== undefined) return foreign
  if (!/\d/.test(place)) return matchCase(townLike(key, place, digest), place)
  if (/[a-z]{3}/i.test(place)) {
    const street = `${roadName(key, place, digest)} ${STREET_KINDS[pickNumber(digest, STREET_KINDS.length, 8)]}`
    return `${pickNumber(digest, 9900, 16) + 100} ${street}`
  }
  return permuteId(key, 'place', place)
}

/** In lower case. */
function townLike(key: PhiKey, place: string, digest: Uint8Array): string {
  if (key.surrogates === 1) return TOWNS[pickNumber(digest, TOWNS.length)]!.toLowerCase()
  return inventedName('towns', languageOfTown(foldWords(place)), digest, foldWords(place))
}

function roadName(key: PhiKey, place: string, digest: Uint8Array): string {
  if (key.surrogates === 1) return FAMILY_NAMES[pickNumber(digest, FAMILY_NAMES.length)]!
  const name = inventedName('families', 'en', digest, foldWords(place))
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `80331`, `1017 GC`, `1100-053` or `A-1010` before a town. */
const POST_CODE_BEFORE = /^(?:[A-Z]{1,2}-)?(?:\d{4} ?[A-Z]{2}|\d{4}-\d{3}|\d{4,5})(?= )/

const ENGLISH_STREET = /\b(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|place|pl|way|highway|hwy|apt|suite)\b/i

/** What only addresses outside of North America have: streets with their word in another language, and post codes before the town. */
function surrogateForeign(key: PhiKey, place: string): string | undefined {
  const street = surrogateStreet(key, place)
  if (street !== undefined) return street
  const code = ENGLISH_STREET.test(place) ? undefined : POST_CODE_BEFORE.exec(place)?.[0]
  const town = code === undefined ? '' : place.slice(code.length).trim()
  if (code !== undefined && /^\D{2,60}$/.test(town)) return `${surrogatePostCode(key, code)} ${surrogatePlace(key, town)}`
  if (/^\d{4} ?[A-Z]{2}$|^\d{4}-\d{3}$/.test(place)) return surrogatePostCode(key, place)
  if (/^(?:n[.º°o]{0,2} ?)?\d{1,4} ?[a-z]?$/i.test(place) && !isZipCode(place))
    return place.replace(/\d+/, String(pickNumber(key.digest('place', `house ${place}`), 180) + 1))
  return undefined
}

/** In the layout of the original, beginning with 00, where no country has a town. */
function surrogatePostCode(key: PhiKey, code: string): string {
  const digest = key.digest('place', `post code ${code}`)
  let at = 0
  return code
    .replace(/\d/g, () => (at++ < 2 ? '0' : String(digest[at]! % 10)))
    .replace(/(?<=\d ?)[A-Z]{2}$/, () => String.fromCharCode(65 + (digest[20]! % 26), 65 + (digest[21]! % 26)))
}

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/** A ZIP code whose prefix is not assigned. */
function surrogateZip(key: PhiKey, zip: string): string {
  const digest = key.digest('place', zip.slice(0, 5))
  const prefix = UNASSIGNED_PREFIXES[pickNumber(digest, UNASSIGNED_PREFIXES.length)]!
  const five = prefix + String(pickNumber(digest, 100, 8)).padStart(2, '0')
  if (zip.length === 5) return five
  return five + (zip.includes('-') ? '-' : '') + String(pickNumber(key.digest('place', zip.replace('-', '')), 10_000)).padStart(4, '0')
}

export function surrogateProfession(key: PhiKey, text: string): string {
  return matchCase(PROFESSIONS[pickNumber(key.digest('profession', foldWords(text)), PROFESSIONS.length)]!, text)
}
