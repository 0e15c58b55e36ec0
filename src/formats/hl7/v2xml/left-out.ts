// Names the places of what the reading of XML left out, as results show them: by message, and by segment with its occurrence.
import { segmentId } from '../field-spans.ts'
import { lineCount, lineStart, type SegmentIndex } from '../index/segment-index.ts'
import type { ReadXml } from './read-v2xml.ts'

export interface LeftOut {
  /** Start of the segment in the ER7 text, or of the next one. */
  readonly at: number
  /** Place of the message, from 0; null outside of messages. */
  readonly message: number | null
  /** Null outside of segments, and for a segment whose name is no identifier: such a name may be a value. */
  readonly path: string | null
}

interface Lines {
  readonly index: SegmentIndex
  readonly messages: readonly { readonly firstLine: number; readonly endLine: number }[]
}

/** @param leftOut in the order of the text */
export function placeLeftOut({ index, messages }: Lines, leftOut: ReadXml['leftOut']): LeftOut[] {
  const placed: LeftOut[] = []
  const occurrences = new Map<string, number>()
  let number = 0
  for (let line = 0; line < lineCount(index) && placed.length < leftOut.length; line++) {
    while (messages[number] && messages[number]!.endLine <= line) number++
    const first = messages[number]?.firstLine ?? Number.POSITIVE_INFINITY
    if (first === line) occurrences.clear()
    const id = segmentId(index, line)
    const occurrence = (occurrences.get(id) ?? 0) + 1
    occurrences.set(id, occurrence)
    for (let next = leftOut[placed.length]; next && next.at <= lineStart(index, line); next = leftOut[placed.length]) {
      // What comes before a message's first segment is not inside of the message.
      const isInside = first < line || (first === line && next.path !== null)
      placed.push({ at: next.at, message: isInside ? number : null, path: pathOf(next.path, id, occurrence) })
    }
  }
  for (const { at } of leftOut.slice(placed.length)) placed.push({ at, message: null, path: null })
  return placed
}

function pathOf(path: string | null, id: string, occurrence: number): string | null {
  if (path === null || !/^[A-Z][A-Z0-9]{2}$/.test(id)) return null
  return occurrence === 1 ? path : `${id}[${occurrence}]${path.slice(id.length)}`
}
