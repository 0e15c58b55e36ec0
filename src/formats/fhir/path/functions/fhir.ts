// Functions that FHIR adds, and those of dates, precision and boundaries.
import { isObject } from '../../json/json-value.ts'
import { checkXhtml } from '../../validate/narrative.ts'
import { evaluationFault, single, textOf } from '../context.ts'
import { Decimal } from '../decimal.ts'
import { childrenOf, type Item, type Items, NONE, ofBoolean, ofDecimal, ofInteger, ofTemporal, systemOf } from '../item.ts'
import { Temporal } from '../temporal.ts'
import { type FunctionDefinition, plain } from './definition.ts'

export const FHIR: Readonly<Record<string, FunctionDefinition>> = {
  extension: plain(1, 1, (context, input, [url]) => {
    const wanted = textOf(url!(context, context.current), 'extension')
    if (wanted === undefined) return NONE
    return input.flatMap((item) => {
      if (item.kind !== 'node') return []
      const extensions = childrenOf(item, context.settings.model, 'extension')
      return extensions.filter((each) => each.kind === 'node' && isObject(each.value) && each.value.url === wanted)
    })
  }),
  hasValue: plain(0, 0, (_, input) => ofBoolean(input.length === 1 && hasValue(input[0]!))),
  getValue: plain(0, 0, (_, input) => {
    const item = single(input, 'getValue')
    const value = item && hasValue(item) ? systemOf(item) : undefined
    return value ? [value] : NONE
  }),
  resolve: plain(0, 0, ({ settings }, input) =>
    input.flatMap((item) => {
      const node = item.kind === 'node' ? item : undefined
      const value = node && isObject(node.value) ? node.value.reference : systemOf(item)?.value
      const found = typeof value === 'string' ? settings.resolve(value, node) : undefined
      return found ? [found] : []
    }),
  ),
  memberOf: plain(1, 1, (context, input, [valueSet]) => {
    const item = single(input, 'memberOf')
    const url = textOf(valueSet!(context, context.current), 'memberOf')
    const member = item && url !== undefined ? context.settings.memberOf(item, url) : undefined
    return member === undefined ? NONE : ofBoolean(member)
  }),
  conformsTo: plain(1, 1, (context, input, [profile]) => {
    const { model, conformsTo } = context.settings
    const item = single(input, 'conformsTo')
    const url = textOf(profile!(context, context.current), 'conformsTo')
    if (item?.kind !== 'node' || url === undefined) return NONE
    const type = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/([A-Za-z]{1,60})$/.exec(url)?.[1]
    if (type !== undefined && model.type(type)) return ofBoolean(model.isA(item.plan.name, type))
    const conforms = conformsTo(item, url)
    if (conforms === undefined) throw evaluationFault('conformsTo takes a profile that is loaded.')
    return ofBoolean(conforms)
  }),
  htmlChecks: plain(0, 0, (_, input) => {
    const item = single(input, 'htmlChecks')
    const value = item && systemOf(item)?.value
    return typeof value === 'string' ? ofBoolean(checkXhtml(value) === undefined) : NONE
  }),
  elementDefinition: plain(0, 0, () => NONE),
  slice: plain(2, 2, () => NONE),
  checkModifiers: plain(0, 20, (_, input) => input),
  now: plain(0, 0, ({ settings }) => timeOf(settings.now, 'DateTime')),
  today: plain(0, 0, ({ settings }) => timeOf(settings.now?.slice(0, 10), 'Date')),
  timeOfDay: plain(0, 0, ({ settings }) => timeOf(settings.now?.slice(11, 19), 'Time')),
  yearOf: part(0),
  monthOf: part(1),
  dayOf: part(2),
  hourOf: clock(0),
  minuteOf: clock(1),
  secondOf: clock(2),
  precision: plain(0, 0, (_, input) => {
    const value = valueIn(input)
    if (value instanceof Decimal) return [ofInteger(value.scale)]
    return value instanceof Temporal ? [ofInteger(digitsOf(value))] : NONE
  }),
  lowBoundary: plain(0, 1, (context, input, [digits]) => boundary(input, digitCount(digits?.(context, context.current)), false)),
  highBoundary: plain(0, 1, (context, input, [digits]) => boundary(input, digitCount(digits?.(context, context.current)), true)),
}

function hasValue(item: Item): boolean {
  return item.kind === 'system' || (item.kind === 'node' && item.plan.kind === 'primitive' && item.value !== undefined)
}

function valueIn(input: Items) {
  const item = single(input, 'A function')
  return item && systemOf(item)?.value
}

function timeOf(text: string | undefined, kind: 'Date' | 'DateTime' | 'Time'): Items {
  const time = text === undefined ? undefined : Temporal.parse(text, kind)
  return time ? [ofTemporal(time)] : NONE
}

function part(index: number): FunctionDefinition {
  return plain(0, 0, (_, input) => {
    const value = valueIn(input)
    const known = value instanceof Temporal && value.kind !== 'Time' ? value.parts[index] : undefined
    return known === undefined ? NONE : [ofInteger(known)]
  })
}

function clock(index: number): FunctionDefinition {
  return plain(0, 0, (_, input) => {
    const value = valueIn(input)
    const known = value instanceof Temporal ? value.parts[value.kind === 'Time' ? index : index + 3] : undefined
    return known === undefined ? NONE : [ofInteger(Math.trunc(known))]
  })
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
  const value = valueIn(input)
  if (value instanceof Decimal) {
    const scale = digits ?? 8
    if (scale < 0 || scale > 28) return NONE
    const half = new Decimal(5n, value.scale + 1)
    const edge = isHigh ? value.add(half) : value.subtract(half)
    if (scale >= edge.scale) return [ofDecimal(new Decimal(edge.units * 10n ** BigInt(scale - edge.scale), scale))]
    const floor = new Decimal(edge.units, edge.scale)
    const factor = 10n ** BigInt(edge.scale - scale)
    const cut = isHigh ? -(-floor.units / factor) : floor.units / factor
    return [ofDecimal(new Decimal(cut, scale))]
  }
  if (!(value instanceof Temporal)) return NONE
  return temporalBoundary(value, digits, isHigh)
}

function temporalBoundary(value: Temporal, digits: number | undefined, isHigh: boolean): Items {
  const isTime = value.kind === 'Time'
  const wanted = digits ?? (isTime ? 9 : value.kind === 'Date' ? 8 : 17)
  const sizes = isTime ? [2, 4, 6, 9] : [4, 6, 8, 10, 12, 14, 17]
  const count = sizes.indexOf(wanted) + 1
  if (count === 0) return NONE
  const parts = [...value.parts]
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
