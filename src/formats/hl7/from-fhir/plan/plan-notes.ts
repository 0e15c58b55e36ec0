// Notes of a resource as NTE, and the unit that to-fhir wrote as a note back in OBX-6.
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import { noteLabels } from '../reverse/map-slots.ts'

/** A unit that to-fhir wrote as a note, because the value is none that has a unit. */
function isUnit(builder: MessageBuilder, { type, element }: SourceResource, note: FhirElement): boolean {
  const text = note.first('text')
  const unit = type === 'Observation' ? /^Unit \(OBX-6\): (\S.*)$/.exec(text?.text ?? '')?.[1] : undefined
  const segment = builder.segments.findLast(({ id }) => id === 'OBX')
  if (unit === undefined || !segment || !text) return false
  const { log } = builder.context
  const mark = log.mark()
  for (const [i, component] of unit.split('~')[0]!.split('^').entries()) {
    for (const [j, part] of component.split('&').entries()) {
      if (part === '' || log.put(segment, { field: 6, repetition: 1, inner: [i + 1, j + 1] }, part, text)) continue
      log.rollback(mark)
      return false
    }
  }
  builder.context.log.claim(builder.scopeOf(element), text, 'OBX-6')
  return true
}

/** Notes that no field of a segment is for: to-fhir writes some fields as a note that begins with their name, such as OBR-13. */
export function plainNotes(builder: MessageBuilder, id: string, { type, element }: SourceResource): readonly FhirElement[] {
  const notes = element.all('note')
  const labels = notes.length === 0 ? [] : builder.mapsFor(id, type).flatMap(noteLabels)
  return notes.filter((note) => note.children.size > 1 || !labels.some((label) => note.textAt('text')?.startsWith(label)))
}

/** Each note of a resource is a segment. */
export function addNotes(builder: MessageBuilder, resource: SourceResource, number: number): void {
  const notes = resource.element.all('note').filter((note) => !isUnit(builder, resource, note))
  let count = 0
  for (const note of notes) {
    const scope = builder.scopeOf(resource.element)
    if (scope.has(note) || [...note.leaves()].every((leaf) => scope.has(leaf))) continue
    const segment = builder.add('NTE', number)
    builder.fill(
      segment,
      resource,
      notes.filter((each) => each !== note),
    )
    if (segment.isEmpty) builder.remove(segment)
    else builder.complete(segment, 1, String(++count))
  }
}
