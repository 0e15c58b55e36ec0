// HL7 v2 segments that were pasted into a text or a table's cell: what a field means tells what stands in it.
import { spend } from '../../budget.ts'
import type { PhiCategory } from '../../category.ts'
import type { LayerContext } from '../layer.ts'
import { addValue } from './pasted-members.ts'

/** By segment: fields and what they hold. A provider is a number and then a name. */
const SEGMENTS: ReadonlyMap<string, ReadonlyMap<number, FieldKind>> = new Map(
  [
    'PID 2 mrn,3 mrn,4 mrn,5 name,6 name,7 date,9 name,11 location,13 phone,14 phone,18 account,19 ssn,20 license,21 mrn,23 location,29 date',
    'NK1 2 name,4 location,5 phone,6 phone,7 phone,13 organization,16 date,30 name,31 phone,32 location,37 ssn',
    'GT1 2 account,3 name,4 name,5 location,6 phone,7 phone,8 date,12 ssn,16 organization,17 location,18 phone',
    'IN1 4 organization,5 location,7 phone,8 health-plan-id,11 organization,16 name,18 date,19 location,36 health-plan-id,49 health-plan-id',
    'IN2 1 other-id,2 ssn,6 health-plan-id,8 health-plan-id',
    'MRG 1 mrn,2 mrn,3 account,4 mrn,7 name',
    'PD1 4 provider',
    'PV1 7 provider,8 provider,9 provider,17 provider,19 other-id,44 date,45 date,50 other-id,52 provider',
    'ORC 2 other-id,3 other-id,12 provider',
    'OBR 2 other-id,3 other-id,16 provider',
  ].map((line) => {
    const fields = line.slice(4).split(',')
    return [line.slice(0, 3), new Map(fields.map((field) => [Number.parseInt(field, 10), field.split(' ')[1] as FieldKind]))] as const
  }),
)

type FieldKind = PhiCategory | 'provider'

/** A longer line is no pasted record. */
const MAX_SEGMENT = 5000

export function findPastedRecords(context: LayerContext): void {
  const { text } = context.tokens
  for (let bar = text.indexOf('|'); bar >= 0; bar = text.indexOf('|', bar + 1)) {
    const fields = bar >= 3 && !isWordUnit(text[bar - 4]) ? SEGMENTS.get(text.slice(bar - 3, bar)) : undefined
    if (fields) bar = readSegment(context, bar, fields) - 1
  }
}

/** @returns the end of the segment */
function readSegment(context: LayerContext, bar: number, fields: ReadonlyMap<number, FieldKind>): number {
  const { text } = context.tokens
  let end = bar
  while (end < text.length && end - bar < MAX_SEGMENT && text[end] !== '\n' && text[end] !== '\r') end++
  spend(context.budget, (end - bar) >> 3)
  let position = 0
  let start = bar + 1
  for (let at = start; at <= end; at++) {
    if (at < end && text[at] !== '|') continue
    position++
    const kind = fields.get(position)
    if (kind !== undefined && at > start) readField(context, start, at, kind)
    start = at + 1
    // Behind its fields the line may go on as a text.
    if (position > 60) break
  }
  return end
}

/** Names, numbers and addresses stand in the first components; behind them are kinds of names and who gave a number. */
const COMPONENTS: Partial<Record<FieldKind, number>> = { name: 3, location: 5, provider: 4, phone: 7 }

function readField(context: LayerContext, from: number, to: number, kind: FieldKind): void {
  const { text } = context.tokens
  let component = 1
  let start = from
  for (let at = from; at <= to; at++) {
    if (at < to && text[at] !== '^' && text[at] !== '~' && text[at] !== '&') continue
    const category = kind === 'provider' ? (component === 1 ? 'other-id' : 'name') : kind
    if (component <= (COMPONENTS[kind] ?? 1)) addValue(context, start, at, category, 'record/hl7')
    component = text[at] === '~' ? 1 : text[at] === '^' ? component + 1 : component
    start = at + 1
  }
}

function isWordUnit(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}]/u.test(unit)
}
