// Writes a FHIR resource as XML by its element plans: elements in the order of the definition, primitives as attributes, the narrative as it is.
import { isObject, type JsonArray, type JsonObject, type JsonPath, type JsonValue, numberText } from '../json/json-value.ts'
import { PlacedFault } from '../json/placed-fault.ts'
import type { FhirModel, Property, TypePlan } from '../model/element-plan.ts'

const FHIR = 'http://hl7.org/fhir'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
/** What cannot stand in an attribute as it is; white space would become blanks. */
const ESCAPED = /[&<>"\t\n\r]/
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
/** Characters that XML 1.0 has no way to write. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

export interface XmlOptions {
  readonly model: FhirModel
  /** Two blanks a level. */
  readonly pretty?: boolean
  /** Checks that a narrative can stand in XML as it is; throws where it cannot. */
  readonly checkNarrative: (div: string) => void
}

/**
 * The XML of a resource.
 * @throws Fault `unsupported_variant` with the path of what XML cannot hold: a member or type that the version does not define, an empty
 *   array or object, a null that stands for nothing, a character outside XML 1.0
 */
export function writeXml(resource: JsonObject, options: XmlOptions): string {
  return `${DECLARATION}${options.pretty ? '\n' : ''}${new Writer(options).resource(resource, [], options.pretty ? '\n' : '', true)}`
}

/** One occurrence of an element. */
interface Single {
  readonly name: string
  readonly plan: TypePlan
  readonly isPrimitive: boolean
  readonly own: JsonValue | undefined
  /** What stands under the name with `_`. */
  readonly extra: JsonValue | undefined
  readonly path: JsonPath
  readonly line: string
}

/** A complex value to be written. */
interface Whole {
  readonly tag: string
  readonly value: JsonObject
  readonly path: JsonPath
  readonly line: string
  /** What stands behind its own attributes. */
  readonly attributes: string
  /** Members of the value that are no elements: `resourceType`. */
  readonly known: number
}

class Writer {
  private readonly options: XmlOptions

  constructor(options: XmlOptions) {
    this.options = options
  }

  /** @param line what begins the line of the element: a line feed and blanks, or nothing */
  resource(value: JsonObject, path: JsonPath, line: string, isRoot: boolean): string {
    const { resourceType: name } = value
    const plan = typeof name === 'string' ? this.options.model.resource(name) : undefined
    if (!plan || plan.abstract)
      throw new PlacedFault('The resource is of no type that this version of FHIR defines.', [...path, 'resourceType'])
    const attributes = isRoot ? ` xmlns="${FHIR}"` : ''
    return this.complex(plan, { tag: plan.name, value, path, line, attributes, known: 1 })
  }

  private complex(plan: TypePlan, { tag, value, path, line, attributes, known }: Whole): string {
    const inner = line && `${line}  `
    let content = ''
    let head = ''
    let seen = known
    for (const property of membersOf(plan, value)) {
      const { name, element } = property
      const own = value[name]
      const extra = property.type.plan.kind === 'primitive' && Object.hasOwn(value, `_${name}`) ? value[`_${name}`] : undefined
      if (own !== undefined) seen++
      if (extra !== undefined) seen++
      if (element.attribute && (own !== undefined || extra !== undefined)) head += this.attribute(name, own, extra, [...path, name])
      else content += this.property(property, own, extra, { path, line: inner })
    }
    const names = Object.keys(value)
    if (names.length !== seen) {
      const stranger = names.find((name) => !isMember(plan, name) && (known === 0 || name !== 'resourceType'))
      throw new PlacedFault('A member is none that the definition has.', [...path, stranger ?? ''])
    }
    if (names.length === known && known === 0) throw new PlacedFault('An empty object has no form in XML.', path)
    return `${line}<${tag}${head}${attributes}${content === '' ? '/>' : `>${content}${line}</${tag}>`}`
  }

  private attribute(name: string, own: JsonValue | undefined, extra: JsonValue | undefined, path: JsonPath): string {
    if (extra !== undefined) throw new PlacedFault('An attribute of XML has no id and no extensions.', path)
    return ` ${name}="${this.escape(this.textOf(own, path), path)}"`
  }

  private property(
    { name, element, type }: Property,
    own: JsonValue | undefined,
    extra: JsonValue | undefined,
    { path, line }: { path: JsonPath; line: string },
  ): string {
    const place = [...path, name]
    const isPrimitive = type.plan.kind === 'primitive'
    if (!element.list) {
      if (Array.isArray(own) || Array.isArray(extra)) throw new PlacedFault('An array stands where one value belongs.', place)
      return this.value({ name, plan: type.plan, isPrimitive, own, extra, path: place, line })
    }
    if ((own !== undefined && !Array.isArray(own)) || (extra !== undefined && !Array.isArray(extra))) {
      throw new PlacedFault('A single value stands where an array belongs.', place)
    }
    const values: JsonArray = own ?? []
    const extras: JsonArray = extra ?? []
    const count = Math.max(values.length, extras.length)
    if (count === 0) throw new PlacedFault('An empty array has no form in XML.', place)
    let out = ''
    for (let i = 0; i < count; i++) {
      const single = { own: values[i] ?? undefined, extra: extras[i] ?? undefined }
      out += this.value({ name, plan: type.plan, isPrimitive, ...single, path: [...place, i], line })
    }
    return out
  }

  private value({ name, plan, isPrimitive, own, extra, path, line }: Single): string {
    if (own === null || extra === null || (own === undefined && extra === undefined)) {
      throw new PlacedFault('A null that no extension explains has no form in XML.', path)
    }
    if (isPrimitive) return this.primitive(name, plan, { own, extra, path, line })
    if (!isObject(own)) throw new PlacedFault('A value stands where an object belongs.', path)
    if (plan.kind === 'resource') {
      return `${line}<${name}>${this.resource(own, path, line && `${line}  `, false)}${line}</${name}>`
    }
    return this.complex(plan, { tag: name, value: own, path, line, attributes: '', known: 0 })
  }

  private primitive(
    name: string,
    plan: TypePlan,
    { own, extra, path, line }: { own: JsonValue | undefined; extra: JsonValue | undefined; path: JsonPath; line: string },
  ): string {
    if (plan.name === 'xhtml') {
      if (typeof own !== 'string' || extra !== undefined) throw new PlacedFault('A narrative is one text without extensions.', path)
      this.options.checkNarrative(own)
      return `${line}${own}`
    }
    const attributes = own === undefined ? '' : ` value="${this.escape(this.textOf(own, path), path)}"`
    if (extra === undefined) return `${line}<${name}${attributes}/>`
    if (!isObject(extra)) throw new PlacedFault('A value stands where an object belongs.', path)
    return this.complex(this.options.model.type('Element')!, { tag: name, value: extra, path, line, attributes, known: 0 })
  }

  private textOf(value: JsonValue | undefined, path: JsonPath): string {
    const text = typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : numberText(value)
    if (text === undefined) throw new PlacedFault('An object stands where a value belongs.', path)
    return text
  }

  private escape(text: string, path: JsonPath): string {
    if (UNWRITABLE.test(text)) throw new PlacedFault('A character of the text cannot stand in XML.', path)
    return ESCAPED.test(text) ? text.replace(/[&<>"\t\n\r]/g, (char) => ENTITIES[char]!) : text
  }
}

/** The properties that the value has, in the order of the definition. */
function membersOf(plan: TypePlan, value: JsonObject): Property[] {
  const found: Property[] = []
  for (const name of Object.keys(value)) {
    const property = plan.properties.get(name) ?? plan.properties.get(name.startsWith('_') ? name.slice(1) : '')
    if (property && !found.includes(property)) found.push(property)
  }
  return found.sort((a, b) => a.element.order - b.element.order)
}

function isMember(plan: TypePlan, name: string): boolean {
  if (plan.properties.has(name)) return true
  return name.startsWith('_') && plan.properties.get(name.slice(1))?.type.plan.kind === 'primitive'
}
