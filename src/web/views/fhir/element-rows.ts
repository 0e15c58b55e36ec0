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

type Changes = ReadonlyMap<string, readonly ElementChange[]>

type Pair = { readonly before: ElementNode | undefined; readonly after: ElementNode | undefined }

/** Where an element is. */
interface Place {
  /** From the outermost resource, as the changes have it. */
  readonly path: string
  /** The same with `value` for `valueString`, as some changes have it. */
  readonly plain: string
  /** Path of what it stands in. */
  readonly parent: string
  /** From the nearest resource. */
  readonly shown: string
  /** The changes of what it stands in. */
  readonly outer: readonly ElementChange[]
}

/** Elements laid out between two pauses: a millisecond or two. */
const STEP = 400

/**
 * Pauses every now and then, so that a page can lay out a long document in several tasks.
 * @param before resources of the document @param after the same resources, changed
 */
export function* layOutElements(
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  changes: readonly ElementChange[],
): Generator<void, ElementRow[]> {
  const rows: ElementRow[] = []
  const byResource = Map.groupBy(changes, ({ index }) => index)
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const own = Map.groupBy(byResource.get(index) ?? [], ({ path }) => plainPath(path))
    const pair = { before: before[index], after: after[index] }
    const type = typeOf(pair.before ?? pair.after)
    yield* layOutResource(rows, own, pair, { path: type, plain: plainStep(type), parent: '', shown: '', outer: [] })
  }
  return rows
}

function* layOutResource(rows: ElementRow[], changes: Changes, pair: Pair, place: Place): Generator<void> {
  const waiting: { readonly pair: Pair; readonly place: Place }[] = [{ pair, place }]
  let laidOut = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const inner = layOutElement(rows, changes, next.pair, next.place)
    // The first child is the next one.
    for (let i = inner.length - 1; i >= 0; i--) waiting.push(inner[i]!)
    if (++laidOut % STEP === 0) yield
  }
}

/** @returns what stands in the element, in its order */
function layOutElement(rows: ElementRow[], changes: Changes, { before, after }: Pair, place: Place): { pair: Pair; place: Place }[] {
  const node = before ?? after
  if (!node) return []
  const type = typeOf(node)
  if (type !== '') rows.push({ kind: 'resource', path: type, before: undefined, after: undefined, changes: [] })
  const own = changesAt(changes, place) ?? place.outer
  if (before?.value !== undefined || after?.value !== undefined)
    rows.push({ kind: kindOf(before?.value, after?.value), path: place.shown, before: before?.value, after: after?.value, changes: own })
  const inside: Place = { ...place, shown: type === '' ? place.shown : '', outer: own }
  return pairs(changes, before?.children ?? [], after?.children ?? [], inside).filter(({ pair }) => nameOf(pair) !== 'resourceType')
}

function nameOf({ before, after }: Pair): string | undefined {
  return (before ?? after)?.name
}

function kindOf(before: string | undefined, after: string | undefined): ElementRow['kind'] {
  if (before === after) return 'same'
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** Elements of one name in their order, without those that were taken out; what is left over stands alone. */
function pairs(
  changes: Changes,
  before: readonly ElementNode[],
  after: readonly ElementNode[],
  place: Place,
): { pair: Pair; place: Place }[] {
  const left = Map.groupBy(after, ({ name }) => name)
  const taken = new Map<string, number>()
  const found = before.map((node) => {
    const at = placeIn(place, node)
    if (isRemoved(changes, at)) return { pair: { before: node, after: undefined }, place: at }
    const count = taken.get(node.name) ?? 0
    taken.set(node.name, count + 1)
    return { pair: { before: node, after: left.get(node.name)?.[count] }, place: at }
  })
  const added = [...left].flatMap(([name, nodes]) => nodes.slice(taken.get(name) ?? 0))
  return [...found, ...added.map((node) => ({ pair: { before: undefined, after: node }, place: placeIn(place, node) }))]
}

function placeIn({ path, plain, shown, outer }: Place, { name, index }: ElementNode): Place {
  const place = index > 0 ? `[${index}]` : ''
  const step = name + place
  return { path: joined(path, step), plain: joined(plain, plainStep(name) + place), parent: path, shown: joined(shown, step), outer }
}

function joined(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`
}

function isRemoved(changes: Changes, { path, plain }: Place): boolean {
  const isRemoval = ({ action }: ElementChange) => action === 'remove'
  return (changes.get(path)?.some(isRemoval) || changes.get(plain)?.some(isRemoval)) ?? false
}

/** What the definition does not have is `?` in a path of changes. */
function changesAt(changes: Changes, { path, plain, parent }: Place): readonly ElementChange[] | undefined {
  return changes.get(path) ?? changes.get(plain) ?? changes.get(`${parent}.?`)
}

function plainStep(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/\b([a-z]+)(?:[A-Z][a-z]+)+$/, '$1') : name
}

function plainPath(path: string): string {
  return path.replaceAll('[0]', '')
}

function typeOf(node: ElementNode | undefined): string {
  return node?.children.find(({ name }) => name === 'resourceType')?.value ?? ''
}
