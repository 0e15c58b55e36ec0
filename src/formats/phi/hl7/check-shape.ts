// Reads the result again: it must have the lines, fields, repetitions, components and subcomponents of the document, and decode as it was
// written, or a part of it would be read as something else than what was cleaned.
import { ProblemError } from '../../../core/problem.ts'
import { delimitersAt, readDocument } from '../../hl7/document.ts'
import type { Hl7Document } from '../../hl7/document-types.ts'
import type { WrittenDocument } from '../../hl7/edit/write-pieces.ts'
import { hasFields } from '../../hl7/index/line-start.ts'
import { lineCount, lineEnd, lineKind, lineStart } from '../../hl7/index/segment-index.ts'

/** @throws ProblemError `unsupported_variant` where the result reads as something else */
export function checkShape(document: Hl7Document, written: WrittenDocument): void {
  const again = readDocument(document.source.bytes ? written.content : written.text, document.sourceCharset)
  const isSame = again.index.text === written.text && shapeOf(document) === shapeOf(again)
  if (!isSame)
    throw new ProblemError('The message would no longer be readable without the removed values.', { code: 'unsupported_variant' })
}

/** Kinds and delimiters of all lines that are segments, as one text. */
function shapeOf(document: Hl7Document): string {
  const { index } = document
  const shapes: string[] = []
  for (let line = 0; line < lineCount(index); line++) {
    const kind = lineKind(index, line)
    if (!hasFields(kind)) continue
    const { field, component, repetition, subcomponent } = delimitersAt(index, line)
    const delimiters = field + component + repetition + (subcomponent ?? '')
    let shape = `${kind}:`
    for (let i = lineStart(index, line); i < lineEnd(index, line); i++) if (delimiters.includes(index.text[i]!)) shape += index.text[i]
    shapes.push(shape)
  }
  return shapes.join('\n')
}
