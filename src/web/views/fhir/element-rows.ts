// Lays two trees of elements beside each other, element by element, by the list of what was changed.
import type { ElementNode } from './element-tree.ts'

export interface ElementChange {
  /** Of the resource in the document, from 0. */
  readonly index: number
  readonly path: string
  readonly category: string
  readonly action: string
}

export interface ElementRow {
  readonly kind: 'resource' | 'same' | 'changed' | 'removed' | 'added'
  /** Of a resource its type, else the path from its resource. */
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly changes: readonly ElementChange[]
}

interface Walk {
  readonly rows: ElementRow[]
  readonly changes: ReadonlyMap<string, readonly ElementChange[]>
  readonly isRemoved: (path: string) => boolean
}

type Pair = { readonly before: ElementNode | undefined; readonly after: ElementNode | undefined }

/** @param before resources of the document @param after the same resources, changed */
export function layOutElements(
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  changes: readonly ElementChange[],
): ElementRow[] {
  const rows: ElementRow[] = []
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const own = new Map<string, ElementChange[]>()
    for (const change of changes)
      if (change.index === index) own.set(plainPath(change.path), [...(own.get(plainPath(change.path)) ?? []), change])
    const isRemoved = (path: string) => (own.get(path) ?? []).some(({ action }) => action === 'remove')
    const pair = { before: before[index], after: after[index] }
    walk({ rows, changes: own, isRemoved }, pair, { path: typeOf(pair.before ?? pair.after), shown: '', outer: [] })
  }
  return rows
}

/** Where an element is. */
interface Place {
  /** From the outermost resource, as the changes have it. */
  readonly path: string
  /** From the nearest resource. */
  readonly shown: string
  /** The changes of what it stands in. */
  readonly outer: readonly ElementChange[]
}

function walk(state: Walk, { before, after }: Pair, { path, shown, outer }: Place): void {
  const node = before ?? after
  if (!node) return
  const type = typeOf(node)
  if (type !== '') state.rows.push({ kind: 'resource', path: type, before: undefined, after: undefined, changes: [] })
  const base = type === '' ? shown : ''
  const changes = changesAt(state, path) ?? outer
  if (before?.value !== undefined || after?.value !== undefined)
    state.rows.push({ kind: kindOf(before?.value, after?.value), path: shown, before: before?.value, after: after?.value, changes })
  for (const pair of pairs(state, before?.children ?? [], after?.children ?? [], path)) {
    const child = (pair.before ?? pair.after)!
    if (child.name === 'resourceType') continue
    const step = child.index > 0 ? `${child.name}[${child.index}]` : child.name
    const place = { path: path === '' ? step : `${path}.${step}`, shown: base === '' ? step : `${base}.${step}`, outer: changes }
    walk(state, pair, place)
  }
}

function kindOf(before: string | undefined, after: string | undefined): ElementRow['kind'] {
  if (before === after) return 'same'
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** Elements of one name in their order, without those that were taken out; what is left over stands alone. */
function pairs(state: Walk, before: readonly ElementNode[], after: readonly ElementNode[], path: string): Pair[] {
  const waiting = Map.groupBy(after, ({ name }) => name)
  const found = before.map((node): Pair => {
    const step = node.index > 0 ? `${node.name}[${node.index}]` : node.name
    return { before: node, after: spellings(`${path}.${step}`).some(state.isRemoved) ? undefined : waiting.get(node.name)?.shift() }
  })
  return [...found, ...[...waiting.values()].flat().map((node): Pair => ({ before: undefined, after: node }))]
}

function changesAt({ changes }: Walk, path: string): readonly ElementChange[] | undefined {
  for (const spelling of [...spellings(path), path.replace(/\.[^.]*$/, '.?')]) {
    const found = changes.get(spelling)
    if (found) return found
  }
  return undefined
}

/** A path of changes has `value` for `valueString`; what the definition does not have is `?` there. */
function spellings(path: string): string[] {
  return [path, path.replace(/\b([a-z]+)(?:[A-Z][a-z]+)+(?=$|[.[])/g, '$1')]
}

function plainPath(path: string): string {
  return path.replaceAll('[0]', '')
}

function typeOf(node: ElementNode | undefined): string {
  return node?.children.find(({ name }) => name === 'resourceType')?.value ?? ''
}
