// How senders write units that no grammar of units has, in small letters.
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_PROPER } from '../lexicon-bits.ts'

const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'min mins minute minutes sec secs second seconds hr hrs hour hours day days wk wks week weeks mo mos month months yr yrs year years lb lbs oz ml mls mg mcg kg gm gms tab tabs tablet tablets cap caps capsule capsules puff puffs unit units drop drops gtt'.split(
    ' ',
  ),
)
/** Code units of an abbreviation. */
const LONGEST = 10
/** Without those that were named after persons: Kelvin Watts. */
const NAMES: readonly string[] =
  'micro milli centi deci deka hecto kilo mega nano pico liter litre liters litres milliliter millilitre milliliters millilitres deciliter decilitre gram grams gramme milligram milligrams microgram micrograms kilogram kilograms mole moles millimole millimoles micromole meter metre meters metres centimeter centimetre millimeter millimetre second seconds minute minutes hour hours degree degrees fahrenheit percent unit units international enzyme per kilopascal millivolt kilojoule calorie kilocalorie equivalent milliequivalent osmole milliosmole square cubic'.split(
    ' ',
  )

/** `Min`, `lbs`: the short word of a unit. */
export function isUnitWord(text: string): boolean {
  return text.length <= LONGEST && ABBREVIATIONS.has(text.toLowerCase())
}

/** `Mili Litre`: names of units and nothing else, with at most one letter wrong in each. */
export function isNameOfUnit(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.length > 0 && words.length <= 5 && words.every((word) => NAMES.some((name) => isNear(word, name)))
}

const LEAST_NEAR = 7

/**
 * Equal, or from seven letters on with one letter more, less or changed and no name of a person or place: Christiana is not Christian misspelt. The first
 * letter is the same.
 */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true
  if (one[0] !== other[0] || Math.min(one.length, other.length) < LEAST_NEAR || Math.abs(one.length - other.length) > 1) return false
  if ((lookUp(hashWord(one)) & (LEX_PROPER | LEX.eponym)) !== 0) return false
  let head = 0
  while (head < one.length && one[head] === other[head]) head++
  let tail = 0
  while (tail < one.length - head && tail < other.length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++
  return one.length - head - tail <= 1 && other.length - head - tail <= 1
}
