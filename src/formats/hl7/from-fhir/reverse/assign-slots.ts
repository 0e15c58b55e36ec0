// Which rows of a map an element of a list is for: those whose constants it has, and that can take the most of it.
import { isAtLeast } from '../../dictionary/versions.ts'
import type { MapRow } from '../../fhir/map-table.ts'
import type { Scope } from '../draft/claim-log.ts'
import type { FhirElement } from '../draft/source-tree.ts'
import { fieldsOf, isLabeled, type Slot, takesRepetitions } from './map-slots.ts'
import { holdsFor, type MapRun, type ReverseFrame } from './reverse-context.ts'
import { isDegree } from './table-names.ts'

/** Fields that are taken where others would hold an element as well: the others are kept for old messages, or say more than is known. */
export const PREFERRED: ReadonlySet<string> = new Set(['PID-3', 'NK1-33', 'PV1-52', 'OBR-2', 'ORC-2', 'MRG-1', 'IN1-3'])

/** SPM-32, of which the guide takes the number for its type. */
const MISTAKEN = '3'

/**
 * Gives the elements of one name to the slots of the map.
 * @param parent element, or resource, that they are in
 */
export function assignSlots(run: MapRun, slots: readonly Slot[], parent: FhirElement, name: string, frame: ReverseFrame): void {
  const elements = parent.all(name)
  if (elements.length === 0) return
  if (slots[0]!.element?.repeats === false) {
    const [element] = elements
    // An element that is for another segment is skipped whole.
    if (element!.text === undefined && frame.scope.has(element!)) return
    for (const slot of slots) runAt(run, slot, element!, frame)
    return
  }
  const used = new Map<Slot, number>()
  // What a first pass has put in stays.
  if (run.context.isRelaxed && frame.field === 0)
    for (const slot of slots) used.set(slot, frame.segment.count(Math.min(...fieldsOf(slot).filter((field) => field > 0))))
  for (const element of mostFitting(run, slots, elements, frame)) {
    if (frame.scope.has(element)) continue
    const slot = bestSlot(run, slots, element, frame, used)
    if (!slot) continue
    const count = used.get(slot) ?? 0
    used.set(slot, count + 1)
    runAt(run, slot, element, repeated(frame, count))
    // As a whole it is of no other segment: who it refers to could be told again.
    if (refers(slot)) run.context.log.claim(frame.scope, element, '')
  }
}

function refers(slot: Slot): boolean {
  if (slot.resource !== undefined || slot.element?.type === 'Identifier' || slot.element?.type === 'Reference') return true
  for (const list of slot.inner.values()) if (list.some(refers)) return true
  return false
}

/** Of more elements than a composite has parts for, those that say most of what it can hold, in their order. */
function mostFitting(run: MapRun, slots: readonly Slot[], elements: readonly FhirElement[], frame: ReverseFrame): readonly FhirElement[] {
  if (frame.field === 0 || elements.length <= slots.length || elements.length > 50) return elements
  const scores = elements.map((element, i) => ({ element, i, score: Math.max(...slots.map((slot) => scoreOf(run, slot, element, frame))) }))
  const best = scores.sort((a, b) => b.score - a.score || a.i - b.i).slice(0, slots.length)
  return best.sort((a, b) => a.i - b.i).map(({ element }) => element)
}

/** Repetitions are those of a field; a component has none. */
function repeated(frame: ReverseFrame, count: number): ReverseFrame {
  return frame.field === 0 && count > 0 ? { ...frame, repetition: count + 1 } : frame
}

function bestSlot(
  run: MapRun,
  slots: readonly Slot[],
  element: FhirElement,
  frame: ReverseFrame,
  used: ReadonlyMap<Slot, number>,
): Slot | undefined {
  let best: Slot | undefined
  let bestScore = 0
  for (const slot of slots) {
    const count = used.get(slot) ?? 0
    if (frame.segment.id === 'SPM' && slot.label === MISTAKEN) continue
    if (count > 0 && !(frame.field === 0 && takesRepetitions(slot))) continue
    const score = scoreOf(run, slot, element, repeated(frame, count))
    if (score > bestScore) {
      best = slot
      bestScore = score
    }
  }
  return best
}

/** What a slot would take of an element; 0 for nothing, or where a constant of its rows is another one. */
function scoreOf(run: MapRun, slot: Slot, element: FhirElement, frame: ReverseFrame): number {
  const { log } = run.context
  const mark = log.mark()
  const trial: MapRun = { ...run, later: [], applied: [] }
  runAt(trial, slot, element, frame)
  const { claims, puts, constants: inner } = log.count(mark)
  const constants = puts + claims > 0 || isConstantOnly(slot) ? scoreConstants(trial, slot, element, frame) : undefined
  log.rollback(mark)
  if (constants === undefined || (puts === 0 && !isConstantOnly(slot))) return 0
  if (puts === 0) return constants
  // A degree has a component of its own behind the one for suffixes such as JR.
  const degree = slot.name === 'suffix' && isDegree(element.text ?? '') === (slot.label === '1') ? -0.5 : 0
  // A text with the name of a field is that field, not one for any text.
  const label = isLabeled(slot, element) ? 0.5 : 0
  return Math.max(0.01, claims + constants + 0.05 * inner + preferenceFor(slot, frame) + degree + label)
}

/** True where nothing but constants stands at the slot and below. */
function isConstantOnly(slot: Slot): boolean {
  if (!slot.rows.every(({ template }) => template?.kind === 'text')) return false
  for (const list of slot.inner.values()) if (!list.every(isConstantOnly)) return false
  return true
}

/** Fields of the version stand before those of later ones, and withdrawn ones last. */
function preferenceFor(slot: Slot, { segment, field }: ReverseFrame): number {
  if (field !== 0) return 0
  const first = Math.min(...fieldsOf(slot).filter((each) => each > 0))
  const isOwn = segment.definition(first) !== undefined && segment.definition(first)!.dataType !== null
  return (PREFERRED.has(`${segment.id}-${first}`) ? 0.01 : 0) - (isOwn ? 0 : 0.75)
}

/** @returns undefined where a constant contradicts the element */
function scoreConstants(run: MapRun, slot: Slot, element: FhirElement, frame: ReverseFrame): number | undefined {
  let score = 0
  const target = slot.resource === undefined ? element : run.context.bundle.resolve(element)?.element
  const all = [...constantsOf(slot, target, run)]
  const places = all.filter(({ row }) => holdsFor(run.context, frame, row))
  // A constant for what the message does not say tells what it usually is.
  for (const each of all) if (each.place && !places.includes(each) && isConstant(each.row, each.place)) score += 0.05
  const isTyped = all.some(({ row, place }) => place && isConstant(row, place) && row.path.some(({ name }) => name === 'type'))
  const told = new Set(places.flatMap(({ row, place }) => (place && isConstant(row, place) ? [place] : [])))
  for (const { row, place } of places) {
    if (place === undefined) {
      // An element that says its type is of no other type.
      if (!isTyped && row.path.some(({ name }) => name === 'type') && target?.children.has('type')) return undefined
      // A role that names another part has a segment of its own (PRT) in versions with that segment.
      if (slot.resource === 'PractitionerRole' && isAtLeast(frame.segment.version, '2.7') && target?.children.has('code')) return undefined
      score -= 0.5
    }
    // An element that is claimed is counted already.
    else if (isConstant(row, place)) score += frame.scope.has(place) ? 0.15 : 1.15
    else if (!told.has(place) && (row.condition !== undefined || !isCovered(slot, row))) return undefined
  }
  return score
}

function isConstant({ template }: MapRow, { text }: FhirElement): boolean {
  return template?.kind === 'text' && template.text === text
}

/** True where another row of the slot puts a value of the message in place of a constant. */
function isCovered(slot: Slot, row: MapRow): boolean {
  return slot.rows.some((other) => other !== row && other.mapping !== '') || row.path.at(-1)?.name === 'system'
}

interface FoundConstant {
  readonly row: MapRow
  /** Undefined where the element does not have it. */
  readonly place: FhirElement | undefined
}

function* constantsOf(slot: Slot, element: FhirElement | undefined, run: MapRun): Generator<FoundConstant> {
  for (const row of slot.rows) if (row.template?.kind === 'text') yield { row, place: element?.text === undefined ? undefined : element }
  for (const [name, list] of slot.inner) {
    for (const each of list) {
      // What stands in a resource that is referred to is not looked for.
      if (each.resource !== undefined) continue
      const inner = name === '' ? element : matchingChild(each, element?.all(name) ?? [])
      yield* constantsOf(each, inner, run)
    }
  }
}

/** Of several elements the one that has a constant of the slot. */
function matchingChild(slot: Slot, elements: readonly FhirElement[]): FhirElement | undefined {
  if (elements.length < 2) return elements[0]
  return elements.find((each) => hasConstant(slot, each)) ?? elements[0]
}

function hasConstant(slot: Slot, element: FhirElement): boolean {
  for (const [name, list] of slot.inner) {
    for (const inner of list) {
      for (const row of inner.rows) {
        if (row.template?.kind === 'text' && element.all(name).some(({ text }) => text === (row.template as { text: string }).text))
          return true
      }
    }
  }
  return false
}

/** Executes a slot at an element, or in the resource that it refers to. */
function runAt(run: MapRun, slot: Slot, element: FhirElement, frame: ReverseFrame): void {
  const { context, runSlot } = run
  if (slot.resource === undefined) {
    runSlot(run, slot, element, frame)
    return
  }
  const found = context.bundle.resolve(element)
  const text = element.first('reference')
  if (!found || (context.isRelaxed && text && frame.scope.has(text))) return
  const mark = context.log.mark()
  const scope: Scope = new Set()
  const target = targetOf(run, slot, found.element, found.type, scope)
  if (!target) return
  runSlot(run, target.slot, target.element, { ...frame, scope })
  const reference = element.first('reference')
  const { puts, claims } = context.log.count(mark)
  if (reference && puts + claims > 0) context.log.claim(frame.scope, reference, `${frame.segment.id}-${fieldName(target.slot)}`)
}

function fieldName(slot: Slot): number {
  return fieldsOf(slot)[0] ?? 0
}

/** The resource that rows are for; a practitioner stands for a role that says no more, and a role for its practitioner. */
function targetOf(
  run: MapRun,
  slot: Slot,
  element: FhirElement,
  type: string,
  scope: Scope,
): { readonly slot: Slot; readonly element: FhirElement } | undefined {
  if (!run.context.isRelaxed) return type === slot.resource ? { slot, element } : undefined
  // What fits was taken in the first pass.
  if (type === slot.resource) return undefined
  if (slot.resource === 'PractitionerRole') {
    const inner = slot.inner.get(type === 'Practitioner' ? 'practitioner' : 'organization')?.find((each) => each.resource === type)
    return inner && { slot: inner, element }
  }
  if (slot.resource !== 'Practitioner' || type !== 'PractitionerRole') return undefined
  const reference = element.first('practitioner')
  const found = reference && run.context.bundle.resolve(reference)
  if (found?.type !== 'Practitioner') return undefined
  const text = reference!.first('reference')
  if (text) run.context.log.claim(scope, text, '')
  return { slot, element: found.element }
}
