// The loops of an implementation guide, from the facts that two open sources share, ready to be looked up.
import { once } from '../../core/once.ts'
import { GUIDE_LOOPS } from './guides.generated.ts'
import type { Segment } from './segment.ts'

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
  readonly isRequired: boolean
  readonly most: number
  /** Identifier of its first segment. */
  readonly start: string
  /** The element of the first segment, from 1, and the codes that tell the loop apart; none where the segment alone does. */
  readonly element: number
  readonly codes: ReadonlySet<string>
  readonly segments: ReadonlyMap<string, GuideSegment>
  readonly children: GuideLoop[]
  /** Segments that must stand in it; SE is judged with the envelope. */
  readonly required: readonly string[]
  /** Loops within it by the identifier of their first segment, without levels: HL says itself what it lies in. */
  readonly starts: Map<string, GuideLoop[]>
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
  ['834 X220', '834'],
  ['834 X095', '834'],
  ['835 X221', '835'],
  ['835 X091', '835'],
  ['837 X222', '837P'],
  ['837 X223', '837I'],
  ['837 X098', '837P4'],
  ['837 X096', '837I4'],
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

function readGuide(lines: string): GuideLoop {
  const loops = new Map<string, GuideLoop>()
  const parents: (readonly [GuideLoop, readonly string[]])[] = []
  for (const line of lines.split('\n')) {
    const [head = '', inside = '', code = '', ...listed] = line.split(' ')
    const { id, isRequired, most } = readItem(head)
    const segments = listed.map((item, order) => ({ ...readItem(item), order }))
    const [element = '0', codes = ''] = code === '-' ? [] : code.split('=')
    const loop: GuideLoop = {
      id: id === '-' ? '' : id,
      isRequired,
      most,
      start: segments[0]!.id,
      element: Number(element),
      codes: new Set(codes === '' ? [] : codes.split('/')),
      segments: new Map(segments.map((segment) => [segment.id, segment])),
      children: [],
      required: segments.filter(({ id, isRequired }) => isRequired && id !== 'SE').map((segment) => segment.id),
      starts: new Map(),
    }
    loops.set(loop.id, loop)
    if (loop.id !== '') parents.push([loop, inside.split('/').map((each) => (each === '-' ? '' : each))])
  }
  for (const [loop, inside] of parents) for (const id of inside) place(loop, loops.get(id)!)
  return loops.get('')!
}

function place(loop: GuideLoop, { children, starts }: GuideLoop): void {
  children.push(loop)
  if (loop.start === 'HL') return
  const same = starts.get(loop.start)
  if (same) same.push(loop)
  else starts.set(loop.start, [loop])
}

/** `REF!:3`: required, three at most; `PER?`: the sources differ. */
function readItem(item: string): Omit<GuideSegment, 'order'> {
  const [, id = '', mark, most] = /^([^!?:]+)([!?])?(?::(\d+))?$/.exec(item) ?? []
  return { id, isRequired: mark === '!', isAgreed: mark !== '?', most: most === undefined ? Number.POSITIVE_INFINITY : Number(most) }
}

/** True where a segment of the identifier that the loop starts with begins it. */
export function isCodeOf({ element, codes }: GuideLoop, segment: Segment): boolean {
  return codes.size === 0 || codes.has(segment.at(element) ?? '')
}
