// Finds a house and its street by form alone, in any case: `2995 corduroy ct`, `94 MAPLE HOLLOW DRIVE`. The detector wants more of a street whose words
// are ordinary ones.
import { listMatches } from '../../../core/list-matches.ts'

export interface StreetLine {
  /** UTF-16 offsets, end exclusive. */
  readonly start: number
  readonly end: number
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const STREETS = words(
  'street avenue ave road rd lane ln drive court boulevard blvd terrace pkwy parkway hwy highway trail circle crescent alley square plaza',
)
/** Short forms that mean something else in notes: doctor, computed tomography, a statin. */
const SHORT_STREETS = words('st dr ct way loop place pl ter cir trl sq cres')
/** Digits of a house before a short form. */
const LEAST_DIGITS = 2
/** Words that stand between a number and what it counts, so that the number is no house. */
const NO_STREET = words(
  'a an and as at by per for from in of on or to the with was is are no not mg mcg ug g gm gram grams kg ml cc l dl mm cm m meq units unit iu tab tabs tablet tablets cap caps puff puffs drop drops dose doses day days week weeks month months year years yr yrs yo hour hours hr hrs min mins minute minutes time times view views x ref refills percent lbs lb oz bpm',
)
const MOST_WORDS = 4

/** @returns stretches in order without overlaps */
export function locateStreets(text: string): StreetLine[] {
  const tokens = listMatches(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu, text, (word, start) => ({
    word: word.toLowerCase(),
    start,
    end: start + word.length,
  }))
  const found: StreetLine[] = []
  for (let i = 0; i < tokens.length; i++) {
    if (!/^\d{1,6}[a-z]?$/.test(tokens[i]!.word)) continue
    for (let k = i + 1; k < tokens.length && k <= i + MOST_WORDS + 1; k++) {
      const { word, start, end } = tokens[k]!
      if (!/^[ \t]+$/.test(text.slice(tokens[k - 1]!.end, start)) || NO_STREET.has(word) || !/\p{L}/u.test(word)) break
      const bare = word.replace(/\.$/, '')
      const isStreet = k > i + 1 && (STREETS.has(bare) || (SHORT_STREETS.has(bare) && tokens[i]!.word.length >= LEAST_DIGITS))
      if (!isStreet) continue
      found.push({ start: tokens[i]!.start, end })
      i = k
      break
    }
  }
  return found
}
