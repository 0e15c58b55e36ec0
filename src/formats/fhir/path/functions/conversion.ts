// Conversions between the types of System, and whether one is possible.
import { type EvaluationContext, single } from '../context.ts'
import { Decimal } from '../decimal.ts'
import {
  type Items,
  NONE,
  ofBoolean,
  ofDecimal,
  ofInteger,
  ofQuantity,
  ofString,
  ofTemporal,
  Quantity,
  type SystemItem,
  systemOf,
} from '../item.ts'
import { Temporal, type TemporalKind } from '../temporal.ts'
import { type FunctionDefinition, plain } from './definition.ts'

type Convert = (item: SystemItem) => Items

const YES: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', '1', '1.0'])
const NO: ReadonlySet<string> = new Set(['false', 'f', 'no', 'n', '0', '0.0'])

const CONVERTERS: Readonly<Record<string, Convert>> = {
  Boolean: ({ value }) => {
    const text = String(value).toLowerCase()
    return YES.has(text) ? ofBoolean(true) : NO.has(text) ? ofBoolean(false) : NONE
  },
  Integer: toInteger,
  // Integers have no bounds here, so that a Long is one of them.
  Long: toInteger,
  Decimal: ({ value }) => {
    if (typeof value === 'boolean') return [ofDecimal(new Decimal(value ? 10n : 0n, 1))]
    const number = value instanceof Decimal ? value : typeof value === 'string' ? Decimal.parse(value) : undefined
    return number ? [ofDecimal(number)] : NONE
  },
  String: ({ value }) => [ofString(String(value))],
  Date: temporal('Date'),
  DateTime: temporal('DateTime'),
  Time: temporal('Time'),
  Quantity: ({ value }) => {
    if (value instanceof Quantity) return [ofQuantity(value)]
    if (value instanceof Decimal) return [ofQuantity(new Quantity(value, '1', false))]
    if (typeof value === 'boolean') return [ofQuantity(new Quantity(new Decimal(value ? 10n : 0n, 1), '1', false))]
    const [, number = '', unit, calendar] =
      (typeof value === 'string' && /^([+-]?[0-9]{1,50}(?:\.[0-9]{1,50})?)\s*(?:'([^']{1,100})'|([a-z]{3,12}))?$/.exec(value)) || []
    const known = Decimal.parse(number)
    if (!known || (calendar !== undefined && !/^(?:year|month|week|day|hour|minute|second|millisecond)s?$/.test(calendar))) return NONE
    return [ofQuantity(new Quantity(known, calendar ?? unit ?? '1', calendar !== undefined))]
  },
}

function toInteger({ type, value }: SystemItem): Items {
  if (typeof value === 'boolean') return [ofInteger(value ? 1 : 0)]
  if (type === 'Integer') return [ofInteger((value as Decimal).units)]
  return typeof value === 'string' && /^[+-]?[0-9]{1,18}$/.test(value) ? [ofInteger(BigInt(value.replace('+', '')))] : NONE
}

function temporal(kind: TemporalKind): Convert {
  return ({ value }) => {
    if (value instanceof Temporal) {
      if (value.kind === kind) return [ofTemporal(value)]
      if (kind === 'Time' || value.kind === 'Time') return NONE
      const parts = kind === 'Date' ? value.parts.slice(0, 3) : value.parts
      return [ofTemporal(new Temporal(kind, parts, kind === 'Date' ? 0 : value.fraction, kind === 'Date' ? undefined : value.offset))]
    }
    if (typeof value !== 'string') return NONE
    const read = Temporal.parse(value, kind === 'Date' ? 'DateTime' : kind)
    if (!read) return NONE
    return [ofTemporal(kind === 'Date' ? new Temporal('Date', read.parts.slice(0, 3)) : read)]
  }
}

function converted(name: string, input: Items): Items {
  const item = single(input, `to${name}`)
  const system = item && systemOf(item)
  return system ? CONVERTERS[name]!(system) : NONE
}

function functionsOf(name: string): [string, FunctionDefinition][] {
  const most = name === 'Quantity' ? 1 : 0
  return [
    [`to${name}`, plain(0, most, (context, input, [unit], outer) => inUnit(converted(name, input), unit?.(context, outer)))],
    [
      `convertsTo${name}`,
      plain(0, most, (_: EvaluationContext, input: Items) => (input.length === 0 ? NONE : ofBoolean(converted(name, input).length > 0))),
    ],
  ]
}

/** A quantity in another unit is the same one where the unit is. */
function inUnit(result: Items, unit: Items | undefined): Items {
  if (!unit) return result
  const [requested] = unit
  const [item] = result
  const [text, quantity] = [requested && systemOf(requested)?.value, item && systemOf(item)?.value]
  return quantity instanceof Quantity && quantity.unit === text ? result : NONE
}

export const CONVERSION: Readonly<Record<string, FunctionDefinition>> = Object.fromEntries(Object.keys(CONVERTERS).flatMap(functionsOf))
