// A text with ranges in colour, each with its name, and a legend.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { colourNames } from './colours.ts'
import { blocksOf } from './long-text.ts'
import { useMoreRows } from './more-rows.ts'
import { TableView } from './table-view.ts'

interface Props {
  readonly text: string
  readonly spans: readonly Readonly<Record<string, unknown>>[]
  /** Names of the members that hold the offsets and the name. */
  readonly start: string
  readonly end: string
  readonly colour: string | null
}

interface Range {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** Ranges shown at first. */
const STEP = 2000

export function SpansView({ text, spans, start, end, colour }: Props): VNode {
  const ranges = useMemo(() => readRanges(spans, start, end, colour), [spans])
  const classes = useMemo(() => colourNames(colour === null ? [] : ranges.map(({ name }) => name)), [ranges])
  const blocks = useMemo(() => markedBlocks(text, ranges), [text, ranges])
  const nodes = useMemo(() => blocks.map((block) => h(MarkedBlock, { key: block.start, text, block, classes })), [blocks, classes])
  const { count, more } = useMoreRows(ranges.length, STEP)
  const stop = count < ranges.length ? ranges[count - 1]!.end : text.length
  const last = blocks.findLastIndex((block) => block.start < stop)
  const block = blocks[last]
  return h(
    'div',
    null,
    classes.size > 0 && h(Legend, { classes, ranges }),
    h(
      'div',
      { class: 'marked', tabIndex: 0, role: 'region', 'aria-label': t('Text with marked ranges') },
      nodes.slice(0, last),
      block && h(MarkedBlock, { key: block.start, text, block: cutBlock(block, stop), classes }),
    ),
    more,
    h('details', { class: 'rows' }, h('summary', null, t('As a table')), h(TableView, { rows: spans, label: t('Marked ranges') })),
  )
}

/** In the order of the text, without those that overlap an earlier one: a place has one colour. */
function readRanges(spans: Props['spans'], start: string, end: string, colour: string | null): Range[] {
  const ranges = spans
    .map((span) => ({ start: Number(span[start]), end: Number(span[end]), name: colour === null ? '' : String(span[colour]) }))
    .sort((a, b) => a.start - b.start)
  let last = 0
  return ranges.filter((range) => {
    if (range.start < last) return false
    last = range.end
    return true
  })
}

interface Block {
  readonly start: number
  readonly end: number
  readonly ranges: readonly Range[]
  /** Of its first range among all. */
  readonly index: number
}

/** Blocks of the text, none of which ends within a range. */
function markedBlocks(text: string, ranges: readonly Range[]): Block[] {
  const blocks: Block[] = []
  let [start, border, index] = [0, 0, 0]
  for (const { length } of blocksOf(text)) {
    border += length
    if (border <= start) continue
    let next = index
    while (next < ranges.length && ranges[next]!.start < border) next++
    const end = Math.max(border, next > index ? ranges[next - 1]!.end : 0)
    blocks.push({ start, end, ranges: ranges.slice(index, next), index })
    start = end
    index = next
  }
  return blocks
}

function cutBlock(block: Block, stop: number): Block {
  return stop >= block.end ? block : { ...block, end: stop, ranges: block.ranges.filter(({ end }) => end <= stop) }
}

function MarkedBlock({ text, block, classes }: { text: string; block: Block; classes: ReadonlyMap<string, string> }): VNode {
  const parts: (VNode | string)[] = []
  let at = block.start
  for (const [i, { start, end, name }] of block.ranges.entries()) {
    parts.push(plain(text.slice(at, start)))
    parts.push(
      h(
        'mark',
        { key: start, class: classes.get(name) ?? `hue-${(block.index + i) % 2}` },
        plain(text.slice(start, end)),
        name !== '' && h('span', { class: 'tag' }, name),
      ),
    )
    at = end
  }
  parts.push(plain(text.slice(at, block.end)))
  return h('span', { class: 'text-block' }, parts)
}

function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

function Legend({ classes, ranges }: { classes: ReadonlyMap<string, string>; ranges: readonly Range[] }): VNode {
  return h(
    'ul',
    { class: 'legend' },
    [...classes].map(([name, colour]) =>
      h(
        'li',
        { key: name },
        h('span', { class: `swatch ${colour}`, 'aria-hidden': 'true' }),
        `${name} `,
        h('span', { class: 'quiet' }, ranges.filter((range) => range.name === name).length),
      ),
    ),
  )
}
