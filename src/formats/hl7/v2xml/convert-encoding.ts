// Converts a document between the two encodings of HL7 v2: ER7, with delimiters, and XML.
import type { Hl7Document } from '../document-types.ts'
import { type WrittenPiece, writePieces } from '../edit/write-pieces.ts'
import { hasFields } from '../index/line-start.ts'
import { lineCount, lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { messageCharset } from '../message-header.ts'
import { LossList, type XmlLoss } from './loss-list.ts'

export interface WrittenEr7 {
  /** As a result shows it: what cannot be decoded is U+FFFD. */
  readonly message: string
  readonly content: Uint8Array
  readonly losses: readonly XmlLoss[]
}

/**
 * Writes all segments, each with a carriage return behind it.
 * @param fromXml true to write the bytes in the character set that MSH-18 names, in UTF-8 if it names none
 * @throws ProblemError `unsupported_variant` if that set lacks a character
 */
export function writeEr7(document: Hl7Document, fromXml: boolean): WrittenEr7 {
  const { index, messages } = document
  const pieces: WrittenPiece[] = []
  let number = 0
  for (let line = 0; line < lineCount(index); line++) {
    if (!hasFields(lineKind(index, line))) continue
    while (messages[number + 1] && messages[number + 1]!.firstLine <= line) number++
    const message = messages[number]
    const charset = message ? messageCharset(document, message) : undefined
    const span = { start: lineStart(index, line), end: lineEnd(index, line) }
    if (!fromXml) pieces.push(span, { text: '\r', charset: charset?.charset ?? null })
    else {
      const named = charset?.forEscapes
      const usable = named && named.kind !== 'wide' ? named : null
      pieces.push({ text: `${index.text.slice(span.start, span.end)}\r`, charset: usable })
    }
  }
  const losses = new LossList()
  losses.addLines(document)
  const { message, content } = writePieces(document, pieces)
  return { message, content, losses: losses.list() }
}
