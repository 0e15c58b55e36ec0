// Values of vital signs in the units of their profile in R4: what certainly is one of them gets its UCUM code, and what the message says stays beside it.
import { partSpellings, readUnitSpellings } from '../../../ucum/common-mistakes.ts'
import { readDecimal } from '../decimal.ts'
import type { FhirNode, Primitive } from '../fhir-node.ts'
import { placeAt, unplace } from '../observed/place-part.ts'

const UCUM = 'http://unitsofmeasure.org'
/** Another code for the same quantity (an extension of R4 itself). */
const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/iso21090-PQ-translation'

/** Codes that the profiles of R4 allow. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  resprate: ['/min'],
  heartrate: ['/min'],
  oxygensat: ['%'],
  bodytemp: ['Cel', '[degF]'],
  bodyheight: ['cm', '[in_i]'],
  headcircum: ['cm', '[in_i]'],
  bodyweight: ['g', 'kg', '[lb_av]'],
  bmi: ['kg/m2'],
  bp: ['mm[Hg]'],
}

/** @param vital name of the profile */
export function keepVitalUnits(observation: FhirNode, vital: string): void {
  const allowed = UNITS[vital] ?? []
  for (const node of [observation, ...(observation.list('component') ?? [])]) {
    readNumber(node, observation, allowed)
    const ranges = node.list('referenceRange') ?? []
    const quantities = [node.first('valueQuantity'), ...ranges.flatMap((range) => [range.first('low'), range.first('high')])]
    for (const quantity of quantities) if (quantity) codeUnit(quantity, allowed)
  }
}

/** What alone means something else in UCUM, and a temperature beside the code of one. */
const TEMPERATURES: Readonly<Record<string, string>> = { c: 'Cel', f: '[degF]' }

/** The allowed code that a text certainly means; undefined for any other. */
function allowedCode(text: string, allowed: readonly string[]): string | undefined {
  const plain = text.trim().toLowerCase()
  const same = allowed.find((code) => code.toLowerCase() === plain)
  const found = same ?? readUnitSpellings().get(plain) ?? partSpellings().get(plain) ?? TEMPERATURES[plain]
  return found !== undefined && allowed.includes(found) ? found : undefined
}

function codeUnit(quantity: FhirNode, allowed: readonly string[]): void {
  const [code, system, unit] = ['code', 'system', 'unit'].map((name) => quantity.first(name))
  if (system?.value === UCUM && allowed.includes(String(code?.value))) return
  const written = String(code?.value ?? unit?.value ?? '')
  const found = allowedCode(written, allowed)
  if (found === undefined) return
  if (code?.value !== undefined && (system?.value !== UCUM || code.value !== found)) keepTranslation(quantity)
  if (unit?.value === undefined) setOwn(quantity, 'unit', written)
  setOwn(quantity, 'system', UCUM)
  setOwn(quantity, 'code', found)
}

/** Moves the code and system of the message into a translation. */
function keepTranslation(quantity: FhirNode): void {
  const extension = quantity.child('extension', 'translation')!
  setOwn(extension, 'url', TRANSLATION)
  const translation = extension.child('valueQuantity', '')!
  for (const name of ['code', 'system'] as const) {
    const old = quantity.first(name)
    if (old?.value === undefined) continue
    const leaves = [...old.leaves]
    unplace(old)
    quantity.remove(name)
    const moved = translation.child(name, '')!
    moved.value = old.value
    for (const leaf of leaves) placeAt(leaf, moved)
  }
}

/** A number that OBX-2 calls a code (CE, CWE) is one: the profile has no coded values. Its unit stands in the note of OBX-6. */
function readNumber(node: FhirNode, observation: FhirNode, allowed: readonly string[]): void {
  const concept = node.first('valueCodeableConcept')
  const codings = concept?.list('coding') ?? []
  const code = codings[0]?.first('code')
  const isAlone = codings.length === 1 && codings[0]!.children.length === 1 && !concept?.has('text')
  const number = isAlone ? readDecimal(String(code?.value ?? '')) : undefined
  const text = observation.list('note')?.map((note) => /^Unit \(OBX-6\): ([^^~&]+)/.exec(String(note.first('text')?.value))?.[1])
  const unit = text?.find((each) => each !== undefined)
  if (!code || number === undefined || unit === undefined || allowedCode(unit, allowed) === undefined) return
  const leaves = [...code.leaves]
  unplace(concept!)
  node.remove('valueCodeableConcept')
  const quantity = node.child('valueQuantity', '')!
  const value = quantity.child('value', '')!
  value.value = number
  value.isOwn = true
  for (const leaf of leaves) placeAt(leaf, value)
  setOwn(quantity, 'unit', unit)
}

function setOwn(parent: FhirNode, name: string, value: Primitive): void {
  const child = parent.child(name, '')!
  child.value = value
  child.isOwn = true
}
