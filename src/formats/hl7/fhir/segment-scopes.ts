// Which repetition of which groups each segment stands in: what belongs together in a message of several orders, patients or observations.
import { structureOfMessage } from '../dictionary/standard.ts'
import type { GroupNode, MessageStructure } from '../dictionary/structures.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { SegmentPlacer } from '../index/place-segments.ts'
import { messageType } from '../message-header.ts'

export interface SegmentScope {
  readonly groups: readonly string[]
  readonly scope: readonly string[]
}

export function placeSegments(document: Hl7Document, message: Hl7Message, ids: readonly string[]): SegmentScope[] {
  const structure = structureOfMessage(document.dictionary, message.version.used, messageType(document, message))
  if (!structure) return placeWithoutStructure(ids)
  const placer = new SegmentPlacer(structure)
  const placements = ids.map((id) => placer.place(id))
  // A structure of one patient says nothing of a message that has several: what follows a PID is of that patient.
  if (placements.some(({ expected }, i) => !expected && ids[i] === 'PID')) return placeWithoutStructure(ids)
  const repeating = repeatingGroups(structure)
  let last: SegmentScope = NOWHERE
  let lastPath = ''
  return placements.map(({ path }) => {
    if (path === lastPath) return last
    lastPath = path
    last = readPath(path, repeating)
    return last
  })
}

const NOWHERE: SegmentScope = { groups: [], scope: [] }

const repeatingByStructure = new WeakMap<MessageStructure, ReadonlySet<string>>()

function repeatingGroups(structure: MessageStructure): ReadonlySet<string> {
  let names = repeatingByStructure.get(structure)
  if (!names) {
    const found = new Set<string>()
    const walk = (group: GroupNode): void => {
      if (group.repeats) found.add(group.name)
      for (const node of group.of) if (node.kind !== 'segment') walk(node)
    }
    walk(structure.root)
    names = found
    repeatingByStructure.set(structure, names)
  }
  return names
}

function readPath(path: string, repeating: ReadonlySet<string>): SegmentScope {
  if (path === '') return NOWHERE
  const steps = path.split('/')
  const groups = steps.map((step) => step.replace(/\[\d+\]$/, ''))
  return { groups, scope: steps.filter((_, i) => repeating.has(groups[i]!)) }
}

/** A patient begins with PID, an order with ORC, or OBR without ORC, an observation with OBX. */
function placeWithoutStructure(ids: readonly string[]): SegmentScope[] {
  let patient = 0
  let order = 0
  let observation = 0
  let isOrdered = false
  /** An order of which no ORC is known yet. */
  let isAlone = false
  return ids.map((id, i) => {
    const isBehind = isAlone && id === 'ORC' && isBehindRequest(ids, i)
    if (id === 'PID') {
      patient++
      order = 0
    } else if ((id === 'ORC' && !isBehind) || (id === 'OBR' && !isOrdered)) order++
    if (id === 'ORC' || id === 'OBR') {
      isAlone = id === 'OBR' && !isOrdered
      isOrdered = id === 'ORC' && !isBehind
    }
    if (id === 'OBX') observation++
    const scope = patient > 0 ? [`PATIENT[${patient}]`] : []
    if (order > 0) scope.push(`ORDER[${order}]`)
    if (observation > 0 && (id === 'OBX' || id === 'NTE')) scope.push(`OBSERVATION[${observation}]`)
    return { groups: [], scope }
  })
}

/** Segments between the request of an order and its observations. */
const OF_ORDER: ReadonlySet<string | undefined> = new Set(['NTE', 'TQ1', 'TQ2', 'PRT', 'ROL', 'CTD'])

/** ORC between an OBR and its observations, as in OUL_R22. */
function isBehindRequest(ids: readonly string[], place: number): boolean {
  let next = place + 1
  while (OF_ORDER.has(ids[next])) next++
  return ids[place - 1] === 'OBR' && ids[next] === 'OBX'
}
