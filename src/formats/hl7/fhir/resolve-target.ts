// Follows a target through R4: which elements it passes, which of them repeat, and what stands at its end.
import { R4Element, type R4Type, r4Type } from './r4-model.ts'
import type { TargetPath } from './target-path.ts'

export interface ResolvedTarget {
  /** Undefined where the target is the place of the map itself. */
  readonly element: R4Element | undefined
  /** Type at the end: of the resource that the last step opens, else of the element. */
  readonly type: string
  /** For each step its element, undefined for the place of the map itself, and the type that has it. */
  readonly elements: readonly (R4Element | undefined)[]
  readonly owners: readonly string[]
  /** For each step whether its element repeats. */
  readonly repeats: readonly boolean[]
}

/**
 * @param root type that the path begins at
 * @throws Error where R4 has no such element
 */
export function resolveTarget(root: string, path: TargetPath): ResolvedTarget {
  let type = root
  let element: R4Element | undefined
  const elements: (R4Element | undefined)[] = []
  const owners: string[] = []
  const repeats: boolean[] = []
  for (const step of path) {
    owners.push(type)
    if (step.name === '') {
      elements.push(undefined)
      repeats.push(true)
      continue
    }
    element = elementOf(type, step.name)
    elements.push(element)
    repeats.push(element.repeats)
    type = element.type
    if (step.resource === undefined) continue
    if (!r4Type(step.resource)?.isResource) throw new Error(`R4 has no resource ${step.resource} to refer to`)
    if (type !== 'Reference') throw new Error(`${step.name} is no reference in R4`)
    if (element.targets.length > 0 && !element.targets.includes(step.resource))
      throw new Error(`${step.name} does not refer to ${step.resource} in R4`)
    type = step.resource
  }
  return { element, type, elements, owners, repeats }
}

/** Extensions of a primitive: the one element that it has beside its value. */
const PRIMITIVE_EXTENSION = new R4Element({
  name: 'extension',
  choice: undefined,
  type: 'Extension',
  required: false,
  repeats: true,
  targets: [],
  codes: undefined,
})

/** @throws Error where R4 has no such element */
export function elementOf(type: string, name: string): R4Element {
  return elementIn(r4Type(type), type, name)
}

/** @param definition of the type; undefined for a primitive one. @throws Error where R4 has no such element */
export function elementIn(definition: R4Type | undefined, type: string, name: string): R4Element {
  const element = definition ? definition.elements.get(name) : name === 'extension' ? PRIMITIVE_EXTENSION : undefined
  if (!element) throw new Error(`R4 has no element ${type}.${name}`)
  return element
}
