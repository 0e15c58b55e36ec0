// Whom the dates of a resource belong to: its patient, by the logical id or by the record number that HL7 v2 and DICOM have, so that every file of one
// export moves alike.
import { ProblemError } from '../../../core/problem.ts'
import { isObject, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import type { FhirLeaf, ResourceScope, Walked } from './fhir-leaf.ts'

/** Elements by which a resource names its patient. */
const ELEMENTS = ['subject', 'patient', 'beneficiary', 'individual', 'for', 'candidate']
/** With the ids that servers use, legal or not. */
const PATIENT = /(?:^|\/)Patient\/([^/?#|]{1,255})(?:\/_history\/[^/?#|]{1,255})?$/

export interface SubjectRules {
  /** Whom all dates belong to. */
  readonly subject: string | undefined
  /** By logical id of a patient, whom its dates belong to. */
  readonly subjects: ReadonlyMap<string, string>
  readonly subjectFrom: 'id' | 'identifier'
  /** If dates are shifted by record number, a patient without one is an error. */
  readonly needsSubject: boolean
}

/** A person as a reference names it: by its id, or by an identifier alone. */
interface Named {
  readonly id: string | undefined
  readonly identifier: string | undefined
}

/** The subject of each place of a document, found before ids and references change. */
export class SubjectFinder {
  readonly #rules: SubjectRules
  readonly #known = new Map<JsonObject, string | undefined | null>()
  /** Of resources about several patients, whom an object in them is about. */
  readonly #elements = new Map<JsonObject, string>()
  /** By full address, ids of patients. */
  readonly #urns = new Map<string, string>()
  /** Ids of the patients of the document. */
  readonly #patients = new Set<string>()
  /** By id of a patient, its record number. */
  readonly #numbers = new Map<string, string>()

  constructor(walked: readonly Walked[], rules: SubjectRules) {
    this.#rules = rules
    for (const { resources } of walked) {
      const { entry } = resources[0]!.value
      for (const each of Array.isArray(entry) ? entry : []) this.#readEntry(each)
      for (const { value } of resources) this.#readPatient(value)
    }
    if (rules.subject !== undefined) return
    for (const { resources } of walked) {
      for (const each of resources) {
        const found = this.#read(each, resources[0]!)
        this.#known.set(each.value, found)
        if (found === null) for (const name of Object.keys(each.value)) this.#readElements(each.value[name]!, null)
      }
    }
  }

  /** @returns undefined where it is about no patient, null where it is about several */
  subjectOf({ resource, beside }: Pick<FhirLeaf, 'resource' | 'beside'>): string | undefined | null {
    if (this.#rules.subject !== undefined) return this.#rules.subject
    const found = this.#known.get(resource.value)
    return found === null ? (this.#elements.get(beside) ?? null) : found
  }

  /** In a resource about several patients, an element is about the one whom it names, or what holds it. */
  #readElements(value: JsonValue, outer: string | null): void {
    if (Array.isArray(value)) for (const each of value) this.#readElements(each, outer)
    else if (isObject(value) && typeof value.resourceType !== 'string') {
      const found = new Map<string, Named>()
      this.#collectAll(value, found, 1)
      const [first] = found.values()
      const own = first === undefined ? outer : found.size > 1 ? null : (this.#subjectOf(first) ?? null)
      if (own !== null) this.#elements.set(value, own)
      for (const name of Object.keys(value)) this.#readElements(value[name]!, own)
    }
  }

  #read({ value, path }: ResourceScope, root: ResourceScope): string | undefined | null {
    const own = this.#named(value)
    // A contained resource that names nobody is about whom its container is about.
    const found = own.length === 0 && path.includes('.contained') ? this.#named(root.value) : own
    const subjects = new Set(found.map((each) => this.#subjectOf(each)))
    return subjects.size > 1 ? null : [...subjects][0]
  }

  /** @throws ProblemError `invalid_input` where the record number of a patient is needed and not known */
  #subjectOf({ id, identifier }: Named): string | undefined {
    const { subjects, subjectFrom, needsSubject } = this.#rules
    const given = id === undefined ? undefined : subjects.get(id)
    if (given !== undefined) return given
    if (subjectFrom === 'id') return id ?? identifier
    const number = identifier ?? (id === undefined ? undefined : this.#numbers.get(id))
    if (number !== undefined || !needsSubject) return number
    const detail = 'dates move by the record number, and that of a patient is neither in the document nor in subjects'
    throw new ProblemError('The patient of a resource is not known.', {
      code: 'invalid_input',
      errors: [{ pointer: '/options/subjects', code: 'missing', detail }],
    })
  }

  #readEntry(entry: JsonValue): void {
    if (!isObject(entry) || !isObject(entry.resource) || entry.resource.resourceType !== 'Patient') return
    const { fullUrl } = entry
    const { id } = entry.resource
    if (typeof fullUrl !== 'string') return
    const known = typeof id === 'string' ? id : fullUrl
    this.#urns.set(fullUrl, known)
    const number = recordNumberOf(entry.resource)
    if (number !== undefined) this.#numbers.set(known, number)
  }

  #readPatient(value: JsonObject): void {
    const { id } = value
    if (value.resourceType !== 'Patient' || typeof id !== 'string') return
    this.#patients.add(id)
    const number = recordNumberOf(value)
    if (number !== undefined) this.#numbers.set(id, number)
  }

  #named(resource: JsonObject): Named[] {
    if (resource.resourceType === 'Patient') {
      const id = typeof resource.id === 'string' ? resource.id : undefined
      const identifier = recordNumberOf(resource)
      return id === undefined && identifier === undefined ? [] : [{ id, identifier }]
    }
    const found = new Map<string, Named>()
    for (const name of ELEMENTS) this.#collect(Object.hasOwn(resource, name) ? resource[name] : undefined, found)
    if (found.size === 0) this.#collectAll(resource, found, 0)
    return [...found.values()]
  }

  #collect(value: JsonValue | undefined, into: Map<string, Named>): void {
    if (Array.isArray(value)) for (const each of value) this.#collect(each, into)
    else if (isObject(value)) {
      const { reference, identifier, type } = value
      const id = typeof reference === 'string' ? this.#idOf(reference) : undefined
      if (id !== undefined) into.set(`id ${id}`, { id, identifier: undefined })
      else if (reference === undefined && (type === 'Patient' || isRecordNumber(identifier)) && isObject(identifier)) {
        const { value: number } = identifier
        if (typeof number === 'string') into.set(`number ${number}`, { id: undefined, identifier: number })
      }
    }
  }

  #idOf(reference: string): string | undefined {
    if (reference.startsWith('#')) return this.#patients.has(reference.slice(1)) ? reference.slice(1) : undefined
    return PATIENT.exec(reference)?.[1] ?? this.#urns.get(reference)
  }

  /** A resource without such an element is about the patients that it refers to anywhere, but not those of resources in it. */
  #collectAll(value: JsonValue, into: Map<string, Named>, depth: number): void {
    if (Array.isArray(value)) for (const each of value) this.#collectAll(each, into, depth + 1)
    else if (isObject(value)) {
      this.#collect(value, into)
      for (const name of Object.keys(value)) {
        const member = value[name]!
        if (depth > 0 && isObject(member) && typeof member.resourceType === 'string') continue
        if (name !== 'contained' && name !== 'entry') this.#collectAll(member, into, depth + 1)
      }
    }
  }
}

/** An identifier of type MR or PI (table 0203), as PID-3 tells a record number. */
function isRecordNumber(identifier: JsonValue | undefined): boolean {
  if (!isObject(identifier) || !isObject(identifier.type) || !Array.isArray(identifier.type.coding)) return false
  return identifier.type.coding.some((coding) => isObject(coding) && (coding.code === 'MR' || coding.code === 'PI'))
}

/** The number by which HL7 v2 and DICOM know a patient: of type MR or PI, else the first one. */
function recordNumberOf({ identifier }: JsonObject): string | undefined {
  const valued = (Array.isArray(identifier) ? identifier : []).filter(
    (each): each is JsonObject => isObject(each) && typeof each.value === 'string',
  )
  return (valued.find(isRecordNumber) ?? valued[0])?.value as string | undefined
}
