// Findings in messages as sentences, beside the messages: choosing one shows its place.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { severityName } from '../../language/words.ts'
import { FindingList } from '../source/finding-list.ts'
import type { PlacedItem } from '../source/source-comparison.ts'
import { lineAt, linesOf } from '../source/text-lines.ts'
import type { ViewProps } from '../view-props.ts'
import { byteOffsets } from './byte-offsets.ts'
import { findingSentence } from './finding-words.ts'

interface MessageFinding {
  readonly code: string
  readonly severity: string
  readonly path: string | null
  readonly expected: string
  readonly message: number | null
  readonly byteStart: number
  readonly byteEnd: number
  readonly count: number
}

const MARK_BYTES = 3

export function MessageFindings({ shown, value, view }: ViewProps<'message-findings'>): VNode {
  const findings = value as readonly MessageFinding[]
  const text = shown.texts[view.of]
  const itemOf = useMemo(() => composeItems(text, shown.value.source), [text])
  return h(FindingList, { findings, text, itemOf })
}

function composeItems(text: string | undefined, source: unknown): (finding: MessageFinding) => PlacedItem {
  const lines = linesOf(text ?? '')
  const offsetOf = offsetsOf(text ?? '', source)
  return (finding) => {
    const range = text === undefined ? undefined : rangeOf(text, offsetOf(finding.byteStart), offsetOf(finding.byteEnd))
    return {
      line: range ? lineAt(lines, range.start).number : null,
      column: null,
      range,
      kind: finding.severity,
      content: () => contentOf(finding),
    }
  }
}

/** Findings count the byte order mark of a file, which the text of the file does not have. @param source of the result */
export function offsetsOf(text: string, source: unknown): (byte: number) => number {
  const offsetOf = byteOffsets(text)
  const isMarked = (source as { readonly charsetFrom?: string } | undefined)?.charsetFrom === 'bom' && !text.startsWith('\ufeff')
  return (byte) => offsetOf(isMarked ? byte - MARK_BYTES : byte)
}

/** An empty range, where something is missing, becomes the character there, or at the end of a line the one before it. */
function rangeOf(text: string, start: number, end: number): { start: number; end: number } | undefined {
  if (text === '') return undefined
  if (end > start) return { start, end }
  const at = Math.min(start, text.length)
  const isInside = at < text.length && !/[\r\n]/.test(text[at]!)
  return isInside ? { start: at, end: at + 1 } : { start: Math.max(0, at - 1), end: Math.max(1, at) }
}

function contentOf({ code, severity, path, expected, message, count }: MessageFinding): VNode[] {
  return [
    h(
      'span',
      { key: 'message', class: 'sentence' },
      h('span', { class: `badge ${severity}` }, severityName(severity)),
      ' ',
      findingSentence(code),
    ),
    h('span', { key: 'path', class: 'mono path' }, path ?? ''),
    h('span', { key: 'expected', class: 'quiet' }, t('Expected: {expected}', { expected })),
    h(
      'span',
      { key: 'more', class: 'quiet' },
      [message !== null && message > 0 && t('Message {index}', { index: message + 1 }), count > 1 && t('{count} times', { count }), code]
        .filter(Boolean)
        .join(' · '),
    ),
  ]
}
