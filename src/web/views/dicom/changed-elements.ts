// The data elements of a file before and after a tool changed it, each with its name.
import { plural } from '../../language/language.ts'
import { type DataElement, valueText } from '../tag-tree.ts'

export interface ElementChange {
  readonly path: string
  readonly action: string
  readonly rule: string
}

export interface ChangedElement {
  /** Such as `(0040,A730)[0].(0040,A160)`. */
  readonly path: string
  readonly name: string
  /** Undefined if the file does not have the element. */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly action: string
  readonly rule: string
}

interface Known {
  readonly name: string
  readonly text: string
}

/** A row for each listed change, in their order, and for each element that differs without being listed. */
export function changedElements(
  before: readonly DataElement[],
  after: readonly DataElement[],
  changes: readonly ElementChange[],
): readonly ChangedElement[] {
  const [left, right] = [byPath(before), byPath(after)]
  const row = ({ path, action, rule }: ElementChange): ChangedElement => ({
    path,
    name: (left.get(path) ?? right.get(path))?.name ?? '',
    before: left.get(path)?.text,
    after: right.get(path)?.text,
    action,
    rule,
  })
  const listed = new Set(changes.map(({ path }) => path))
  const others = [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) => !listed.has(path) && !isBelow(path, listed) && left.get(path)?.text !== right.get(path)?.text,
  )
  return [...changes.map(row), ...others.map((path) => row({ path, action: '', rule: '' }))]
}

/** What a changed sequence holds goes with it. */
function isBelow(path: string, listed: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('['); end > 0; end = path.lastIndexOf('[', end - 1)) if (listed.has(path.slice(0, end))) return true
  return false
}

function byPath(elements: readonly DataElement[]): Map<string, Known> {
  const found = new Map<string, Known>()
  const add = (list: readonly DataElement[], prefix: string) => {
    for (const element of list) {
      const path = `${prefix}${element.tag}`
      const { items } = element
      found.set(path, {
        name: element.name ?? element.keyword ?? '',
        text: items ? plural(items.length, '{count} item', '{count} items') : valueText(element),
      })
      for (const item of items ?? []) add(item.elements, `${path}[${item.index}].`)
    }
  }
  add(elements, '')
  return found
}
