// Reads the condition of a NIST predicate into the two lists of the profile format: all of these, and one of those.
import type { XmlElement } from '../../xml/node.ts'
import type { ProfileCondition } from '../validate/profile-schema.ts'
import type { ImportedCondition } from './imported-row.ts'
import { attribute, childElements, isCaseIgnored, listOf } from './profile-xml.ts'

type Atom = Partial<ProfileCondition>
type Tree = { readonly kind: 'all' | 'any'; readonly of: readonly (Tree | Atom)[] }

/** The format's limit for either list. */
const MAX_CONDITIONS = 20

/** @param pathOf undefined for a path that means several values. @returns undefined for a condition that the two lists cannot say */
export function readCondition(element: XmlElement, pathOf: (text: string) => string | undefined): ImportedCondition | undefined {
  const [body, more] = childElements(element)
  const tree = body && !more ? readTree(body, false, pathOf) : undefined
  if (!tree) return undefined
  const flat = flatten('kind' in tree ? tree : { kind: 'all', of: [tree] })
  if (flat.kind === 'any') return isAtoms(flat.of) && flat.of.length <= MAX_CONDITIONS ? { any: flat.of } : undefined
  const all = flat.of.filter((each): each is Atom => !('kind' in each))
  const choices = flat.of.filter((each): each is Tree => 'kind' in each)
  const [choice, second] = choices
  if (all.length > MAX_CONDITIONS || second) return undefined
  if (!choice) return { all }
  if (!isAtoms(choice.of) || choice.of.length > MAX_CONDITIONS) return undefined
  return all.length > 0 ? { all, any: choice.of } : { any: choice.of }
}

function isAtoms(list: readonly (Tree | Atom)[]): list is readonly Atom[] {
  return list.every((each) => !('kind' in each))
}

/** What holds one of its own kind holds its parts. */
function flatten({ kind, of }: Tree): Tree {
  const parts = of.map((each) => ('kind' in each ? flatten(each) : each))
  return { kind, of: parts.flatMap((each) => ('kind' in each && each.kind === kind ? each.of : [each])) }
}

function readTree(element: XmlElement, isNegated: boolean, pathOf: (text: string) => string | undefined): Tree | Atom | undefined {
  const parts = childElements(element)
  if (element.local === 'NOT') return parts.length === 1 ? readTree(parts[0]!, !isNegated, pathOf) : undefined
  if (element.local === 'AND' || element.local === 'OR') {
    const of = parts.flatMap((part) => readTree(part, isNegated, pathOf) ?? [])
    if (of.length < parts.length || parts.length === 0) return undefined
    return { kind: (element.local === 'AND') === isNegated ? 'any' : 'all', of }
  }
  const path = pathOf(attribute(element, 'Path'))
  if (path === undefined || isCaseIgnored(element) || attribute(element, 'AtLeastOnce') === 'true') return undefined
  switch (element.local) {
    case 'Presence':
      return { path, valued: !isNegated }
    case 'PlainText':
      return isNegated ? { path, notEquals: attribute(element, 'Text') } : { path, equals: attribute(element, 'Text') }
    case 'StringList':
      return isNegated ? { path, notIn: listOf(element) } : { path, in: listOf(element) }
    default:
      return undefined
  }
}
