// Orders with their results: which report, request, specimens and observations are of one ORC and OBR.
import { segmentDefinition } from '../dictionary.ts'
import type { DraftSegment } from './draft-segment.ts'
import type { MessageBuilder } from './message-builder.ts'
import type { MessageContents } from './message-contents.ts'
import { addObservations } from './plan-observations.ts'
import { addDiagnoses, addFilled, type PatientPlan } from './plan-patient.ts'
import type { FhirElement, SourceResource } from './source-tree.ts'

export interface Order {
  readonly report: SourceResource | undefined
  readonly request: SourceResource | undefined
  readonly specimens: readonly SourceResource[]
  readonly observations: SourceResource[]
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
    orders.push({ report, request, specimens: [...new Set(specimens)], observations: [...observations] })
  }
  for (const request of contents.unused('ServiceRequest')) {
    if (seen.has(request)) continue
    const specimens = contents.linked(request, 'specimen').filter((each) => each.type === 'Specimen' && !seen.has(each))
    for (const each of [request, ...specimens]) seen.add(each)
    const supporting = contents.linked(request, 'supportingInfo').filter((each) => each.type === 'Observation' && !seen.has(each))
    for (const each of supporting) seen.add(each)
    orders.push({ report: undefined, request, specimens, observations: supporting })
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

/** A specimen that nothing refers to is of the order that it stands behind. */
function spreadSpecimens(contents: MessageContents, orders: Order[], seen: ReadonlySet<SourceResource>): void {
  for (const specimen of contents.unused('Specimen')) {
    if (seen.has(specimen) || contents.all('Specimen').some((each) => contents.linked(each, 'parent').includes(specimen))) continue
    const own = orders.findLast(({ report, request }) => ((report ?? request)?.entry ?? 0) < specimen.entry) ?? orders[0]
    if (own) (own.specimens as SourceResource[]).push(specimen)
  }
}

/** Fields of ORC that OBR has, too. */
const SHARED_FIELDS: ReadonlySet<number> = new Set([2, 3])

/** @param control ORC-1 where nothing says it; undefined for a message in which ORC may be left out */
export function addOrder(plan: PatientPlan, order: Order, number: number, control: string | undefined): void {
  const { builder, contents } = plan
  const { report, request, specimens } = order
  const sources = [report, request].filter((each) => each !== undefined)
  const common = addCommonOrder(plan, sources, number, control)
  const isTimed = hasTiming(builder)
  if (isTimed && !builder.structure.startsWith('ORU') && request) addFilled(builder, 'TQ1', [request], number)
  const detail = builder.add('OBR', number)
  for (const each of sources) builder.fill(detail, contents.use(each), otherwise(each, isTimed))
  const [own, others] = divideSpecimens(builder, specimens)
  if (own) builder.fill(detail, contents.use(own))
  shareNumbers(builder, common, detail)
  if (detail.isEmpty) builder.remove(detail)
  else builder.complete(detail, 1, String(builder.segments.filter(({ id }) => id === 'OBR').length))
  for (const each of sources) addNotes(builder, each, number)
  if (isTimed && builder.structure.startsWith('ORU') && request) addFilled(builder, 'TQ1', [request], number)
  const reasons = request ? contents.linked(request, 'reasonReference').filter(({ type }) => type === 'Condition') : []
  addDiagnoses(plan, reasons.filter((each) => !contents.isUsed(each)), undefined, number)
  addObservations(plan, order.observations, number)
  for (const each of others) addSpecimen(builder, contents.use(each), number)
}

/** TQ1 takes the place of ORC-7, OBR-5 and OBR-27 since 2.5, but not in ORM. */
function hasTiming({ version, structure }: MessageBuilder): boolean {
  return segmentDefinition(version, 'TQ1') !== undefined && !structure.startsWith('ORM')
}

/** Elements that NTE and TQ1 are for. */
function otherwise({ element }: SourceResource, isTimed: boolean): readonly FhirElement[] {
  const names = isTimed ? ['note', 'occurrenceTiming', 'quantityQuantity', 'priority'] : ['note']
  return names.flatMap((name) => element.all(name))
}

function addCommonOrder(
  { builder, contents }: PatientPlan,
  sources: readonly SourceResource[],
  number: number,
  control: string | undefined,
): DraftSegment | undefined {
  const segment = builder.add('ORC', number)
  for (const each of sources) builder.fill(segment, each, otherwise(each, hasTiming(builder)))
  for (const each of sources) {
    for (const provenance of contents.referringTo(each, 'Provenance', 'target')) builder.fill(segment, contents.use(provenance))
  }
  const fields = new Set([...segment.texts()].map(({ field }) => field))
  const isNeeded = control !== undefined || [...fields].some((field) => !SHARED_FIELDS.has(field))
  if (!isNeeded) {
    builder.takeBack(segment)
    return undefined
  }
  builder.complete(segment, 1, control ?? 'RE')
  return segment
}

/** ORC-2 and OBR-2 are one number, as are ORC-3 and OBR-3 (HL7 v2.5.1 §4.5.3.2). */
function shareNumbers(builder: MessageBuilder, common: DraftSegment | undefined, detail: DraftSegment): void {
  if (!common || detail.isEmpty) return
  for (const { field, component, subcomponent, text } of [...common.texts()]) {
    if (SHARED_FIELDS.has(field)) builder.complete(detail, field, text, [component, subcomponent])
  }
}

/** A specimen without a number is told by OBR, any other by SPM where the version has it. */
function divideSpecimens(
  builder: MessageBuilder,
  specimens: readonly SourceResource[],
): readonly [SourceResource | undefined, readonly SourceResource[]] {
  const hasSegment = segmentDefinition(builder.version, 'SPM') !== undefined
  const own = specimens.find(({ element }) => !hasSegment || !(element.children.has('identifier') || element.children.has('accessionIdentifier')))
  return [own, specimens.filter((each) => each !== own)]
}

function addSpecimen(builder: MessageBuilder, specimen: SourceResource, number: number): void {
  const segment = builder.add('SPM', number)
  builder.fill(segment, specimen)
  if (segment.isEmpty) builder.remove(segment)
  else builder.complete(segment, 1, String(builder.segments.filter(({ id }) => id === 'SPM').length))
}

/** A unit that to-fhir wrote as a note, because the value is none that has a unit. */
function isUnit(builder: MessageBuilder, { type, element }: SourceResource, note: FhirElement): boolean {
  const text = note.first('text')
  const unit = type === 'Observation' ? /^Unit \(OBX-6\): (\S.*)$/.exec(text?.text ?? '')?.[1] : undefined
  const segment = builder.segments.findLast(({ id }) => id === 'OBX')
  if (unit === undefined || !segment || !text) return false
  if (!builder.context.log.put(segment, { field: 6, repetition: 1, inner: [1] }, unit, text)) return false
  builder.context.log.claim(builder.scopeOf(element), text, 'OBX-6')
  return true
}

/** Each note of a resource is a segment. */
export function addNotes(builder: MessageBuilder, resource: SourceResource, number: number): void {
  const notes = resource.element.all('note').filter((note) => !isUnit(builder, resource, note))
  let count = 0
  for (const note of notes) {
    const scope = builder.scopeOf(resource.element)
    if (scope.has(note) || [...note.leaves()].every((leaf) => scope.has(leaf))) continue
    const segment = builder.add('NTE', number)
    builder.fill(segment, resource, notes.filter((each) => each !== note))
    if (segment.isEmpty) builder.remove(segment)
    else builder.complete(segment, 1, String(++count))
  }
}
