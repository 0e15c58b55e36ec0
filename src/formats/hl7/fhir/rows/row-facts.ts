// What a row asks of the message around it: the parts that its conditions and assignments name.
import type { CodeMaps } from '../code-systems.ts'
import { type Facts, holds, type Operand } from '../condition.ts'
import type { ValueContext } from '../convert-value.ts'
import type { Part } from '../fhir-node.ts'
import type { MapRow, MapSource } from '../map-table.ts'
import type { ResourceGraph } from '../resource-graph.ts'
import { firstLeaf, isValued, partAt, type SourceMessage, type SourceSegment } from '../source-message.ts'
import { nearestSeen } from './nearest.ts'

export interface RunContext extends ValueContext {
  readonly message: SourceMessage
  readonly graph: ResourceGraph
  readonly codes: CodeMaps
  readonly maps: MapSource
  /** The time of the transformation as HL7 writes it; empty for none. */
  readonly time: string
}

/** Whether a condition holds, asked of the part that a row is for. */
export function holdsFor(
  context: RunContext,
  condition: MapRow['condition'],
  segment: SourceSegment,
  part: Part | undefined,
  own: Part | undefined,
): boolean {
  return condition === undefined || holds(condition, new PlaceFacts(context, segment, part, own))
}

class PlaceFacts implements Facts {
  readonly #context: RunContext
  readonly #segment: SourceSegment
  readonly #part: Part | undefined
  readonly #own: Part | undefined

  constructor(context: RunContext, segment: SourceSegment, part: Part | undefined, own: Part | undefined) {
    this.#context = context
    this.#segment = segment
    this.#part = part
    this.#own = own
  }

  isValued(operand: Operand): boolean {
    if (operand.ofSegment && operand.field === 0) return relatedSegment(this.#context, this.#segment, operand.name) !== undefined
    return this.#firstOf(operand) !== undefined
  }

  textOf(operand: Operand): string {
    return firstLeaf(this.#firstOf(operand))?.value ?? ''
  }

  /** The first part that is valued. */
  #firstOf(operand: Operand): Part | undefined {
    if (operand.name === '') return isValued(this.#own) ? this.#own : undefined
    if (!operand.ofSegment) {
      const part = componentPart(this.#context, this.#segment, this.#part ?? this.#own, operand)
      return isValued(part) ? part : undefined
    }
    for (const each of repetitionsOf(this.#context, this.#segment, this.#own, operand)) {
      const part = partAt(each, operand.component)
      if (isValued(part)) return part
    }
    return undefined
  }

  textsOf(operand: Operand): string[] {
    return this.#partsOf(operand)
      .filter(isValued)
      .map((part) => firstLeaf(part)?.value ?? '')
  }

  countOf({ name, field }: Operand): number {
    return relatedSegment(this.#context, this.#segment, name)?.fields[field]?.filter(isValued).length ?? 0
  }

  #partsOf(operand: Operand): readonly (Part | undefined)[] {
    return operandParts(this.#context, this.#segment, this.#part, this.#own, operand)
  }
}

/** The parts that an operand of a condition or assignment means, seen from a segment and the part at hand. */
export function operandParts(
  context: RunContext,
  segment: SourceSegment,
  part: Part | undefined,
  own: Part | undefined,
  operand: Operand,
): readonly (Part | undefined)[] {
  if (operand.name === '') return [own]
  if (!operand.ofSegment) return [componentPart(context, segment, part ?? own, operand)]
  const list = repetitionsOf(context, segment, own, operand)
  return operand.component === 0 ? list : list.map((each) => partAt(each, operand.component))
}

/** The repetitions of the field that an operand such as `PID-3` means: of the field at hand, the one at hand. */
function repetitionsOf(
  context: RunContext,
  segment: SourceSegment,
  own: Part | undefined,
  operand: Operand,
): readonly (Part | undefined)[] {
  const related = relatedSegment(context, segment, operand.name)
  const repetitions = related?.fields[operand.field] ?? NO_PARTS
  return related === segment && own && repetitions.includes(own) ? [own] : repetitions
}

/** The component that an operand such as `CX.4` means. */
function componentPart(context: RunContext, segment: SourceSegment, whole: Part | undefined, operand: Operand): Part | undefined {
  // MSG is the type of MSH-9, which other segments name, too.
  const of = operand.name === 'MSG' && segment.id !== 'MSH' ? context.message.named('MSH')[0]?.fields[9]?.[0] : whole
  return partAt(partAt(of, operand.field), operand.component)
}

const NO_PARTS: readonly (Part | undefined)[] = []

/** The segment of the name that shares the groups and the patient of a segment: itself, the last one before it, or the first one behind it. */
export function relatedSegment({ message, graph }: RunContext, segment: SourceSegment, id: string): SourceSegment | undefined {
  if (segment.id === id) return segment
  const nearest = nearestSeen(message.named(id), segment, segment.serial)
  if (!nearest) return undefined
  const isOfAnother = nearest.serial < segment.serial ? graph.isOfAnother(nearest, segment) : isOfNext(message, nearest, segment)
  return isOfAnother ? undefined : nearest
}

/** True if another PID stands between a segment of a patient and the one behind it. */
function isOfNext(message: SourceMessage, behind: SourceSegment, segment: SourceSegment): boolean {
  const all = message.named('PID')
  if (all.length < 2) return false
  const own = nearestSeen(all, segment, segment.serial + 1)
  return own !== undefined && own.serial <= segment.serial && nearestSeen(all, behind, behind.serial + 1) !== own
}
