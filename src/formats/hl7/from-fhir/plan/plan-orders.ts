// Orders with their results: which report, request, specimens and observations are of one ORC and OBR.
import { segmentDefinition } from '../../dictionary/dictionary.ts'
import type { DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import type { PatientPlan } from './patient-plan.ts'
import { addNotes, plainNotes } from './plan-notes.ts'
import { addObservations } from './plan-observations.ts'
import { addDiagnoses } from './plan-patient.ts'
import { addReferredRoles } from './plan-roles.ts'

export interface Order {
  readonly report: SourceResource | undefined
  readonly request: SourceResource | undefined
  readonly specimens: readonly SourceResource[]
  readonly observations: SourceResource[]
  /** Conditions that are the reason for it. */
  readonly reasons: SourceResource[]
}

/** Reports with what they are based on, then requests without a report; an observation is of the order that it names, or that it stands behind. */
export function ordersOf(contents: MessageContents): Order[] {
  const orders: Order[] = []
  const seen = new Set<SourceResource>()
  const first = (list: readonly SourceResource[], type: string) => list.find((each) => each.type === type)
  for (const report of contents.unused('DiagnosticReport')) {
    const request = first(contents.linked(report, 'basedOn'), 'ServiceRequest')
    const observations = contents.linked(report, 'result').filter((each) => each.type === 'Observation' && !seen.has(each))
    const specimens = contents.linked(report, 'specimen').filter(({ type }) => type === 'Specimen')
    for (const each of [report, ...(request ? [request] : []), ...observations, ...specimens]) seen.add(each)
    orders.push({
      report,
      request,
      specimens: [...new Set(specimens)],
      observations: [...observations],
      reasons: reasonsOf(contents, request),
    })
  }
  for (const request of contents.unused('ServiceRequest')) {
    if (seen.has(request)) continue
    const specimens = contents.linked(request, 'specimen').filter((each) => each.type === 'Specimen' && !seen.has(each))
    for (const each of [request, ...specimens]) seen.add(each)
    const supporting = contents.linked(request, 'supportingInfo').filter((each) => each.type === 'Observation' && !seen.has(each))
    for (const each of supporting) seen.add(each)
    orders.push({ report: undefined, request, specimens, observations: supporting, reasons: reasonsOf(contents, request) })
  }
  spreadObservations(contents, orders, seen)
  spreadSpecimens(contents, orders, seen)
  return orders
}

function spreadObservations(contents: MessageContents, orders: Order[], seen: ReadonlySet<SourceResource>): void {
  const starts = orders.map((order) => ({ order, entry: Math.min(...[order.report, order.request].flatMap((each) => each?.entry ?? [])) }))
  for (const observation of contents.unused('Observation')) {
    if (seen.has(observation)) continue
    const based = contents.linked(observation, 'basedOn')
    const named = orders.find(({ report, request }) => based.some((each) => each === report || each === request))
    const before = starts.findLast(({ entry }) => entry < observation.entry)?.order
    const own = named ?? before ?? orders[0]
    if (own) own.observations.push(observation)
  }
}

function reasonsOf(contents: MessageContents, request: SourceResource | undefined): SourceResource[] {
  return request ? contents.linked(request, 'reasonReference').filter(({ type }) => type === 'Condition') : []
}

/** Conditions of no visit are of the order that they stand behind, where the message has DG1 there. */
export function spreadConditions(contents: MessageContents, orders: readonly Order[]): void {
  for (const condition of contents.unused('Condition')) {
    if (orders.some(({ reasons }) => reasons.includes(condition))) continue
    orders.findLast(({ report, request }) => ((report ?? request)?.entry ?? 0) < condition.entry)?.reasons.push(condition)
  }
}

/** A specimen that nothing refers to is of the order that it stands behind. */
function spreadSpecimens(contents: MessageContents, orders: Order[], seen: ReadonlySet<SourceResource>): void {
  for (const specimen of contents.unused('Specimen')) {
    if (seen.has(specimen) || contents.all('Specimen').some((each) => contents.linked(each, 'parent').includes(specimen))) continue
    const own = orders.findLast(({ report, request }) => ((report ?? request)?.entry ?? 0) < specimen.entry) ?? orders[0]
    if (own) (own.specimens as SourceResource[]).push(specimen)
  }
}

/** Kinds of messages in which an observation stands behind OBR. */
const RESULTS: ReadonlySet<string> = new Set(['ORU', 'OUL'])

/** Observations that are of no order: each has an OBR with its code. */
export function addLoose(plan: PatientPlan, observations: readonly SourceResource[], number: number): void {
  const { builder } = plan
  for (const [i, observation] of observations.entries()) {
    const detail = builder.add('OBR', number + i)
    const code = observation.element.first('code')
    const { context } = builder
    if (code) context.reverse('CWE[CodeableConcept]', code, builder.frame(detail, new Set(), 4))
    builder.count(detail)
    addObservations(plan, [observation], number + i)
  }
}

/** Fields of ORC with the field of OBR that is the same (HL7 v2.5.1 §4.5.1): numbers, who ordered it, and where to call back. */
const SAME_FIELDS: ReadonlyMap<number, number> = new Map([
  [2, 2],
  [3, 3],
  [12, 16],
  [14, 17],
])

/** Fields that need no ORC of their own. */
const NUMBERS: ReadonlySet<number> = new Set([2, 3])

/** @param control ORC-1 where nothing says it; undefined for a message in which ORC may be left out */
export function addOrder(plan: PatientPlan, order: Order, number: number, control: string | undefined): void {
  const { builder, contents } = plan
  const { report, request, specimens } = order
  const sources = [report, request].filter((each) => each !== undefined)
  const common = addCommonOrder(plan, sources, number, control)
  const isTimed = hasTiming(builder)
  if (isTimed && !RESULTS.has(builder.code) && request) addTiming(builder, request, number)
  const detail = builder.add('OBR', number)
  for (const each of sources) builder.fill(detail, contents.use(each), otherwise(builder, detail, each, isTimed))
  const [own, others] = divideSpecimens(builder, specimens)
  if (own) builder.fill(detail, contents.use(own))
  shareFields(common, detail)
  // ORU has OBR with each result.
  if (detail.isEmpty && !RESULTS.has(builder.code)) builder.remove(detail)
  else builder.count(detail)
  for (const each of sources) addNotes(builder, each, number)
  for (const each of sources) addReferredRoles(plan, each, number)
  if (isTimed && RESULTS.has(builder.code) && request) addTiming(builder, request, number)
  addDiagnoses(
    plan,
    order.reasons.filter((each) => !contents.isUsed(each)),
    undefined,
    number,
  )
  addObservations(plan, order.observations, number)
  for (const each of others) {
    addSpecimen(builder, contents.use(each), number)
    addReferredRoles(plan, each, number)
  }
}

/** TQ1 takes the place of ORC-7, OBR-5 and OBR-27 since 2.5, but not in ORM. */
function hasTiming({ version, code }: MessageBuilder): boolean {
  return segmentDefinition(version, 'TQ1') !== undefined && code !== 'ORM'
}

/** Elements that NTE and TQ1 are for. */
function otherwise(builder: MessageBuilder, segment: DraftSegment, resource: SourceResource, isTimed: boolean): readonly FhirElement[] {
  const names = isTimed ? ['occurrenceTiming', 'quantityQuantity', 'priority'] : []
  return [...plainNotes(builder, segment.id, resource), ...names.flatMap((name) => resource.element.all(name))]
}

/** TQ1 without the notes, which NTE is for. */
export function addTiming(builder: MessageBuilder, request: SourceResource, number: number): void {
  const segment = builder.add('TQ1', number)
  builder.fill(segment, request, request.element.all('note'))
  if (segment.isEmpty) builder.remove(segment)
}

function addCommonOrder(
  { builder, contents }: PatientPlan,
  sources: readonly SourceResource[],
  number: number,
  control: string | undefined,
): DraftSegment | undefined {
  const segment = builder.add('ORC', number)
  for (const each of sources) builder.fill(segment, each, otherwise(builder, segment, each, hasTiming(builder)))
  for (const each of sources) {
    for (const provenance of contents.referringTo(each, 'Provenance', 'target')) builder.fill(segment, contents.use(provenance))
  }
  const fields = new Set([...segment.texts()].map(({ field }) => field))
  const isNeeded = control !== undefined || [...fields].some((field) => !NUMBERS.has(field))
  if (!isNeeded) {
    builder.takeBack(segment)
    return undefined
  }
  builder.complete(segment, 1, control ?? 'RE')
  return segment
}

/** What ORC says is said by OBR, too, where that says nothing else. */
function shareFields(common: DraftSegment | undefined, detail: DraftSegment): void {
  if (!common || detail.isEmpty) return
  for (const [from, to] of SAME_FIELDS) {
    if (to > 3 && detail.count(to) > 0) continue
    for (const { field, repetition, component, subcomponent, text } of [...common.texts()]) {
      if (field !== from) continue
      const place = { field: to, repetition, inner: [component, subcomponent] }
      if (!detail.isValued(to, repetition, place.inner)) detail.put(place, text)
    }
  }
}

/** A specimen without a number is told by OBR, any other by SPM where the version has it. */
function divideSpecimens(
  builder: MessageBuilder,
  specimens: readonly SourceResource[],
): readonly [SourceResource | undefined, readonly SourceResource[]] {
  const hasSegment = segmentDefinition(builder.version, 'SPM') !== undefined
  const own = specimens.find(
    ({ element }) => !hasSegment || !(element.children.has('identifier') || element.children.has('accessionIdentifier')),
  )
  return [own, specimens.filter((each) => each !== own)]
}

function addSpecimen(builder: MessageBuilder, specimen: SourceResource, number: number): void {
  const segment = builder.add('SPM', number)
  builder.fill(segment, specimen)
  if (segment.isEmpty) builder.remove(segment)
  else builder.count(segment)
}
