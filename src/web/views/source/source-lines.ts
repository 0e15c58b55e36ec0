// A text with line numbers, colours and marks. Of a long text the lines around the place in question are drawn, the others when asked.
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { lineAt, linesOf, type TextLine } from './text-lines.ts'
import { isXml, type Token, tokensOf } from './tokens.ts'

export interface Mark {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** Class of the mark. */
  readonly kind: string
}

interface Props {
  readonly text: string
  readonly label: string
  readonly marks?: readonly Mark[]
  /** What a person has chosen; `turn` grows with every choice, so that the same place is shown again. */
  readonly chosen?: { readonly mark: Mark; readonly turn: number } | undefined
}

const MAX_LINES = 400
const MAX_CHARACTERS = 6000
const BEFORE = 1500

export function SourceLines({ text, label, marks = [], chosen }: Props): VNode {
  const lines = useMemo(() => linesOf(text), [text])
  const [begin, setFirst] = useState(0)
  const first = Math.min(begin, lines.length - 1)
  const frame = useRef<HTMLDivElement>(null)
  const target = chosen ? lineAt(lines, chosen.mark.start).number - 1 : undefined
  useEffect(() => setFirst(0), [text])
  useEffect(() => {
    if (target === undefined) return
    if (target < first || target >= first + MAX_LINES) setFirst(Math.max(0, target - MAX_LINES / 2))
    // Behind the drawing of the lines that are shown now.
    const wait = setTimeout(() => frame.current && showChosen(frame.current))
    return () => clearTimeout(wait)
  }, [chosen?.turn, text])
  const last = Math.min(lines.length, first + MAX_LINES)
  const [from, to] = [lines[first]!.start, lines[last - 1]!.end]
  const tokens = useMemo(() => tokensOf(text, from, to), [text, isXml(text) || from])
  const near = marks.filter(({ start, end }) => start <= to && end > from)
  const step = (by: number) => setFirst(Math.min(Math.max(0, first + by), Math.max(0, lines.length - 1)))
  return h(
    'div',
    { class: 'source-frame' },
    first > 0 && h(Step, { words: t('Lines before {first}', { first: first + 1 }), onStep: () => step(-MAX_LINES) }),
    h(
      'div',
      { class: 'source', tabIndex: 0, role: 'region', 'aria-label': label, ref: frame },
      lines.slice(first, last).map((line) => lineRow(text, line, tokens, near, chosen?.mark)),
    ),
    last < lines.length &&
      h(Step, { words: t('Lines after {last} of {length}', { last, length: lines.length }), onStep: () => step(MAX_LINES) }),
  )
}

function Step({ words, onStep }: { words: string; onStep: () => void }): VNode {
  return h('button', { type: 'button', class: 'plain', onClick: onStep }, words)
}

/** Moves the text in its frame, and the page only where the frame is out of sight. */
function showChosen(frame: HTMLElement): void {
  const mark = frame.querySelector<HTMLElement>('.chosen') ?? frame.querySelector<HTMLElement>('.current')
  if (!mark) return
  const offset = mark.getBoundingClientRect().top - frame.getBoundingClientRect().top
  frame.scrollTop += offset - frame.clientHeight / 3
  frame.scrollIntoView({ block: 'nearest' })
}

function lineRow(text: string, line: TextLine, tokens: readonly Token[], marks: readonly Mark[], chosen: Mark | undefined): VNode {
  const { from, to } = cutOf(line, chosen)
  const inLine = marks.filter(({ start, end }) => start <= line.end && end > line.start)
  const isCurrent = chosen !== undefined && chosen.start >= line.start && chosen.start <= line.end
  return h(
    'div',
    { key: line.number, class: isCurrent ? 'line current' : 'line' },
    h('span', { class: `no ${inLine[0]?.kind ?? ''}` }, line.number),
    h('code', null, from > line.start && '… ', piecesOf(text, from, to, tokens, inLine, chosen), to < line.end && ' …'),
  )
}

/** Of a very long line what is around the chosen place. */
function cutOf({ start, end }: TextLine, chosen: Mark | undefined): { from: number; to: number } {
  if (end - start <= MAX_CHARACTERS) return { from: start, to: end }
  const from = chosen && chosen.start >= start && chosen.start <= end ? Math.max(start, chosen.start - BEFORE) : start
  return { from, to: Math.min(end, from + MAX_CHARACTERS) }
}

function piecesOf(text: string, from: number, to: number, tokens: readonly Token[], marks: readonly Mark[], chosen: Mark | undefined) {
  const own = tokensBetween(tokens, from, to)
  const all = chosen ? [...marks, chosen] : marks
  const borders = [from, to, ...own.flatMap(({ start, end }) => [start, end]), ...all.flatMap(({ start, end }) => [start, end])]
  const inside = [...new Set(borders)].filter((border) => border >= from && border <= to).sort((a, b) => a - b)
  return inside.slice(0, -1).map((start, i) => {
    const end = inside[i + 1]!
    const covers = (range: { start: number; end: number }) => range.start <= start && range.end >= end
    const token = own.find(covers)
    const classes = [token && `token-${token.kind}`, marks.find(covers)?.kind, chosen && covers(chosen) && 'chosen'].filter(Boolean)
    const piece = text.slice(start, end)
    return classes.length === 0 ? piece : h('span', { key: start, class: classes.join(' ') }, piece)
  })
}

/** Tokens are in their order: the first that ends behind the place is found by halving. */
function tokensBetween(tokens: readonly Token[], from: number, to: number): Token[] {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (tokens[middle]!.end > from) high = middle
    else low = middle + 1
  }
  const found: Token[] = []
  for (let i = low; i < tokens.length && tokens[i]!.start < to; i++) found.push(tokens[i]!)
  return found
}
