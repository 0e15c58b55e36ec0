// Reports what is unusual about the lines of a document: frames, line ends, junk, identifiers, delimiters, bytes without a character.
import { reportCharsets } from './charset/charset-findings.ts'
import type { Hl7Document } from './document-types.ts'
import { isHeaderLine, pieceCount } from './field-spans.ts'
import { hasFields, LINE, VT } from './index/line-start.ts'
import { findLiteralLineEnd } from './index/literal-line-ends.ts'
import { fieldStart, firstField, lineCount, lineEnd, lineKind, lineStart } from './index/segment-index.ts'
import { fieldPath, lineAt, segmentPath } from './line-paths.ts'

/** Adds the findings that hold for any tool; costs nothing for a message as it should be. */
export function reportLines(document: Hl7Document): void {
  const { index, findings } = document
  for (const { line, declared } of index.headers) {
    for (const problem of declared.problems) {
      findings.add(problem, lineStart(index, line), lineEnd(index, line), () =>
        fieldPath(document, line, problem === 'header_cut_short' ? 1 : 2),
      )
    }
  }
  if (!index.plain) reportOddLines(document)
  const { cr, lf, crlf } = index.lineEnds
  if (lf > 0 || crlf > 0) reportLineEnds(document, cr, lf, crlf)
  for (const unit of index.breaksInFields) findings.add('line_end_in_field', unit, unit + 1, () => pathAt(document, unit))
  if (document.illFormed) reportLoneSurrogates(document)
  reportCharsets(document, (unit) => pathAt(document, unit))
  reportLiteralLineEnds(document)
}

function reportOddLines(document: Hl7Document): void {
  const { index, findings, messages } = document
  let frames = 0
  let balance = 0
  let firstFrame = 0
  for (let line = 0; line < lineCount(index); line++) {
    const start = lineStart(index, line)
    const end = lineEnd(index, line)
    switch (lineKind(index, line)) {
      case LINE.bom:
        findings.add('byte_order_mark', start, end)
        break
      case LINE.blank:
        findings.add('blank_line', start, lineStart(index, line + 1))
        break
      case LINE.indent:
        findings.add('leading_blanks', start, end)
        break
      case LINE.junk:
        findings.add('junk', start, end)
        break
      case LINE.frame:
        if (frames++ === 0) firstFrame = start
        balance += index.text.charCodeAt(start) === VT ? 1 : -1
        break
      case LINE.odd:
        if (pieceCount(index, line) > 1) findings.add('segment_id_invalid', start, end)
        else findings.add('stray_line', start, end)
    }
  }
  if (frames > 0) findings.add('mllp_frame', firstFrame, firstFrame + 1)
  if (balance !== 0) findings.add('mllp_incomplete', firstFrame, firstFrame + 1)
  for (const { header, firstLine } of messages) {
    if (header === undefined)
      findings.add('missing_header', lineStart(index, firstLine), lineEnd(index, firstLine), () => segmentPath(document, firstLine))
  }
}

function reportLineEnds({ index, findings }: Hl7Document, cr: number, lf: number, crlf: number): void {
  const mixed = [cr, lf, crlf].filter((count) => count > 0).length > 1
  let first: string | undefined
  for (let line = 0; line < lineCount(index); line++) {
    if (!hasFields(lineKind(index, line))) continue
    const start = lineEnd(index, line)
    const end = lineStart(index, line + 1)
    const characters = index.text.slice(start, end)
    if (characters === '') continue
    first ??= characters
    if (mixed && characters === first) continue
    findings.add(mixed ? 'line_end_mixed' : 'line_end_not_cr', start, end)
    return
  }
}

/** A message of one line alone is looked at: what has line ends of its own was not exported so. */
function reportLiteralLineEnds(document: Hl7Document): void {
  const { index, findings, messages } = document
  for (const { header, endLine } of messages) {
    if (header === undefined || endLine !== header + 1) continue
    const start = lineStart(index, header)
    const found = findLiteralLineEnd(index.text.slice(start, lineEnd(index, header)))
    if (!found) continue
    const unit = start + found.start
    findings.add('line_end_literal', unit, start + found.end, () => pathAt(document, unit))
  }
}

/** In a document of bytes a lone surrogate stands for a byte that could not be decoded. */
function reportLoneSurrogates(document: Hl7Document): void {
  const { source, index, findings } = document
  const { text } = index
  const code = source.bytes ? 'undecodable_bytes' : 'lone_surrogate'
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdfff) continue
    if (isPair(text, i)) {
      i++
      continue
    }
    const start = i
    while (i + 1 < text.length && text.charCodeAt(i + 1) >= 0xd800 && text.charCodeAt(i + 1) <= 0xdfff && !isPair(text, i + 1)) i++
    findings.add(code, start, i + 1, () => pathAt(document, start))
  }
}

function isPair(text: string, i: number): boolean {
  return text.codePointAt(i)! > 0xffff
}

/** The field that holds a code unit; null outside of segments. */
function pathAt(document: Hl7Document, unit: number): string | null {
  const { index } = document
  const line = lineAt(index, unit)
  if (!hasFields(lineKind(index, line)) || unit >= lineEnd(index, line)) return null
  let position = 0
  const first = firstField(index, line)
  while (position + 1 < pieceCount(index, line) && fieldStart(index, first + position + 1) <= unit) position++
  if (position === 0) return segmentPath(document, line)
  return fieldPath(document, line, isHeaderLine(index, line) ? position + 1 : position)
}

/** How the segments of a document end: one way, several ways, or none where there is but one segment without line end. */
export function lineEndOf({ index }: Hl7Document): 'CR' | 'LF' | 'CRLF' | 'mixed' | 'none' {
  const { cr, lf, crlf } = index.lineEnds
  const used = (['CR', 'LF', 'CRLF'] as const).filter((_, i) => [cr, lf, crlf][i]! > 0)
  return used.length > 1 ? 'mixed' : (used[0] ?? 'none')
}
