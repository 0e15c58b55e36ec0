// Executes the rows of a segment map: conditions, data type maps, code maps and assignments, from the parts of a segment into a resource.
import { isHl7System, type MappedCode, officialAddress } from '../code-systems.ts'
import { convertValue, encodedData, isText } from '../convert-value.ts'
import type { FhirNode, Part } from '../fhir-node.ts'
import { placeLocation } from '../locations.ts'
import { EACH, type FhirMap, type MapRow, type RowPath } from '../map-table.ts'
import type { Reason } from '../reason.ts'
import { firstLeaf, isValued, leavesOf, partAt, type SourceSegment } from '../source-message.ts'
import { assign } from './assign-values.ts'
import { holdsFor, type RunContext } from './row-facts.ts'
import { fail, setValue } from './set-value.ts'

/** Where a map is being executed. */
interface Frame {
  readonly segment: SourceSegment
  /** What a data type map divides; undefined for a segment map. */
  readonly part: Part | undefined
  readonly place: FhirNode
  /** Where further places beside the map's own are made: `[2].value`. */
  readonly beside: Beside | undefined
  readonly vocabulary: string
  readonly map: FhirMap
}

/** The occurrence of a repeating element that a map fills. */
interface Beside {
  readonly parent: FhirNode
  readonly name: string
  readonly key: string
}

/** @param place the resource, or the element of one, that the map fills */
export function runSegmentMap(context: RunContext, name: string, segment: SourceSegment, place: FhirNode): void {
  const map = context.maps.find(name)
  const frame: Frame = { segment, part: undefined, place, beside: undefined, vocabulary: '', map }
  const { rows } = map
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    if (row.from === 0) runMarked(context, frame, row, undefined, 1)
    else if (row.isOfEach) runEach(context, frame, row)
    else {
      const repetitions = segment.fields[row.from]
      let isAbsent = true
      if (repetitions) {
        for (let i = 0; i < repetitions.length; i++) {
          if (!isValued(repetitions[i])) continue
          isAbsent = false
          runMarked(context, frame, row, repetitions[i], i + 1)
        }
      }
      if (isAbsent && row.mayBeAbsent) runMarked(context, frame, row, undefined, 1)
    }
  }
}

const VALUES = 5

/** What is said once is said of each component. */
function runEach(context: RunContext, frame: Frame, row: MapRow): void {
  const source = frame.segment.fields[row.from]?.find(isValued)
  if (!source) return
  for (const [i, value] of (frame.segment.fields[VALUES] ?? []).entries()) {
    if (isValued(value)) runMarked(context, frame, { ...row, repeating: 0 }, source, i + 1)
  }
}

/** Fills a Quantity with the unit of OBX-6. */
export function runUnitMap(context: RunContext, segment: SourceSegment, quantity: FhirNode): void {
  runMapping(context, 'CWE[Quantity]', '', segment, segment.fields[6]?.find(isValued), { node: quantity, beside: undefined })
}

/** The component of an Observation that a repetition of OBX-5 fills, by its number from 1. */
export function componentOf(observation: FhirNode, segment: SourceSegment, repetition: number): FhirNode | undefined {
  return observation.child('component', keyOf(segment, EACH, repetition))
}

function runDataTypeMap(context: RunContext, frame: Frame): void {
  const { map, part } = frame
  const { rows } = map
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    const source = partAt(part, row.from)
    if (row.from === 0 || isValued(source) || row.mayBeAbsent) runMarked(context, frame, row, source, 1)
  }
}

/** Values that a row of the project's own, or of the site, puts in are told from those of the guide. */
function runMarked(context: RunContext, frame: Frame, row: MapRow, source: Part | undefined, repetition: number): void {
  if (!row.isOwn && row.rule === undefined) {
    runRow(context, frame, row, source, repetition)
    return
  }
  const leaves = leavesOf(source ?? frame.part)
  const known = leaves.map(({ nodes }) => nodes.length)
  runRow(context, frame, row, source, repetition)
  for (const [i, { nodes }] of leaves.entries()) {
    for (const node of nodes.slice(known[i])) {
      // The innermost rule of the site is the one that made the value.
      if (row.rule === undefined) node.isOwn = true
      else node.rule ??= row.rule
    }
  }
}

function runRow(context: RunContext, frame: Frame, row: MapRow, source: Part | undefined, repetition: number): void {
  const { segment } = frame
  if (!holdsFor(context, row.condition, segment, frame.part ?? source, source)) {
    fail(source, 'condition_false')
    return
  }
  if (row.linkTo !== undefined) {
    linkTo(context, frame, row, source, repetition)
    return
  }
  // What does not repeat in FHIR takes the first repetition.
  if (frame.part === undefined && repetition > 1 && row.repeating < 0 && row.path.length > 0) {
    fail(source, 'no_place')
    return
  }
  const target = follow(context, frame, row, repetition)
  if (!target) {
    fail(source, 'no_place')
    return
  }
  if (row.template) {
    assign(context, frame, row, row.template, source, target.node)
    return
  }
  const part = row.from === 0 ? frame.part : source
  if (row.mapping === '') setLeaf(context, frame, row, part, target.node)
  else if (row.mapping === 'HD[uri]') setNamespace(context, partAt(part, 1), partAt(part, 2), typeOfNumber(frame), target.node)
  else if (row.mapping === 'EI[uri]') setNamespace(context, partAt(part, 2), partAt(part, 3), '', target.node)
  else runMapping(context, row.mapping, row.vocabulary, segment, part, target)
}

interface Target {
  readonly node: FhirNode
  readonly beside: Beside | undefined
}

function keyOf({ serial }: SourceSegment, label: string, repetition: number): string {
  if (repetition > 1) return `${serial}.${label}.${repetition}`
  let ofLabel = serial < KEPT_SERIALS ? keys.get(label) : undefined
  if (!ofLabel) {
    if (serial >= KEPT_SERIALS || keys.size >= KEPT_LABELS) return `${serial}.${label}`
    ofLabel = []
    keys.set(label, ofLabel)
  }
  ofLabel[serial] ??= `${serial}.${label}`
  return ofLabel[serial]
}

/** By label and serial. The few that most messages have are made once: two of the same text are compared as one object. */
const keys = new Map<string, string[]>()
const KEPT_SERIALS = 64
/** The guide has 39 labels. Rules of sites may have any number. */
const KEPT_LABELS = 100

/** Goes down the path of a row, and makes what is not there yet. */
function follow(
  context: RunContext,
  frame: Frame,
  { path, elements, owners, repeats, repeating }: RowPath,
  repetition: number,
): Target | undefined {
  let node = frame.place
  let { beside } = frame
  for (let i = 0; i < path.length; i++) {
    const step = path[i]!
    if (step.name === '') {
      const found: FhirNode | undefined = step.label === '1' ? node : beside?.parent.child(beside.name, `${beside.key}~${step.label}`)
      if (!found) return undefined
      node = found
      continue
    }
    // The first repetition of each field is of the same occurrence.
    const key = repeats[i] ? keyOf(frame.segment, step.label, i === repeating ? repetition : 1) : ''
    const element = elements[i]!
    const child = node.type === owners[i] ? node.childOf(element, key) : node.child(step.name, key)
    if (!child) return undefined
    // Only the end of a path, and a step that stands beside it, are asked for it.
    const isRequested = i + 1 === path.length || path[i + 1]!.name === ''
    beside = repeats[i] && isRequested ? { parent: node, name: step.name, key } : undefined
    node = child
    if (step.resource === undefined) continue
    if (node.link && node.link.type !== step.resource) return undefined
    node.link ??= context.graph.create(step.resource, step.resource, frame.segment, false)
    node = node.link.node
    beside = undefined
  }
  return { node, beside }
}

function runMapping(
  context: RunContext,
  mapping: string,
  vocabulary: string,
  segment: SourceSegment,
  part: Part | undefined,
  { node, beside }: Target,
): void {
  if (mapping === 'PL[Location]' || mapping === 'NDL[Location]') {
    placeLocation(context.graph, segment, node, part, mapping === 'PL[Location]' ? 'pl' : 'ndl', (level, key, source) => {
      const beside = { parent: level, name: 'identifier', key }
      runMapping(context, 'HD[Identifier]', '', segment, source, { node: level.child('identifier', key)!, beside })
    })
    const description = mapping === 'PL[Location]' ? firstLeaf(partAt(part, 9)) : undefined
    if (description && isText(description.value)) setValue(node.child('description', '')!, description.value, [description], false)
    return
  }
  runDataTypeMap(context, { segment, part, place: node, beside, vocabulary, map: context.maps.find(mapping) })
  if (vocabulary !== '' && node.type === 'CodeableConcept') translate(context, vocabulary, node)
}

/** Where an identifier of a data type has the code of its kind (table 0203). */
const TYPE_COMPONENTS: Readonly<Record<string, number>> = { CX: 5, XCN: 13, XON: 7 }

function typeOfNumber({ map, part }: Frame): string {
  const component = TYPE_COMPONENTS[map.name.slice(0, map.name.indexOf('['))]
  return component === undefined ? '' : (firstLeaf(partAt(part, component))?.value ?? '')
}

/**
 * A namespace that is an address itself, or that the caller knows; any other stands in the assigner alone.
 * @param type of the number: one authority may give several, which `NORTH^MR` tells apart
 */
function setNamespace({ systems }: RunContext, name: Part | undefined, id: Part | undefined, type: string, node: FhirNode): void {
  const ofType = (leaf: Part | undefined) =>
    systems.size === 0 ? undefined : leaf && (systems.get(`${leaf.value}^${type}`) ?? systems.get(leaf.value))
  const known = ofType(name)
  const leaf = known === undefined ? id : name
  const address = known ?? ofType(id) ?? (id && officialAddress(id.value))
  if (address === undefined || !leaf) return
  if (node.value !== undefined) return
  setValue(node, address, [leaf], false)
  if (known !== undefined || ofType(id) !== undefined) node.rule ??= 'systems'
}

/** Adds the code of FHIR to a code of HL7 v2, or its system where they are the same. A code of another standard's system is none of HL7 v2. */
function translate({ codes }: RunContext, vocabulary: string, concept: FhirNode): void {
  for (const coding of concept.list('coding') ?? []) {
    const code = coding.first('code')
    const system = coding.first('system')?.value
    if (typeof code?.value !== 'string' || (typeof system === 'string' && !isHl7System(system))) continue
    const mapped = codes.find(vocabulary, code.value)
    if (!mapped) continue
    const isSame = mapped.code === code.value && (system === undefined || mapped.system === '' || mapped.system === system)
    const target = isSame ? coding : concept.child('coding', `translated ${code.value}`)!
    if (!isSame) {
      const translated = target.child('code', '')!
      setValue(translated, mapped.code, code.leaves, false)
      translated.rule ??= mapped.rule
    }
    for (const name of ['system', 'display'] as const) {
      const node = target.child(name, '')!
      if (node.value === undefined && mapped[name] !== '') setValue(node, mapped[name], [], true)
    }
  }
}

/** Refers to a resource that the message has otherwise. */
function linkTo(context: RunContext, frame: Frame, row: MapRow, source: Part | undefined, repetition: number): void {
  const found = context.graph.findOfType(row.linkTo!, frame.segment)
  if (!found || found.node === frame.place) return
  const target = follow(context, frame, row, repetition)
  if (target) target.node.link ??= found
  else fail(source, 'no_place')
}

function setLeaf(context: RunContext, frame: Frame, row: MapRow, part: Part | undefined, node: FhirNode): void {
  const leaf = firstLeaf(part)
  if (!leaf || leaf.value === '' || !node.element) return
  const vocabulary =
    row.vocabulary || (row.path.length === 0 || (node.element.name === 'code' && frame.place.type === 'Coding') ? frame.vocabulary : '')
  const mapped = vocabulary === '' ? undefined : context.codes.find(vocabulary, leaf.value)
  if (mapped?.system.endsWith('/contact-point-use') && node.element.name === 'system') {
    // A mobile telephone is a use in FHIR, and a telephone.
    const use = frame.place.child('use', '')!
    if (use.value === undefined || use.isWeak) setValue(use, mapped.code, [leaf], false)
    setValue(node, 'phone', [leaf], false)
    return
  }
  const { value, reason } = node.type === 'base64Binary' ? binaryOf(frame, leaf) : convertValue(leaf.value, node.element, mapped, context)
  if (reason) leaf.reason ??= reason
  if (value === undefined) return
  // A value that is only a part of the text does not count as the whole.
  setValue(node, value, reason ? [] : [leaf], false)
  if (mapped && node.value === value) node.rule ??= mapped.rule
  if (node.element.name === 'system' && context.systems.size > 0 && context.systems.has(leaf.value.trim())) node.rule ??= 'systems'
  if (mapped && mapped.system !== '' && node.element.name === 'code') addSystem(context, frame, row, mapped, leaf.value)
}

function binaryOf({ map, part }: Frame, leaf: Part): { readonly value: string | undefined; readonly reason?: Reason } {
  const encoding = map.name.startsWith('ED[') ? (partAt(part, 4)?.value ?? '') : ''
  const value = encodedData(leaf.value, encoding)
  return value === undefined ? { value, reason: 'invalid_value' } : { value }
}

/** The system of a code that a code map gives, where the code is one of a Coding: that of the message is of the code before. */
function addSystem(context: RunContext, frame: Frame, row: MapRow, mapped: MappedCode, original: string): void {
  const coding = row.path.length === 0 ? undefined : follow(context, frame, { ...row, path: row.path.slice(0, -1) }, 1)?.node
  const node = coding?.type === 'Coding' ? coding.child('system', '') : undefined
  if (node && node.value === undefined) setValue(node, mapped.system, [], mapped.code === original)
  const display = mapped.display === '' ? undefined : coding?.child('display', '')
  if (display && display.value === undefined) setValue(display, mapped.display, [], true)
}
