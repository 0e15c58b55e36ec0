// Reads a FHIR resource from XML by its element plans: the same value that its JSON has, with numbers as written and the narrative as it is.
import { XMLNS_URI, type XmlAttribute, type XmlElement, type XmlNode } from '../../xml/node.ts'
import { MAX_DEPTH } from '../json/json-scanner.ts'
import type { JsonArray, JsonObject, JsonValue } from '../json/json-value.ts'
import { readNumberText } from '../json/read-json.ts'
import type { FhirModel, Property, TypePlan } from '../model/element-plan.ts'
import { FHIR_URI, INSTANCE_URI, XHTML_URI } from './namespaces.ts'
import { sliceNarrative } from './slice-narrative.ts'
import type { Dropped, XmlProblem, XmlProblemKind } from './xml-problem.ts'

export interface XmlReading {
  readonly model: FhirModel
  /** The text that the offsets of elements count in. */
  readonly text: string
  /** Throws where the first problem ends the reading; else the part that is wrong is left out or kept as text. */
  problem(problem: XmlProblem): void
  /** Called for each piece that JSON has no place for. */
  dropped(piece: Dropped): void
  /** Throws an error: the resource is nested deeper than the JSON reader allows. */
  tooDeep(element: XmlElement): never
}

/** The value that an element of a resource has in JSON. */
export function readResource(element: XmlElement, reading: XmlReading): JsonObject {
  return new ResourceReader(reading).root(element)
}

const BLANK = /^[ \t\r\n]*$/
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'unsignedInt', 'positiveInt', 'decimal'])

/** What the children of one element have given so far. */
interface Parts {
  readonly plan: TypePlan
  readonly object: JsonObject
  readonly depth: number
  /** Place in the definition of the last element. */
  order: number
  isOrdered: boolean
  /** Lists of primitives with ids or extensions. */
  extended: string[] | undefined
}

class ResourceReader {
  readonly #reading: XmlReading
  readonly #element: TypePlan

  constructor(reading: XmlReading) {
    this.#reading = reading
    this.#element = reading.model.type('Element')!
  }

  root(element: XmlElement): JsonObject {
    if (element.uri !== FHIR_URI) this.#problem('namespace', element)
    return this.#resource(element, 1)
  }

  #problem(kind: XmlProblemKind, element: XmlElement, offset = element.start, attribute?: string): void {
    this.#reading.problem({ kind, element, offset, attribute })
  }

  #resource(element: XmlElement, depth: number): JsonObject {
    const object: JsonObject = { resourceType: element.local }
    const plan = this.#reading.model.resource(element.local)
    if (!plan || plan.abstract) this.#problem('unknown_type', element)
    else this.#members(plan, element, object, depth, false)
    return object
  }

  /** @param depth levels of JSON, this object counted */
  #members(plan: TypePlan, element: XmlElement, object: JsonObject, depth: number, isPrimitive: boolean): void {
    if (depth > MAX_DEPTH) this.#reading.tooDeep(element)
    for (const attribute of element.attributes) this.#attribute(plan, element, attribute, object, isPrimitive)
    const parts: Parts = { plan, object, depth, order: -1, isOrdered: true, extended: undefined }
    for (const child of element.children) {
      if (child.kind === 'element') this.#child(child, parts)
      else this.#between(child, element)
    }
    if (parts.extended) for (const name of parts.extended) alignExtras(object, name)
  }

  #attribute(plan: TypePlan, element: XmlElement, attribute: XmlAttribute, object: JsonObject, isPrimitive: boolean): void {
    const { local, uri, value, start } = attribute
    if (uri === '') {
      if (isPrimitive && local === 'value') return
      if (plan.properties.get(local)?.element.attribute) {
        object[local] = value
        return
      }
    } else if (uri === XMLNS_URI) return
    else if (uri === INSTANCE_URI) {
      this.#reading.dropped({ kind: 'schema_location', element, offset: start })
      return
    }
    this.#problem('unknown_attribute', element, start, local)
  }

  /** What stands between elements. */
  #between(node: Exclude<XmlNode, XmlElement>, parent: XmlElement): void {
    if (node.kind !== 'text') this.#reading.dropped({ kind: node.kind, element: parent, offset: node.start })
    else if (BLANK.test(node.value)) this.#reading.dropped({ kind: 'whitespace', element: parent, offset: node.start })
    else this.#problem('text', parent, node.start + (node.isCdata ? 0 : node.value.search(/[^ \t\r\n]/)))
  }

  #child(child: XmlElement, parts: Parts): void {
    const property = parts.plan.properties.get(child.local)
    if (!property || property.element.attribute) {
      this.#problem('unknown_element', child)
      return
    }
    const { element, type, name } = property
    const isXhtml = type.plan.name === 'xhtml'
    if (!isXhtml && child.uri !== FHIR_URI) {
      this.#problem('unknown_element', child)
      return
    }
    if (element.order < parts.order && parts.isOrdered) {
      parts.isOrdered = false
      this.#problem('order', child)
    }
    parts.order = element.order
    if (!element.list && (parts.object[name] !== undefined || parts.object[`_${name}`] !== undefined)) {
      this.#problem('repeated', child)
      return
    }
    if (isXhtml) parts.object[name] = this.#narrative(child)
    else if (type.plan.kind === 'primitive') this.#primitive(child, property, parts)
    else this.#complex(child, property, parts)
  }

  #complex(child: XmlElement, { name, element, type }: Property, { object, depth }: Parts): void {
    const inner = depth + (element.list ? 2 : 1)
    let value: JsonObject | undefined
    if (type.plan.kind === 'resource') value = this.#wrapped(child, inner)
    else {
      value = {}
      this.#members(type.plan, child, value, inner, false)
      if (isEmpty(value)) this.#problem('empty', child)
    }
    if (!value) return
    if (element.list) listIn(object, name).push(value)
    else object[name] = value
  }

  /** The resource in an element such as contained, which holds nothing else. */
  #wrapped(wrapper: XmlElement, depth: number): JsonObject | undefined {
    for (const attribute of wrapper.attributes) {
      if (attribute.uri !== XMLNS_URI) this.#problem('unknown_attribute', wrapper, attribute.start, attribute.local)
    }
    let value: JsonObject | undefined
    for (const child of wrapper.children) {
      if (child.kind !== 'element') this.#between(child, wrapper)
      else if (child.uri !== FHIR_URI) this.#problem('unknown_element', child)
      else if (value) this.#problem('repeated', child)
      else value = this.#resource(child, depth)
    }
    if (!value) this.#problem('no_resource', wrapper)
    return value
  }

  #primitive(child: XmlElement, { name, element, type }: Property, parts: Parts): void {
    const { attributes, children } = child
    const only = attributes.length === 1 && children.length === 0 ? attributes[0]! : undefined
    let value: JsonValue | undefined
    let extras: JsonObject | undefined
    if (only?.local === 'value' && only.uri === '') value = this.#value(type.plan.name, only, child)
    else {
      const attribute = attributes.find(({ local, uri }) => local === 'value' && uri === '')
      if (attribute) value = this.#value(type.plan.name, attribute, child)
      const own: JsonObject = {}
      this.#members(this.#element, child, own, parts.depth + (element.list ? 2 : 1), true)
      if (!isEmpty(own) || value === undefined) extras = own
      if (value === undefined && isEmpty(own)) this.#problem('empty', child)
    }
    if (!element.list) {
      if (value !== undefined) parts.object[name] = value
      if (extras) parts.object[`_${name}`] = extras
      return
    }
    const values = listIn(parts.object, name)
    if (extras) {
      const list = listIn(parts.object, `_${name}`)
      if (list.length === 0) parts.extended = [...(parts.extended ?? []), name]
      while (list.length < values.length) list.push(null)
      list.push(extras)
    }
    values.push(value ?? null)
  }

  /** The value of JSON; the text where it is none of the type. */
  #value(type: string, { value, valueStart }: XmlAttribute, element: XmlElement): JsonValue {
    if (type === 'boolean') {
      if (value === 'true' || value === 'false') return value === 'true'
    } else if (!NUMBERS.has(type)) return value
    else {
      const number = readNumberText(value)
      if (number !== undefined) return number
    }
    this.#problem('value', element, valueStart)
    return value
  }

  #narrative(element: XmlElement): string {
    const div = element.uri === XHTML_URI ? sliceNarrative(element, this.#reading.text) : undefined
    if (div !== undefined) return div
    this.#problem('narrative', element)
    return this.#reading.text.slice(element.start, element.end)
  }
}

/** The list under a name; made where there is none. */
function listIn(object: JsonObject, name: string): JsonArray {
  const known = object[name] as JsonArray | undefined
  if (known) return known
  const list: JsonArray = []
  object[name] = list
  return list
}

function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false
  return true
}

/** Both lists of a primitive are equally long; one of nothing but null is left out (R4 2.6.1). */
function alignExtras(object: JsonObject, name: string): void {
  const values = object[name] as JsonArray
  const extras = object[`_${name}`] as JsonArray
  while (extras.length < values.length) extras.push(null)
  if (values.every((value) => value === null)) delete object[name]
}
