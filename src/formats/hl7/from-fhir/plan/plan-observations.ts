// OBX of Observations: the value by its type, a segment for each component that is something else, and notes behind.
import type { DraftSegment } from '../draft/draft-segment.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import { reverseDocument } from '../reverse/reverse-document.ts'
import { reverseObserved } from '../reverse/reverse-observed.ts'
import { reverseRange } from '../reverse/reverse-range.ts'
import type { PatientPlan } from './patient-plan.ts'
import { addNotes } from './plan-notes.ts'
import { codesOf } from './plan-patient.ts'
import { addParticipants } from './plan-roles.ts'

/**
 * OBX-11 is required, and table 0085 has no code for a status that is unknown. A result is never written as final unless the Bundle says so:
 * R is for results that are entered and not verified.
 */
const NOT_VERIFIED = 'R'

export function addObservations(plan: PatientPlan, observations: readonly SourceResource[], order: number): void {
  let number = 0
  for (const observation of observations) {
    if (plan.contents.isUsed(observation)) continue
    plan.contents.use(observation)
    for (const segment of addObservation(plan, observation, order)) plan.builder.complete(segment, 1, String(++number))
    addParticipants(plan, observation, ['performer', 'device'], order)
    addNotes(plan.builder, observation, order)
  }
}

function addObservation(plan: PatientPlan, observation: SourceResource, order: number): readonly DraftSegment[] {
  const { builder } = plan
  const { element } = observation
  const segment = builder.add('OBX', order)
  const scope = builder.scopeOf(element)
  const components = element.all('component')
  const isRepeated = components.length > 0 && components.every((each) => isSameCode(each, element))
  if (isRepeated) {
    for (const [i, each] of components.entries()) {
      reverseObserved({ builder, segment, element: each, scope, repetition: i + 1 })
      const code = each.first('code')
      for (const leaf of code?.leaves() ?? []) builder.context.log.claim(scope, leaf, 'OBX-3')
      reverseRange({ builder, segment, scope }, each)
    }
  } else if (reverseObserved({ builder, segment, element, scope, repetition: 1 }) === undefined) reverseDocument(plan, segment, observation)
  reverseRange({ builder, segment, scope }, element)
  builder.fillBy(segment, isRepeated ? 'OBX[Observation-Component]' : 'OBX[Observation]', element, isRepeated ? components : [])
  builder.complete(segment, 11, NOT_VERIFIED)
  if (isRepeated) return [segment]
  return [segment, ...components.map((each, i) => addComponent(plan, observation, each, order, i + 1))]
}

function isSameCode(component: FhirElement, observation: FhirElement): boolean {
  return (
    codesOf(component).join('\n') === codesOf(observation).join('\n') &&
    component.first('code')?.textAt('text') === observation.first('code')?.textAt('text')
  )
}

/** A component with a code of its own, as the systolic pressure: an OBX with the number of the component as its sub-identifier. */
function addComponent(
  { builder }: PatientPlan,
  { element }: SourceResource,
  component: FhirElement,
  order: number,
  number: number,
): DraftSegment {
  const segment = builder.add('OBX', order)
  const scope = builder.scopeOf(element)
  reverseObserved({ builder, segment, element: component, scope, repetition: 1 })
  const { context } = builder
  const code = component.first('code')
  if (code) context.reverse('CWE[CodeableConcept]', code, builder.frame(segment, scope, 3))
  reverseRange({ builder, segment, scope }, component)
  builder.complete(segment, 4, String(number))
  for (const [i, each] of component.all('interpretation').entries()) {
    context.reverse('CWE[CodeableConcept]', each, {
      ...builder.frame(segment, scope, 8),
      repetition: i + 1,
      vocabulary: 'InterpretationCodes',
    })
  }
  const status = builder.segments.findLast((each) => each.id === 'OBX' && each !== segment)?.textIn(11, 1, []) ?? ''
  builder.complete(segment, 11, status)
  return segment
}
