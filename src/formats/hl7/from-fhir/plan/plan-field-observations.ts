// Observations that to-fhir makes of fields outside OBX, each known by the text of its code: PID-27, DB1 and ACC.
import type { DraftSegment } from '../draft/draft-segment.ts'
import type { SourceResource } from '../draft/source-tree.ts'
import type { PatientPlan } from './patient-plan.ts'
import { structureHas } from './structure-segments.ts'

/** PID-27. */
export function addVeteran(plan: PatientPlan, segment: DraftSegment): void {
  for (const observation of namedBy(plan, 'Veterans military status').slice(0, 1))
    plan.builder.fillBy(segment, 'PID[Observation-Veteran]', plan.contents.use(observation).element)
}

/** DB1, behind the visit. */
export function addDisabilities(plan: PatientPlan): void {
  const { builder } = plan
  if (!structureHas(builder, 'DB1')) return
  for (const disability of namedBy(plan, 'Disability')) {
    const segment = addMapped(plan, 'DB1', disability)
    builder.count(segment)
    // DB1-2 is required; to-fhir reads those of the patient alone.
    builder.complete(segment, 2, 'PT')
  }
}

/** The one that ACC is for, which stands behind the insurances. */
export function accidentOf(plan: PatientPlan): SourceResource | undefined {
  return structureHas(plan.builder, 'ACC') ? namedBy(plan, 'Accident')[0] : undefined
}

export function addAccident(plan: PatientPlan, accident: SourceResource | undefined): void {
  if (accident) addMapped(plan, 'ACC', accident)
}

function addMapped({ builder, contents }: PatientPlan, id: string, observation: SourceResource): DraftSegment {
  const segment = builder.add(id)
  builder.fillBy(segment, `${id}[Observation]`, contents.use(observation).element)
  return segment
}

/** Those whose code is the text alone: one with a coding is a result. */
function namedBy({ contents }: PatientPlan, name: string): readonly SourceResource[] {
  return contents.unused('Observation').filter(({ element }) => {
    const code = element.first('code')
    return code?.textAt('text') === name && !code.children.has('coding')
  })
}
