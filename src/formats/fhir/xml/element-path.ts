// Where an element of XML stands in the resource: its path in JSON, and as FHIRPath.
import type { XmlElement } from '../../xml/node.ts'
import type { JsonPath } from '../json/json-value.ts'
import type { FhirModel, TypePlan } from '../model/element-plan.ts'

/** The last step to a text between elements, where no text belongs. */
export const TEXT_STEP = '#text'

export interface ElementPlace {
  readonly path: JsonPath
  /** FHIRPath; `?` for a name that the definition does not have, which is of the input. */
  readonly text: string
}

/** Walks from the root to the element; only for the few that are told of. */
export function placeElement(model: FhirModel, element: XmlElement): ElementPlace {
  const chain: XmlElement[] = []
  for (let at: XmlElement | null = element; at; at = at.parent) chain.push(at)
  chain.reverse()
  const path: (string | number)[] = []
  let plan: TypePlan | undefined
  let isResourceNext = true
  let text = 'Resource'
  for (const each of chain) {
    if (isResourceNext) {
      plan = model.resource(each.local)
      if (each === chain[0] && plan) text = plan.name
      isResourceNext = false
      continue
    }
    const property = plan?.properties.get(each.local)
    if (!plan || !property) {
      path.push(each.local)
      text += '.?'
      break
    }
    const { element: definition, type, name } = property
    const isPrimitive = type.plan.kind === 'primitive'
    path.push(isPrimitive && each !== element ? `_${name}` : name)
    text += `.${definition.name}`
    const index = indexOf(each)
    // One that stands too often has an index, too.
    if (definition.list || index > 0) {
      path.push(index)
      text += `[${index}]`
    }
    if (type.plan.name === 'xhtml') break
    isResourceNext = type.plan.kind === 'resource'
    plan = isPrimitive ? model.type('Element') : type.plan
  }
  return { path, text }
}

/** Among the elements of its name. */
function indexOf(element: XmlElement): number {
  let index = 0
  for (const sibling of element.parent?.children ?? []) {
    if (sibling === element) break
    if (sibling.kind === 'element' && sibling.local === element.local) index++
  }
  return index
}
