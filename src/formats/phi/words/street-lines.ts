// Finds a house and its street by form alone, in any case: `2995 corduroy ct`, `94 MAPLE HOLLOW DRIVE`. The detector wants more of a street whose words
// are ordinary ones.
import { isOrdinary } from '../hl7/known-names.ts'

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
  const found: StreetLine[] = []
  HOUSE.lastIndex = 0
  for (let house = HOUSE.exec(text); house; house = HOUSE.exec(text)) {
    const end = endOfStreet(text, HOUSE.lastIndex, house[0].length >= LEAST_DIGITS)
    if (end === undefined) continue
    found.push({ start: house.index, end })
    HOUSE.lastIndex = end
  }
  const blocks = locateBlocks(text)
  return blocks.length === 0 ? found : [...found, ...blocks].sort((a, b) => a.start - b.start)
}

/** Numbers of a district, a block and a house before the name of a town, as in addresses of Japan: `4-12-9 honcho`. They look like a date. */
const BLOCK = /(?<![\p{L}\p{N}/.-])\d{1,2}-\d{1,3}-(\d{1,3})[ \t]+(\p{L}[\p{L}\p{M}'’-]{2,})/gu
/** Words before a place. */
const AT = /(?:^|[^\p{L}])(?:at|to|up|from|resides?|lives?|living|home|addr(?:ess)?):?[ \t]+$/iu
const LONGEST_CUE = 12

function locateBlocks(text: string): StreetLine[] {
  const found: StreetLine[] = []
  BLOCK.lastIndex = 0
  for (let block = BLOCK.exec(text); block; block = BLOCK.exec(text)) {
    const [whole, house = '', name = ''] = block
    const isDate = house.length > 1 && isOrdinary(name)
    if (isDate || NO_STREET.has(name.toLowerCase()) || !AT.test(text.slice(Math.max(0, block.index - LONGEST_CUE), block.index))) continue
    found.push({ start: block.index, end: block.index + whole.length })
  }
  return found
}

/** A word of at most six digits and a letter. */
const HOUSE = /(?<![\p{L}\p{N}]['’.-]{0,8})\d{1,6}[A-Za-z]?(?![\p{L}\p{N}'’.-])/gu
const WORD = /[ \t]+([\p{L}\p{N}][\p{L}\p{N}'’.-]*)/uy

/** @param from end of the number of the house */
function endOfStreet(text: string, from: number, mayBeShort: boolean): number | undefined {
  WORD.lastIndex = from
  for (let count = 0; count <= MOST_WORDS; count++) {
    const word = WORD.exec(text)?.[1]?.toLowerCase()
    if (word === undefined || NO_STREET.has(word) || !/\p{L}/u.test(word)) return undefined
    const bare = word.replace(/\.$/, '')
    if (count > 0 && (STREETS.has(bare) || (mayBeShort && SHORT_STREETS.has(bare)))) return WORD.lastIndex
  }
  return undefined
}
