// Elements that may follow in a FHIRPath expression, by those that the document has.
import { type ElementNode, readElements } from '../../views/fhir/element-tree.ts'
import { lastRun } from './last-run.ts'

/** Names of the children that elements have, by the path of the element without indexes; that of a resource is empty. */
export type ElementNames = ReadonlyMap<string, ReadonlyMap<string, string>>

interface FhirSuggestion {
  readonly value: string
  readonly label: string
}

const MOST_CHARACTERS = 60

export function elementNamesOf(text: string): ElementNames {
  const names = new Map<string, Map<string, string>>()
  const visit = (node: ElementNode, path: string) => {
    const own = names.get(path) ?? new Map<string, string>()
    names.set(path, own)
    for (const child of node.children) {
      const name = nameOf(child.name)
      if (!own.has(name)) own.set(name, (child.value ?? '').slice(0, MOST_CHARACTERS))
      visit(child, path === '' ? name : `${path}.${name}`)
    }
  }
  for (const resource of readElements(text) ?? []) {
    visit(resource, '')
    const type = resource.children.find(({ name }) => name === 'resourceType')?.value
    if (type !== undefined) visit(resource, type)
  }
  return names
}

/** Elements of several types, of FHIR R4 and R5, with the types that follow their names. */
const CHOICE =
  /^(abatement|age|allowed|asNeeded|born|deceased|defaultValue|detail|diagnosis|dose|due|effective|entity|fixed|item|legallyBinding|location|medication|multipleBirth|occurrence|onset|pattern|performed|procedure|product|rate|reported|scheduled|serviced|source|subject|substance|target|timing|topic|value|versionAlgorithm)(?:Address|Age|Annotation|Attachment|Base64Binary|Boolean|Canonical|Code|CodeableConcept|CodeableReference|Coding|ContactPoint|Date|DateTime|Decimal|Duration|HumanName|Id|Identifier|Instant|Integer|Markdown|Money|Period|Quantity|Range|Ratio|RatioRange|Reference|SampledData|Signature|String|Time|Timing|UnsignedInt|PositiveInt|Uri|Url|Uuid)$/

/** The types of a choice have one name in FHIRPath: `value` of `valueQuantity`. */
function nameOf(member: string): string {
  return CHOICE.exec(member)?.[1] ?? member
}

/** @param typed an expression whose last name is completed */
export function completeFhirPath(names: ElementNames, typed: string): readonly FhirSuggestion[] {
  const last = lastRun(typed, /[A-Za-z]/)
  const before = typed.slice(0, typed.length - last.length)
  const children = names.get(contextOf(before))
  if (!children) return []
  return [...children].filter(([name]) => name.startsWith(last)).map(([name, label]) => ({ value: before + name, label }))
}

/** The path of what stands before the last name, without functions that keep the element, such as where() and first(). */
function contextOf(before: string): string {
  if (!before.endsWith('.')) return ''
  let path = before.slice(0, -1)
  for (let shorter = ''; shorter !== path; ) {
    shorter = path
    path = path.replace(/(?:\.(?:where|first|last|tail|skip|take|single|ofType|distinct)\([^()]*\)|\[\d+\])(?=\.|$)/g, '')
  }
  return lastRun(path, /[A-Za-z.]/)
}
