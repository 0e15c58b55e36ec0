// What the reversal of a map is seen from.
import type { CodeMaps } from '../../fhir/code-systems.ts'
import { holds, type Operand } from '../../fhir/condition.ts'
import type { MapRow } from '../../fhir/map-table.ts'
import type { ClaimLog, Scope } from '../draft/claim-log.ts'
import type { Address, DraftSegment } from '../draft/draft-segment.ts'
import type { FhirElement, SourceBundle } from '../draft/source-tree.ts'
import type { Slot } from './map-slots.ts'

export interface ReverseContext {
  readonly bundle: SourceBundle
  readonly codes: CodeMaps
  /** Names of assigning authorities and code systems by their addresses. */
  readonly systems: ReadonlyMap<string, string>
  readonly log: ClaimLog
  /** True while a practitioner may stand for a role. */
  readonly isRelaxed: boolean
  /** Executes a map backwards. */
  reverse(name: string, element: FhirElement, frame: ReverseFrame): void
  /** The segment of the name that belongs to the one that is filled; undefined for none. */
  related(segment: DraftSegment, id: string): DraftSegment | undefined
}

/** Where a map is executed backwards. */
export interface ReverseFrame {
  readonly segment: DraftSegment
  /** Field of a data type map; 0 for a segment map. */
  readonly field: number
  readonly repetition: number
  /** Component and subcomponent of a data type map. */
  readonly inner: readonly number[]
  readonly scope: Scope
  readonly vocabulary: string
}

/** The place of a row's source. */
export function addressOf({ field, repetition, inner }: ReverseFrame, { from }: MapRow): Address {
  if (field === 0) return { field: from, repetition, inner: [] }
  return { field, repetition, inner: from === 0 ? inner : [...inner, from] }
}

/** Whether the condition of a row holds for what has been put in. */
export function holdsFor(context: ReverseContext, frame: ReverseFrame, row: MapRow): boolean {
  const { condition } = row
  if (!condition) return true
  return holds(condition, {
    isValued: (operand) => {
      if (operand.ofSegment && operand.field === 0) return context.related(frame.segment, operand.name) !== undefined
      return textOf(context, frame, row, operand) !== ''
    },
    textOf: (operand) => textOf(context, frame, row, operand),
    textsOf: (operand) => {
      const text = textOf(context, frame, row, operand)
      return text === '' ? [] : [text]
    },
    countOf: ({ name, field }) => (name === frame.segment.id ? frame.segment : context.related(frame.segment, name))?.count(field) ?? 0,
  })
}

/** The text of an operand as it stands in the message. */
export function textOf(context: ReverseContext, frame: ReverseFrame, row: MapRow, operand: Operand): string {
  const own = addressOf(frame, row)
  const { segment } = frame
  if (operand.name === '') return segment.textIn(own.field, own.repetition, own.inner)
  if (!operand.ofSegment) {
    if (operand.name === 'MSG' && segment.id !== 'MSH') return context.related(segment, 'MSH')?.textIn(9, 1, [operand.field]) ?? ''
    const base = frame.field === 0 ? { field: row.from, inner: [] } : frame
    const inner = [...base.inner, operand.field, ...(operand.component > 0 ? [operand.component] : [])]
    return segment.textIn(base.field, frame.repetition, inner)
  }
  const other = operand.name === segment.id ? segment : context.related(segment, operand.name)
  const isOwn = other === segment && operand.field === own.field
  return other?.textIn(operand.field, isOwn ? own.repetition : 1, operand.component > 0 ? [operand.component] : []) ?? ''
}

/** One execution of a map. */
export interface MapRun {
  readonly context: ReverseContext
  readonly frame: ReverseFrame
  /** Rows whose condition does not hold for what they would have put in. */
  readonly disabled: ReadonlySet<MapRow>
  /** Rows that have been executed, to see whether their conditions hold in the end. */
  readonly applied: { readonly row: MapRow; readonly frame: ReverseFrame }[]
  /** Assignments that are checked once all parts are there. */
  readonly later: (() => void)[]
  /** Executes the rows of a slot and of those below it. */
  readonly runSlot: (run: MapRun, slot: Slot, element: FhirElement, frame: ReverseFrame) => void
}
