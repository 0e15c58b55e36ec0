// How a transaction writes each resource: what the message is about is updated by its number, what it only names is created where it is not there yet.
import type { FhirNode, Resource } from '../fhir-node.ts'
import { isReal, MERGED_PATIENT } from '../finish/same-patient.ts'

/** create: each resource by POST. upsert: by its number, so that a message that comes twice, or another one about the same, doubles nothing. */
export type Writes = 'create' | 'upsert'

export interface WriteRequest {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly ifNoneExist?: string
}

/** Types that most messages only name: an order must not replace what a registration told of its patient. */
const OF_REGISTRATION: ReadonlySet<string> = new Set(['Patient', 'Encounter', 'Account', 'Coverage', 'RelatedPerson'])

/** Gives each resource of a Bundle its request; no two have the same condition, which servers refuse. */
export class RequestWriter {
  readonly #writes: Writes
  readonly #isRegistration: boolean
  readonly #used = new Set<string>()

  /** @param kind of the message: MSH-9.1 */
  constructor(writes: Writes, kind: string) {
    this.#writes = writes
    this.#isRegistration = kind === 'ADT'
  }

  write(resource: Resource): WriteRequest {
    const { type, node, isMain, label } = resource
    const search = this.#writes === 'upsert' ? this.#searchFor(resource) : undefined
    if (search === undefined) return { method: 'POST', url: type }
    // MRG holds numbers and a name: the record of a patient who stays in use must not be replaced by them.
    const isKept = label === MERGED_PATIENT && node.first('active')?.value !== false
    const isNamed = !isMain || isKept || (OF_REGISTRATION.has(type) && !this.#isRegistration)
    return isNamed ? { method: 'POST', url: type, ifNoneExist: search } : { method: 'PUT', url: `${type}?${search}` }
  }

  /** By the first number in use that has a system, and that no other resource is found by. */
  #searchFor(resource: Resource): string | undefined {
    const { type } = resource
    for (const identifier of numbersOf(resource)) {
      const system = identifier.first('system')?.value
      const value = identifier.first('value')?.value
      if (typeof system !== 'string' || typeof value !== 'string' || identifier.first('use')?.value === 'old') continue
      // Many patients share a placeholder: a server would update one of them with the data of another.
      if (type === 'Patient' && !isReal(value)) continue
      const search = `identifier=${encodeURIComponent(`${escapeToken(system)}|${escapeToken(value)}`)}`
      const key = `${type}?${search}`
      if (this.#used.has(key)) continue
      this.#used.add(key)
      return search
    }
    return undefined
  }
}

/** Types that the filler of an order makes: a placer's number may have several of them, of which a later one must not replace an earlier one. */
const OF_FILLER: ReadonlySet<string> = new Set([
  'DiagnosticReport',
  'ImagingStudy',
  'Specimen',
  'MedicationDispense',
  'MedicationAdministration',
])

/** The identifiers of a resource in the order in which they tell it apart from others of its type. */
export function numbersOf({ type, node }: Resource): readonly FhirNode[] {
  const identifiers = node.list('identifier') ?? []
  if (!OF_FILLER.has(type) || identifiers.length < 2) return identifiers
  const isFiller = (each: FhirNode) => each.first('type')?.first('coding')?.first('code')?.value === 'FILL'
  return [...identifiers.filter(isFiller), ...identifiers.filter((each) => !isFiller(each))]
}

/** Characters that mean something in a search (FHIR R4 §3.1.1.4.19). */
function escapeToken(text: string): string {
  return text.replace(/[\\,$|]/g, '\\$&')
}
