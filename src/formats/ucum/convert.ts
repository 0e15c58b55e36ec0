// Converts a number at one unit into another unit, exactly, through the canonical form.
import { SPECIAL_FUNCTIONS } from './functions.ts'
import { type AmountCount, areCommensurable, baseUnits, canonicalUnits, type Measure, measureOfCode } from './measure.ts'
import { divide, multiply, power, type Rational, sizeInBits } from './rational.ts'

export interface Substance {
  /** In g/mol; mass and amount convert by it. */
  readonly molarMass: Rational | undefined
  /** Charges of an ion: equivalents a mole. */
  readonly charge: number | undefined
}

export type ConversionIssueCode =
  | 'not_commensurable'
  | 'needs_molar_mass'
  | 'needs_charge'
  | 'out_of_domain'
  | 'amounts_assumed_equal'
  | 'ratio_of_other_kinds'

export interface Conversion {
  readonly value: Rational | undefined
  readonly exact: boolean
  /** Without a value: why there is none. With one: what was assumed. */
  readonly issue: ConversionIssueCode | undefined
}

/** Two numbers whose product would take longer than this are refused. */
const MAX_VALUE_BITS = 40_000

/** Never throws. */
export function convert(value: Rational, from: Measure, to: Measure, substance: Substance): Conversion {
  const bridge = bridgeBetween(from, to, substance)
  if ('refused' in bridge) return refuse(bridge.refused)
  if (sizeInBits(value) + sizeInBits(from.factor) + sizeInBits(to.factor) > MAX_VALUE_BITS) return refuse('out_of_domain')
  const quantity = toCanonical(value, from)
  if (!quantity) return refuse('out_of_domain')
  const bridged = bridge.factor ? multiply(quantity.value, bridge.factor) : quantity.value
  const number = fromCanonical(bridged, to)
  if (!number) return refuse('out_of_domain')
  return { value: number.value, exact: quantity.exact && number.exact, issue: bridge.assumed }
}

function refuse(issue: ConversionIssueCode): Conversion {
  return { value: undefined, exact: false, issue }
}

/** The number in canonical units; undefined if the function of a special unit has no value there. */
export function toCanonical(value: Rational, { factor, special }: Measure): { value: Rational; exact: boolean } | undefined {
  const scaled = multiply(value, factor)
  return special ? SPECIAL_FUNCTIONS[special.functionName]!.quantity(scaled, special.unit.factor) : { value: scaled, exact: true }
}

function fromCanonical(quantity: Rational, { factor, special }: Measure): { value: Rational; exact: boolean } | undefined {
  if (!special) return { value: divide(quantity, factor), exact: true }
  const number = SPECIAL_FUNCTIONS[special.functionName]!.number(quantity, special.unit.factor)
  return number && { value: divide(number.value, factor), exact: number.exact }
}

type Bridge =
  | { readonly refused: ConversionIssueCode }
  | { readonly factor: Rational | undefined; readonly assumed: ConversionIssueCode | undefined }

/** What else than the factors lies between two units: molar masses and charges. */
function bridgeBetween(from: Measure, to: Measure, { molarMass, charge }: Substance): Bridge {
  const equivalents = netOf(to.amounts[EQUIVALENTS]!) - netOf(from.amounts[EQUIVALENTS]!)
  if (areCommensurable(from, to)) {
    if (equivalents !== 0 && charge !== undefined && totalAmount(from) === totalAmount(to)) {
      return { factor: power({ n: BigInt(charge), d: 1n, e: 0 }, equivalents), assumed: undefined }
    }
    return { factor: undefined, assumed: assumptionBetween(from, to) }
  }
  const mass = massBetween(from, to)
  if (mass === undefined || totalAmount(to) - totalAmount(from) !== mass) return { refused: 'not_commensurable' }
  if (!molarMass) return { refused: 'needs_molar_mass' }
  if (equivalents !== 0 && charge === undefined) return { refused: 'needs_charge' }
  const particles = divide(measureOfCode('mol').factor, molarMass)
  const charges = equivalents === 0 ? undefined : power({ n: BigInt(charge!), d: 1n, e: 0 }, equivalents)
  const factor = power(particles, mass)
  return { factor: charges ? multiply(factor, charges) : factor, assumed: undefined }
}

const EQUIVALENTS = 1

function netOf({ above, below }: AmountCount): number {
  return above - below
}

function totalAmount({ amounts }: Measure): number {
  return amounts.reduce((sum, count) => sum + netOf(count), 0)
}

/** How many powers of mass `from` has more than `to`, if they differ in nothing else of their dimension. */
function massBetween(from: Measure, to: Measure): number | undefined {
  const gram = baseUnits().indexOf('g')
  const mass = from.dimension[gram]! - to.dimension[gram]!
  const shifted = { ...to, dimension: to.dimension.map((exponent, i) => (i === gram ? exponent + mass : exponent)) }
  return mass !== 0 && Math.abs(mass) <= 4 && areCommensurable(from, shifted) ? mass : undefined
}

/** UCUM counts moles, equivalents and osmoles as one number, and a ratio of amounts as a ratio of masses; a laboratory does not. */
function assumptionBetween(from: Measure, to: Measure): ConversionIssueCode | undefined {
  const nets = (measure: Measure) => measure.amounts.map(netOf)
  if (String(nets(from)) !== String(nets(to))) return 'amounts_assumed_equal'
  const isRatio = (measure: Measure) => measure.amounts.some(({ above, below }) => above > 0 && below > 0)
  return isRatio(from) !== isRatio(to) && canonicalUnits(from) === '1' ? 'ratio_of_other_kinds' : undefined
}
