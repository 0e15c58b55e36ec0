// Keeps what OBX-5 and OBX-6 say in the Observation where the rows of the guide leave a part of it out: no value and no unit is lost.
import { type FhirNode, markAbsent, type Part, type Primitive } from '../fhir-node.ts'
import { isValued, leavesOf, partAt, type SourceSegment } from '../source-message.ts'
import { comparedNumber, holdsNumberForm, isPlainNumber } from './observed-number.ts'
import { putUnit, quantitiesOf, readUnit, type Unit } from './observed-unit.ts'
import { placeAt, put, rawText, shownCharacters, unplace } from './place-part.ts'

/** What the value and the unit of one OBX are put into. */
interface Holder {
  /** The Observation, or a component of it. */
  readonly node: FhirNode
  readonly observation: FhirNode
  readonly type: string
  readonly unit: Unit
  /** OBX-11. */
  readonly status: Part | undefined
}

/**
 * Completes the Observation that the rows of OBX[Observation] or OBX[Observation-Component] filled. A value that its type of FHIR does not hold
 * whole becomes a text, a number with a comparator or with a unit a Quantity (any type of table 0125), and what fits nowhere a note.
 * @param fillUnit puts OBX-6 into a Quantity by the rows of the guide
 * @param componentOf the component of a repetition of OBX-5, by its number from 1; undefined for an Observation with a value of its own
 */
export function keepObservedValue(
  segment: SourceSegment,
  observation: FhirNode,
  fillUnit: (quantity: FhirNode) => void,
  componentOf: ((repetition: number) => FhirNode | undefined) | undefined,
): void {
  const type = partAt(segment.fields[2]?.[0], 1)?.value.trim().toUpperCase() ?? ''
  const unit = readUnit(segment.fields[6] ?? [], fillUnit)
  const repetitions = segment.fields[5] ?? []
  const status = partAt(segment.fields[11]?.[0], 1)
  const whole: Holder = { node: observation, observation, type, unit, status }
  // The repetitions of TX are the lines of one text (HL7 v2.5.1 §2.A.78).
  if (componentOf && type === 'TX') {
    observation.list('component')?.forEach(unplace)
    observation.remove('component')
    keepWhole(whole, repetitions)
  } else if (componentOf) {
    for (const [i, part] of repetitions.entries()) {
      const node = part && componentOf(i + 1)
      if (node) keepPart({ ...whole, node }, part)
    }
  } else if (repetitions.length > 1) keepWhole(whole, repetitions)
  else keepPart(whole, repetitions[0])
  keepUnits(observation, unit)
}

/** OBX-2 stands in the Bundle as the type of what OBX-5 became. */
export function markValueType({ fields }: SourceSegment): void {
  const type = partAt(fields[2]?.[0], 1)
  const node = fields[5]?.flatMap(leavesOf).find(({ nodes }) => nodes.length > 0)?.nodes[0]
  if (type && isValued(type)) placeAt(type, node)
}

/** Several repetitions as one text. */
function keepWhole(holder: Holder, repetitions: readonly (Part | undefined)[]): void {
  const { node, type } = holder
  if (!repetitions.some(isValued)) {
    keepPart(
      holder,
      repetitions.find((part) => part !== undefined),
    )
    return
  }
  if (type === 'NA' && repetitions.filter(isValued).length === 1 && isComplete(node, repetitions.flatMap(leavesOf))) return
  clearValue(node)
  const separator = type === 'TX' ? '\n' : '~'
  putText(holder, repetitions.map((part) => rawText(part)).join(separator), repetitions.flatMap(leavesOf))
  dropAbsence(holder)
}

function keepPart(holder: Holder, part: Part | undefined): void {
  const { node, type, unit } = holder
  const leaves = leavesOf(part).filter(isValued)
  if (leaves.length === 0) {
    keepAbsence(holder, part)
    return
  }
  if (TEXT_TYPES.has(type) && unit.text === '') {
    if (!isComplete(node, leaves)) replaceValue(holder, part!)
  } else if (KEEPERS[type]) KEEPERS[type](holder, part!, leaves)
  else replaceValue(holder, part!)
  dropAbsence(holder)
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['ST', 'TX', 'FT'])

/** What is done with a value by its type; any other becomes a number or a text. */
const KEEPERS: Readonly<Record<string, (holder: Holder, part: Part, leaves: readonly Part[]) => void>> = {
  NM: (holder, part) => {
    const { node } = holder
    if (node.first('valueQuantity')?.first('value')?.value === undefined || part.parts) replaceValue(holder, part)
    else keepUnit(holder)
  },
  SN: (holder, part, leaves) => {
    if (!holdsNumberForm(part) || !holder.node.has(valueName(holder.node) ?? '')) replaceValue(holder, part)
    else {
      // The sign of equality says no more than that there is none.
      for (const leaf of leaves) if (leaf.nodes.length === 0 && leaf.value.trim() === '=') placeAt(leaf, valueNode(holder.node))
      keepUnit(holder)
    }
  },
  NR: keepOrdered,
  DR: keepOrdered,
  NA: keepSamples,
  DT: keepTime,
  TS: keepTime,
  DTM: keepTime,
  TM: keepTime,
  CE: keepConcept,
  CWE: keepConcept,
  CNE: keepConcept,
  CF: keepConcept,
  IS: keepConcept,
  ED: keepDocument,
  RP: keepDocument,
}

function keepUnit({ node, unit }: Holder): void {
  for (const quantity of quantitiesOf(valueNode(node)!)) putUnit(quantity, unit)
}

/** A range or period whose ends are in their order, and whole. */
function keepOrdered(holder: Holder, part: Part, leaves: readonly Part[]): void {
  const node = valueNode(holder.node)
  const [from, to] = ['low', 'high'].map((name) => node?.first(name)?.first('value')?.value)
  const isRange = holder.type === 'NR'
  const ends = isRange ? [from, to] : ['start', 'end'].map((name) => node?.first(name)?.value)
  const isOrdered = ends.some((end) => end === undefined) || !isAbove(ends[0]!, ends[1]!)
  if (!node || !isOrdered || !isComplete(node, leaves)) {
    replaceValue(holder, part)
    return
  }
  if (isRange) keepUnit(holder)
}

function isAbove(first: Primitive, second: Primitive): boolean {
  if (typeof first === 'string' && typeof second === 'string') return Date.parse(first) > Date.parse(second)
  return Number(JSON.stringify(first)) > Number(JSON.stringify(second))
}

/** Numbers of a series stand with single blanks between them (R4 SampledData.data), in the unit of OBX-6, of which zero is their origin. */
function keepSamples(holder: Holder, part: Part, leaves: readonly Part[]): void {
  const { node, unit } = holder
  const parts = part.parts ?? [part]
  clearValue(node)
  if (parts.length < 2 || !parts.every((each) => each && !each.parts && isPlainNumber(each.value))) {
    replaceValue(holder, part)
    return
  }
  const samples = node.child('valueSampledData', '')!
  put(samples.child('data', '')!, parts.map((each) => each!.value.trim().replace(/^\+/, '')).join(' '), leaves)
  samples.child('dimensions', '')!.value = 1
  const origin = samples.child('origin', '')!
  origin.child('value', '')!.value = 0
  putUnit(origin, unit)
}

/** A time without a known offset, or with a precision of its own, keeps its text beside the day. */
function keepTime(holder: Holder, part: Part, leaves: readonly Part[]): void {
  const { node } = holder
  const value = valueNode(node)
  if (value?.value === undefined) replaceValue(holder, part)
  else if (!isComplete(value, leaves)) {
    const extension = value.child('extension', 'original')!
    extension.child('url', '')!.value = ORIGINAL_TEXT
    put(extension.child('valueString', '')!, rawText(part), leaves)
  }
}

const ORIGINAL_TEXT = 'http://hl7.org/fhir/StructureDefinition/originalText'

/** What is no code is the text of the concept. */
function keepConcept(holder: Holder, part: Part, leaves: readonly Part[]): void {
  const concept = holder.node.first('valueCodeableConcept')
  const lost = leaves.filter(({ nodes }) => nodes.length === 0)
  if (!concept) replaceValue(holder, part)
  else if (lost.length > 0) {
    const text = concept.child('text', '')!
    if (text.value === undefined) put(text, lost.map(({ value }) => shownCharacters(value)).join(' '), lost)
    else putNote(holder, 'OBX-5', lost)
  }
}

/** A document whose data is not of the encoding that is named is a text; what tells about it is a note. */
function keepDocument(holder: Holder, part: Part, leaves: readonly Part[]): void {
  const lost = leaves.filter((leaf) => leaf.nodes.length === 0)
  const content = partAt(part, holder.type === 'ED' ? 5 : 1)
  const lostContent = lost.filter((leaf) => leavesOf(content).includes(leaf))
  if (!holder.node.has('derivedFrom') || part.parts === undefined) {
    replaceValue(holder, part)
    return
  }
  if (!content) markUnknown(holder.node)
  if (lostContent.length > 0) putText(holder, rawText(content), lostContent)
  const isEncoding = (leaf: Part) =>
    holder.type === 'ED' && leaf === partAt(part, 4) && (content !== undefined || ENCODINGS.has(leaf.value.toLowerCase()))
  const reported = lost.filter((leaf) => !lostContent.includes(leaf) && !isEncoding(leaf))
  if (reported.length > 0) putNote(holder, 'OBX-5', reported)
}

/** Table 0299. */
const ENCODINGS: ReadonlySet<string> = new Set(['a', 'hex', 'base64'])

/** A number with its comparator, or a number in a unit, as a Quantity; any other text as it is, with the unit where it is a measure. */
function replaceValue(holder: Holder, part: Part): void {
  const { node, type, unit } = holder
  const leaves = leavesOf(part).filter(isValued)
  clearValue(node)
  if (type === 'SI' && unit.text === '' && /^[0-9]{1,9}$/.test(part.value)) {
    put(node.child('valueInteger', '')!, Number(part.value), leaves)
    return
  }
  const number = part.parts ? undefined : comparedNumber(part.value)
  if (number && (unit.text !== '' || type === 'NM')) {
    const quantity = node.child('valueQuantity', '')!
    if (number.comparator !== '') quantity.child('comparator', '')!.value = number.comparator
    put(quantity.child('value', '')!, number.value, leaves)
    putUnit(quantity, unit)
    return
  }
  putText(holder, type === 'SN' ? leaves.map(({ value }) => value).join(' ') : rawText(part), leaves)
}

/** A measure is read with its unit; beside any other text the unit is a note. */
function putText({ node, type, unit }: Holder, text: string, leaves: readonly Part[]): void {
  const isMeasure = unit.text !== '' && !TIME_TYPES.has(type) && text.length <= MEASURE && /[0-9]/.test(text)
  const value = node.child('valueString', '')!
  put(value, shownCharacters(isMeasure ? `${text} ${unit.text}` : text), leaves)
  if (isMeasure) for (const leaf of unit.shown) placeAt(leaf, value)
}

/** A text that is longer is no measure. */
const MEASURE = 60
const TIME_TYPES: ReadonlySet<string> = new Set(['DT', 'TM', 'TS', 'DTM', 'DR', 'ED', 'RP'])

/** The explicit null, or a unit without a value: the value is not known. */
function keepAbsence({ node, observation, unit }: Holder, part: Part | undefined): void {
  const quantity = node.first('valueQuantity')
  if (quantity || unit.text !== '') {
    if (!quantity) clearValue(node)
    const known = quantity ?? node.child('valueQuantity', '')!
    putUnit(known, unit)
    if (known.first('value')?.value === undefined) markAbsent(known.child('value', '')!)
    observation.remove('dataAbsentReason')
    return
  }
  if (!part || node.has('dataAbsentReason') || valueName(node) !== undefined) return
  const code = markUnknown(node)
  for (const leaf of leavesOf(part)) placeAt(leaf, code)
}

/** @returns the code of the reason */
function markUnknown(node: FhirNode): FhirNode {
  const coding = node.child('dataAbsentReason', '')!.child('coding', 'null')!
  coding.child('system', '')!.value = 'http://terminology.hl7.org/CodeSystem/data-absent-reason'
  const code = coding.child('code', '')!
  code.value = 'unknown'
  return code
}

/** obs-6: a value has no reason for its absence. That no value was asked for (OBX-11 N) stands with the status. */
function dropAbsence({ node, observation, status }: Holder): void {
  if (valueName(node) === undefined || !observation.has('dataAbsentReason')) return
  observation.remove('dataAbsentReason')
  const code = observation.child('status', '')!
  if (code.has('extension')) return
  code.value ??= 'unknown'
  const extension = code.child('extension', 'alternate')!
  extension.child('url', '')!.value = 'http://hl7.org/fhir/StructureDefinition/alternate-codes'
  const coding = extension.child('valueCodeableConcept', '')!.child('coding', '')!
  coding.child('system', '')!.value = 'http://terminology.hl7.org/CodeSystem/v2-0085'
  put(coding.child('code', '')!, status?.value ?? 'N', status ? [status] : [])
}

/** Keeps the parts of the unit that no other element holds in a note, with the delimiters that tell where they belong. */
function keepUnits(observation: FhirNode, { repetitions, leaves }: Unit): void {
  const lost = leaves.filter(({ nodes }) => nodes.length === 0)
  const texts = repetitions.map((each) => rawText(each, '^', (leaf) => lost.includes(leaf)))
  while (texts.at(-1) === '') texts.pop()
  if (lost.length > 0) putNote({ observation }, 'Unit (OBX-6)', lost, texts.join('~'))
}

function putNote({ observation }: Pick<Holder, 'observation'>, label: string, lost: readonly Part[], whole?: string): void {
  const text = `${label}: ${shownCharacters(whole ?? lost.map(({ value }) => value).join(' '))}`
  put(observation.child('note', label)!.child('text', '')!, text, lost)
}

function valueName({ children }: FhirNode): string | undefined {
  for (const child of children) if (child.element!.choice === 'value' && !child.isEmpty()) return child.name
  return undefined
}

function valueNode(node: FhirNode): FhirNode | undefined {
  const name = valueName(node)
  return name === undefined ? undefined : node.first(name)
}

function clearValue(node: FhirNode): void {
  for (const child of [...node.children]) {
    if (child.element!.choice !== 'value') continue
    child.occurrences.forEach(unplace)
    node.remove(child.name)
  }
}

/** True where there is an element, and each part stands somewhere. */
function isComplete(node: FhirNode | undefined, leaves: readonly Part[]): boolean {
  return node !== undefined && leaves.every((leaf) => !isValued(leaf) || leaf.nodes.length > 0)
}
