// What R4 says of the elements of resources and data types, as messages need it: a view of HL7's own definitions, type by type.
import { type ElementPlan, modelOf, type TypePlan } from '../../fhir/model/element-plan.ts'
import { valueSetsOf } from '../../fhir/model/value-sets.ts'
import { intern } from './intern.ts'

type ElementFacts = Omit<R4Element, 'definition' | 'step' | 'firstStep'>

export class R4Element {
  /** As it stands in JSON: `valueQuantity` for a choice. */
  readonly name: string
  /** `value` for `valueQuantity`; undefined for what is no choice. */
  readonly choice: string | undefined
  readonly type: string
  readonly required: boolean
  readonly repeats: boolean
  /** Types that a reference may have; empty for any. */
  readonly targets: readonly string[]
  /** The codes that are allowed; undefined where there are more than a list holds, or any is. */
  readonly codes: ReadonlySet<string> | undefined
  /** In a path: `.name`, and for its first occurrence `.name[0]`. */
  readonly step: string
  readonly firstStep: string
  #definition: R4Type | undefined | null = null

  constructor({ name, choice, type, required, repeats, targets, codes }: ElementFacts) {
    this.name = intern(name)
    this.choice = choice === undefined ? undefined : intern(choice)
    this.type = intern(type)
    this.required = required
    this.repeats = repeats
    this.targets = targets
    this.codes = codes
    this.step = `.${name}`
    this.firstStep = `.${name}[0]`
  }

  /** Of its type; undefined for a primitive one. Read on first use, because types contain each other. */
  get definition(): R4Type | undefined {
    if (this.#definition === null) this.#definition = r4Type(this.type)
    return this.#definition
  }
}

export interface R4Type {
  readonly name: string
  readonly isResource: boolean
  readonly elements: ReadonlyMap<string, R4Element>
  /** Names of required elements, of a choice its common part. */
  readonly required: readonly string[]
}

/** A longer list of codes is a code system of its own right, as the languages: only its syntax is checked. */
const MAX_CODES = 250
/** Says nothing that a message could: of all types, and of resources beside. */
const SKIPPED: ReadonlySet<string> = new Set(['id', 'modifierExtension'])
const SKIPPED_OF_RESOURCES: ReadonlySet<string> = new Set(['id', 'modifierExtension', 'implicitRules', 'contained'])

/** Null for what is no such type. */
const types = new Map<string, R4Type | null>()
const codeLists = new Map<string, ReadonlySet<string> | undefined>()

/** @returns undefined for a primitive type, an abstract one, and a name that R4 does not have */
export function r4Type(name: string): R4Type | undefined {
  const known = types.get(name)
  if (known !== undefined) return known ?? undefined
  const plan = modelOf('R4').type(name)
  const type = plan && plan.kind !== 'primitive' && !plan.abstract ? viewOf(plan) : undefined
  types.set(name, type ?? null)
  return type
}

/** Elements that say whose record a resource is. */
export const OWNERS = ['subject', 'patient', 'beneficiary', 'individual'] as const

/** @returns the element that says whose record a resource of the type is; undefined for a type that belongs to no patient */
export function ownerElement(type: string): R4Element | undefined {
  const elements = r4Type(type)?.elements
  for (const name of OWNERS) {
    const element = elements?.get(name)
    if (element?.targets.includes('Patient')) return element
  }
  return undefined
}

function viewOf(plan: TypePlan): R4Type {
  const isResource = plan.kind === 'resource'
  const skipped = isResource ? SKIPPED_OF_RESOURCES : SKIPPED
  const known = plan.elements.filter(({ name, prohibited }) => !prohibited && !skipped.has(name))
  return {
    name: intern(plan.name),
    isResource,
    elements: new Map(known.flatMap(elementsOf).map((element) => [element.name, element])),
    required: known.filter(({ required }) => required).map(({ name }) => intern(name)),
  }
}

/** One for each type of a choice. */
function elementsOf({ name: common, choice, required, list, binding, attribute, properties }: ElementPlan): R4Element[] {
  const codes = binding?.strength === 'required' ? codeList(binding.valueSet) : undefined
  return properties.map(
    ({ name, type: { code, targets } }) =>
      new R4Element({
        name,
        choice: choice ? common : undefined,
        // The url of an extension within another one is no address.
        type: attribute ? 'string' : code,
        required,
        repeats: list,
        targets: code !== 'Reference' || targets.includes('Resource') ? [] : targets,
        codes,
      }),
  )
}

function codeList(url: string): ReadonlySet<string> | undefined {
  if (!codeLists.has(url)) {
    const set = valueSetsOf('R4')(url)
    const codes = set?.closed ? new Set([...set.systems.values()].flatMap((each) => [...(each ?? [])])) : undefined
    codeLists.set(url, codes !== undefined && codes.size <= MAX_CODES ? codes : undefined)
  }
  return codeLists.get(url)
}
