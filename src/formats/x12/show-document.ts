// Interchanges in the form in which data/x12-parse shows them.
import type { Balance } from './check-sums.ts'
import type { Group, Interchange, Transaction } from './envelope.ts'
import { guideOf } from './guides.ts'
import { codeOf, LoopPlacer, type PlacedLoops } from './loops.ts'
import type { Segment } from './segment.ts'
import { kindOf } from './segment-ids.ts'
import type { SegmentRange } from './segment-range.ts'

export interface ShownLoop {
  readonly id: string
  readonly code: string
  readonly from: number
  readonly to: number
  readonly loops: ShownLoop[]
}

export interface ShownLevel {
  readonly id: string
  readonly parent: string | null
  readonly code: string
  readonly position: number
}

/** By place (`CAS02`, `SVC01-2`), what the codes there mean. */
export type CodeLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface ShowSettings {
  readonly view: 'summary' | 'segments' | 'loops' | 'rows'
  readonly codes: CodeLabels
  readonly balances: ReadonlyMap<Transaction, Balance>
  shows(transaction: Transaction): boolean
}

export function countSegments(interchanges: readonly Interchange[]): number {
  let count = 0
  for (const { trailer, acknowledgments, groups } of interchanges) {
    count += 1 + (trailer ? 1 : 0) + acknowledgments.length
    for (const group of groups) {
      count += 1 + (group.trailer ? 1 : 0)
      for (const { range } of group.transactions) count += range.length
    }
  }
  return count
}

export function showInterchange(interchange: Interchange, settings: ShowSettings) {
  const { header, delimiters, lineEnd, acknowledgments, groups } = interchange
  const at = (position: number) => header.elements[position - 1] ?? ''
  return {
    delimiters: { ...delimiters, lineEnd },
    control: at(13),
    sender: { qualifier: at(5), id: at(6).trimEnd() },
    receiver: { qualifier: at(7), id: at(8).trimEnd() },
    date: at(9),
    time: at(10),
    version: at(12),
    usage: at(15),
    acknowledgments: acknowledgments.map(({ elements }) => [...elements]),
    groups: groups.map((group) => showGroup(group, interchange, settings)),
  }
}

function showGroup({ header, transactions }: Group, interchange: Interchange, settings: ShowSettings) {
  const [functionalId = '', sender = '', receiver = '', date = '', , control = '', , version = ''] = header.elements
  return {
    functionalId,
    sender,
    receiver,
    date,
    control,
    version,
    transactions: transactions.map((each) => showTransaction(each, interchange, settings)),
  }
}

/** One for all: documents may have very many transaction sets. */
const NONE: never[] = []

function showTransaction(transaction: Transaction, { delimiters }: Interchange, { view, codes, balances, shows }: ShowSettings) {
  const { type, control, guide, range } = transaction
  const shown = shows(transaction) ? view : 'summary'
  const loops = guideOf(type, guide)
  const hasLabels = Object.keys(codes).length > 0
  return {
    type,
    control,
    guide,
    knowsLoops: loops !== undefined,
    segmentCount: range.length,
    start: range.start,
    end: range.end,
    segments: shown === 'segments' ? Array.from(range, (segment, i) => showSegment(segment, i + 1, delimiters, codes, hasLabels)) : NONE,
    balance: balances.get(transaction) ?? null,
    hierarchy: shown === 'loops' ? listLevels(range) : NONE,
    loops: shown === 'loops' ? showLoops(new LoopPlacer().place(transaction, loops), range) : NONE,
  }
}

type Element = string | string[][]

function showSegment(
  { id, elements, start, end }: Segment,
  position: number,
  { component, repetition }: Interchange['delimiters'],
  codes: CodeLabels,
  hasLabels: boolean,
) {
  const shown = elements.map((text): Element => {
    const isDivided = text.includes(component) || (repetition !== null && text.includes(repetition))
    if (!isDivided) return text
    const repetitions = repetition === null ? [text] : text.split(repetition)
    return repetitions.map((each) => each.split(component))
  })
  return { id, position, elements: shown, labels: hasLabels ? labelsOf(id, shown, codes) : {}, start, end }
}

/** The first label of each place that the table knows. */
function labelsOf(id: string, elements: readonly Element[], codes: CodeLabels): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const [i, element] of elements.entries()) {
    const place = `${id}${String(i + 1).padStart(2, '0')}`
    if (typeof element === 'string') addLabel(labels, place, element, codes)
    else for (const repetition of element) for (const [c, part] of repetition.entries()) addLabel(labels, `${place}-${c + 1}`, part, codes)
  }
  return labels
}

function addLabel(labels: Record<string, string>, place: string, code: string, codes: CodeLabels): void {
  if (labels[place] !== undefined || !Object.hasOwn(codes, place) || !Object.hasOwn(codes[place]!, code)) return
  labels[place] = codes[place]![code]!
}

const HL = kindOf('HL')

/** Levels as their HL segments say them. */
function listLevels(range: SegmentRange): ShownLevel[] {
  const cursor = range.cursor()
  const levels: ShownLevel[] = []
  for (let place = 0; place < range.length; place++) {
    if (range.kindAt(place) !== HL) continue
    const [id = '', parent = '', code = ''] = [1, 2, 3].map((element) => cursor.read(place, element))
    levels.push({ id, parent: parent === '' ? null : parent, code, position: place + 1 })
  }
  return levels
}

/** Loops of the transaction set, each with those within it. */
function showLoops({ loops }: PlacedLoops, range: SegmentRange): ShownLoop[] {
  const cursor = range.cursor()
  const shown: ShownLoop[] = []
  for (let loop = 0; loop < loops.count; loop++) {
    const code = codeOf(loop, loops, range, cursor)
    shown.push({ id: loops.ids[loop]!, code, from: loops.firsts[loop]! + 1, to: loops.lasts[loop]! + 1, loops: [] })
    if (loop > 0) shown[loops.parents[loop]!]!.loops.push(shown[loop]!)
  }
  return shown[0]!.loops
}
