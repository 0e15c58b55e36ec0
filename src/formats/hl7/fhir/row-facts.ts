// What a row asks of the message around it: the parts that its conditions and assignments name.
import type { CodeMaps } from './code-systems.ts'
import { type Facts, holds, type Operand } from './condition.ts'
import type { ValueContext } from './convert-value.ts'
import type { MapRow } from './map-table.ts'
import type { ResourceGraph } from './resource-graph.ts'
import { firstLeaf, isValued, type Part, partAt, type SourceMessage, type SourceSegment } from './source-message.ts'

export interface RunContext extends ValueContext {
  readonly message: SourceMessage
  readonly graph: ResourceGraph
  readonly codes: CodeMaps
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
  return condition === undefined || holds(condition, factsOf(context, segment, part, own))
}

function factsOf(context: RunContext, segment: SourceSegment, part: Part | undefined, own: Part | undefined): Facts {
  const partsOf = (operand: Operand) => operandParts(context, segment, part, own, operand)
  return {
    isValued: (operand) =>
      operand.ofSegment && operand.field === 0
        ? relatedSegment(context, segment, operand.name) !== undefined
        : partsOf(operand).some(isValued),
    textOf: (operand) => firstLeaf(partsOf(operand).find(isValued))?.value ?? '',
    countOf: (operand) => relatedSegment(context, segment, operand.name)?.fields[operand.field]?.filter(isValued).length ?? 0,
  }
}

/** The parts that an operand of a condition or assignment means, seen from a segment and the part at hand. */
export function operandParts(
  context: RunContext,
  segment: SourceSegment,
  part: Part | undefined,
  own: Part | undefined,
  operand: Operand,
): (Part | undefined)[] {
  if (operand.name === '') return [own]
  if (!operand.ofSegment) {
    // MSG is the type of MSH-9, which other segments name, too.
    const whole = operand.name === 'MSG' && segment.id !== 'MSH' ? context.message.named('MSH')[0]?.fields[9]?.[0] : (part ?? own)
    return [partAt(partAt(whole, operand.field), operand.component)]
  }
  const related = relatedSegment(context, segment, operand.name)
  const repetitions = related?.fields[operand.field] ?? []
  const list = related === segment && own && repetitions.includes(own) ? [own] : repetitions
  return list.map((each) => partAt(each, operand.component))
}

/** The segment of the name that shares the groups of a segment: itself, the last one before it, or the first one behind it. */
function relatedSegment({ message }: RunContext, segment: SourceSegment, id: string): SourceSegment | undefined {
  if (segment.id === id) return segment
  const sharing = message
    .named(id)
    .filter(({ scope }) => scope.length <= segment.scope.length && scope.every((step, i) => step === segment.scope[i]))
  return sharing.findLast(({ serial }) => serial < segment.serial) ?? sharing[0]
}
