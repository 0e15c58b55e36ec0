// Whom the dates of a resource belong to: its patient by the logical id, so that every file of one export moves alike.
import { isObject, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import type { ResourceScope, Walked } from './fhir-leaf.ts'

/** Elements by which a resource names its patient. */
const ELEMENTS = ['subject', 'patient', 'beneficiary', 'individual', 'for', 'candidate']
const PATIENT = /(?:^|\/)Patient\/([A-Za-z0-9.-]{1,64})(?:\/_history\/[A-Za-z0-9.-]{1,64})?$/

export interface SubjectRules {
  readonly subject: string | undefined
  readonly subjects: ReadonlyMap<string, string>
}

/** The subject of each resource of a document, found before ids and references change. */
export class SubjectFinder {
  readonly #rules: SubjectRules
  readonly #known = new Map<JsonObject, string | undefined | null>()
  /** By full address, ids of patients. */
  readonly #urns = new Map<string, string>()

  constructor(walked: readonly Walked[], rules: SubjectRules) {
    this.#rules = rules
    for (const { resources } of walked) {
      const { entry } = resources[0]!.value
      for (const each of Array.isArray(entry) ? entry : []) this.#readEntry(each)
    }
    for (const { resources } of walked) for (const each of resources) this.#known.set(each.value, this.#read(each, resources[0]!.value))
  }

  /** @returns undefined where it is about no patient, null where it is about several */
  subjectOf({ value }: ResourceScope): string | undefined | null {
    return this.#rules.subject ?? this.#known.get(value)
  }

  #read({ value, path }: ResourceScope, root: JsonObject): string | undefined | null {
    const own = subjectOf(value, (urn) => this.#urns.get(urn))
    // A contained resource that names nobody is about whom its container is about.
    const found = own === undefined && path.includes('.contained') ? subjectOf(root, (urn) => this.#urns.get(urn)) : own
    return typeof found === 'string' ? (this.#rules.subjects.get(found) ?? found) : found
  }

  #readEntry(entry: JsonValue): void {
    if (!isObject(entry) || !isObject(entry.resource) || entry.resource.resourceType !== 'Patient') return
    const { fullUrl } = entry
    const { id } = entry.resource
    if (typeof fullUrl === 'string') this.#urns.set(fullUrl, typeof id === 'string' ? id : fullUrl)
  }
}

/**
 * @param idOf the logical id of a Patient that a urn of the document leads to
 * @returns undefined where it is about no patient, null where it is about several
 */
function subjectOf(resource: JsonObject, idOf: (urn: string) => string | undefined): string | undefined | null {
  if (resource.resourceType === 'Patient') return typeof resource.id === 'string' ? resource.id : undefined
  const found = new Set<string>()
  for (const name of ELEMENTS) collect(Object.hasOwn(resource, name) ? resource[name] : undefined, idOf, found)
  if (found.size === 0) collectAll(resource, idOf, found, 0)
  return found.size > 1 ? null : [...found][0]
}

function collect(value: JsonValue | undefined, idOf: (urn: string) => string | undefined, into: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, idOf, into)
  else if (isObject(value)) {
    const { reference } = value
    if (typeof reference !== 'string') return
    const id = PATIENT.exec(reference)?.[1] ?? idOf(reference)
    if (id !== undefined) into.add(id)
  }
}

/** A resource without such an element is about the patients that it refers to anywhere, but not those of resources in it. */
function collectAll(value: JsonValue, idOf: (urn: string) => string | undefined, into: Set<string>, depth: number): void {
  if (Array.isArray(value)) for (const each of value) collectAll(each, idOf, into, depth + 1)
  else if (isObject(value)) {
    collect(value, idOf, into)
    for (const name of Object.keys(value)) {
      const member = value[name]!
      if (depth > 0 && isObject(member) && typeof member.resourceType === 'string') continue
      if (name !== 'contained' && name !== 'entry') collectAll(member, idOf, into, depth + 1)
    }
  }
}
