// Evaluates compiled expressions on a resource, and shows what comes of them.
import { isObject, type JsonPath, type JsonValue } from '../json/json-value.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { childrenOf } from './children.ts'
import { type Evaluate, EvaluationContext } from './context.ts'
import { Decimal } from './decimal.ts'
import { formatNode, type Item, type Items, jsonPathOf, type NodeItem, Quantity } from './item.ts'

export interface EvaluationOptions {
  readonly model: FhirModel
  readonly variables?: ReadonlyMap<string, Items> | undefined
  /** The resource around a contained one; the resource itself where it is left out. */
  readonly rootResource?: NodeItem | undefined
  readonly resource?: NodeItem | undefined
  readonly resolve?: ((reference: string, from: NodeItem | undefined) => Item | undefined) | undefined
  readonly memberOf?: ((item: Item, valueSet: string) => boolean | undefined) | undefined
  readonly conformsTo?: ((node: NodeItem, profile: string) => boolean | undefined) | undefined
  readonly now?: string | undefined
  readonly trace?: ((name: string, items: Items) => void) | undefined
}

/** @throws ProblemError `invalid_input` for what the expression cannot do with the values, `resource_limit` beyond ten million steps */
export function evaluate(expression: Evaluate, start: NodeItem, options: EvaluationOptions): Items {
  const resource = options.resource ?? resourceOf(start)
  const items: Items = [start]
  const context = new EvaluationContext({
    model: options.model,
    start: items,
    resource,
    rootResource: options.rootResource ?? outermost(start),
    variables: options.variables ?? NO_VARIABLES,
    resolve: options.resolve ?? ((reference, from) => resolveWithin(options.model, reference, from ?? start)),
    memberOf: options.memberOf ?? nobodyKnows,
    conformsTo: options.conformsTo ?? nobodyKnows,
    now: options.now,
    trace: options.trace,
  })
  return expression(context, items)
}

const NO_VARIABLES: ReadonlyMap<string, Items> = new Map()
const nobodyKnows = (): undefined => undefined

/** The innermost resource of a node. */
function resourceOf(node: NodeItem): NodeItem {
  let found: NodeItem | undefined = node
  while (found && found.plan.kind !== 'resource') found = found.parent
  return found ?? node
}

/** The resource around a contained one, else the resource itself. */
export function outermost(node: NodeItem): NodeItem {
  let found = resourceOf(node)
  while (found.step === 'contained' && found.parent) found = resourceOf(found.parent)
  return found
}

/** What a reference leads to within the document: a contained resource, or an entry of the Bundle around. */
export function resolveWithin(model: FhirModel, reference: string, from: NodeItem): Item | undefined {
  const root = outermost(from)
  if (reference.startsWith('#')) {
    if (reference === '#') return root
    return childrenOf(root, model, 'contained').find(
      (each) => each.kind === 'node' && isObject(each.value) && each.value.id === reference.slice(1),
    )
  }
  let bundle: NodeItem | undefined = from
  while (bundle?.parent) bundle = bundle.parent
  if (bundle?.plan.name !== 'Bundle') return undefined
  for (const entry of childrenOf(bundle, model, 'entry')) {
    if (entry.kind !== 'node' || !isObject(entry.value)) continue
    const { fullUrl, resource } = entry.value
    const isMeant = fullUrl === reference || (typeof fullUrl === 'string' && !reference.includes(':') && fullUrl.endsWith(`/${reference}`))
    if (isMeant && isObject(resource)) return childrenOf(entry, model, 'resource')[0]
  }
  return undefined
}

export interface ShownItem {
  /** `Patient`, `string`, `System.Integer`. */
  readonly type: string
  readonly value: JsonValue
  /** FHIRPath from the resource; null for a computed value. */
  readonly path: string | null
  /** Place in the JSON; undefined for a computed value. */
  readonly jsonPath: JsonPath | undefined
}

/** What an item is, as JSON. */
export function showItem(item: Item): ShownItem {
  if (item.kind === 'type') return { type: 'System.TypeInfo', value: `${item.namespace}.${item.name}`, path: null, jsonPath: undefined }
  if (item.kind === 'node') {
    return { type: item.plan.name, value: item.value ?? item.extras ?? null, path: formatNode(item), jsonPath: jsonPathOf(item) }
  }
  const { type, value } = item
  if (value instanceof Decimal) return { type: `System.${type}`, value: plainNumber(value), path: null, jsonPath: undefined }
  if (value instanceof Quantity) return { type: 'System.Quantity', value: value.toString(), path: null, jsonPath: undefined }
  return { type: `System.${type}`, value: typeof value === 'boolean' ? value : String(value), path: null, jsonPath: undefined }
}

/** A number that JSON would write otherwise is a text. */
function plainNumber(value: Decimal): JsonValue {
  const text = value.toString()
  return String(Number(text)) === text ? Number(text) : text
}
