// What is known of persons whose resources are not in the document: the lines of a bulk export are processed apart, and a note names the Patient of
// another line.
import type { FeedIndex } from '../../../core/tool.ts'
import { isObject, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import type { PhiCategory } from '../category.ts'
import type { FieldValue } from '../hl7/known-of-message.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import { textAt } from './fhir-leaf.ts'

/** Values of one person; names as `Family, Given`. */
export interface PersonValues {
  readonly names?: readonly string[] | undefined
  readonly dates?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
  /** Telephone numbers and addresses of e-mail. */
  readonly phones?: readonly string[] | undefined
  readonly addresses?: readonly string[] | undefined
}

const CATEGORIES = { names: 'name', dates: 'date', ids: 'mrn', phones: 'phone', addresses: 'location' } as const
const KINDS = Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]

/** `Patient/1` of a reference in any form; empty for one that leads to no resource. */
function keyOf(reference: string): string {
  const steps = reference.split('#')[0]!.split('/')
  const history = steps.indexOf('_history')
  const end = history < 0 ? steps.length : history
  const [type = '', id = ''] = steps.slice(Math.max(0, end - 2), end)
  return /^[A-Z][A-Za-z]{2,60}$/.test(type) && /^[^?|]{1,255}$/.test(id) ? `${type}/${id}` : ''
}

/**
 * @param persons by reference, such as `Patient/1`
 * @param references of the document, in any form
 * @returns what the persons that it refers to are called, beside what it says itself
 */
export function valuesOfPersons(
  persons: ReadonlyMap<string, PersonValues>,
  references: Iterable<string>,
  deidentifier: Deidentifier,
): FieldValue[] {
  if (persons.size === 0) return []
  const found = new Set<PersonValues>()
  for (const reference of references) {
    const person = persons.get(keyOf(reference))
    if (person) found.add(person)
  }
  const values: FieldValue[] = []
  // Names of persons of the document have numbers of their own.
  let repetition = Number.MIN_SAFE_INTEGER
  for (const person of found) {
    for (const kind of KINDS) {
      for (const text of person[kind] ?? []) {
        const category: PhiCategory = kind === 'phones' && text.includes('@') ? 'email' : CATEGORIES[kind]
        if (deidentifier.actionFor(category) !== 'keep') values.push({ category, text, repetition: repetition++ })
      }
    }
  }
  return values
}

const PERSON = /"resourceType"\s*:\s*"(?:Patient|RelatedPerson|Practitioner|Person)"/
const REFERENCES = /"reference"\s*:\s*"([^"\\]+)"/g

/** Collects persons of a feed, and finds those that its documents refer to. */
export class PersonIndex implements FeedIndex {
  readonly #persons = new Map<string, PersonValues>()

  add(document: Uint8Array): void {
    const text = new TextDecoder().decode(document)
    if (!PERSON.test(text)) return
    const resource = parsed(text)
    if (!isObject(resource)) return
    const id = textAt(resource, 'id')
    if (id === undefined) return
    const values = valuesOfPerson(resource)
    this.#merge(`${textAt(resource, 'resourceType')}/${id}`, values)
    // A note about a patient names its relatives.
    const patient = isObject(resource.patient) ? keyOf(textAt(resource.patient, 'reference') ?? '') : ''
    if (patient !== '') this.#merge(patient, values)
  }

  optionsFor(documents: readonly Uint8Array[], options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (this.#persons.size === 0) return options
    const persons: Record<string, PersonValues> = {}
    for (const document of documents) {
      for (const [, reference = ''] of new TextDecoder().decode(document).matchAll(REFERENCES)) {
        const key = keyOf(reference)
        const person = this.#persons.get(key)
        if (person) persons[key] = person
      }
    }
    return { ...options, persons: { ...persons, ...(options.persons as object | undefined) } }
  }

  #merge(reference: string, values: PersonValues): void {
    const known = this.#persons.get(reference)
    if (!known) this.#persons.set(reference, values)
    else this.#persons.set(reference, Object.fromEntries(KINDS.map((kind) => [kind, [...(known[kind] ?? []), ...(values[kind] ?? [])]])))
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // The line has a problem of its own when its turn comes.
    return undefined
  }
}

const MOST = 500

function valuesOfPerson(resource: JsonObject): PersonValues {
  const holders = [resource, ...objectsAt(resource, 'contact')]
  const values = {
    names: holders.flatMap((holder) => [...objectsAt(holder, 'name')].flatMap(namesIn)),
    dates: [textAt(resource, 'birthDate') ?? ''],
    ids: objectsAt(resource, 'identifier').map((each) => textAt(each, 'value') ?? ''),
    phones: holders.flatMap((holder) => objectsAt(holder, 'telecom').map((each) => textAt(each, 'value') ?? '')),
    addresses: holders.flatMap((holder) => objectsAt(holder, 'address').flatMap(linesIn)),
  }
  return Object.fromEntries(KINDS.map((kind) => [kind, values[kind].filter((text) => text !== '' && text.length <= MOST)]))
}

function namesIn(name: JsonObject): string[] {
  const given = textsAt(name, 'given').join(' ')
  const family = textAt(name, 'family') ?? ''
  const whole = [family, given].filter((part) => part !== '').join(', ')
  return [whole, textAt(name, 'text') ?? '']
}

function linesIn(address: JsonObject): string[] {
  return [...textsAt(address, 'line'), textAt(address, 'city') ?? '', textAt(address, 'text') ?? '']
}

function objectsAt(holder: JsonObject, name: string): JsonObject[] {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined
  return (Array.isArray(value) ? value : [value]).filter((each): each is JsonObject => each !== undefined && isObject(each))
}

function textsAt(holder: JsonObject, name: string): string[] {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
