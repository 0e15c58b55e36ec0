// The segments of a transaction set as a tree: levels by HL, and within them what begins claims, lines, members and the like.

/** A list stands for repetitions of components. */
export type Element = string | readonly (readonly string[])[]

export interface Segment {
  readonly id: string
  /** In the transaction set, ST being 1. */
  readonly position: number
  readonly elements: readonly Element[]
}

export interface SegmentNode {
  readonly segment: Segment
  readonly children: readonly SegmentNode[]
  /** Id of the loop by the guide, where it begins one. */
  readonly loop?: string
}

/** A loop by the guide; the segments from `from` to `to` are its own, but those of loops within it. */
export interface SegmentLoop {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly loops: readonly SegmentLoop[]
}

interface OpenNode {
  readonly segment: Segment
  readonly children: OpenNode[]
  readonly rank: number
}

/** By type of transaction set what begins a part, the outermost first. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  '271': ['EB'],
  '276': ['TRN'],
  '277': ['TRN', 'SVC'],
  '278': ['UM'],
  '820': ['ENT', 'RMR'],
  '834': ['INS', 'HD'],
  '835': ['LX', 'CLP', 'SVC'],
  '837': ['CLM', 'LX'],
  '997': ['AK2', 'AK3'],
  '999': ['AK2', 'IK3'],
}
/** What belongs to the transaction set, wherever it stands. */
const OUTERMOST = new Set(['SE', 'PLB', 'AK9'])
const LEVEL_RANK = 0

/** @param type ST01 */
export function segmentTree(type: string, segments: readonly Segment[]): SegmentNode[] {
  const starts = STARTS[type] ?? ['LX']
  const roots: OpenNode[] = []
  const levels = new Map<string, OpenNode>()
  let open: OpenNode[] = []
  for (const segment of segments) {
    const rank = segment.id === 'HL' ? LEVEL_RANK : starts.indexOf(segment.id) + 1
    const node: OpenNode = { segment, children: [], rank }
    if (OUTERMOST.has(segment.id)) {
      open = []
      roots.push(node)
    } else if (segment.id === 'HL') {
      const parent = levels.get(plainText(segment.elements[1]))
      ;(parent?.children ?? roots).push(node)
      levels.set(plainText(segment.elements[0]), node)
      open = [node]
    } else if (rank === 0) {
      ;(open.at(-1)?.children ?? roots).push(node)
    } else {
      while (open.length > 0 && open.at(-1)!.rank >= rank) open.pop()
      ;(open.at(-1)?.children ?? roots).push(node)
      open.push(node)
    }
  }
  return roots
}

/** The tree by the loops of the guide; what is in no loop stands beside them. */
export function loopTree(segments: readonly Segment[], loops: readonly SegmentLoop[]): SegmentNode[] {
  const owners = new Map<number, SegmentLoop | undefined>()
  const claim = (loop: SegmentLoop): void => {
    for (let position = loop.from; position <= loop.to; position++) owners.set(position, loop)
    loop.loops.forEach(claim)
  }
  loops.forEach(claim)
  const own = new Map<SegmentLoop | undefined, Segment[]>()
  for (const segment of segments) {
    const owner = owners.get(segment.position)
    const group = own.get(owner)
    if (group) group.push(segment)
    else own.set(owner, [segment])
  }
  const inOrder = (leaves: readonly Segment[], inner: readonly SegmentLoop[]): SegmentNode[] =>
    [...leaves.map((segment): SegmentNode => ({ segment, children: [] })), ...inner.flatMap(build)].sort(
      (a, b) => a.segment.position - b.segment.position,
    )
  const build = (loop: SegmentLoop): SegmentNode[] => {
    const [first, ...rest] = own.get(loop) ?? []
    const children = inOrder(rest, loop.loops)
    return first ? [{ segment: first, children, loop: loop.id }] : children
  }
  return inOrder(own.get(undefined) ?? [], loops)
}

/** An element whose parts do not matter. */
export function plainText(element: Element | undefined): string {
  if (element === undefined || typeof element === 'string') return element ?? ''
  return element.map((components) => components.join(':')).join('^')
}

export function countSegments(node: SegmentNode): number {
  return node.children.reduce((sum, child) => sum + countSegments(child), 1)
}

export function holds(node: SegmentNode, position: number | undefined): boolean {
  return position !== undefined && (node.segment.position === position || node.children.some((child) => holds(child, position)))
}
