// The assignments of rows: texts, texts with values of the message in them, and what the guide says in words.
import type { Operand } from '../condition.ts'
import { convertValue, isText } from '../convert-value.ts'
import { shiftTime } from '../date-values.ts'
import { readDecimal } from '../decimal.ts'
import type { FhirNode, Part } from '../fhir-node.ts'
import type { MapRow } from '../map-table.ts'
import { shownCharacters } from '../observed/place-part.ts'
import { firstLeaf, isValued, leavesOf, partAt, type SourceSegment } from '../source-message.ts'
import type { Special, Template } from '../template.ts'
import { operandParts, type RunContext } from './row-facts.ts'
import { fail, setValue } from './set-value.ts'

/** What an assignment is seen from. */
interface Frame {
  readonly segment: SourceSegment
  /** What a data type map divides; undefined for a segment map. */
  readonly part: Part | undefined
}

const PROGRAM = 'health-tools hl7/to-fhir'

/** What a row assigns to an element. */
export function assign(context: RunContext, frame: Frame, row: MapRow, template: Template, source: Part | undefined, node: FhirNode): void {
  const target = node.type === 'CodeableConcept' ? node.child('text', '')! : node.type === 'Reference' ? node.child('display', '')! : node
  if (template.kind === 'special') {
    assignSpecial(context, template.special, row.from === 0 ? frame.part : source, frame.part, target)
    return
  }
  const isSpecial = row.condition !== undefined
  if (template.kind === 'text') {
    // The parts of an extension have names as their url (`code`, `species`), which are no addresses.
    if (target.element?.name === 'url') {
      setValue(target, template.text, [], !isSpecial)
      return
    }
    if (!target.element) return
    const { name, type, codes } = target.element
    const { value } = convertValue(template.text, codes ? { name, type, codes: undefined } : target.element, undefined, context)
    if (value !== undefined) setValue(target, value, [], !isSpecial)
    return
  }
  const leaves: Part[] = []
  const textOf = (each: string | Operand): string => {
    if (typeof each === 'string') return each
    const found = operandParts(context, frame.segment, frame.part ?? source, source, each)
      .filter(isValued)
      .map(firstLeaf)
    for (const leaf of found) if (leaf) leaves.push(leaf)
    return found[0]?.value ?? ''
  }
  if (template.kind === 'shifted') {
    const { base, amount, unit, sign } = template
    const time = convertValue(textOf(base), target.element!, undefined, context)
    const moved = typeof time.value === 'string' ? shiftTime(time.value, textOf(amount), textOf(unit), sign) : undefined
    if (moved !== undefined) setValue(target, moved, leaves, false)
    else fail(source, time.reason ?? 'invalid_value')
    return
  }
  const texts = template.of.map(textOf)
  if (leaves.length === 0 || !target.element) return
  const text = texts
    .join('')
    .replace(/[ ]{2,}/g, ' ')
    .trim()
  const { value, reason } = convertValue(text, target.element, undefined, context)
  if (value !== undefined) setValue(target, value, leaves, false)
  else for (const leaf of leaves) leaf.reason ??= reason
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function assignSpecial(context: RunContext, special: Special, part: Part | undefined, whole: Part | undefined, node: FhirNode): void {
  const leaves = leavesOf(part).filter(isValued)
  if (special === '@program') setValue(node, PROGRAM, [], true)
  else if (special === '@time') {
    const { value } = convertValue(context.time, node.element!, undefined, context)
    if (value !== undefined) setValue(node, value, [], true)
  } else if (special === '@day') {
    const day = DAYS[Number(leaves[0]?.value) - 1]
    if (day) setValue(node, day, leaves.slice(0, 1), false)
    else fail(part, 'invalid_value')
  } else if (special === '@duration') assignDuration(part, leaves[0], node)
  else {
    const joint = special === '@name' ? [2, 3, 1, 4].flatMap((i) => leavesOf(partAt(whole, i)).filter(isValued)) : leaves
    const text = shownCharacters(joint.map(({ value }) => value).join(' '))
    if (isText(text)) setValue(node, text, joint, false)
  }
}

/** Units of a duration by the letter in front of its number (HL7 v2 §4.3.3), as UCUM has them. */
const DURATION_UNITS: Readonly<Record<string, string>> = { S: 's', M: 'min', H: 'h', D: 'd', W: 'wk', L: 'mo' }

/** `D5`: five days. */
function assignDuration(part: Part | undefined, leaf: Part | undefined, node: FhirNode): void {
  const [, letter = '', amount = ''] = /^([SMHDWL])([1-9]\d{0,5})$/.exec(leaf?.value ?? '') ?? []
  const value = readDecimal(amount)
  if (!leaf || value === undefined) {
    fail(part, 'invalid_value')
    return
  }
  setValue(node.child('value', '')!, value, [leaf], false)
  setValue(node.child('unit', '')!, DURATION_UNITS[letter]!, [], true)
  setValue(node.child('code', '')!, DURATION_UNITS[letter]!, [], true)
  setValue(node.child('system', '')!, 'http://unitsofmeasure.org', [], true)
}
