// Where an extension may stand: the contexts of its definition against the place that it was found at (R4 2.4.0.7).
import { ProblemError } from '../../../core/problem.ts'
import { isObject } from '../json/json-value.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { truth } from '../path/context.ts'
import { evaluate } from '../path/evaluate.ts'
import type { NodeItem } from '../path/item.ts'
import { compiledOf } from '../validate/invariant.ts'
import type { ExtensionContext, StructureDefinition } from './definitions.ts'

/** @param extension the node of an extension */
export function mayStandHere(extension: NodeItem, { contexts, contextInvariants }: StructureDefinition, model: FhirModel): boolean {
  const { parent } = extension
  if (!parent) return true
  const isPlaced = contexts.length === 0 || contexts.some((context) => fits(context, parent, model))
  return isPlaced && contextInvariants.every((expression) => isMet(expression, extension, model) !== false)
}

function fits({ type, expression }: ExtensionContext, holder: NodeItem, model: FhirModel): boolean {
  if (type === 'extension') {
    const [url = '', part] = expression.split('#')
    // In the extension that it belongs to, or in the value of that.
    return part === undefined
      ? isExtension(holder, url) || (holder.step === 'value' && holder.parent !== undefined && isExtension(holder.parent, url))
      : isExtension(holder, part) && holder.parent !== undefined && isExtension(holder.parent, url)
  }
  if (type === 'fhirpath') return isSelected(expression, holder, model)
  // `Element` is used for resources as well. An element of a profile is an element of the type that it constrains.
  const path = expression.slice(expression.lastIndexOf('#') + 1)
  return path === 'Element' || path === '*' || namesOf(holder, model).has(path.replaceAll('[x]', ''))
}

function isExtension({ plan, value }: NodeItem, url: string): boolean {
  return plan.name === 'Extension' && isObject(value) && value.url === url
}

const INTERFACES = ['CanonicalResource', 'MetadataResource']

/** Every name that a definition may have for an element: by its type, by the types that it is derived from, by paths from each of those. */
function namesOf(node: NodeItem, model: FhirModel): Set<string> {
  const names = new Set<string>()
  for (let type: string | undefined = node.plan.name; type !== undefined; type = model.type(type)?.base) names.add(type)
  // The tables do not have the interfaces of R5. A resource that implements one has a publisher.
  if (node.plan.kind === 'resource' && node.plan.properties.has('publisher')) for (const name of INTERFACES) names.add(name)
  if (node.plan.kind === 'resource' || !node.parent) return names
  // Of types within a resource, too: `Questionnaire.item.item` is the type `Questionnaire.item`.
  for (const above of namesOf(node.parent, model)) {
    names.add(`${above}.${node.step}`)
    if (node.element?.choice) names.add(`${above}.${node.step}${node.plan.name[0]!.toUpperCase()}${node.plan.name.slice(1)}`)
  }
  return names
}

/** An expression from the resource selects the element, or from the element says that it may have the extension. */
function isSelected(expression: string, holder: NodeItem, model: FhirModel): boolean {
  const compiled = compiledOf(expression)
  let root = holder
  while (root.parent && root.plan.kind !== 'resource') root = root.parent
  if (!compiled) return true
  try {
    return evaluate(compiled, root, { model }).some((item) => item.kind === 'node' && item.value === holder.value)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return true
  }
}

/** Undefined where it cannot be evaluated. */
function isMet(expression: string, extension: NodeItem, model: FhirModel): boolean | undefined {
  const compiled = compiledOf(expression)
  if (!compiled) return undefined
  const variables = new Map([['extension', [extension]]])
  try {
    const items = evaluate(compiled, extension.parent!, { model, variables })
    return items.length > 1 ? true : (truth(items, 'A rule') ?? true)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return undefined
  }
}
