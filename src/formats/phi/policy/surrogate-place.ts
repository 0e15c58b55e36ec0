// Surrogates of places and institutions: towns and houses that do not exist, in the layout of the original.
import { canonicalize, foldWords } from './canonical.ts'
import { matchCase } from './date-words.ts'
import { type PhiKey, pickNumber } from './key.ts'
import { permuteId } from './permute-id.ts'
import { FAMILY_NAMES, INSTITUTION_KINDS, INSTITUTION_NAMES, PROFESSIONS, STREET_KINDS, TOWNS } from './surrogate-words.ts'
import { isZipCode, UNASSIGNED_PREFIXES } from './zip-code.ts'

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
  if (!/\d/.test(place)) return matchCase(TOWNS[pickNumber(digest, TOWNS.length)]!.toLowerCase(), place)
  if (/[a-z]{3}/i.test(place)) {
    const street = `${FAMILY_NAMES[pickNumber(digest, FAMILY_NAMES.length)]} ${STREET_KINDS[pickNumber(digest, STREET_KINDS.length, 8)]}`
    return `${pickNumber(digest, 9900, 16) + 100} ${street}`
  }
  return permuteId(key, 'place', place)
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

/** A name that no institution has, of the same kind as far as a word of the name tells it. */
export function surrogateInstitution(key: PhiKey, text: string): string {
  const folded = canonicalize('organization', text)
  const digest = key.digest('organization', folded)
  const kind = INSTITUTION_KINDS.find(([word]) => folded.includes(word))?.[1]
  const town = TOWNS[pickNumber(digest, TOWNS.length)]!
  const name = `${town} ${INSTITUTION_NAMES[pickNumber(digest, INSTITUTION_NAMES.length, 8)]}${kind === undefined ? '' : ` ${kind}`}`
  return text === text.toUpperCase() && text !== text.toLowerCase() ? name.toUpperCase() : name
}

export function surrogateProfession(key: PhiKey, text: string): string {
  return matchCase(PROFESSIONS[pickNumber(key.digest('profession', foldWords(text)), PROFESSIONS.length)]!, text)
}
