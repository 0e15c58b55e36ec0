// Finds where values of a resource stand in its XML, by their paths in JSON.
import type { XmlElement } from '../../xml/node.ts'
import type { JsonPath } from '../json/json-value.ts'
import type { Position } from '../json/line-counter.ts'
import { TEXT_STEP } from './element-path.ts'

/** Elements by name, of those that were walked through: a Bundle has thousands of entries. */
type ChildTable = Map<XmlElement, ReadonlyMap<string, readonly XmlElement[]>>

/**
 * The place of each path: of the tag, or of the attribute where the value is one. Where a path leads to nothing, the place of the last
 * value on it that is there.
 * @param text what the offsets of the elements count in
 */
export function locateXml(text: string, root: XmlElement, paths: readonly JsonPath[]): Position[] {
  const table: ChildTable = new Map()
  return positionsOf(
    text,
    paths.map((path) => offsetOf(root, path, table)),
  )
}

function offsetOf(root: XmlElement, path: JsonPath, table: ChildTable): number {
  let at = root
  for (let i = 0; i < path.length; i++) {
    const step = path[i]!
    if (typeof step === 'number') continue
    const name = step.startsWith('_') ? step.slice(1) : step
    const children = childrenOf(resourceIn(at), table).get(name)
    if (!children) return (step === TEXT_STEP ? textIn(at) : at.attributes.find(({ local }) => local === name)?.start) ?? at.start
    const index = path[i + 1]
    const child = children[typeof index === 'number' ? index : 0]
    if (!child) return at.start
    at = child
  }
  return at.start
}

/** The resource of an element such as contained; the element itself where it is no wrapper. Names of resources alone begin with a capital. */
function resourceIn(element: XmlElement): XmlElement {
  for (const child of element.children) if (child.kind === 'element') return /^[A-Z]/.test(child.local) ? child : element
  return element
}

function textIn({ children }: XmlElement): number | undefined {
  for (const child of children) {
    const first = child.kind === 'text' ? child.value.search(/[^ \t\r\n]/) : -1
    if (child.kind === 'text' && first >= 0) return child.start + (child.isCdata ? 0 : first)
  }
  return undefined
}

function childrenOf(element: XmlElement, table: ChildTable): ReadonlyMap<string, readonly XmlElement[]> {
  let children = table.get(element) as Map<string, XmlElement[]> | undefined
  if (!children) {
    children = new Map()
    for (const child of element.children) {
      if (child.kind !== 'element') continue
      const same = children.get(child.local)
      if (same) same.push(child)
      else children.set(child.local, [child])
    }
    table.set(element, children)
  }
  return children
}

/** Lines end as XML has them: with a line feed, a carriage return or both. */
function positionsOf(text: string, offsets: readonly number[]): Position[] {
  const order = offsets.map((_, i) => i).sort((a, b) => offsets[a]! - offsets[b]!)
  const positions = new Array<Position>(offsets.length)
  const ends = /\r\n?|\n/g
  let line = 1
  let start = 0
  let next = ends.exec(text)
  for (const i of order) {
    const offset = offsets[i]!
    while (next && next.index + next[0].length <= offset) {
      line++
      start = next.index + next[0].length
      next = ends.exec(text)
    }
    positions[i] = { line, column: offset - start + 1, offset }
  }
  return positions
}
