// Parts of dates and times (FHIRPath 3.0, 5.8): empty where the value is not as precise.
import { Decimal } from '../decimal.ts'
import { NONE, ofDecimal, ofInteger, ofTemporal } from '../item.ts'
import { Temporal } from '../temporal.ts'
import { type FunctionDefinition, plain, systemValue } from './definition.ts'

export const COMPONENTS: Readonly<Record<string, FunctionDefinition>> = {
  yearOf: part(0),
  monthOf: part(1),
  dayOf: part(2),
  hourOf: clock(0),
  minuteOf: clock(1),
  secondOf: clock(2),
  millisecondOf: plain(0, 0, (_, input) => {
    const value = systemValue(input)
    const second = value instanceof Temporal && value.fraction > 0 ? clockOf(value)[2] : undefined
    return second === undefined ? NONE : [ofInteger(Math.trunc(Math.round((second % 1) * 1e9) / 1e6))]
  }),
  timezoneOffsetOf: plain(0, 0, (_, input) => {
    const value = systemValue(input)
    const offset = value instanceof Temporal ? value.offset : undefined
    return offset === undefined ? NONE : [ofDecimal(Decimal.parse((offset / 60).toFixed(offset % 6 === 0 ? 1 : 2))!)]
  }),
  dateOf: plain(0, 0, (_, input) => {
    const value = systemValue(input)
    return value instanceof Temporal && value.kind !== 'Time' ? [ofTemporal(new Temporal('Date', value.parts.slice(0, 3)))] : NONE
  }),
  timeOf: plain(0, 0, (_, input) => {
    const value = systemValue(input)
    const parts = value instanceof Temporal ? clockOf(value) : []
    return parts.length === 0 ? NONE : [ofTemporal(new Temporal('Time', parts, (value as Temporal).fraction))]
  }),
}

/** Hour, minute and second, as many as are known. */
function clockOf({ kind, parts }: Temporal): readonly number[] {
  return kind === 'Time' ? parts : parts.slice(3)
}

function part(index: number): FunctionDefinition {
  return plain(0, 0, (_, input) => {
    const value = systemValue(input)
    const known = value instanceof Temporal && value.kind !== 'Time' ? value.parts[index] : undefined
    return known === undefined ? NONE : [ofInteger(known)]
  })
}

function clock(index: number): FunctionDefinition {
  return plain(0, 0, (_, input) => {
    const value = systemValue(input)
    const known = value instanceof Temporal ? clockOf(value)[index] : undefined
    return known === undefined ? NONE : [ofInteger(Math.trunc(known))]
  })
}
