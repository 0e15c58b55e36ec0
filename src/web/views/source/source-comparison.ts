// A list whose entries have a place in a text, and the text beside it: choosing an entry shows its place.
import type { ComponentChild, VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { type Mark, SourceLines } from './source-lines.ts'
import { endOfPlace, linesOf, offsetOf, type TextLine } from './text-lines.ts'

export interface PlacedItem {
  /** Line and column from 1; null where the entry has no place. */
  readonly line: number | null
  readonly column: number | null
  /** The place itself where it is known; else it is found by line and column. */
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** Class of the entry and of its mark. */
  readonly kind: string
  /** Called for the entries that are drawn. */
  readonly content: () => ComponentChild
}

interface Props {
  readonly items: readonly PlacedItem[]
  /** Undefined where the page does not have it; null where there is none. */
  readonly text: string | null | undefined
  readonly textLabel: string
  readonly listLabel: string
}

const STEP = 100

export function SourceComparison({ items, text, textLabel, listLabel }: Props): VNode {
  const [choice, setChoice] = useState<{ readonly item: PlacedItem; readonly turn: number } | undefined>(undefined)
  const marks = useMemo(() => (typeof text === 'string' ? marksOf(text, items) : []), [items, text])
  const { count, more } = useMoreRows(items.length, STEP)
  const placed = marks.filter((mark) => mark !== undefined)
  const at = choice ? items.indexOf(choice.item) : -1
  const chosen = marks[at] && choice ? { mark: marks[at], turn: choice.turn } : undefined
  return h(
    'div',
    { class: typeof text === 'string' ? 'beside' : 'beside alone' },
    text === undefined && h('p', { class: 'quiet' }, t('The text is not shown here: it is too long, or not UTF-8.')),
    typeof text === 'string' && h(SourceLines, { text, label: textLabel, marks: placed, chosen }),
    h(
      'div',
      // A list without buttons is scrolled by keys, too.
      placed.length > 0 ? { class: 'beside-list' } : { class: 'beside-list', tabIndex: 0, role: 'region', 'aria-label': listLabel },
      h(
        'ol',
        { class: 'placed', 'aria-label': listLabel },
        items.slice(0, count).map((item, i) =>
          h(
            'li',
            { key: i, class: item.kind },
            entryOf(item, marks[i], i === at, () => setChoice({ item, turn: (choice?.turn ?? 0) + 1 })),
          ),
        ),
      ),
      more,
    ),
  )
}

function entryOf({ content, line }: PlacedItem, mark: Mark | undefined, isChosen: boolean, onChoose: () => void): VNode {
  if (!mark)
    return h('div', { class: 'entry' }, content(), line !== null && h('span', { class: 'place quiet' }, t('Line {line}', { line })))
  return h(
    'button',
    { type: 'button', class: 'entry', 'aria-pressed': isChosen, onClick: onChoose },
    content(),
    h('span', { class: 'place quiet' }, line !== null && t('Line {line}', { line })),
  )
}

function marksOf(text: string, items: readonly PlacedItem[]): (Mark | undefined)[] {
  let lines: readonly TextLine[] | undefined
  return items.map(({ line, column, kind, range }) => {
    if (range) return { ...range, kind }
    if (line === null || column === null) return undefined
    lines ??= linesOf(text)
    const start = offsetOf(lines, line, column)
    return start === undefined ? undefined : { start, end: endOfPlace(text, start), kind }
  })
}
