// The precision of values, and the least and greatest value that a value of its precision may stand for.
import { single } from '../context.ts'
import { Decimal } from '../decimal.ts'
import { type Item, type Items, NONE, ofDecimal, ofInteger, ofQuantity, ofTemporal, Quantity, systemOf } from '../item.ts'
import { Temporal } from '../temporal.ts'
import { type FunctionDefinition, plain } from './definition.ts'

export const PRECISION: Readonly<Record<string, FunctionDefinition>> = {
  precision: plain(0, 0, (_, input) => {
    const item = single(input, 'precision')
    const value = item && systemOf(item)?.value
    if (value instanceof Decimal) return [ofInteger(value.scale)]
    return value instanceof Temporal ? [ofInteger(digitsOf(value))] : NONE
  }),
  lowBoundary: plain(0, 1, (context, input, [digits]) => boundary(input, digitCount(digits?.(context, context.current)), false)),
  highBoundary: plain(0, 1, (context, input, [digits]) => boundary(input, digitCount(digits?.(context, context.current)), true)),
}

/** Digits of the precision: 4 for a year, 17 for milliseconds. */
function digitsOf({ kind, parts, fraction }: Temporal): number {
  const sizes = kind === 'Time' ? [2, 4, 6] : [4, 6, 8, 10, 12, 14]
  return sizes[parts.length - 1]! + fraction
}

function digitCount(items: Items | undefined): number | undefined {
  const value = items?.[0] && systemOf(items[0])?.value
  return value instanceof Decimal ? value.toNumber() : undefined
}

/** The least or greatest value that rounds to the given one. */
function boundary(input: Items, digits: number | undefined, isHigh: boolean): Items {
  const item = single(input, 'A function')
  const value = item && systemOf(item)?.value
  if (value instanceof Decimal) return listOf(ofDecimal, edgeOf(value, digits ?? 8, isHigh))
  if (value instanceof Quantity) {
    const edge = edgeOf(value.value, digits ?? 8, isHigh)
    return listOf(ofQuantity, edge && new Quantity(edge, value.unit, value.isCalendar))
  }
  if (!(value instanceof Temporal)) return NONE
  return temporalBoundary(value, digits, isHigh)
}

function listOf<T>(of: (value: T) => Item, value: T | undefined): Items {
  return value === undefined ? NONE : [of(value)]
}

/** The end of a decimal's interval; where it is cut, outwards it is rounded, inwards the rest is left off. */
function edgeOf(value: Decimal, scale: number, isHigh: boolean): Decimal | undefined {
  if (!Number.isInteger(scale) || scale < 0 || scale > 28) return undefined
  const half = new Decimal(5n, value.scale + 1)
  const edge = isHigh ? value.add(half) : value.subtract(half)
  if (scale >= edge.scale) return new Decimal(edge.units * 10n ** BigInt(scale - edge.scale), scale)
  if (value.sign < 0 !== isHigh) return edge.rounded(scale)
  return new Decimal(edge.units / 10n ** BigInt(edge.scale - scale), scale)
}

function temporalBoundary(value: Temporal, digits: number | undefined, isHigh: boolean): Items {
  const isTime = value.kind === 'Time'
  const requested = digits ?? (isTime ? 9 : value.kind === 'Date' ? 8 : 17)
  const sizes = isTime ? [2, 4, 6, 9] : [4, 6, 8, 10, 12, 14, 17]
  const count = sizes.indexOf(requested) + 1
  if (count === 0) return NONE
  // FHIR has no time of an hour alone: it is that of its first minute.
  const parts = !isTime && value.parts.length === 4 ? [...value.parts, 0] : [...value.parts]
  const limits = isTime ? [23, 59, 59] : [9999, 12, 31, 23, 59, 59]
  const hasFraction = count === sizes.length
  const length = hasFraction ? count - 1 : count
  while (parts.length < length) {
    const at = parts.length
    const isDay = !isTime && at === 2
    const least = !isTime && at < 3 ? 1 : 0
    parts.push(isHigh ? (isDay ? new Date(Date.UTC(parts[0]!, parts[1]!, 0)).getUTCDate() : limits[at]!) : least)
  }
  const cut = parts.slice(0, length)
  const isSecondKnown = value.parts.length === (isTime ? 3 : 6)
  if (hasFraction && isHigh && !(isSecondKnown && value.fraction >= 3)) cut[length - 1] = Math.trunc(cut[length - 1]!) + 0.999
  const kind = value.kind === 'Date' && length > 3 ? 'DateTime' : value.kind
  const offset = kind === 'DateTime' && length > 3 ? (value.offset ?? (isHigh ? -720 : 840)) : undefined
  return [ofTemporal(new Temporal(kind, cut, hasFraction ? 3 : 0, offset))]
}
