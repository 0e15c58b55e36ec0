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
