// The text of a message, field by field: the chosen place is marked, and a click chooses a field.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import type { Place, PlacedSegment } from './places.ts'

interface Props {
  readonly text: string
  readonly segments: readonly PlacedSegment[]
  readonly chosen: Place | undefined
  readonly onChoose: (path: string) => void
}

const STEP = 200

export function MessageText({ text, segments, chosen, onChoose }: Props): VNode {
  const frame = useRef<HTMLDivElement>(null)
  const { count, more } = useMoreRows(segments.length, STEP)
  useEffect(() => {
    const mark = frame.current?.querySelector<HTMLElement>('.here')
    if (mark && frame.current) scrollInside(frame.current, mark)
  }, [chosen?.path])
  return h(
    'div',
    null,
    h(
      'div',
      { class: 'message-text', tabIndex: 0, role: 'region', 'aria-label': t('Message'), ref: frame },
      segments
        .slice(0, count)
        .map((segment) => h('div', { key: segment.start, class: 'segment-line' }, piecesOf(text, segment, chosen, onChoose))),
    ),
    more,
  )
}

function piecesOf(text: string, segment: PlacedSegment, chosen: Place | undefined, onChoose: (path: string) => void): (VNode | string)[] {
  const pieces: (VNode | string)[] = []
  let at = segment.start
  for (const field of segment.fields) {
    pieces.push(plain(text.slice(at, field.start), at, segment))
    pieces.push(h('span', { key: field.start, class: 'message-field', onClick: () => onChoose(field.path) }, marked(text, field, chosen)))
    at = field.end
  }
  pieces.push(text.slice(at, segment.end))
  return pieces
}

/** The name of the segment stands out. */
function plain(piece: string, at: number, { start }: PlacedSegment): VNode | string {
  return at === start ? h('span', { key: 'id', class: 'segment-id' }, piece) : piece
}

function marked(text: string, { start, end }: Place, chosen: Place | undefined): (VNode | string)[] | string {
  if (!chosen || chosen.start < start || chosen.end > end) return text.slice(start, end)
  return [
    text.slice(start, chosen.start),
    h('mark', { key: 'here', class: 'here' }, text.slice(chosen.start, chosen.end)),
    text.slice(chosen.end, end),
  ]
}

/** Moves the text in its frame and nothing else. */
function scrollInside(frame: HTMLElement, mark: HTMLElement): void {
  const offset = mark.getBoundingClientRect().top - frame.getBoundingClientRect().top
  if (offset < 0 || offset > frame.clientHeight - 24) frame.scrollTop += offset - frame.clientHeight / 3
}
