// A text before and after, line beside line, with what changed in a line marked.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { useMoreRows } from '../views/more-rows.ts'

interface Props {
  readonly before: Blob
  readonly after: Blob
}

/** Longer documents are compared in their tool. */
const MAX_BYTES = 1_000_000
const STEP = 200

export function BeforeAfterText({ before, after }: Props): VNode | null {
  const [lines, setLines] = useState<readonly (readonly [string, string])[] | undefined>()
  useEffect(() => {
    let current = true
    setLines(undefined)
    if (before.size + after.size > MAX_BYTES) return
    Promise.all([before.text(), after.text()]).then(
      ([left, right]) => current && setLines(pairLines(left, right)),
      // The panel below says that the file cannot be read.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [before, after])
  const { count, more } = useMoreRows(lines?.length ?? 0, STEP)
  if (!lines) return null
  return h(
    'div',
    { class: 'text-pair scroll', tabIndex: 0, role: 'region', 'aria-label': t('Before and after') },
    h(
      'table',
      null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('Before')), h('th', { scope: 'col' }, t('After')))),
      h(
        'tbody',
        null,
        lines.slice(0, count).map(([left, right], i) => {
          const [start, end] = sameEnds(left, right)
          return h(
            'tr',
            { key: i, class: left === right ? undefined : 'changed' },
            h('td', { class: 'mono' }, marked(left, start, end)),
            h('td', { class: 'mono' }, marked(right, start, end)),
          )
        }),
      ),
    ),
    more,
  )
}

/** Tools that de-identify keep the lines; whatever has no partner stands alone. */
function pairLines(left: string, right: string): readonly (readonly [string, string])[] {
  const [before, after] = [splitLines(left), splitLines(right)]
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [before[i] ?? '', after[i] ?? ''] as const)
}

function splitLines(text: string): string[] {
  // An interchange of X12 can be a single line.
  const lines = text.startsWith('ISA') ? text.split(/(?<=~)[\r\n]*/) : text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** How many characters at the start and at the end are the same. */
function sameEnds(left: string, right: string): readonly [start: number, end: number] {
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++
  return [start, end]
}

function marked(text: string, start: number, end: number): (string | VNode)[] {
  const changed = text.slice(start, text.length - end)
  return changed === '' ? [text] : [text.slice(0, start), h('mark', null, changed), text.slice(text.length - end)]
}
