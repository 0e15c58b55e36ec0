// The demands of a profile on which segments there are, as rows of the profile format, which speaks of all segments of a name in a message.
import type { GroupNode, MessageStructure, SegmentNode } from '../dictionary/structures.ts'
import type { SegmentRow } from '../validate/profile-schema.ts'
import type { GroupModel, MessageModel, NotImported, NotImportedKind, SegmentModel } from './message-model.ts'

export interface ImportedSegmentRow extends Partial<Omit<SegmentRow, 'segment' | 'when'>> {
  readonly segment: string
}

/** A segment at one place of the message. */
export interface SegmentPlace {
  readonly segment: SegmentModel
  /** Names of the groups around it. */
  readonly groups: readonly string[]
  /** True where all groups around it must be there. */
  readonly isAlways: boolean
  /** True where one of them may repeat. */
  readonly isRepeating: boolean
  /** True where it or a group around it is not to be used. */
  readonly isLeft: boolean
}

/** Every segment of a message in order. Groups whose demands no row can say are noted. */
export function listPlaces(message: MessageModel, structure: MessageStructure | undefined, notes: NotImported[]): SegmentPlace[] {
  const places: SegmentPlace[] = []
  const visit = (of: readonly (SegmentModel | GroupModel)[], around: Omit<SegmentPlace, 'segment'>, standard: GroupNode | undefined) => {
    for (const each of of) {
      const isLeft = around.isLeft || each.usage === 'X' || each.usage === 'W'
      if (each.kind === 'segment') {
        places.push({ segment: each, ...around, isLeft })
        continue
      }
      const known = findGroup(standard, each.name)
      const groups = [...around.groups, each.name]
      if (!isLeft) noteGroup(each, known, groups.join('/'), notes)
      const isAlways = around.isAlways && each.usage === 'R' && each.min >= 1
      visit(each.of, { groups, isAlways, isRepeating: around.isRepeating || each.max > 1, isLeft }, known)
    }
  }
  visit(message.of, { groups: [], isAlways: true, isRepeating: false, isLeft: false }, structure?.root)
  return places
}

function findGroup(group: GroupNode | undefined, name: string): GroupNode | undefined {
  for (const node of group?.of ?? []) {
    if (node.kind === 'segment') continue
    const found = isName(name, node.name) ? node : findGroup(node, name)
    if (found) return found
  }
  return undefined
}

/** Some tools put the structure in front: `ORU_R01.PATIENT_RESULT`. */
function isName(own: string, standard: string): boolean {
  return standard !== '' && (own === standard || own.endsWith(`.${standard}`))
}

/** A group that must be there is asked for by the segments that it begins with, if it holds one that must be there. */
function noteGroup(group: GroupModel, standard: GroupNode | undefined, path: string, notes: NotImported[]): void {
  const { usage, min, max, of } = group
  const needsMore = min > 1
  const allowsFewer = max !== Number.POSITIVE_INFINITY && (max > 1 || !standard || standard.repeats)
  const isSaid = usage !== 'R' || standard?.required === true || of.some((each) => each.usage === 'R')
  if (/^C/.test(usage)) notes.push({ path, kind: 'conditional_usage' })
  else if (!['R', 'RE', 'O'].includes(usage)) notes.push({ path, kind: 'usage' })
  if (needsMore || allowsFewer || !isSaid) notes.push({ path, kind: 'group' })
}

/** One row for the segments of a name at most. */
export function rowOfSegment(
  name: string,
  places: readonly SegmentPlace[],
  structure: MessageStructure | undefined,
  notes: NotImported[],
): ImportedSegmentRow | undefined {
  const used = places.filter(({ isLeft }) => !isLeft)
  if (used.length === 0) return { segment: name, usage: 'X' }
  const note = ({ groups }: SegmentPlace, kind: NotImportedKind) => notes.push({ path: [...groups, name].join('/'), kind })
  for (const each of places) if (each.isLeft && each.segment.usage === 'X') note(each, 'segment_in_group')
  const row: { segment: string; usage?: 'R' | 'RE'; min?: number; max?: number } = { segment: name }
  for (const place of used) {
    const { usage, min, max } = place.segment
    if (usage === 'R' && place.isAlways) row.usage = 'R'
    else if (usage === 'RE' && used.length === 1) row.usage = 'RE'
    const standard = standardSegment(structure, place)
    if (usage.startsWith('C')) note(place, 'conditional_usage')
    else if (!['R', 'RE', 'O'].includes(usage)) note(place, 'usage')
    const isSaid = usage !== 'R' || place.isAlways || standard?.required === true
    const isAlone = used.length === 1 && !place.isRepeating
    if (isAlone && max !== Number.POSITIVE_INFINITY) row.max = Math.min(max, 1_000_000)
    if (used.length === 1 && min > 1) row.min = Math.min(min, 1_000_000)
    const isCounted = isAlone || max === Number.POSITIVE_INFINITY || (max === 1 && standard?.repeats === false)
    if (!isSaid || !isCounted || (min > 1 && !isAlone)) note(place, 'segment_in_group')
  }
  return Object.keys(row).length > 1 ? row : undefined
}

/** What the standard says of the segment in the group of its name. */
function standardSegment(structure: MessageStructure | undefined, { segment, groups }: SegmentPlace): SegmentNode | undefined {
  const group = groups.length === 0 ? structure?.root : findGroup(structure?.root, groups.at(-1)!)
  return group?.of.find((node): node is SegmentNode => node.kind === 'segment' && node.id === segment.name)
}

/** True where the standard has a segment of the name anywhere in the structure. */
export function hasSegment(group: GroupNode, name: string): boolean {
  return group.of.some((node) => (node.kind === 'segment' ? node.id === name : hasSegment(node, name)))
}
