// Checks the fields of every segment against the dictionary of the version: presence, repetitions, lengths, parts, forms and codes.
import type { SegmentPlace } from '../describe/describe-segments.ts'
import type { FieldDefinition, SegmentDefinition } from '../dictionary/dictionary.ts'
import { isAtLeast } from '../dictionary/versions.ts'
import { fieldCount, fieldSpan, isDelimiterField, partSpans, type Span } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import { checkDigits } from './check-digits.ts'
import { checkLeaf, type LeafDefinition } from './check-leaf.ts'
import { checkStructuredNumeric, checkUniversalId } from './check-parts.ts'
import { type FieldPlace, formatPlace, formatSegment, isOverridden, type MessageContext, segmentSpan } from './message-context.ts'

/** Fields whose data type another field of the segment names. */
const TYPE_FIELDS: ReadonlyMap<string, number> = new Map([
  ['OBX-5', 2],
  ['MFE-4', 5],
  ['MFA-5', 6],
])
/** Types without components in every version. */
const SIMPLE_TYPES: ReadonlySet<string> = new Set('DT DTM FT GTS ID IS NM SI SNM ST TM TN TX'.split(' '))
/** Coded types whose first component takes the codes of the field's table. */
const CODED_TYPES: ReadonlySet<string> = new Set(['CE', 'CWE', 'CNE', 'CF'])
/** Coded types that allow codes of the site beside those of a table. */
const LOCAL_TYPES: ReadonlySet<string | null> = new Set(['CE', 'CWE'])
/** Withdrawn in 2.7 (HL7 v2.7 §3.4.2), but still typed in the tables: senders that keep them write components of older versions. */
const WITHDRAWN_IN_2_7: ReadonlySet<string> = new Set(['PID-2', 'PID-4', 'PID-9'])
/** The dictionaries before 2.4 allow 7 characters, less than the components that the same versions lay down. */
const LENGTH_EXCEPTIONS: ReadonlySet<string> = new Set(['MSH-9'])

export function checkFields(context: MessageContext): void {
  for (const segment of context.segments) {
    const definition = context.dictionary.segment(context.version, segment.id)
    if (definition) checkSegment(context, segment, definition)
  }
}

function checkSegment(context: MessageContext, segment: SegmentPlace, definition: SegmentDefinition): void {
  const { index } = context.document
  const count = fieldCount(index, segment.line)
  for (let field = 1; field < definition.fields.length; field++) {
    const known = definition.fields[field]
    if (field >= openFrom(segment.id)) return
    const span = field <= count ? fieldSpan(index, segment.line, field) : undefined
    if (span && span.end > span.start) {
      checkField(context, { segment, field }, known, span)
      if (known?.required) checkNull(context, { segment, field }, span)
    } else if (known?.required) reportMissing(context, { segment, field }, span)
  }
  for (let field = definition.fields.length; field <= count && field < openFrom(segment.id); field++) {
    const span = fieldSpan(index, segment.line, field)
    if (!span || span.end === span.start) continue
    // A receiver ignores fields that it does not expect (§2.6.2).
    const expected = () => `at most ${definition.fields.length - 1} fields in ${segment.id}`
    const path = () => formatPlace({ segment, field })
    context.issues.add('cardinality', 'field_undefined', { ...span, path, expected }, { lowered: true })
  }
}

/** Parameters of a query and columns of its answer (HL7 v2.5.1 §5.5.4, §5.5.7): the query profile says which fields there are. */
const OPEN_FIELDS: ReadonlyMap<string, number> = new Map([
  ['QPD', 3],
  ['RDT', 1],
])

function openFrom(segment: string): number {
  return OPEN_FIELDS.get(segment) ?? Number.POSITIVE_INFINITY
}

function reportMissing(context: MessageContext, place: FieldPlace, span: Span | undefined): void {
  if (context.issues.isOff('required') || isOverridden(context, 'usage', place)) return
  const { end } = segmentSpan(context, place.segment)
  const at = span ?? { start: end, end }
  context.issues.add('required', 'field_missing', { ...at, path: () => formatPlace(place), expected: 'a value' })
}

/** The explicit null takes a value away, which a required field cannot be without. */
function checkNull(context: MessageContext, place: FieldPlace, span: Span): void {
  if (context.document.index.text.slice(span.start, span.end) !== EXPLICIT_NULL || isOverridden(context, 'usage', place)) return
  context.issues.add('required', 'required_value_null', { ...span, path: () => formatPlace(place), expected: 'a value' }, { lowered: true })
}

function checkField(context: MessageContext, place: FieldPlace, known: FieldDefinition | undefined, span: Span): void {
  const { document, message, issues } = context
  if (isDelimiterField(document.index, place.segment.line, place.field)) return
  if (!known || (known.dataType === null && known.composite === '')) {
    if (isOverridden(context, 'usage', place)) return
    // Withdrawn fields may stay empty or be used by agreement.
    issues.add('cardinality', 'field_withdrawn', { ...span, path: () => formatPlace(place), expected: 'no value' }, { lowered: true })
    return
  }
  const repetitions = partSpans(document.index.text, span, message.delimiters.repetition)
  if (repetitions.length > 1 && !known.repeats && !isOverridden(context, 'cardinality', place)) {
    issues.add('cardinality', 'repetition_not_allowed', { ...span, path: () => formatPlace(place), expected: 'one repetition' })
  }
  const type = typeOf(context, place, known)
  for (const [i, each] of repetitions.entries()) {
    if (each.end === each.start) continue
    const own = { ...place, repetition: i + 1 }
    if (known.maxLength !== null) checkLength(context, own, known, each)
    if (type) checkRepetition(context, own, { ...type, table: known.table }, each)
  }
}

function checkLength(context: MessageContext, place: FieldPlace, { maxLength, path }: FieldDefinition, { start, end }: Span): void {
  const { issues, document } = context
  if (end - start <= maxLength! || issues.isOff('length') || LENGTH_EXCEPTIONS.has(path) || isOverridden(context, 'length', place)) return
  const { text } = document.index
  if (end - start === 2 && text.startsWith(EXPLICIT_NULL, start)) return
  // The standard counts characters; those outside of the basic plane are two code units.
  const characters = end - start <= 2 * maxLength! ? [...text.slice(start, end)].length : end - start
  if (characters <= maxLength!) return
  issues.add('length', 'value_too_long', { start, end, path: () => formatPlace(place), expected: `at most ${maxLength} characters` })
}

interface TypeName {
  readonly dataType: string
  readonly composite: string
}

/** The type of a field; undefined where it is not known, which for a field of varying type is reported. */
function typeOf(context: MessageContext, { segment }: FieldPlace, known: FieldDefinition): TypeName | undefined {
  if (known.dataType !== 'varies') return known.dataType === null ? undefined : { dataType: known.dataType, composite: known.composite }
  const position = TYPE_FIELDS.get(known.path)
  if (position === undefined) return undefined
  const { index } = context.document
  const span = fieldSpan(index, segment.line, position)
  const at = span ?? { ...segmentSpan(context, segment), start: segmentSpan(context, segment).end }
  const path = () => formatPlace({ segment, field: position })
  if (!span || span.start === span.end) {
    const expected = `the data type of ${formatSegment(segment)}-${known.position}`
    context.issues.add('required', 'value_type_missing', { ...at, path, expected })
    return undefined
  }
  const name = index.text.slice(span.start, span.end)
  if (context.dictionary.isDataType(name)) return { dataType: name, composite: name }
  // OBX-2 has a table of its own, so that the code is reported once.
  if (known.path !== 'OBX-5') context.issues.add('table', 'value_type_unknown', { ...at, path, expected: 'a data type of HL7' })
  return undefined
}

function checkRepetition(context: MessageContext, place: FieldPlace, type: TypeName & LeafDefinition, span: Span): void {
  const { index } = context.document
  const components = partSpans(index.text, span, context.message.delimiters.component)
  if (type.dataType === 'TS') {
    // The second component of a time stamp is its precision, withdrawn later.
    checkParts(context, place, { ...type, dataType: 'TS', table: null }, components.slice(0, 1))
    return
  }
  if (CODED_TYPES.has(type.dataType)) checkCodedField(context, place, type, components)
  const definitions = context.dictionary.components(context.version, type.composite)
  if (SIMPLE_TYPES.has(type.dataType) || definitions.length === 0) {
    if (SIMPLE_TYPES.has(type.dataType)) checkParts(context, place, type, components)
    return
  }
  if (type.dataType === 'SN') checkStructuredNumeric(context, place, components)
  const isNull = components.length === 1 && index.text.slice(span.start, span.end) === EXPLICIT_NULL
  if (isNull) return
  checkUniversalId(context, type.composite, components, (component) => ({ ...place, component }))
  checkDigits(context, type.composite, components, (component) => ({ ...place, component }))
  for (const { position, required, dataType, composite, table } of definitions) {
    const part = components[position - 1]
    const own = { ...place, component: position }
    if (part && part.end > part.start) checkComponent(context, own, { dataType, composite, table }, part)
    else if (required && !isWithdrawn(context, place) && !isOverridden(context, 'usage', own)) {
      const at = part ?? { start: span.end, end: span.end }
      context.issues.add('required', 'component_missing', { ...at, path: () => formatPlace(own), expected: 'a value' })
    }
  }
  reportExcess(context, components.slice(definitions.at(-1)!.position), (i) => ({
    ...place,
    component: definitions.at(-1)!.position + 1 + i,
  }))
}

function isWithdrawn({ version }: MessageContext, { segment, field }: FieldPlace): boolean {
  return WITHDRAWN_IN_2_7.has(`${segment.id}-${field}`) && isAtLeast(version, '2.7')
}

/** The table of the field is for the code, unless the coding system says that the code is from elsewhere. */
function checkCodedField(
  context: MessageContext,
  place: FieldPlace,
  { dataType, table }: LeafDefinition,
  components: readonly Span[],
): void {
  const [code, , system] = components
  if (table === null || !code || code.start === code.end) return
  const named = system ? context.document.index.text.slice(system.start, system.end) : ''
  if (named !== '' && named !== `HL7${table}`) return
  checkLeaf(context, { dataType: null, table, isOpen: named === '' && LOCAL_TYPES.has(dataType) }, code, { ...place, component: 1 })
}

function checkComponent(
  context: MessageContext,
  place: FieldPlace,
  { dataType, composite, table }: LeafDefinition & { readonly composite: string },
  span: Span,
): void {
  const parts = partSpans(context.document.index.text, span, context.message.delimiters.subcomponent)
  const definitions = composite === '' ? [] : context.dictionary.components(context.version, composite)
  if (dataType === 'TS' || definitions.length === 0 || (dataType !== null && SIMPLE_TYPES.has(dataType))) {
    const [first] = parts
    if (first && first.end > first.start) checkLeaf(context, { dataType, table }, first, place)
    const isSimple = dataType !== null && SIMPLE_TYPES.has(dataType)
    if (isSimple) reportExcess(context, parts.slice(1), (i) => ({ ...place, subcomponent: 2 + i }))
    return
  }
  checkUniversalId(context, composite, parts, (subcomponent) => ({ ...place, subcomponent }))
  for (const { position, required, dataType: type, table: own } of definitions) {
    const part = parts[position - 1]
    const below = { ...place, subcomponent: position }
    if (part && part.end > part.start) checkLeaf(context, { dataType: type, table: own }, part, below)
    else if (required && !isOverridden(context, 'usage', below)) {
      const at = part ?? { start: span.end, end: span.end }
      context.issues.add('required', 'component_missing', { ...at, path: () => formatPlace(below), expected: 'a value' })
    }
  }
  reportExcess(context, parts.slice(definitions.at(-1)!.position), (i) => ({
    ...place,
    subcomponent: definitions.at(-1)!.position + 1 + i,
  }))
}

/** A value of a simple type: its first part, and what stands behind it. */
function checkParts(context: MessageContext, place: FieldPlace, type: LeafDefinition, components: readonly Span[]): void {
  const [first] = components
  if (!first) return
  const parts = partSpans(context.document.index.text, first, context.message.delimiters.subcomponent)
  if (parts[0]!.end > parts[0]!.start) checkLeaf(context, type, parts[0]!, place)
  reportExcess(context, parts.slice(1), (i) => ({ ...place, component: 1, subcomponent: 2 + i }))
  reportExcess(context, components.slice(1), (i) => ({ ...place, component: 2 + i }))
}

/** Parts that the data type does not have; a receiver ignores them (§2.6.2). */
function reportExcess(context: MessageContext, parts: readonly Span[], placeAt: (i: number) => FieldPlace): void {
  for (const [i, part] of parts.entries()) {
    if (part.end === part.start) continue
    const path = () => formatPlace(placeAt(i))
    context.issues.add('dataType', 'component_undefined', { ...part, path, expected: 'no such part' }, { lowered: true })
  }
}
