// The loops of an implementation guide, from the facts that two open sources share, ready to be looked up.
import { once } from '../../core/once.ts'
import { GUIDE_LOOPS } from './guides.generated.ts'
import { KINDS, kindOf } from './segment-ids.ts'
import type { ElementCursor } from './segment-range.ts'

/** More kinds of segments than any guide has. */
const MOST_SEGMENTS = 128

export interface GuideSegment {
  readonly id: string
  /** Place in the loop, from 0. */
  readonly order: number
  readonly isRequired: boolean
  readonly most: number
  /** False where the sources differ: it may stand there, and nothing more is said of it. */
  readonly isAgreed: boolean
}

export interface GuideLoop {
  /** `2010AA`; empty for the transaction set itself. */
  readonly id: string
  /** Among the loops of its guide, from 0. */
  readonly index: number
  readonly isRequired: boolean
  readonly most: number
  /** False for the transaction set of a guide with unknown loops: segments in no known loop are not checked. */
  readonly isAgreed: boolean
  /** True for a level: HL says itself what it lies in. */
  readonly isLevel: boolean
  /** The element of the first segment, from 1, and the codes that tell the loop apart; none where the segment alone does. */
  readonly element: number
  readonly codes: ReadonlySet<string>
  /** In the order of the guide. */
  readonly segments: readonly GuideSegment[]
  /** By kind of segment (segment-ids.ts), its number among the segments of the guide; 0 for what the guide does not have. */
  readonly numbers: Uint8Array
  /** By number, one more than its order in `segments`; 0 for what the loop does not have. */
  readonly orders: Uint8Array
  /** By number, one more than the place in `starts` of the loops that begin with it; 0 for others. */
  readonly starters: Uint8Array
  readonly starts: readonly (readonly GuideLoop[])[]
  readonly children: readonly GuideLoop[]
  /** Segments that must stand in it; SE is judged with the envelope. */
  readonly required: readonly GuideSegment[]
}

/** Numbers of guides by transaction set; the sets of 004010 that are divided as those of 005010 have the same facts. */
const TABLES: ReadonlyMap<string, string> = new Map([
  ['270 X279', '270'],
  ['270 X092', '270'],
  ['271 X279', '271'],
  ['271 X092', '271'],
  ['276 X212', '276'],
  ['276 X093', '276'],
  ['277 X212', '277'],
  ['277 X093', '277'],
  ['277 X214', '277CA'],
  ['820 X218', '820'],
  ['820 X061', '820'],
  ['834 X220', '834'],
  ['834 X095', '834'],
  ['835 X221', '835'],
  ['835 X091', '835'],
  ['837 X222', '837P'],
  ['837 X223', '837I'],
  ['837 X224', '837D'],
  ['837 X098', '837P4'],
  ['837 X096', '837I4'],
  ['999 X231', '999'],
])

const readers = Object.fromEntries(Object.keys(GUIDE_LOOPS).map((name) => [name, once(() => readGuide(GUIDE_LOOPS[name]!))]))

/**
 * The transaction set as its outermost loop.
 * @param guide ST03 or GS08, such as 005010X222A1
 * @returns undefined for a guide whose loops are not known
 */
export function guideOf(type: string, guide: string): GuideLoop | undefined {
  const number = /^00[45]010(X\d{3})/.exec(guide.trim())?.[1]
  const table = TABLES.get(`${type} ${number}`)
  return table === undefined ? undefined : readers[table]!()
}

interface LoopDraft extends GuideLoop {
  readonly starts: GuideLoop[][]
  readonly children: GuideLoop[]
}

function readGuide(lines: string): GuideLoop {
  const loops = new Map<string, LoopDraft>()
  const parents: (readonly [LoopDraft, readonly string[]])[] = []
  const numbers = numberSegments(lines)
  for (const [index, line] of lines.split('\n').entries()) {
    const [head = '', inside = '', code = '', ...listed] = line.split(' ')
    const { id, ...usage } = readItem(head)
    const segments = listed.map((item, order) => ({ ...readItem(item), order }))
    const [element = '0', codes = ''] = code === '-' ? [] : code.split('=')
    const orders = new Uint8Array(MOST_SEGMENTS)
    for (const segment of segments) orders[numbers[kindOf(segment.id)]!] = segment.order + 1
    const loop: LoopDraft = {
      id: id === '-' ? '' : id,
      index,
      ...usage,
      isLevel: segments[0]!.id === 'HL',
      element: Number(element),
      codes: new Set(codes === '' ? [] : codes.split(/[/?]/)),
      segments,
      numbers,
      orders,
      starters: new Uint8Array(MOST_SEGMENTS),
      starts: [],
      children: [],
      required: segments.filter((segment) => segment.isRequired && segment.id !== 'SE'),
    }
    loops.set(loop.id, loop)
    if (loop.id !== '') parents.push([loop, inside.split('/').map((each) => (each === '-' ? '' : each))])
  }
  for (const [loop, inside] of parents) for (const id of inside) place(loop, loops.get(id)!)
  return loops.get('')!
}

function numberSegments(lines: string): Uint8Array {
  const numbers = new Uint8Array(KINDS)
  let last = 0
  for (const line of lines.split('\n')) {
    for (const item of line.split(' ').slice(3)) {
      const kind = kindOf(readItem(item).id)
      if (numbers[kind] === 0) numbers[kind] = ++last
    }
  }
  return numbers
}

function place(loop: GuideLoop, { children, starters, starts }: LoopDraft): void {
  children.push(loop)
  if (loop.isLevel) return
  const number = loop.numbers[kindOf(loop.segments[0]!.id)]!
  if (starters[number] === 0) starters[number] = starts.push([])
  starts[starters[number]! - 1]!.push(loop)
}

/** `REF!:3`: required, three at most; `PER?`: the sources differ. */
function readItem(item: string): Omit<GuideSegment, 'order'> {
  const [, id = '', mark, most] = /^([^!?:]+)([!?])?(?::(\d+))?$/.exec(item) ?? []
  return { id, isRequired: mark === '!', isAgreed: mark !== '?', most: most === undefined ? Number.POSITIVE_INFINITY : Number(most) }
}

/** True where a segment that may start the loop begins it. @param place of the segment */
export function isCodeOf({ element, codes }: GuideLoop, cursor: ElementCursor, place: number): boolean {
  return codes.size === 0 || codes.has(cursor.read(place, element) ?? '')
}
