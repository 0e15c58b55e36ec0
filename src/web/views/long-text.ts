// A long text in blocks, of which the browser lays out those in view: laying out a megabyte at once would stop the tab.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { h } from '../draw.ts'

/** A block ends with the first line that makes it this long, in UTF-16 code units. */
const BLOCK = 4000
/** A longer line is cut; what is read and copied stays one line. */
const MOST = 16_000

/** @param text with line feeds */
export function LongText({ text, label }: { text: string; label: string }): VNode {
  const blocks = useMemo(() => blocksOf(text), [text])
  return h(
    'pre',
    { class: 'text', tabIndex: 0, role: 'region', 'aria-label': label },
    blocks.length < 2 ? text : blocks.map((block, i) => h('span', { key: i, class: 'text-block' }, block)),
  )
}

/** @returns the text, cut behind ends of lines where there are some */
export function blocksOf(text: string): string[] {
  const blocks: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = blockEnd(text, at)
    blocks.push(text.slice(at, end))
    at = end
  }
  return blocks
}

function blockEnd(text: string, at: number): number {
  const line = text.indexOf('\n', at + BLOCK) + 1
  if (line > 0 && line <= at + MOST) return line
  if (at + MOST >= text.length) return text.length
  // Half of a pair of surrogates is no character, and half of CR LF would be a line end of its own.
  return /[\ud800-\udbff\r]/.test(text[at + MOST - 1]!) ? at + MOST - 1 : at + MOST
}
