// A text with ranges in colour, each with its name, and a legend.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { colourNames } from './colours.ts'
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
  const ranges = readRanges(spans, start, end, colour)
  const { count, more } = useMoreRows(ranges.length, STEP)
  const shown = ranges.slice(0, count)
  const classes = colourNames(colour === null ? [] : ranges.map(({ name }) => name))
  const stop = count < ranges.length ? shown.at(-1)!.end : text.length
  return h(
    'div',
    null,
    classes.size > 0 && h(Legend, { classes, ranges }),
    h(
      'div',
      { class: 'marked', tabIndex: 0, role: 'region', 'aria-label': t('Text with marked ranges') },
      pieces(text.slice(0, stop), shown, classes),
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

function pieces(text: string, ranges: readonly Range[], classes: ReadonlyMap<string, string>): (VNode | string)[] {
  const parts: (VNode | string)[] = []
  let at = 0
  for (const [i, { start, end, name }] of ranges.entries()) {
    parts.push(plain(text.slice(at, start)))
    parts.push(
      h(
        'mark',
        { key: start, class: classes.get(name) ?? `hue-${i % 2}` },
        plain(text.slice(start, end)),
        name !== '' && h('span', { class: 'tag' }, name),
      ),
    )
    at = end
  }
  parts.push(plain(text.slice(at)))
  return parts
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
