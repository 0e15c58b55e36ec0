// Puts local segments into the tree of a message structure, at the places that the site states.
import type { GroupNode, MessageStructure, SegmentNode } from '../dictionary/structures.ts'
import type { LocalPlace } from './definitions-schema.ts'

type Node = SegmentNode | GroupNode

export interface Insertion {
  readonly structure: MessageStructure
  /** Places, counted from 0, that the structure does not have. */
  readonly missing: readonly number[]
}

/** @param places carried out in their order, each on what the one before left */
export function insertSegments(structure: MessageStructure, places: readonly LocalPlace[]): Insertion {
  const missing: number[] = []
  let { root } = structure
  for (const [i, place] of places.entries()) {
    const inserted = insertIn(root, place)
    if (inserted) root = inserted
    else missing.push(i)
  }
  return { structure: { ...structure, root }, missing }
}

/** @returns undefined where the group and the groups in it do not have the place */
function insertIn(group: GroupNode, place: LocalPlace): GroupNode | undefined {
  const isMeant = place.group === undefined || group.name === place.group
  let found = false
  const of = group.of.flatMap((node): Node[] => {
    const inner = node.kind === 'segment' ? undefined : insertIn(node, place)
    if (inner) found = true
    const own = inner ?? node
    if (!isMeant || nameOf(node) !== (place.after ?? place.before)) return [own]
    found = true
    // A choice of segments takes one of them: what stands beside one of them goes with it.
    const both = place.after === undefined ? [localNode(place), own] : [own, localNode(place)]
    return group.kind === 'choice' ? [{ kind: 'sequence', name: '', required: own.required, repeats: false, of: both }] : both
  })
  return found ? { ...group, of } : undefined
}

function nameOf(node: Node): string {
  return node.kind === 'segment' ? node.id : node.name
}

function localNode({ segment, required, repeats }: LocalPlace): SegmentNode {
  return { kind: 'segment', id: segment, required, repeats }
}
