// Functions over numbers.
import { single } from '../context.ts'
import { Decimal } from '../decimal.ts'
import { type Items, NONE, ofDecimal, ofInteger, ofQuantity, Quantity, type SystemItem, systemOf } from '../item.ts'
import { type FunctionDefinition, plain } from './definition.ts'

export const MATH: Readonly<Record<string, FunctionDefinition>> = {
  abs: number(
    ({ value, type }) => same(type, value.sign < 0 ? value.negate() : value),
    (value) => (value.sign < 0 ? value.negate() : value),
  ),
  ceiling: number(({ value }) => [ofInteger(value.negate().floor().negate().units)]),
  floor: number(({ value }) => [ofInteger(value.floor().units)]),
  truncate: number(({ value }) => [ofInteger(value.truncated().units)]),
  round: plain(0, 1, (context, input, [digits], outer) => {
    const item = numberItem(input)
    const count = digits ? numberItem(digits(context, outer))?.value.toNumber() : 0
    return item && Number.isInteger(count) && count! >= 0 ? [ofDecimal(item.value.rounded(count!))] : NONE
  }),
  sqrt: real((value) => Math.sqrt(value)),
  exp: real((value) => Math.exp(value)),
  ln: real((value) => Math.log(value)),
  log: plain(1, 1, (context, input, [base], outer) => {
    const [value, of] = [numberItem(input), numberItem(base!(context, outer))]
    return value && of ? ofReal(Math.log(value.value.toNumber()) / Math.log(of.value.toNumber())) : NONE
  }),
  power: plain(1, 1, (context, input, [exponent], outer) => {
    const [value, by] = [numberItem(input), numberItem(exponent!(context, outer))]
    if (!value || !by) return NONE
    const whole = by.value.isWhole && by.value.sign >= 0 && by.value.toNumber() <= 200
    if (!whole) return ofReal(value.value.toNumber() ** by.value.toNumber())
    let result = Decimal.ofInteger(1)
    for (let i = 0; i < by.value.toNumber() && !result.isTooLarge; i++) result = result.multiply(value.value)
    if (result.isTooLarge) return NONE
    return same(value.type === 'Integer' && by.type === 'Integer' ? 'Integer' : 'Decimal', result)
  }),
  sum: plain(0, 0, (_, input) => total(input)),
  min: plain(0, 0, (_, input) => extreme(input, -1)),
  max: plain(0, 0, (_, input) => extreme(input, 1)),
  avg: plain(0, 0, (_, input) => {
    const sum = numberItem(total(input))
    const mean = sum?.value.divide(Decimal.ofInteger(input.length))
    return mean ? [ofDecimal(mean)] : NONE
  }),
}

type NumberItem = SystemItem & { readonly value: Decimal }

function numberItem(items: Items): NumberItem | undefined {
  const item = single(items, 'A number')
  const system = item && systemOf(item)
  return system?.value instanceof Decimal ? (system as NumberItem) : undefined
}

function number(run: (item: NumberItem) => Items, ofQuantities?: (value: Decimal) => Decimal): FunctionDefinition {
  return plain(0, 0, (_, input) => {
    const item = single(input, 'A number')
    const value = item && systemOf(item)?.value
    if (value instanceof Quantity && ofQuantities)
      return [ofQuantity(new Quantity(ofQuantities(value.value), value.unit, value.isCalendar))]
    const found = numberItem(input)
    return found ? run(found) : NONE
  })
}

function real(run: (value: number) => number): FunctionDefinition {
  return number(({ value }) => ofReal(run(value.toNumber())))
}

function ofReal(value: number): Items {
  const decimal = Number.isFinite(value) ? Decimal.parse(String(value)) : undefined
  return decimal ? [ofDecimal(decimal)] : NONE
}

function same(type: SystemItem['type'], value: Decimal): Items {
  return [type === 'Integer' ? ofInteger(value.units / 10n ** BigInt(value.scale)) : ofDecimal(value)]
}

function total(input: Items): Items {
  let sum = Decimal.ofInteger(0)
  let type: SystemItem['type'] = 'Integer'
  for (const item of input) {
    const each = numberItem([item])
    if (!each) return NONE
    if (each.type !== 'Integer') type = 'Decimal'
    sum = sum.add(each.value)
  }
  return same(type, sum)
}

function extreme(input: Items, sign: number): Items {
  let best: NumberItem | undefined
  for (const item of input) {
    const each = numberItem([item])
    if (!each) return NONE
    if (!best || each.value.compare(best.value) * sign > 0) best = each
  }
  return best ? [best] : NONE
}
