// Numbers made from published ones: valid by our own rules, with one digit wrong, two swapped, one too many or too few, separators, prefixes, small
// letters, and some with several places changed.
import { checkId } from '../../../src/formats/ids/check-ids.ts'
import { SHAPES, VECTORS } from '../../formats/ids/vectors.ts'
import { Random } from '../../formats/phi/cda/made/random.ts'

const KINDS = ['valid', 'wrong digit', 'swapped', 'wrong length', 'separators', 'prefix', 'small letters', 'changed'] as const
type Kind = (typeof KINDS)[number]

export interface Made {
  readonly type: string
  readonly text: string
}

/** Dates of birth after it are in the future. */
const DAY = { year: 2026, month: 11, day: 27 }

export function judge(type: string, text: string) {
  return checkId(text, 0, { type, countries: [], decode: false, today: DAY }).matches[0]!
}

const isValid = (type: string, text: string): boolean => judge(type, text).valid

/** As many of each kind but valid ones, of which there are three times as many. */
export function makeNumbers(type: string, count: number): Made[] {
  const random = new Random([...type].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % 1_000_003)
  const kinds = [...KINDS, 'valid', 'valid'] as const
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length]!
    return { type, text: MAKERS[kind](makeValid(type, random), random) }
  })
}

/** Of schemes without published numbers; the last digit is computed. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'rs-jmbg': '0101990710000',
  'ba-jmbg': '0101990150000',
  'me-jmbg': '0101990210000',
  'mk-jmbg': '0101990450000',
  'se-samordningsnummer': '701063-2390',
  'ar-dni': '20123456',
}

function seedsOf(type: string): readonly string[] {
  const published = VECTORS[type] ?? SHAPES[type]
  if (published) return published
  const seed = withCheck(type, TEMPLATES[type]!)
  if (seed === undefined) throw new Error(`The template of ${type} has no check digit that holds.`)
  return [seed]
}

/** Another number that holds: places of a published one are changed until it does. */
function makeValid(type: string, random: Random): string {
  const vectors = seedsOf(type)
  for (let tries = 0; tries < 400; tries++) {
    const text = withCheck(type, change(random.pick(vectors), random, tries < 40 ? 9 : 4))
    if (text !== undefined) return text
  }
  return random.pick(vectors)
}

/** The last place is where most schemes have their check digit. */
function withCheck(type: string, text: string): string | undefined {
  if (isValid(type, text)) return text
  const at = text.search(/[0-9A-Za-z][^0-9A-Za-z]*$/)
  const choices = /\d/.test(text[at] ?? '') ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const choice of choices) {
    const changed = text.slice(0, at) + choice + text.slice(at + 1)
    if (isValid(type, changed)) return changed
  }
  return undefined
}

/** Digits for digits and letters for letters. */
function change(text: string, random: Random, most: number): string {
  const places = [...text].flatMap((sign, i) => (/[0-9A-Za-z]/.test(sign) ? [i] : []))
  const signs = [...text]
  for (let n = random.int(1, Math.min(most, places.length)); n > 0; n--) {
    const at = random.pick(places)
    signs[at] = /\d/.test(signs[at]!) ? String(random.int(0, 9)) : random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'])
  }
  return signs.join('')
}

const PREFIXES = ['ID ', 'No. ', 'NL', 'DE', 'FR', 'US', 'SE', 'CH', '#', '+']

const MAKERS: Readonly<Record<Kind, (text: string, random: Random) => string>> = {
  valid: (text) => text,
  'wrong digit': (text, random) => change(text, random, 1),
  swapped(text, random) {
    const places = [...text].flatMap((sign, i) => (/[0-9A-Za-z]/.test(sign) && /[0-9A-Za-z]/.test(text[i + 1] ?? '') ? [i] : []))
    const at = random.pick(places)
    return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
  },
  'wrong length'(text, random) {
    const at = random.int(0, text.length - 1)
    return random.chance(0.5) ? text.slice(0, at) + text.slice(at + 1) : text.slice(0, at) + String(random.int(0, 9)) + text.slice(at)
  },
  separators(text, random) {
    const sign = random.pick([' ', '-', '.', '/'])
    const at = random.int(1, text.length - 1)
    return text.slice(0, at) + sign + text.slice(at)
  },
  prefix: (text, random) => random.pick(PREFIXES) + text,
  'small letters': (text) => text.toLowerCase(),
  changed: (text, random) => change(text, random, 9),
}
