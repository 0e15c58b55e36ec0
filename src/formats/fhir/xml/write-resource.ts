// Writes a FHIR resource as XML by its element plans: elements in the order of the definition, primitives as attributes, the narrative as it is.
import { isObject, type JsonArray, type JsonObject, type JsonPath, type JsonValue, numberText } from '../json/json-value.ts'
import type { FhirModel, Property, TypePlan } from '../model/element-plan.ts'
import { FHIR_URI } from './namespaces.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
/** What cannot stand in an attribute as it is; white space would become blanks. */
const ESCAPED = /[&<>"\t\n\r]/
const EACH_ESCAPED = /[&<>"\t\n\r]/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
/** Characters that XML 1.0 has no way to write (2.2); half of a pair is none. */
const UNWRITABLE = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

export const WRITE_PROBLEMS = {
  type: 'The resource is of no type that this version of FHIR defines.',
  member: 'The definition has no member of this name here.',
  empty: 'An array or object is empty.',
  null: 'A null has no extension.',
  array: 'An array is given instead of one value, or one value instead of an array.',
  kind: 'The value is of another JSON type than the definition has.',
  attribute: 'The definition allows no id and no extensions here.',
  character: 'The text holds a character that XML cannot hold.',
} as const

export type WriteProblem = keyof typeof WRITE_PROBLEMS

export interface XmlWriting {
  readonly model: FhirModel
  /** Two blanks a level. */
  readonly pretty: boolean
  /** Throws. The path leads to what XML cannot hold. */
  fail(problem: WriteProblem, path: JsonPath): never
  /** What of a narrative can stand in XML; throws where it is no div that stands alone. */
  narrative(div: string, path: JsonPath): string
}

/** The XML of a resource, whole. */
export function writeResource(resource: JsonObject, writing: XmlWriting): string {
  const line = writing.pretty ? '\n' : ''
  return `${DECLARATION}${new Writer(writing).resource(resource, line, true)}${line}`
}

interface Whole {
  readonly tag: string
  readonly value: JsonObject
  /** What begins the line of the element: a line feed and blanks, or nothing. */
  readonly line: string
  /** Behind the attributes of its own. */
  readonly attributes: string
  /** Members that are no elements: resourceType. */
  readonly known: number
}

class Writer {
  readonly #writing: XmlWriting
  readonly #path: (string | number)[] = []
  readonly #element: TypePlan

  constructor(writing: XmlWriting) {
    this.#writing = writing
    this.#element = writing.model.type('Element')!
  }

  resource(value: JsonObject, line: string, isRoot: boolean): string {
    const name = Object.hasOwn(value, 'resourceType') ? value.resourceType : undefined
    const plan = typeof name === 'string' ? this.#writing.model.resource(name) : undefined
    if (!plan || plan.abstract) this.#fail('type', 'resourceType')
    return this.#complex(plan, { tag: plan.name, value, line, attributes: isRoot ? ` xmlns="${FHIR_URI}"` : '', known: 1 })
  }

  #fail(problem: WriteProblem, step?: string | number): never {
    return this.#writing.fail(problem, step === undefined ? [...this.#path] : [...this.#path, step])
  }

  #complex(plan: TypePlan, { tag, value, line, attributes, known }: Whole): string {
    const inner = line && `${line}  `
    let content = ''
    let head = ''
    for (const property of this.#membersOf(plan, value, known)) {
      const { name, element } = property
      this.#path.push(name)
      const own = value[name]
      const extra = value[`_${name}`]
      if (element.attribute) head += this.#attribute(name, own, extra)
      else content += this.#property(property, own, extra, inner)
      this.#path.pop()
    }
    if (known === 0 && content === '' && head === '' && attributes === '') this.#fail('empty')
    return `${line}<${tag}${head}${attributes}${content === '' ? '/>' : `>${content}${line}</${tag}>`}`
  }

  /** The properties that the value has, in the order of the definition. */
  #membersOf(plan: TypePlan, value: JsonObject, known: number): readonly Property[] {
    const found: Property[] = []
    let order = -1
    let isSorted = true
    for (const name in value) {
      if (known === 1 && name === 'resourceType') continue
      const isExtra = name.charCodeAt(0) === 0x5f
      const property = plan.properties.get(isExtra ? name.slice(1) : name)
      if (!property || (isExtra && property.type.plan.kind !== 'primitive')) this.#fail('member', name)
      if (isExtra && Object.hasOwn(value, property.name)) continue
      if (property.element.order < order) isSorted = false
      order = property.element.order
      found.push(property)
    }
    return isSorted ? found : found.sort((a, b) => a.element.order - b.element.order)
  }

  #attribute(name: string, own: JsonValue | undefined, extra: JsonValue | undefined): string {
    if (extra !== undefined) this.#fail('attribute')
    if (typeof own !== 'string') this.#fail('kind')
    return ` ${name}="${this.#escape(own)}"`
  }

  #property({ name, element, type }: Property, own: JsonValue | undefined, extra: JsonValue | undefined, line: string): string {
    if (!element.list) {
      if (Array.isArray(own) || Array.isArray(extra)) this.#fail('array')
      if (own === null || extra === null) this.#fail('null')
      return this.#value(name, type.plan, own, extra, line)
    }
    if ((own !== undefined && !Array.isArray(own)) || (extra !== undefined && !Array.isArray(extra))) this.#fail('array')
    const values: JsonArray = own ?? []
    const extras: JsonArray = extra ?? []
    const count = Math.max(values.length, extras.length)
    if (count === 0) this.#fail('empty')
    let out = ''
    for (let i = 0; i < count; i++) {
      this.#path.push(i)
      out += this.#value(name, type.plan, values[i] ?? undefined, extras[i] ?? undefined, line)
      this.#path.pop()
    }
    return out
  }

  #value(name: string, plan: TypePlan, own: JsonValue | undefined, extra: JsonValue | undefined, line: string): string {
    if (own === undefined && extra === undefined) this.#fail('null')
    if (plan.kind === 'primitive') return this.#primitive(name, plan, own, extra, line)
    if (!isObject(own)) this.#fail('kind')
    if (plan.kind !== 'resource') return this.#complex(plan, { tag: name, value: own, line, attributes: '', known: 0 })
    return `${line}<${name}>${this.resource(own, line && `${line}  `, false)}${line}</${name}>`
  }

  #primitive(name: string, plan: TypePlan, own: JsonValue | undefined, extra: JsonValue | undefined, line: string): string {
    if (plan.name === 'xhtml') {
      if (extra !== undefined) this.#fail('attribute')
      if (typeof own !== 'string') this.#fail('kind')
      return `${line}${this.#writing.narrative(own, this.#path)}`
    }
    const attributes = own === undefined ? '' : ` value="${this.#text(plan, own)}"`
    if (extra === undefined) return `${line}<${name}${attributes}/>`
    if (!isObject(extra)) this.#fail('kind')
    if (Object.keys(extra).length === 0) this.#fail('empty')
    return this.#complex(this.#element, { tag: name, value: extra, line, attributes, known: 0 })
  }

  /** Of the kind that the type has in JSON: else the way back would give another kind. */
  #text(plan: TypePlan, value: JsonValue): string {
    if (plan.system === 'Boolean') {
      if (typeof value !== 'boolean') this.#fail('kind')
      return String(value)
    }
    // An integer64 is a text in JSON (R5 2.1.28.0.1).
    if (plan.system === 'Decimal' || (plan.system === 'Integer' && plan.name !== 'integer64'))
      return numberText(value) ?? this.#fail('kind')
    if (typeof value !== 'string') this.#fail('kind')
    return this.#escape(value)
  }

  #escape(text: string): string {
    if (UNWRITABLE.test(text)) this.#fail('character')
    return ESCAPED.test(text) ? text.replace(EACH_ESCAPED, (char) => ENTITIES[char]!) : text
  }
}
