// Assignments of the maps backwards: constants that an element has, and texts that values of the message stand in.
import type { Operand } from '../../fhir/condition.ts'
import type { MapRow } from '../../fhir/map-table.ts'
import { type Address, addressText } from '../draft/draft-segment.ts'
import type { FhirElement } from '../draft/source-tree.ts'
import { addressOf, holdsFor, type MapRun, type ReverseFrame, textOf } from './reverse-context.ts'

/** Takes a constant that the element has, where the condition of its row holds or can be made to hold. */
export function checkTemplate(run: MapRun, row: MapRow, element: FhirElement, frame: ReverseFrame): void {
  if (row.template?.kind !== 'text' || textOfTarget(element) !== row.template.text) return
  const { context } = run
  const address = addressOf(frame, row)
  const target = addressText(frame.segment.id, address)
  const isValued = row.from === 0 || frame.segment.isValued(address.field, address.repetition, address.inner)
  if (isValued || row.mayBeAbsent) {
    if (holdsFor(context, frame, row)) context.log.claim(frame.scope, targetOf(element), target, 'constant')
    return
  }
  const stated = statedBy(row, frame, address)
  if (stated === undefined || !context.log.put(frame.segment, address, stated.text, element)) return
  if (stated.isChosen) context.log.chosen.set(element, stated.text)
  context.log.claim(frame.scope, targetOf(element), target)
}

/** A constant that stands for a code: `IF OBX-11 IS "X"`. */
function statedBy(
  { condition }: MapRow,
  { segment, field }: ReverseFrame,
  address: Address,
): { readonly text: string; readonly isChosen: boolean } | undefined {
  if (condition?.kind !== 'in' || condition.not || field !== 0) return undefined
  const { operand, values } = condition
  const isOwn = operand.name === '' || (operand.name === segment.id && operand.field === address.field && operand.component <= 1)
  const [text] = values
  return isOwn && text !== undefined ? { text, isChosen: values.length > 1 } : undefined
}

/** A concept is assigned its text. */
function targetOf(element: FhirElement): FhirElement {
  return element.text === undefined ? (element.first('text') ?? element.first('display') ?? element) : element
}

function textOfTarget(element: FhirElement): string | undefined {
  return targetOf(element).text
}

/** @returns whether the row has put in or checked anything */
export function reverseTemplate(run: MapRun, row: MapRow, element: FhirElement, frame: ReverseFrame): boolean {
  const target = targetOf(element)
  if (target.text === undefined || frame.scope.has(target)) return false
  const { template } = row
  if (template?.kind === 'special') return reverseSpecial(run, row, template.special, target, frame)
  if (template?.kind !== 'join') {
    return false
  }
  const operands = template.of.filter((each) => typeof each !== 'string')
  const made = template.of.map((each) => (typeof each === 'string' ? each : textOf(run.context, frame, row, each)))
  const isThere = operands.some((each) => textOf(run.context, frame, row, each) !== '')
  const address = addressOf(frame, row)
  const path = addressText(frame.segment.id, address)
  if (isThere && operands.length === 1 && squeeze(made.join('')) === squeeze(target.text)) satisfy(run, row, target, frame)
  if (isThere && operands.length > 1) {
    run.later.push(() => {
      const text = template.of.map((each) => (typeof each === 'string' ? each : textOf(run.context, frame, row, each))).join('')
      if (squeeze(text) === squeeze(target.text!)) run.context.log.claim(frame.scope, target, path)
    })
    return false
  }
  if (isThere) {
    if (squeeze(made.join('')) === squeeze(target.text)) run.context.log.claim(frame.scope, target, path)
    return false
  }
  const isPut = putOperands(run, row, template.of, target, frame, path)
  if (isPut) satisfy(run, row, target, frame)
  return isPut
}

/** Puts in what the condition of a row asks for: `IF HD.3 = "ISO"` of an address that is an OID. */
export function satisfy({ context }: MapRun, row: MapRow, target: FhirElement, frame: ReverseFrame): void {
  const { condition } = row
  if (condition?.kind !== 'in' || condition.not || condition.operand.name === '') return
  if (condition.operand.ofSegment && condition.operand.name !== frame.segment.id) return
  const address = addressOfOperand(condition.operand, row, frame)
  const isUuid = /^(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(target.text ?? '')
  const text = isUuid && condition.values.includes('UUID') ? 'UUID' : condition.values[0]
  if (address && text !== undefined && frame.segment.at(address) === undefined) context.log.put(frame.segment, address, text, target)
}

function squeeze(text: string): string {
  return text.replace(/ {2,}/g, ' ').trim()
}

/** Takes a text apart at the constants between its values. */
function putOperands(
  { context }: MapRun,
  row: MapRow,
  of: readonly (string | Operand)[],
  target: FhirElement,
  frame: ReverseFrame,
  path: string,
): boolean {
  const parts = takeApart(of, target.text!)
  if (!parts) return false
  const mark = context.log.mark()
  const operands = of.filter((each) => typeof each !== 'string')
  const texts = isCodeAndText(of) ? splitCode(parts, isDivided(operands[1]!, row, frame)) : operands.length > 3 ? whole(of, parts) : parts
  for (const [i, operand] of operands.entries()) {
    const text = texts[i]!
    if (text === '') continue
    const address = addressOfOperand(operand, row, frame)
    if (!address || !context.log.put(frame.segment, address, text, target)) {
      context.log.rollback(mark)
      return false
    }
  }
  context.log.claim(frame.scope, target, path)
  return true
}

/** The values of the operands of a joint text; undefined where its constants are others. */
function takeApart(of: readonly (string | Operand)[], text: string): string[] | undefined {
  const found: string[] = []
  let at = 0
  for (const [i, each] of of.entries()) {
    if (typeof each === 'string') {
      // Blanks at the ends are taken off on the way to FHIR.
      if (text.startsWith(each, at)) at += each.length
      else if (at === text.length && each.trim() === '') at = text.length
      else return undefined
      continue
    }
    const next = of.slice(i + 1).find((other) => typeof other === 'string')
    const end = next === undefined ? text.length : text.indexOf(next, at)
    found.push(text.slice(at, end < 0 ? text.length : end))
    at = end < 0 ? text.length : end
  }
  return at === text.length ? found : undefined
}

/** `Role: P Patient`: a code and its meaning with a blank between. */
function isCodeAndText(of: readonly (string | Operand)[]): boolean {
  return of.length === 4 && typeof of[0] === 'string' && of[2] === ' '
}

/** Nobody knows where a part ends that blanks stand between: an address with a label is one text. */
function whole([label]: readonly (string | Operand)[], parts: readonly string[]): readonly string[] {
  return typeof label === 'string' && /\w/.test(label) ? [parts.filter((each) => each !== '').join(' '), ...parts.slice(1).fill('')] : parts
}

/** Whether the field has components in the version of the message. */
function isDivided(operand: Operand, row: MapRow, frame: ReverseFrame): boolean {
  const address = addressOfOperand(operand, row, frame)
  return address !== undefined && frame.segment.isOwn(address)
}

/** A text has no code in a field without components, and none where its first word is an ordinary one: `Handling: Keep cool`. */
function splitCode([code = '', text = '']: readonly string[], isDivided: boolean): string[] {
  if (text === '') return [code, text]
  if (!isDivided) return [`${code} ${text}`, '']
  return /^[A-Z0-9._-]+$/.test(code) ? [code, text] : ['', `${code} ${text}`]
}

function addressOfOperand(operand: Operand, row: MapRow, frame: ReverseFrame): Address | undefined {
  if (operand.name === '') return addressOf(frame, row)
  const component = operand.component > 0 ? [operand.component] : []
  if (operand.ofSegment)
    return operand.name === frame.segment.id ? { field: operand.field, repetition: frame.repetition, inner: component } : undefined
  if (operand.name === 'MSG' && frame.segment.id !== 'MSH') return undefined
  const base = frame.field === 0 ? { field: row.from, inner: [] } : { field: frame.field, inner: frame.inner }
  return { field: base.field, repetition: frame.repetition, inner: [...base.inner, operand.field, ...component] }
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Given names stand before the family name, which is the last word; of more words nobody knows. */
function putName({ context }: MapRun, row: MapRow, target: FhirElement, frame: ReverseFrame, path: string): boolean {
  const words = target.text!.split(' ')
  const [given, second] = words.length === 2 ? [words[0]] : words.length === 3 ? words : []
  const family = given === undefined ? target.text! : words.at(-1)!
  const place = (part: number) => addressOf(frame, { ...row, from: part })
  if (!context.log.put(frame.segment, place(1), family, target)) return false
  for (const [part, text] of [
    [2, given],
    [3, second],
  ] as const) {
    if (text !== undefined) context.log.put(frame.segment, place(part), text, target)
  }
  context.log.claim(frame.scope, target, path)
  return true
}

function reverseSpecial(run: MapRun, row: MapRow, special: string, target: FhirElement, frame: ReverseFrame): boolean {
  const { context } = run
  const address = addressOf(frame, row)
  const path = addressText(frame.segment.id, address)
  if (special === '@time' || special === '@program') {
    context.log.claim(frame.scope, target, '')
    return false
  }
  if (special === '@name') return putName(run, row, target, frame, path)
  const text = special === '@day' ? String(DAYS.indexOf(target.text!) + 1) : target.text!
  if (special === '@duration' || text === '0') return false
  if (!context.log.put(frame.segment, address, text, target)) return false
  context.log.claim(frame.scope, target, path)
  return true
}
