// Orders of drugs: RXO for what was asked for, RXE for what was ordered by the pharmacy, RXG for a dose to give, RXD for what was dispensed, RXA.
import { segmentDefinition } from '../../dictionary/dictionary.ts'
import type { DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { SourceResource } from '../draft/source-tree.ts'
import type { PatientPlan } from './patient-plan.ts'
import { addNotes } from './plan-notes.ts'
import { addObservations } from './plan-observations.ts'
import { addTiming } from './plan-orders.ts'
import { addFilled } from './plan-patient.ts'

/** The segment of a request by its intent; the type of the message tells of one that has another. */
function segmentOf({ element }: SourceResource, hasOrder: boolean, code: string): string {
  const intent = element.textAt('intent')
  if (intent === 'original-order') return 'RXO'
  if (intent === 'instance-order' || code === 'RGV') return 'RXG'
  if (intent === 'filler-order' || hasOrder) return 'RXE'
  return code === 'OMP' || code === 'ORM' ? 'RXO' : 'RXE'
}

/** Segments with the drug itself, of each kind the requests of one order. */
export function addDrugOrders(plan: PatientPlan, code: string, control: string): number {
  const { contents } = plan
  const requests = contents.unused('MedicationRequest')
  let number = 0
  for (const request of requests) {
    if (contents.isUsed(request)) continue
    const bases = contents.linked(request, 'basedOn').filter((each) => requests.includes(each) && !contents.isUsed(each))
    const chain = [
      ...bases,
      request,
      ...requests.filter((each) => !contents.isUsed(each) && contents.linked(each, 'basedOn').includes(request)),
    ]
    const results = (['MedicationDispense', 'MedicationAdministration'] as const).flatMap((type) =>
      contents
        .unused(type)
        .filter((each) =>
          contents
            .linked(each, type === 'MedicationDispense' ? 'authorizingPrescription' : 'request')
            .some((other) => chain.includes(other)),
        ),
    )
    addDrugOrder(plan, [...new Set(chain)], results, { code, control, number: number++ })
  }
  for (const type of ['MedicationDispense', 'MedicationAdministration']) {
    for (const result of contents.unused(type)) addDrugOrder(plan, [], [result], { code, control, number: number++ })
  }
  return number
}

interface DrugOrder {
  readonly code: string
  readonly control: string
  readonly number: number
}

function addDrugOrder(
  plan: PatientPlan,
  requests: readonly SourceResource[],
  results: readonly SourceResource[],
  { code, control, number }: DrugOrder,
): void {
  const { builder, contents } = plan
  const common = builder.add('ORC', number)
  const isTimed = segmentDefinition(builder.version, 'TQ1') !== undefined
  for (const each of [...requests, ...results])
    builder.fill(common, each, isTimed ? [...each.element.all('note'), ...each.element.all('dosageInstruction')] : [])
  for (const each of [...requests, ...results]) {
    for (const provenance of contents.referringTo(each, 'Provenance', 'target')) builder.fill(common, contents.use(provenance))
  }
  builder.complete(common, 1, control)
  for (const [i, request] of requests.entries())
    addDrug(plan, contents.use(request), i === 0 && requests.length > 1 ? 'RXO' : segmentOf(request, i > 0, code), number)
  for (const result of results) addDrug(plan, contents.use(result), result.type === 'MedicationDispense' ? 'RXD' : 'RXA', number)
  const own = contents.unused('Observation').filter((each) => contents.linked(each, 'basedOn').some((other) => requests.includes(other)))
  addObservations(plan, own, number)
}

/** Field of the drug in each segment. */
const DRUG_FIELDS: Readonly<Record<string, number>> = { RXO: 1, RXE: 2, RXD: 2, RXG: 4, RXA: 5 }

/** A drug that is a code in the request itself. to-fhir reads it as a Medication, so the code is listed as altered. */
function addCodedDrug(builder: MessageBuilder, segment: DraftSegment, { element }: SourceResource): void {
  const field = DRUG_FIELDS[segment.id]
  const concept = element.first('medicationCodeableConcept')
  if (field === undefined || !concept || segment.isValued(field, 1, [])) return
  builder.context.reverse('CWE[CodeableConcept]', concept, builder.frame(segment, builder.scopeOf(element), field))
}

/** The drug, then what follows it: notes, times, routes and the ingredients. */
function addDrug({ builder }: PatientPlan, resource: SourceResource, id: string, number: number): void {
  const segment = builder.add(id, number)
  builder.fill(segment, resource)
  addCodedDrug(builder, segment, resource)
  if (segment.isEmpty) builder.remove(segment)
  if (id === 'RXA') {
    builder.complete(segment, 1, '0')
    builder.complete(segment, 2, '1')
  }
  const isAdministered = id === 'RXA'
  if (!isAdministered) addNotes(builder, resource, number)
  if (!isAdministered) addTiming(builder, resource, number)
  // RDE asks for it (HL7 v2.5.1 §4.13.6), whatever is known of the time.
  const isRequested = id === 'RXE' && builder.code === 'RDE' && segmentDefinition(builder.version, 'TQ1') !== undefined
  if (isRequested && builder.segments.at(-1)!.id !== 'TQ1') builder.complete(builder.add('TQ1', number), 1, '1')
  addFilled(builder, 'RXR', [resource], number)
  addFilled(builder, 'RXC', [resource], number)
  if (isAdministered) addNotes(builder, resource, number)
}

/** VXU: each immunization with its order, route and observations. */
export function addImmunizations(plan: PatientPlan): void {
  const { builder, contents } = plan
  const requests = contents.unused('ServiceRequest')
  for (const [number, immunization] of contents.unused('Immunization').entries()) {
    const common = builder.add('ORC', number)
    builder.fill(common, contents.use(immunization))
    const request = requests.findLast((each) => each.entry < immunization.entry && !contents.isUsed(each)) ?? requests[number]
    if (request && !contents.isUsed(request)) builder.fill(common, contents.use(request))
    builder.complete(common, 1, 'RE')
    const drug = builder.add('RXA', number)
    builder.fill(drug, immunization)
    builder.complete(drug, 1, '0')
    builder.complete(drug, 2, '1')
    // RXA-4 is required; a vaccination ends when it starts.
    builder.complete(drug, 4, drug.textIn(3, 1, []))
    builder.complete(drug, 6, '999')
    addFilled(builder, 'RXR', [immunization], number)
    const observations = contents.unused('Observation').filter((each) => contents.linked(each, 'partOf').includes(immunization))
    addObservations(plan, observations, number)
  }
}
