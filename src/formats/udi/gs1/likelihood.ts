// How usual GS1 elements are in UDIs, for texts that lost their separators.
import { dateCost, type Field, lotLengthCost, serialLengthCost } from '../lost-separators.ts'
import { readUdiDate } from '../udi-date.ts'
import { type AiEntry, aiAt } from './ai-table.ts'
import { fitsEntry } from './element.ts'

/** Bits; what is not listed costs more. Lot, serial number and dates are in most UDIs. */
const COSTS: Readonly<Record<string, number>> = {
  '01': 1,
  '10': 1,
  '11': 2,
  '13': 6,
  '15': 6,
  '16': 8,
  '17': 1,
  '20': 8,
  '21': 1,
  '22': 9,
  '30': 4,
  '37': 7,
  '90': 7,
  '91': 7,
  '92': 8,
  '93': 8,
  '240': 5,
  '241': 7,
  '242': 9,
  '243': 9,
  '250': 9,
  '251': 10,
  '400': 9,
  '710': 7,
  '711': 7,
  '712': 7,
  '713': 8,
  '714': 7,
  '715': 7,
  '716': 7,
  '717': 8,
  '7003': 7,
  '8008': 8,
  '8012': 6,
  '8013': 9,
  '8014': 5,
}
const RARE = 12
/** Years before and after today in which a device was made, and in which it expires. */
const PRODUCTION_YEARS = [-12, 1] as const
const EXPIRES = [-6, 12] as const
const COUNT_BITS = [2, 2, 3, 4, 6, 7, 9, 10]

/** The field of a text's element whose AI stands at a place. */
export function gs1FieldAt(currentYear: number): (text: string, at: number) => Field | undefined {
  return (text, at) => {
    const entry = aiAt(text, at)
    return entry && fieldOf(entry, currentYear)
  }
}

function fieldOf(entry: AiEntry, currentYear: number): Field {
  const { ai, minLength, maxLength, components } = entry
  const [only] = components
  return {
    id: ai,
    min: minLength,
    max: maxLength,
    needsSeparator: !entry.predefined,
    cost: COSTS[ai] ?? RARE,
    // The characters of a run-on text are those of its one or more free fields; a foreign character fails the whole segment first.
    isFree: components.length === 1 && only!.set === 'X' && only!.tests.length === 0,
    costOfLength: (length) => lengthCost(ai, length, maxLength),
    costOfValue: (value) => (fitsEntry(entry, value, currentYear) ? valueCost(entry, value, currentYear) : undefined),
  }
}

function lengthCost(ai: string, length: number, maxLength: number): number {
  if (ai === '10') return lotLengthCost(length)
  if (ai === '21') return serialLengthCost(length)
  if (ai === '30' || ai === '37') return COUNT_BITS[length - 1] ?? 10
  return Math.log2(maxLength)
}

function valueCost({ ai, components }: AiEntry, value: string, currentYear: number): number {
  const [first] = components
  if (first!.tests.includes('yymmd0') || first!.tests.includes('yymmdd')) {
    const { date } = readUdiDate(value.slice(0, 6), 'YYMMDD', currentYear, 'last-day')
    const [before, after] = ai === '11' || ai === '13' || ai === '8008' ? PRODUCTION_YEARS : EXPIRES
    return dateCost(Number(date!.slice(0, 4)), [currentYear + before, currentYear + after]) + (value.length - 6) * 3.3
  }
  // A count is not written with zeros in front.
  const zeros = (ai === '30' || ai === '37') && value.startsWith('0') ? 4 : 0
  return value.length * (first!.set === 'N' ? 3.3 : 4.5) + zeros
}
