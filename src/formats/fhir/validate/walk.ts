// Walks a resource by its element plans: structure, cardinality and primitives here, everything else through the visitor.

import { nearestName } from '../../../core/nearest-name.ts'
import { otherVersionsOf } from '../document/other-versions.ts'
import { isObject, type JsonObject, type JsonPath, type JsonValue } from '../json/json-value.ts'
import type { ElementPlan, Property, TypePlan } from '../model/element-plan.ts'
import type { Context, ResourceNode, Visit } from './context.ts'
import { checkPrimitive } from './primitive.ts'

export interface Visitor {
  /** A value of a complex type or a resource, after its parts. */
  complex(visit: Visit & { readonly value: JsonObject }): void
  /** A value of a primitive type that has the right syntax. */
  primitive(visit: Visit): void
}

interface TypeChecks {
  readonly required: readonly ElementPlan[]
  readonly isElement: boolean
}

interface ObjectPlace {
  readonly element: ElementPlan | undefined
  readonly owner: TypePlan | undefined
  /** Members that are no elements: resourceType. */
  readonly extra: number
  /** Of the id and extensions of a primitive: its value is there. */
  readonly hasValue?: boolean
}

export class Walker {
  private readonly context: Context
  private readonly visitor: Visitor
  private readonly path: (string | number)[] = []
  private readonly checks = new Map<TypePlan, TypeChecks>()
  /** Ids of elements of the innermost resource. */
  private ids = new Set<string>()
  /** Ids of contained resources, by the resource that they stand in. */
  private readonly contained = new Map<ResourceNode, Set<unknown>>()

  constructor(context: Context, visitor: Visitor) {
    this.context = context
    this.visitor = visitor
  }

  /** Validates the resource and what stands in it. */
  root(value: JsonObject): ResourceNode | undefined {
    return this.resource(value, undefined, undefined)
  }

  private get place(): JsonPath {
    return this.path
  }

  private resource(value: JsonObject, parent: ResourceNode | undefined, element: ElementPlan | undefined): ResourceNode | undefined {
    const { issues, model, resources } = this.context
    const type = value.resourceType
    const plan = typeof type === 'string' ? model.resource(type) : undefined
    if (!plan || plan.abstract) {
      const other = otherVersionsOf(type, model)
      issues.add('unknown_type', this.place, {
        expected: other ? `a resource of ${model.version}; this type is of ${other}` : 'a resource of the version',
      })
      return undefined
    }
    const node: ResourceNode = { value, plan, path: [...this.path], parent, contained: element?.name === 'contained' }
    resources.push(node)
    if (node.contained && parent) this.containedId(value.id, parent)
    const outer = this.ids
    this.ids = new Set()
    this.object(plan, value, node, { element, owner: undefined, extra: 1 })
    this.ids = outer
    return node
  }

  private containedId(id: JsonValue | undefined, parent: ResourceNode): void {
    const known = this.contained.get(parent) ?? new Set()
    this.contained.set(parent, known)
    if (id !== undefined && known.has(id))
      this.at('id', () => this.context.issues.add('invalid_id', this.place, { expected: 'an id that is used once' }))
    known.add(id)
  }

  private checksOf(plan: TypePlan): TypeChecks {
    let checks = this.checks.get(plan)
    if (!checks) {
      checks = { required: plan.elements.filter(({ required }) => required), isElement: plan.kind !== 'resource' }
      this.checks.set(plan, checks)
    }
    return checks
  }

  private object(plan: TypePlan, value: JsonObject, resource: ResourceNode, { element, owner, extra, hasValue }: ObjectPlace): void {
    const { issues } = this.context
    const names = Object.keys(value)
    if (names.length === extra && (extra === 0 || names.length === 0)) issues.add('empty', this.place)
    else if (extra === 0 && names.length === 1 && names[0] === 'id' && !hasValue) this.idAlone()
    let choices: Map<ElementPlan, string> | undefined
    for (const name of names) {
      if (extra === 1 && name === 'resourceType') continue
      const isExtra = name.charCodeAt(0) === 0x5f
      const property = plan.properties.get(isExtra ? name.slice(1) : name)
      if (!property || (isExtra && (property.type.plan.kind !== 'primitive' || property.element.attribute))) {
        this.unknown(plan, name)
        continue
      }
      if (property.element.choice) {
        choices ??= new Map()
        const before = choices.get(property.element)
        if (before !== undefined && before !== property.name)
          this.at(name, () => issues.add('choice', this.place, { expected: property.element.path }))
        choices.set(property.element, property.name)
      }
      if (isExtra) this.primitiveExtras(plan, property, value, resource)
      else this.property(plan, property, value[name]!, value, resource)
    }
    const { required, isElement } = this.checksOf(plan)
    for (const each of required) {
      if (!hasElement(each, value)) {
        this.at(each.properties[0]!.element.name, () =>
          issues.add('required', this.path.slice(0, -1), { expected: `${each.path}: ${each.list ? '1..*' : '1..1'}` }),
        )
      }
    }
    // The elements of a snapshot have the ids of those of the differential.
    if (isElement && plan.name !== 'ElementDefinition') this.elementId(value)
    this.visitor.complex({ value, path: this.path, plan, element, owner, resource })
  }

  private property(owner: TypePlan, property: Property, value: JsonValue, object: JsonObject, resource: ResourceNode): void {
    const { issues } = this.context
    const { element, name } = property
    this.path.push(name)
    if (value === null) issues.add('null', this.place)
    else if (element.prohibited) issues.add('max', this.place, { expected: '0..0' })
    else if (Array.isArray(value)) {
      if (!element.list) issues.add('expected_array', this.place, { expected: 'one value' })
      else if (value.length === 0) issues.add('empty', this.place)
      if (element.list) {
        const extras = Object.hasOwn(object, `_${name}`) ? object[`_${name}`] : undefined
        for (let i = 0; i < value.length; i++) {
          const item = value[i]!
          this.path.push(i)
          if (item !== null) this.value(owner, property, item, resource)
          else if (!Array.isArray(extras) || !isObject(extras[i] ?? null)) issues.add('null', this.place)
          this.path.pop()
        }
      }
    } else {
      if (element.list) issues.add('expected_array', this.place, { expected: 'an array' })
      this.value(owner, property, value, resource)
    }
    this.path.pop()
  }

  private value(owner: TypePlan, { element, type }: Property, value: JsonValue, resource: ResourceNode): void {
    const { issues } = this.context
    const { plan } = type
    if (plan.kind === 'primitive') {
      // Ids of elements are texts without white space (R4 2.24.0.1); R4B and R5 state another type by mistake.
      const error = checkPrimitive(element.attribute && element.name === 'id' ? 'string' : plan.name, value, this.context.model.version)
      if (error) issues.add(error.code, this.place, { expected: error.expected })
      else this.visitor.primitive({ value, path: this.path, plan, element, owner, resource })
    } else if (!isObject(value)) issues.add('json_type', this.place, { expected: 'an object' })
    else if (plan.kind === 'resource') this.resource(value, resource, element)
    else this.object(plan, value, resource, { element, owner, extra: 0 })
  }

  /** The id and extensions of a primitive, which JSON keeps apart from its value. */
  private primitiveExtras(owner: TypePlan, property: Property, object: JsonObject, resource: ResourceNode): void {
    const { issues, model } = this.context
    const { element, name, type } = property
    const extras = object[`_${name}`]!
    const plan = type.plan.name === 'xhtml' ? type.plan : model.type('Element')!
    const values = object[name]
    this.path.push(`_${name}`)
    if (Array.isArray(extras) !== element.list) {
      issues.add('expected_array', this.place, { expected: element.list ? 'an array' : 'one value' })
    } else if (Array.isArray(extras)) {
      if (extras.length === 0) issues.add('empty', this.place)
      extras.forEach((extra, i) => {
        if (extra === null) return
        this.path.push(i)
        const hasValue = Array.isArray(values) && (values[i] ?? null) !== null
        if (isObject(extra)) this.object(plan, extra, resource, { element, owner, extra: 0, hasValue })
        else issues.add('json_type', this.place, { expected: 'an object or null' })
        this.path.pop()
      })
    } else if (isObject(extras)) this.object(plan, extras, resource, { element, owner, extra: 0, hasValue: values !== undefined })
    else issues.add(extras === null ? 'null' : 'json_type', this.place, { expected: 'an object' })
    this.path.pop()
  }

  private idAlone(): void {
    this.context.issues.add('invariant', this.place, { rule: 'ele-1', expected: 'All FHIR elements must have a @value or children' })
  }

  /** The name is of the input and is not repeated; the place of the member tells it. */
  private unknown(plan: TypePlan, name: string): void {
    const near = nearestName(name.startsWith('_') ? name.slice(1) : name, [...plan.properties.keys()])
    this.path.push(name)
    this.context.issues.add('unknown_element', this.place, { expected: near ?? `an element of ${plan.name}` })
    this.path.pop()
  }

  private elementId(value: JsonObject): void {
    const { id } = value
    if (typeof id !== 'string') return
    if (/\s/.test(id)) this.at('id', () => this.context.issues.add('invalid_id', this.place, { expected: 'an id without white space' }))
    else if (this.ids.has(id))
      this.at('id', () => this.context.issues.add('invalid_id', this.place, { expected: 'an id that is used once' }))
    this.ids.add(id)
  }

  private at(step: string, report: () => void): void {
    this.path.push(step)
    report()
    this.path.pop()
  }
}

/** Whether the value has the element, under whatever name, or at least extensions in its place. */
function hasElement({ properties }: ElementPlan, value: JsonObject): boolean {
  for (const { name } of properties) if (value[name] !== undefined || value[`_${name}`] !== undefined) return true
  return false
}
