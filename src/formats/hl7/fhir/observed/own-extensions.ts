// What the guide leaves out and rows cannot say: race and ethnicity of PID, the ends of a reference range, and the category of an observation.
import { isText } from '../convert-value.ts'
import { readDecimal } from '../decimal.ts'
import type { FhirNode, Part } from '../fhir-node.ts'
import type { ResourceGraph } from '../resource-graph.ts'
import { firstLeaf, isValued, leavesOf, partAt, type SourceSegment } from '../source-message.ts'
import { rawText, shownCharacters } from './place-part.ts'

const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition/'
const CDC = 'urn:oid:2.16.840.1.113883.6.238'
/** Names that messages have for the code system of CDC; table 0005 has its codes. */
const CDC_NAMES: ReadonlySet<string> = new Set(['', 'HL70005', 'HL70189', 'CDCREC', 'PHINVS', '2.16.840.1.113883.6.238'])
const OMB_CODES: Readonly<Record<string, ReadonlySet<string>>> = {
  'us-core-race': new Set(['1002-5', '2028-9', '2054-5', '2076-8', '2106-3']),
  'us-core-ethnicity': new Set(['2135-2', '2186-5']),
}

/** Race (PID-10) and ethnicity (PID-22): extensions of US Core for codes of CDC, and an Observation in the words of the sender for any other. */
export function addHeritage(graph: ResourceGraph, segment: SourceSegment, patient: FhirNode): void {
  addHeritageOf(graph, segment, patient, 10, 'us-core-race', '32624-9', 'Race')
  addHeritageOf(graph, segment, patient, 22, 'us-core-ethnicity', '69490-1', 'Ethnicity')
}

function addHeritageOf(
  graph: ResourceGraph,
  segment: SourceSegment,
  patient: FhirNode,
  field: number,
  name: string,
  loinc: string,
  title: string,
): void {
  const all = (segment.fields[field] ?? []).filter(isValued) as Part[]
  const known = all.filter((part) => cdcCode(part, name) !== undefined)
  if (known.length > 0) addExtension(patient, known, name)
  for (const part of all) if (!known.includes(part)) addObservation(graph, segment, part, loinc, title)
}

/** Table 0189, whose codes are those of CDC under other names; U says nothing. */
const ETHNIC_GROUPS: Readonly<Record<string, { readonly code: string; readonly display: string }>> = {
  H: { code: '2135-2', display: 'Hispanic or Latino' },
  N: { code: '2186-5', display: 'Not Hispanic or Latino' },
}

/** The code of CDC, with its display where the message has another code for it. */
function cdcCode(part: Part, name: string): { readonly code: string; readonly display?: string } | undefined {
  const code = firstLeaf(partAt(part, 1))?.value ?? ''
  const system = firstLeaf(partAt(part, 3))?.value ?? ''
  if (/^[12]\d{3}-\d$/.test(code)) return CDC_NAMES.has(system) ? { code } : undefined
  if (name !== 'us-core-ethnicity' || !Object.hasOwn(ETHNIC_GROUPS, code)) return undefined
  // A letter without its table may be one of the sender's own, unless the text says the same.
  const isTable = system === 'HL70189' || (system === '' && /hispan|latin/i.test(firstLeaf(partAt(part, 2))?.value ?? ''))
  return isTable ? ETHNIC_GROUPS[code] : undefined
}

function addExtension(patient: FhirNode, parts: readonly Part[], name: string): void {
  const extension = patient.child('extension', name)!
  put(extension.child('url', '')!, `${US_CORE}${name}`)
  const texts: string[] = []
  const named: Part[] = []
  for (const [i, part] of parts.entries()) {
    const leaf = firstLeaf(partAt(part, 1))!
    const shown = firstLeaf(partAt(part, 2))
    const { code, display } = cdcCode(part, name)!
    const inner = extension.child('extension', `code ${i}`)!
    put(inner.child('url', '')!, OMB_CODES[name]!.has(code) ? 'ombCategory' : 'detailed')
    const coding = inner.child('valueCoding', '')!
    put(coding.child('system', '')!, CDC, firstLeaf(partAt(part, 3)))
    put(coding.child('code', '')!, code, leaf)
    // What the sender calls a code of another table is no name of this one.
    if (display !== undefined) put(coding.child('display', '')!, display)
    else if (shown?.value) put(coding.child('display', '')!, shown.value, shown)
    texts.push(shown?.value || display || code)
    if (shown?.value && display !== undefined) named.push(shown)
  }
  const text = extension.child('extension', 'text')!
  put(text.child('url', '')!, 'text')
  const words = text.child('valueString', '')!
  put(words, texts.join(', '))
  for (const leaf of named) tell(words, leaf)
}

function addObservation(graph: ResourceGraph, segment: SourceSegment, part: Part, loinc: string, title: string): void {
  const { node } = graph.create('Observation', `Observation[${title}]`, segment, true)
  put(node.child('status', '')!, 'final')
  const category = node.child('category', '')!.child('coding', '')!
  put(category.child('system', '')!, 'http://terminology.hl7.org/CodeSystem/observation-category')
  put(category.child('code', '')!, 'social-history')
  const code = node.child('code', '')!
  const coding = code.child('coding', '')!
  put(coding.child('system', '')!, 'http://loinc.org')
  put(coding.child('code', '')!, loinc)
  put(code.child('text', '')!, title)
  const value = node.child('valueCodeableConcept', '')!
  const text = value.child('text', '')!
  const texts: string[] = []
  const add = (leaf: Part | undefined): void => {
    if (!leaf?.value) return
    texts.push(leaf.value)
    tell(text, leaf)
  }
  for (const [of, display, system] of [
    [1, 2, 3],
    [4, 5, 6],
  ] as const) {
    add(firstLeaf(partAt(part, of)))
    add(firstLeaf(partAt(part, display)))
    const name = firstLeaf(partAt(part, system))
    if (!name?.value) continue
    // The code of the Observation says as much as the name of the usual table; of any other the text says nothing.
    if (CDC_NAMES.has(name.value)) tell(text, name)
    else name.reason ??= 'no_place'
  }
  const said = texts.join(' ')
  const plain = firstLeaf(partAt(part, 9))
  if (plain?.value) tell(text, plain)
  const isNew = plain?.value !== undefined && !said.includes(plain.value)
  const whole = shownCharacters(isNew ? [said, plain.value].filter((each) => each !== '').join(', ') : said)
  if (!isText(whole)) return
  text.value = whole
  text.isOwn = true
}

/** `3.5-5.5`, `<5`, `>= 10`: the ends of a range, beside its text, in the unit of the value. */
export function addRangeEnds(segment: SourceSegment, observation: FhirNode): void {
  const whole = segment.fields[7]?.[0]
  if (whole?.parts && isValued(whole)) {
    // A text that holds separators is one text.
    const text = (observation.first('referenceRange') ?? observation.child('referenceRange', 'whole')!).child('text', '')!
    text.value = shownCharacters(rawText(whole))
    for (const part of leavesOf(whole)) if (part.value !== '' && !text.leaves.includes(part)) tell(text, part)
    return
  }
  const leaf = firstLeaf(whole)
  const range = observation.first('referenceRange')
  if (!leaf || !range || leaf.value.length > 40) return
  const ends = endsOf(leaf.value)
  if (!ends) return
  const unit = unitOf(segment, observation)
  for (const [name, text] of [
    ['low', ends.low],
    ['high', ends.high],
  ] as const) {
    const value = text === undefined ? undefined : readDecimal(text)
    if (value === undefined) continue
    const end = range.child(name, '')!
    const number = end.child('value', '')!
    number.value = value
    tell(number, leaf)
    if (!unit) continue
    const shown = end.child('unit', '')!
    shown.value = unit.value
    for (const each of unit.leaves) tell(shown, each)
  }
}

/** The unit of the value, which is whole even where the sender did not escape it (`10^9/L`); beside a value that is no number the first part of OBX-6. */
function unitOf(segment: SourceSegment, observation: FhirNode): { readonly value: string; readonly leaves: readonly Part[] } | undefined {
  const statedUnit = observation.first('valueQuantity')?.first('unit')
  if (typeof statedUnit?.value === 'string') return { value: statedUnit.value, leaves: statedUnit.leaves }
  const [first] = leavesOf(segment.fields[6]?.[0])
  return first && first.value !== '' && !/^[0-9]+$/.test(first.value) ? { value: first.value, leaves: [first] } : undefined
}

function endsOf(text: string): { readonly low?: string; readonly high?: string } | undefined {
  const plain = text.replace(/\s+/g, '')
  const between = /^\(?([+-]?\d+(?:\.\d+)?)(?:-|–|to)([+-]?\d+(?:\.\d+)?)\)?$/.exec(plain)
  if (between) return Number(between[1]) <= Number(between[2]) ? { low: between[1]!, high: between[2]! } : undefined
  const open = /^(<=?|>=?|≤|≥)([+-]?\d+(?:\.\d+)?)$/.exec(plain)
  if (!open) return undefined
  return open[1]!.startsWith('<') || open[1] === '≤' ? { high: open[2]! } : { low: open[2]! }
}

function put(node: FhirNode, value: string, leaf?: Part): void {
  const text = shownCharacters(value)
  if (!isText(text)) return
  node.value = text
  if (leaf && leaf.value !== '') tell(node, leaf)
}

/** The part stands in the element, by a rule of the project's own. */
function tell(node: FhirNode, leaf: Part): void {
  node.isOwn = true
  node.hold(leaf)
}
