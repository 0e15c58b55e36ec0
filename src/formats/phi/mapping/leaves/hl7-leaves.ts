// HL7 v2: the parts between delimiters, escapes decoded. Delimiter fields of headers stay as they are.

import { ProblemError } from '../../../../core/problem.ts'
import { type Charset, charsetNamed } from '../../../hl7/charset/charsets.ts'
import type { Delimiters } from '../../../hl7/delimiters.ts'
import { delimitersAt, readDocument } from '../../../hl7/document.ts'
import type { Hl7Document } from '../../../hl7/document-types.ts'
import { escapeValue } from '../../../hl7/edit/escape-value.ts'
import { type WrittenPiece, writePieces } from '../../../hl7/edit/write-pieces.ts'
import { hasFields } from '../../../hl7/index/line-start.ts'
import { lineCount, lineKind, lineStart } from '../../../hl7/index/segment-index.ts'
import { messageCharset } from '../../../hl7/message-header.ts'
import { runAt } from '../../../hl7/source.ts'
import { escapesOf, readLeafText } from '../../hl7/leaf-text.ts'
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'

interface Hl7Leaf extends PlacedLeaf {
  /** Null if the document came as text. */
  readonly readIn: Charset | null
}

/** @throws ProblemError as readDocument does; when written, `unsupported_variant` where delimiters or character set cannot carry a value */
export function hl7Leaves(message: string | Uint8Array, sourceCharset?: string): LeafDocument {
  const document = readDocument(message, sourceCharset)
  const leaves: Hl7Leaf[] = []
  const count = lineCount(document.index)
  let next = 0
  for (let line = 0; line < count; line++) {
    while (next < document.messages.length && document.messages[next]!.endLine <= line) next++
    if (hasFields(lineKind(document.index, line))) addLine(document, line, next, leaves)
  }
  return { leaves, write: (texts, charsets) => write(document, leaves, { texts, charsets }) }
}

function addLine(document: Hl7Document, line: number, next: number, leaves: Hl7Leaf[]): void {
  const { index } = document
  const start = lineStart(index, line)
  const following = document.messages[next]
  const message = following && following.firstLine <= line ? following : undefined
  const delimiters = message?.delimiters ?? delimitersAt(index, line)
  const charset = message ? messageCharset(document, message).charset : runAt(document.source, start).charset
  const escapes = escapesOf(delimiters, message ? messageCharset(document, message).forEscapes : null)
  const text = withoutLineEnd(index.text.slice(start, lineStart(index, line + 1)))
  for (const part of partsOf(text, delimiters)) {
    const raw = text.slice(part.start, part.end)
    const value = readLeafText(raw, escapes).text
    leaves.push({
      place: `${part.path} in line ${line + 1}`,
      text: value,
      isLossy: isLossy(raw, value, delimiters),
      start: start + part.start,
      end: start + part.end,
      encode: (other) => escapeValue(other, delimiters, part.path),
      readIn: charset,
      charset: charset?.name,
    })
  }
}

function isLossy(raw: string, text: string, delimiters: Delimiters): boolean {
  if (delimiters.escape === null || !raw.includes(delimiters.escape)) return false
  try {
    return escapeValue(text, delimiters, '') !== raw
  } catch (error) {
    if (error instanceof ProblemError) return true
    throw error
  }
}

/** Also removes the frame of MLLP. */
function withoutLineEnd(line: string): string {
  let end = line.length
  while (end > 0 && '\r\n\v\x1c'.includes(line[end - 1]!)) end--
  return line.slice(0, end)
}

/** Every part behind the name of the segment, also empty ones: a removed value does not change their number. */
function* partsOf(text: string, delimiters: Delimiters): Generator<{ path: string; start: number; end: number }> {
  const { field, repetition, component, subcomponent } = delimiters
  const id = text.slice(0, 3)
  const isHeader = /^(?:MSH|FHS|BHS)$/.test(id)
  const counts = { field: isHeader ? 1 : 0, repetition: 1, component: 1, subcomponent: 1 }
  let start = 0
  const path = () =>
    `${id}-${counts.field}${counts.repetition > 1 ? `[${counts.repetition}]` : ''}.${counts.component}.${counts.subcomponent}`
  const isData = () => counts.field > (isHeader ? 2 : 0)
  for (let at = 3; at <= text.length; at++) {
    const unit = text[at]
    const isInside = isData() && (unit === repetition || unit === component || (unit === subcomponent && subcomponent !== null))
    if (at < text.length && unit !== field && !isInside) continue
    if (isData()) yield { path: path(), start, end: at }
    start = at + 1
    if (unit === field) Object.assign(counts, { field: counts.field + 1, repetition: 1, component: 1, subcomponent: 1 })
    else if (unit === repetition) Object.assign(counts, { repetition: counts.repetition + 1, component: 1, subcomponent: 1 })
    else if (unit === component) Object.assign(counts, { component: counts.component + 1, subcomponent: 1 })
    else counts.subcomponent++
  }
}

interface Restored {
  readonly texts: readonly string[]
  readonly charsets: ReadonlyMap<number, string> | undefined
}

function write(document: Hl7Document, leaves: readonly Hl7Leaf[], { texts, charsets }: Restored) {
  const pieces: WrittenPiece[] = []
  let from = 0
  for (const [i, leaf] of leaves.entries()) {
    if (texts[i] === leaf.text) continue
    const charset = leaf.readIn && (charsetNamed(charsets?.get(i) ?? '')?.charset ?? leaf.readIn)
    pieces.push({ start: from, end: leaf.start }, { text: leaf.encode(texts[i]!), charset })
    from = leaf.end
  }
  pieces.push({ start: from, end: document.index.text.length })
  const { message, content } = writePieces(document, pieces)
  return { text: message, content }
}
