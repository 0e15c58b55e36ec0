// Executes a map of the v2-to-FHIR guide backwards: from the elements of a resource into the fields of a segment.
import { officialAddress } from '../../fhir/code-systems.ts'
import type { MapRow } from '../../fhir/map-table.ts'
import { addressText } from '../draft/draft-segment.ts'
import type { FhirElement } from '../draft/source-tree.ts'
import { assignSlots } from './assign-slots.ts'
import type { Slot } from './map-slots.ts'
import { slotsOf } from './map-slots.ts'
import { reverseCode } from './reverse-codes.ts'
import { reverseConcept } from './reverse-concept.ts'
import { addressOf, holdsFor, type MapRun, type ReverseContext, type ReverseFrame } from './reverse-context.ts'
import { reverseLines } from './reverse-lines.ts'
import { reverseLocation } from './reverse-location.ts'
import { checkTemplate, reverseTemplate, satisfy } from './reverse-template.ts'
import { reverseValue } from './reverse-value.ts'
import { isDegree } from './table-names.ts'

/** Attempts at a map: each one gives up the rows of the last one whose conditions did not hold. */
const ATTEMPTS = 6

/** The implementation of ReverseContext.reverse. */
export function reverseMap(context: ReverseContext, name: string, element: FhirElement, frame: ReverseFrame): void {
  if (name === 'PL[Location]' || name === 'NDL[Location]') {
    reverseLocation(context, name, element, frame)
    return
  }
  if (name === 'SAD[Address]') reverseLines(context, element, frame)
  const tree = slotsOf(name)
  const disabled = new Set<MapRow>()
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const mark = context.log.mark()
    const run: MapRun = { context, frame, disabled, applied: [], later: [], runSlot }
    if (name.endsWith('[CodeableConcept]') && element.children.has('coding')) reverseConcept(run, tree, element)
    runSlot(run, tree, element, frame)
    for (const check of run.later) check()
    if (name === 'XTN[ContactPoint]') nameNetwork(context, element, frame)
    const broken = run.applied.filter((each) => !holdsFor(context, each.frame, each.row))
    if (broken.length === 0) return
    context.log.rollback(mark)
    for (const { row } of broken) disabled.add(row)
  }
}

/** An address of electronic mail without a use is one of the network (table 0201). */
function nameNetwork({ log }: ReverseContext, contact: FhirElement, { segment, field, repetition, inner }: ReverseFrame): void {
  const place = { field, repetition, inner: [...inner, 2] }
  if (contact.textAt('system') === 'email' && segment.at(place) === undefined && segment.isValued(field, repetition, inner))
    log.put(segment, place, 'NET', contact)
}

/** Executes the rows that end at an element, then those that go on below it. */
function runSlot(run: MapRun, slot: Slot, element: FhirElement, frame: ReverseFrame): void {
  const stated = statedFields(slot, element)
  const rows = inOrder(slot, element, frame).filter((row) => !run.disabled.has(row))
  for (const row of rows) if (!isLate(row, slot)) runRow(run, row, slot, element, frame)
  if (stated) {
    runStatedFields(run, slot, element, frame, stated)
    return
  }
  for (const [name, slots] of slot.inner) {
    if (name === '') for (const each of slots) runOwn(run, each, element, frame)
    else assignSlots(run, slots, element, name, frame)
  }
  for (const row of rows) if (isLate(row, slot)) runRow(run, row, slot, element, frame)
}

/**
 * Quantity and timing (TQ) of old orders take what no field of its own is for, the address of a receiver what its device does not say, and an
 * organization with a field for its number (IN1-3) the rest.
 */
function isLate({ mapping }: MapRow, { inner }: Slot): boolean {
  if (mapping.startsWith('XON[')) return inner.has('identifier')
  return mapping.startsWith('TQ[') || mapping.startsWith('HD[MessageHeader.destination')
}

/** Of an extension that may be one of several, the fields that its address is for. */
function statedFields({ inner }: Slot, element: FhirElement): ReadonlySet<number> | undefined {
  const rows = (inner.get('url') ?? []).flatMap(({ rows }) => rows)
  if (new Set(rows.map(({ from }) => from)).size < 2) return undefined
  const url = element.textAt('url')
  return new Set(rows.flatMap(({ template, from }) => (template?.kind === 'text' && template.text === url ? [from] : [])))
}

function runStatedFields(run: MapRun, slot: Slot, element: FhirElement, frame: ReverseFrame, stated: ReadonlySet<number>): void {
  const others = slotRows(slot).filter(({ from }) => !stated.has(from))
  const narrowed: MapRun = { ...run, disabled: new Set([...run.disabled, ...others]) }
  for (const [name, slots] of slot.inner) assignSlots(narrowed, slots, element, name, frame)
}

function slotRows(slot: Slot): MapRow[] {
  return [...slot.rows, ...[...slot.inner.values()].flat().flatMap(slotRows)]
}

/** Rows that are for what others do not hold stand last. */
function inOrder({ rows, name }: Slot, element: FhirElement, frame: ReverseFrame): readonly MapRow[] {
  if (rows.length < 2) return rows
  // A degree has a component of its own behind the one for suffixes such as JR.
  if (name === 'suffix' && element.text !== undefined && isDegree(element.text)) return [...rows.slice(1), rows[0]!]
  return rows.toSorted((a, b) => rankOf(a, frame) - rankOf(b, frame))
}

function rankOf({ mapping, from, condition, path }: MapRow, { segment, field, repetition, inner }: ReverseFrame): number {
  // Who performed a test is told by OBX-23 where that is there, and the address of an application by MSH-24 and MSH-25.
  if (mapping === 'CWE[Organization]') return 1
  // The number of an organization was one of digits alone before 2.5.
  if (from === 3 && field > 0 && condition?.kind === 'valued' && condition.operand.name === 'XON')
    return segment.isOwn({ field, repetition, inner: [...inner, 10] }) ? 1 : 0
  if (segment.id === 'MSH' && field === 0) return from > 23 ? 2 : condition?.kind === 'valued' && !condition.not ? 1 : 0
  // A text is a component of its own where the field has components.
  if (path.length === 0 && from === 1 && condition?.kind === 'all' && field > 0) {
    return segment.isOwn({ field, repetition, inner: [...inner, 2] }) ? 1 : -1
  }
  return 0
}

/** The place of the map itself, `[1].value`, or the next one beside it, which only some maps have of one field. */
function runOwn(run: MapRun, slot: Slot, element: FhirElement, frame: ReverseFrame): void {
  if (slot.label === '1' || slot.label === '') {
    runSlot(run, slot, element, frame)
    return
  }
  const beside = element.parent?.all(element.name)[element.index + 1]
  // The second identifier of an authority has a type, and a nickname its use.
  if (!beside || frame.scope.has(beside) || !isBeside(run, beside)) return
  const mark = run.context.log.mark()
  runSlot(run, slot, beside, frame)
  if (run.context.log.count(mark).claims > 0) run.context.log.claim(frame.scope, beside, '')
}

function isBeside({ context }: MapRun, element: FhirElement): boolean {
  if (element.textAt('use') === 'nickname') return element.children.size === 2 && element.all('given').length === 1
  const kind = element.first('type')?.first('coding')?.textAt('code')
  return kind !== undefined && context.codes.find('UniversalIDType', kind) !== undefined
}

function runRow(run: MapRun, row: MapRow, slot: Slot, element: FhirElement, frame: ReverseFrame): void {
  const { context } = run
  if (row.linkTo !== undefined) {
    const reference = element.first('reference')
    if (reference && context.bundle.resolve(element)?.type === row.linkTo)
      context.log.claim(frame.scope, reference, addressText(frame.segment.id, addressOf(frame, row)))
    return
  }
  if (row.template) {
    if (row.template.kind === 'text') run.later.push(() => checkTemplate(run, row, element, frame))
    else if (reverseTemplate(run, row, element, frame)) run.applied.push({ row, frame })
    return
  }
  const mark = context.log.mark()
  if (row.mapping === '') setText(run, row, slot, element, frame)
  else if (row.mapping === 'HD[uri]' || row.mapping === 'EI[uri]') setNamespace(run, row, element, frame)
  else {
    const address = addressOf(frame, row)
    // A number that another field holds is not told by its authority alone.
    const value = element.first('value')
    if (row.path.length > 0 && row.mapping.includes('[Identifier') && value && frame.scope.has(value)) return
    context.reverse(row.mapping, element, { ...frame, ...address, vocabulary: row.vocabulary })
  }
  const { claims, puts } = context.log.count(mark)
  if (claims + puts > 0) run.applied.push({ row, frame })
}

function setText(run: MapRun, row: MapRow, slot: Slot, element: FhirElement, frame: ReverseFrame): void {
  if (element.text === undefined || frame.scope.has(element)) return
  const { context } = run
  const address = addressOf(frame, row)
  const vocabulary = row.vocabulary || (row.path.length === 0 || slot.name === 'code' ? frame.vocabulary : '')
  const type = slot.element?.type ?? slot.type
  const chosen =
    vocabulary === ''
      ? undefined
      : reverseCode(context.codes, vocabulary, element.text, slot.name === 'code' ? element.parent?.textAt('system') : undefined)
  // What an order is to become tells its status only where nothing else does.
  if (chosen && (chosen.isChosen || vocabulary.startsWith('OrderControlCode'))) {
    run.later.push(() => setChosen(run, row, element, frame, vocabulary, chosen.code))
    return
  }
  const text = vocabulary === '' ? reversed(context, slot, type, element) : mappedText(context, vocabulary, slot, type, element, frame)
  if (text === undefined || text === '') {
    if (!context.log.refusals.has(element)) context.log.refusals.set(element, 'no_form')
    return
  }
  if (!context.log.put(frame.segment, address, text, element)) return
  context.log.claim(frame.scope, element, addressText(frame.segment.id, address))
  // The kind of an identifier is told by its form.
  if (row.condition?.kind === 'in' && (row.condition.operand.name === 'HD' || row.condition.operand.name === frame.segment.id))
    satisfy(run, row, element, frame)
}

/** A code that stands for several is put in where no other element says which one it was. */
function setChosen(run: MapRun, row: MapRow, element: FhirElement, frame: ReverseFrame, vocabulary: string, code: string): void {
  const { log, codes } = run.context
  if (frame.scope.has(element)) return
  const address = addressOf(frame, row)
  const stands = frame.segment.at(address)
  const isSame = stands !== undefined && codes.find(vocabulary, stands)?.code === element.text
  if (stands === undefined) {
    if (!log.put(frame.segment, address, code, element)) return
    log.chosen.set(element, code)
  } else if (!isSame) {
    log.refusals.set(element, 'field_taken')
    return
  }
  log.claim(frame.scope, element, addressText(frame.segment.id, address))
  const system = element.parent?.first('system')
  if (element.name === 'code' && system && codes.find(vocabulary, stands ?? code)?.system === system.text)
    log.claim(frame.scope, system, addressText(frame.segment.id, address))
  run.applied.push({ row, frame })
}

/** Of an OID or UUID, the address has a scheme that the field does not have. */
function reversed(context: ReverseContext, slot: Slot, type: string, element: FhirElement): string | undefined {
  const text = element.text!
  if (slot.name === 'value' && element.parent?.textAt('system') === 'urn:ietf:rfc:3986') return text.replace(/^urn:(?:oid|uuid):/, '')
  // A system that a map divides is still one.
  return reverseValue(text, type, slot.name === '' ? element.name : slot.name, context.systems)
}

/** A code by the code map of the row; one that the map does not have stands for itself, as it does on the way to FHIR. */
function mappedText(
  context: ReverseContext,
  vocabulary: string,
  slot: Slot,
  type: string,
  element: FhirElement,
  frame: ReverseFrame,
): string | undefined {
  const text = element.text!
  const system = slot.name === 'code' ? element.parent?.textAt('system') : undefined
  // A mobile telephone is a kind of equipment, too.
  if (vocabulary === 'TelecommunicationEquipmentType' && text === 'phone' && element.parent?.textAt('use') === 'mobile') return 'CP'
  const found = reverseCode(context.codes, vocabulary, text, system)
  if (found) {
    const address = element.parent?.first('system')
    if (slot.name === 'code' && address && address.text === found.entry.system)
      context.log.claim(frame.scope, address, `${frame.segment.id}-${frame.field}`)
    return found.code
  }
  if (type === 'boolean') return reverseValue(text, type, slot.name, context.systems)
  // A code of a list of FHIR is none of HL7 v2.
  if (slot.element?.codes) {
    context.log.refusals.set(element, 'no_code')
    return undefined
  }
  return text
}

/** A system that is the address of an authority whose number or name stands in the assigner already, or that goes there. */
function setNamespace({ context }: MapRun, row: MapRow, element: FhirElement, frame: ReverseFrame): void {
  if (element.text === undefined || frame.scope.has(element)) return
  const whole = addressOf(frame, row)
  const [name, id, kind] = (row.mapping === 'HD[uri]' ? [1, 2, 3] : [2, 3, 4]).map((part) => ({ ...whole, inner: [...whole.inner, part] }))
  const { segment, scope } = frame
  const target = addressText(segment.id, whole)
  const known = context.systems.get(element.text)
  const stands = segment.at(id!) ?? ''
  if (stands !== '' ? (officialAddress(stands) ?? stands) === element.text : known !== undefined && segment.at(name!) === known) {
    context.log.claim(scope, element, target)
    return
  }
  if (known !== undefined && segment.at(name!) === undefined) {
    if (context.log.put(segment, name!, known, element)) context.log.claim(scope, element, target)
    return
  }
  if (stands !== '') return
  const [, scheme, plain] = /^urn:(oid|uuid):(.*)$/.exec(element.text) ?? []
  if (!context.log.put(segment, id!, plain ?? element.text, element)) return
  context.log.put(segment, kind!, scheme === 'oid' ? 'ISO' : scheme === 'uuid' ? 'UUID' : 'URI', element)
  context.log.claim(scope, element, target)
}
