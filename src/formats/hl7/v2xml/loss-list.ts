// What another encoding of a document does not carry, or carries in another form: by kind, message and field, never a value.
import { countLeading } from '../../../core/count-leading.ts'
import type { Hl7Document } from '../document-types.ts'
import { LINE } from '../index/line-start.ts'
import { lineCount, lineKind } from '../index/segment-index.ts'

export const XML_LOSSES = [
  'line_end',
  'frame',
  'byte_order_mark',
  'blank',
  'junk',
  'line',
  'escape',
  'subcomponent',
  'line_end_in_field',
  'control_character',
  'undecodable',
] as const

export interface XmlLoss {
  readonly what: (typeof XML_LOSSES)[number]
  /** Place of the message, from 0; null outside of messages. */
  readonly message: number | null
  /** Field, or null if no field is meant. */
  readonly path: string | null
  count: number
}

const OF_LINE: ReadonlyMap<number | undefined, XmlLoss['what']> = new Map([
  [LINE.frame, 'frame'],
  [LINE.junk, 'junk'],
  [LINE.blank, 'blank'],
  [LINE.indent, 'blank'],
  [LINE.bom, 'byte_order_mark'],
])

export class LossList {
  readonly #losses = new Map<string, XmlLoss>()

  add(what: XmlLoss['what'], message: number | null, path: string | null, count = 1): void {
    if (count === 0) return
    const key = `${what} ${message} ${path}`
    const known = this.#losses.get(key)
    if (known) known.count += count
    else this.#losses.set(key, { what, message, path, count })
  }

  /** Adds what stands between and around the segments. */
  addLines({ index, messages }: Hl7Document): void {
    const { lf, crlf, other } = index.lineEnds
    this.add('line_end', null, null, lf + crlf + other)
    if (index.plain) return
    for (let line = 0; line < lineCount(index); line++) {
      const what = OF_LINE.get(lineKind(index, line))
      if (what === undefined) continue
      const number = countLeading(messages.length, (i) => messages[i]!.firstLine <= line) - 1
      const isInside = number >= 0 && line < messages[number]!.endLine
      this.add(what, isInside ? number : null, null)
    }
  }

  list(): XmlLoss[] {
    return [...this.#losses.values()]
  }
}
