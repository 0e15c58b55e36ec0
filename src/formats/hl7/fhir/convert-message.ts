// Converts one message: finds for each segment the rows of its message map, executes them, and links the resources that came of it.
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { messageType } from '../message-header.ts'
import type { CodeMaps } from './code-systems.ts'
import type { Zone } from './date-values.ts'
import { FhirNode, type Resource } from './fhir-node.ts'
import { addComment } from './finish/appointment-parts.ts'
import { keepDrugAmounts } from './finish/drug-amounts.ts'
import { setOrderStatus } from './finish/order-status.ts'
import { linkParentResults } from './finish/parent-results.ts'
import { MERGED_PATIENT } from './finish/same-patient.ts'
import { linkPatients, setTriggerStatus } from './finish/trigger-status.ts'
import { type Link, type MessageRow, messageRows } from './map-table.ts'
import { DocumentTexts } from './observed/document-text.ts'
import { joinMediaTypes } from './observed/media-type.ts'
import { keepObservedValue, markValueType } from './observed/observed-value.ts'
import { addHeritage, addRangeEnds } from './observed/own-extensions.ts'
import { r4Type } from './r4-model.ts'
import { elementOf } from './resolve-target.ts'
import { ResourceGraph, typeOf } from './resource-graph.ts'
import { holdsFor, type RunContext, relatedSegment } from './rows/row-facts.ts'
import { componentOf, runSegmentMap, runUnitMap } from './rows/run-map.ts'
import { addSiteCodes } from './site/concept-maps.ts'
import { NO_SITE, type Site } from './site/read-site.ts'
import { noteReason, type OpenLink, runSiteMaps } from './site/run-site-maps.ts'
import { isValued, partAt, readMessage, type SourceMessage, type SourceSegment } from './source-message.ts'
import type { TargetPath } from './target-path.ts'

export interface ConvertSettings {
  /** Of times without an offset; undefined where nobody knows. */
  readonly zone: Zone | undefined
  readonly systems: ReadonlyMap<string, string>
  readonly codes: CodeMaps
  /** Rules and codes of the site; undefined for none. */
  readonly site?: Site
  /** When the transformation took place, as HL7 writes it; the time of the message where it is left out. */
  readonly timestamp: string | undefined
}

export interface Conversion {
  readonly source: SourceMessage
  readonly resources: readonly Resource[]
  /** Who sent the message; empty where it does not say. */
  readonly sender: string
  /** What the Bundle itself says: MSH[Bundle]. */
  readonly bundle: FhirNode
  /** The structure whose map was used; null for the fallback. */
  readonly map: string | null
}

export function convertMessage(document: Hl7Document, message: Hl7Message, settings: ConvertSettings): Conversion {
  const { site = NO_SITE } = settings
  const source = readMessage(document, message)
  const structure = mappedStructure(document, message)
  const rows = structure === null ? undefined : messageRows(structure)
  const header = source.named('MSH')[0]
  const sent = header?.fields[7]?.[0]
  const stamp = sent?.parts?.[0]?.value ?? sent?.value ?? ''
  const offset = /[+-]\d{4}$/.exec(stamp)?.[0]
  const own: Zone = () => (offset ? `${offset.slice(0, 3)}:${offset.slice(3)}` : undefined)
  const graph = new ResourceGraph()
  const context: RunContext = {
    message: source,
    graph,
    codes: settings.codes,
    maps: site.maps,
    systems: settings.systems,
    sender: senderOf(header),
    // The offset of MSH-7 is that of all times of the message (HL7 v2.5.1 §2.15.9.7).
    zone: (local) => own(local) ?? settings.zone?.(local),
    time: settings.timestamp ?? stamp,
  }
  const bundle = new FhirNode('Bundle', undefined)
  const texts = new DocumentTexts()
  const links: OpenLink[] = []
  for (const segment of source.segments) {
    const here = rowsFor(rows, segment)
    if (here.length === 0 && site.maps.ofSegment(segment.id).length === 0) noteReason(segment, 'no_segment_map')
    let isHomeless = false
    for (const row of here) {
      if (!holdsFor(context, row.condition, segment, undefined, undefined)) continue
      if (row.label === 'Bundle') {
        runSegmentMap(context, row.map, segment, bundle)
        continue
      }
      const resource = resourceFor(graph, row, segment)
      if (!resource) {
        isHomeless = true
        continue
      }
      const place = placeIn(graph, resource, row.path, segment)
      const filling = row.map.startsWith(segment.id) ? segment : relatedSegment(context, segment, row.map.slice(0, 3))
      if (place && filling) fill(context, row.map, filling, place, texts)
      for (const link of row.links) links.push({ link, segment, own: resource })
    }
    // What another row had a place for has a reason of its own.
    if (isHomeless) noteReason(segment, 'no_resource')
  }
  for (const segment of source.segments) links.push(...runSiteMaps(context, site.maps, segment))
  texts.write()
  const [first] = source.segments
  if (first && !graph.resources.some(({ type }) => type === 'MessageHeader')) graph.create('MessageHeader', 'MessageHeader[1]', first, true)
  const linked: Linked = new Map()
  for (const { link, segment, own: resource } of links) connect(graph, linked, link, segment, resource)
  setTriggerStatus(source, graph.resources)
  linkPatients(source, graph.resources)
  setOrderStatus(source, graph)
  linkParentResults(source, graph)
  keepDrugAmounts(source, graph)
  addSiteCodes(graph.resources, site.beside)
  return { source, resources: graph.resources, sender: context.sender, bundle, map: rows ? structure : null }
}

/** The structure of MSH-9.3 if it has a map; else that of the event: messages name `SIU_S13` or `ADT_A04`, which the standard does not have. */
function mappedStructure(document: Hl7Document, message: Hl7Message): string | null {
  const { code, trigger, structure } = messageType(document, message)
  const ofEvent = code && trigger ? document.dictionary.structureOfEvent(message.version.used, code, trigger) : undefined
  return [structure, ofEvent].find((name) => name && name !== FALLBACK && messageRows(name)) ?? null
}

/** The facility (MSH-4) by its number or name, else the application (MSH-3). */
function senderOf(header: SourceSegment | undefined): string {
  const parts = [4, 3].flatMap((field) => [2, 1].map((component) => partAt(header?.fields[field]?.[0], component)?.value.trim() ?? ''))
  return parts.find((text) => text !== '') ?? ''
}

/** Runs a segment map, and adds what rows cannot say. */
function fill(context: RunContext, map: string, segment: SourceSegment, place: FhirNode, texts: DocumentTexts): void {
  runSegmentMap(context, map, segment, place)
  if (map === 'PID[Patient]') addHeritage(context.graph, segment, place)
  else if (map === 'NTE[Appointment-Comment]') addComment(segment, place)
  if (segment.id === 'OBX') fillObserved(context, map, segment, place, texts)
}

/** Completes what the rows make of an observed value. */
function fillObserved(context: RunContext, map: string, segment: SourceSegment, place: FhirNode, texts: DocumentTexts): void {
  if (partAt(segment.fields[2]?.[0], 1)?.value === 'ED') joinMediaTypes(segment)
  const fillUnit = (quantity: FhirNode) => runUnitMap(context, segment, quantity)
  if (map === 'OBX[Observation]') {
    keepObservedValue(segment, place, fillUnit, undefined)
    addRangeEnds(segment, place)
  } else if (map === 'OBX[Observation-Component]')
    keepObservedValue(segment, place, fillUnit, (repetition) => componentOf(place, segment, repetition))
  else if (map === 'OBX[DocumentReference]') texts.add(segment, place)
  markValueType(segment)
  const request = map.startsWith('OBX[Observation') ? relatedSegment(context, segment, 'OBR') : undefined
  if (request) runSegmentMap(context, 'OBR[Observation-Category]', request, place)
  if (map.startsWith('OBX[Observation')) fillTimes(context, segment, request, place)
}

/** An observation without a time of its own has that of its report, else the time of its analysis. */
function fillTimes(context: RunContext, segment: SourceSegment, request: SourceSegment | undefined, place: FhirNode): void {
  if (request) runSegmentMap(context, 'OBR[Observation-Issued]', request, place)
  if (segment.fields[14]?.some(isValued)) return
  if (request?.fields[7]?.some(isValued)) runSegmentMap(context, 'OBR[Observation-Time]', request, place)
  else runSegmentMap(context, 'OBX[Observation-Time]', segment, place)
}

/** A row for what follows a segment, and with a label without a number, adds to what that segment filled and to nothing else. */
function resourceFor(graph: ResourceGraph, { place, label, map }: MessageRow, segment: SourceSegment): Resource | undefined {
  const adds = place.startsWith('@') && !label.includes('[')
  return adds ? graph.filledBy(segment.followed, label) : graph.open(label, map, segment)
}

const FALLBACK = '*'
const NO_ROWS: readonly MessageRow[] = []
type MessageRows = ReadonlyMap<string, readonly MessageRow[]>

/** By map of a message, and by segment with its groups and the segment that it follows. */
const knownRows = new WeakMap<MessageRows, Map<string, readonly MessageRow[]>>()
/** Messages name segments as they like: beyond this, a map begins anew. */
const MOST_KNOWN = 1_000
const ID_LENGTH = 3

/**
 * The rows of the message map at the segment's place; of the fallback where the message map has none for the segment, or none for its place, and
 * the fallback has some for what the segment follows.
 */
function rowsFor(rows: MessageRows | undefined, segment: SourceSegment): readonly MessageRow[] {
  // A torn line may begin with any text: it is not kept, and cannot look like the key of others.
  if (segment.id.length > ID_LENGTH || segment.follows.length > ID_LENGTH) return findRows(rows, segment)
  const map = rows ?? messageRows(FALLBACK)!
  let known = knownRows.get(map)
  if (!known || known.size > MOST_KNOWN) {
    known = new Map()
    knownRows.set(map, known)
  }
  const key = `${segment.id}\r${segment.follows}\r${segment.groups.join('/')}`
  let found = known.get(key)
  if (!found) {
    found = findRows(rows, segment)
    known.set(key, found)
  }
  return found
}

function findRows(rows: MessageRows | undefined, segment: SourceSegment): readonly MessageRow[] {
  const own = placeFor(rows?.get(segment.id) ?? NO_ROWS, segment)
  const other = own.likeness < EXACT ? placeFor(messageRows(FALLBACK)!.get(segment.id) ?? NO_ROWS, segment) : NO_PLACE
  const { rows: found, place } = own.rows.length === 0 || other.likeness === EXACT ? other : own
  return found.filter((row) => row.place === place)
}

interface FoundPlace {
  readonly rows: readonly MessageRow[]
  readonly place: string | undefined
  readonly likeness: number
}

const NO_PLACE: FoundPlace = { rows: NO_ROWS, place: undefined, likeness: -1 }

/** The place of the rows that is most like the segment's; without rows where none is. */
function placeFor(rows: readonly MessageRow[], segment: SourceSegment): FoundPlace {
  let found = NO_PLACE
  for (const { place } of rows) {
    const likeness = likenessOf(place, segment)
    if (likeness > found.likeness) found = { rows, place, likeness }
  }
  return found
}

/** Of a place that is the segment's own. */
const EXACT = 100

/** How well a row's place fits: what follows another segment must; of groups, how many they have in common; -1 for not at all. */
function likenessOf(place: string, { groups, follows }: SourceSegment): number {
  if (place.startsWith('@')) return follows === place.slice(1) ? EXACT : -1
  if (place === '') return groups.length === 0 ? 50 : 0
  const names = place.split('/')
  const shared = names.findIndex((name, i) => groups[i] !== name)
  const count = shared < 0 ? names.length : shared
  if (count === names.length && count === groups.length) return EXACT
  return 10 * count + (names.at(-1) === groups.at(-1) ? 5 : 0)
}

/** The element of a resource that a row fills: the resource itself, or one that it refers to. */
function placeIn(graph: ResourceGraph, { node }: Resource, path: TargetPath, segment: SourceSegment): FhirNode | undefined {
  let place: FhirNode | undefined = node
  for (const step of path) {
    place = place?.child(step.name, `${segment.serial}.${step.label}`)
    if (!place || step.resource === undefined) continue
    place.link ??= graph.create(step.resource, step.resource, segment, false)
    place = place.link.node
  }
  return place
}

/** By element of a resource, what it refers to already. */
type Linked = Map<FhirNode, Map<string, Set<Resource | undefined>>>

/** Elements of an observation that lead to what it was made for. */
const ORDERED_BY: ReadonlySet<string> = new Set(['basedOn', 'partOf'])

function connect(graph: ResourceGraph, linked: Linked, link: Link, segment: SourceSegment, own: Resource): void {
  const from = resourceOf(graph, link.from, segment, own)
  if (!from) return
  const to = link.text === undefined ? resourceOf(graph, link.to, segment, own) : undefined
  if (link.text === undefined && (!to || to === from)) return
  if (to?.type === 'Patient' && to.label !== MERGED_PATIENT && from.type !== 'Patient' && graph.isDoubtful(to, segment)) return
  // What is observed before the first order of a patient is of the patient, not of that order.
  if (segment.id === 'OBX' && to && to.serial > segment.serial && ORDERED_BY.has(link.path[0]!.name)) return
  let node: FhirNode | undefined = from.node
  for (const [i, step] of link.path.entries()) {
    const isReference = to !== undefined && i === link.path.length - 1
    if (isReference) {
      if (!mayRefer(node!, step.name, to.type)) return
      const known = linkedFrom(linked, node!, step.name)
      if (known.has(to)) return
      known.add(to)
    }
    // Each resource is a reference of its own; what is above it is the element that the segment fills.
    node = node?.child(step.name, isReference ? `link ${to.number}` : `${segment.serial}.${step.label}`)
  }
  if (!node) return
  if (to) node.link ??= to
  else node.value ??= link.text
}

function linkedFrom(linked: Linked, node: FhirNode, name: string): Set<Resource | undefined> {
  const names = linked.get(node) ?? new Map<string, Set<Resource | undefined>>()
  linked.set(node, names)
  const known = names.get(name) ?? new Set(node.list(name)?.map((each) => each.link))
  names.set(name, known)
  return known
}

function mayRefer(parent: FhirNode, name: string, type: string): boolean {
  const { targets } = elementOf(parent.type, name)
  return targets.length === 0 || targets.includes(type)
}

/** The row's own resource where the label is of its type, else the nearest one. */
function resourceOf(graph: ResourceGraph, label: string, segment: SourceSegment, own: Resource): Resource | undefined {
  // A merge has two patients, and a drug may have two orders: the label tells the one that is meant.
  if ((own.type === 'Patient' || own.type === 'MedicationRequest') && own.label !== label) return graph.findOfType(label, segment)
  return own.type === typeOf(label) && r4Type(own.type) ? own : graph.findOfType(label, segment)
}
