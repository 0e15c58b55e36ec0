// De-identifies HL7 v2: every part of every message by what the standard says of its place, all text by the detector, and nothing that
// neither of them knows. Bytes of what stays are copied; the result has the shape of the document, or there is none.
import { ProblemError } from '../../../core/problem.ts'
import type { Charset } from '../../hl7/charset/charsets.ts'
import { chooseVersion } from '../../hl7/dictionary/versions.ts'
import { delimitersAt } from '../../hl7/document.ts'
import type { Hl7Document, Hl7Message } from '../../hl7/document-types.ts'
import { type WrittenPiece, writePieces } from '../../hl7/edit/write-pieces.ts'
import { segmentId } from '../../hl7/field-spans.ts'
import { hasFields, LINE } from '../../hl7/index/line-start.ts'
import { lineCount, lineKind, lineStart } from '../../hl7/index/segment-index.ts'
import { messageCharset } from '../../hl7/message-header.ts'
import { runAt } from '../../hl7/source.ts'
import type { PhiCategory } from '../category.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { checkShape } from './check-shape.ts'
import { cleanGroup, type GroupLeaf, type GroupSettings } from './clean-group.ts'
import { type Leaf, readLeaves } from './leaf.ts'
import { escapesOf } from './leaf-text.ts'
import { SubjectReader } from './subject.ts'

export interface Hl7Change {
  /** Place of the message in the document, from 0; null outside of messages. */
  message: number | null
  path: string | null
  category: PhiCategory
  action: PhiAction
}

export interface Hl7Residual {
  message: number | null
  path: string | null
  category: PhiCategory
}

export interface DeidentifiedHl7 {
  readonly message: string
  readonly content: Uint8Array
  readonly changes: Hl7Change[]
  readonly residual: Hl7Residual[]
}

export interface Hl7Settings extends GroupSettings {
  /** Whom all dates belong to; of each message its own patient where it is left out. */
  readonly subject: string | undefined
}

const MAX_CHANGES = 1_000_000

/**
 * @throws ProblemError `unsupported_variant` where the header's delimiters cannot be told from data, or the result cannot be written or read back;
 * `resource_limit`
 */
export function deidentifyHl7(document: Hl7Document, settings: Hl7Settings): DeidentifiedHl7 {
  checkDelimiters(document)
  const { index, messages } = document
  const changes: Hl7Change[] = []
  const residual: Hl7Residual[] = []
  const pieces: WrittenPiece[] = []
  let copied = 0
  const write = (start: number, end: number, text: string, charset: Charset | null) => {
    pieces.push({ start: copied, end: start })
    if (text !== '') pieces.push({ text, charset })
    copied = end
  }
  const count = lineCount(index)
  let next = 0
  for (let line = 0; line < count; line++) {
    const number = messages[next]?.firstLine === line ? next++ : null
    const endLine = number === null ? line + 1 : messages[number]!.endLine
    const { start, end } = { start: lineStart(index, line), end: lineStart(index, line + 1) }
    if (number === null && lineKind(index, line) === LINE.junk) {
      write(start, end, '', null)
      changes.push({ message: null, path: null, category: 'other-id', action: 'remove' })
    }
    if (number === null && !hasFields(lineKind(index, line))) continue
    const message = number === null ? undefined : messages[number]!
    const charset = message ? messageCharset(document, message).charset : runAt(document.source, start).charset
    const cleaned = cleanLines(document, { line, endLine, message }, settings)
    const junk = junkBetween(document, line, endLine)
    for (const edit of [...cleaned.edits, ...junk].sort((a, b) => a.start - b.start)) write(edit.start, edit.end, edit.text, charset)
    for (const change of cleaned.changes) changes.push({ message: number, ...change })
    for (let i = 0; i < junk.length; i++) changes.push({ message: number, path: null, category: 'other-id', action: 'remove' })
    for (const place of cleaned.residual) residual.push({ message: number, ...place })
    if (changes.length > MAX_CHANGES) throw tooMany()
    line = endLine - 1
  }
  for (const { message, path } of document.leftOut ?? []) changes.push({ message, path, category: 'other-id', action: 'remove' })
  if (changes.length > MAX_CHANGES) throw tooMany()
  pieces.push({ start: copied, end: index.text.length })
  const written = writePieces(document, pieces)
  checkShape(document, written)
  return { message: written.message, content: written.content, changes, residual }
}

/** A header that declares letters, blanks or the same character twice, or goes on behind its delimiters, may hold a value there. */
function checkDelimiters(document: Hl7Document): void {
  const { headers, text } = document.index
  for (const { line, declared } of headers) {
    const bad = declared.problems.some((problem) => problem !== 'delimiters_missing' && problem !== 'header_cut_short')
    if (!bad) continue
    const at = { path: `${text.slice(lineStart(document.index, line), lineStart(document.index, line) + 3)}-2` }
    throw new ProblemError('The delimiters of a header cannot be distinguished from data.', { code: 'unsupported_variant', at })
  }
}

interface Lines {
  readonly line: number
  readonly endLine: number
  readonly message: Hl7Message | undefined
}

function cleanLines(document: Hl7Document, { line: first, endLine, message }: Lines, settings: Hl7Settings) {
  const { index } = document
  const delimiters = message?.delimiters ?? delimitersAt(index, first)
  const version = (message?.version ?? chooseVersion('')).used
  const occurrences = new Map<string, number>()
  const leaves: GroupLeaf[] = []
  const subjects = new SubjectReader(settings.subject)
  const all: Leaf[] = []
  for (let line = first; line < endLine; line++) {
    const kind = lineKind(index, line)
    if (!hasFields(kind)) continue
    const id = segmentId(index, line)
    const occurrence = (occurrences.get(id) ?? 0) + 1
    occurrences.set(id, occurrence)
    const shown = kind === LINE.odd ? null : occurrence === 1 ? id : `${id}[${occurrence}]`
    const from = all.length
    readLeaves(document, { line, delimiters, version, shown }, all)
    const subject = subjects.read(id, all.slice(from), index.text)
    for (let i = from; i < all.length; i++) leaves.push({ leaf: all[i]!, subject })
  }
  // What stands before the first patient of a message is about that one.
  const own = leaves.map(({ leaf, subject }) => ({ leaf, subject: subject ?? subjects.first }))
  const charset = message ? messageCharset(document, message).forEscapes : null
  return cleanGroup(index.text, own, escapesOf(delimiters, charset), settings)
}

/** Text between the segments of a message that is none of them. */
function junkBetween({ index }: Hl7Document, first: number, endLine: number): { start: number; end: number; text: string }[] {
  const junk: { start: number; end: number; text: string }[] = []
  for (let line = first; line < endLine; line++) {
    if (lineKind(index, line) === LINE.junk) junk.push({ start: lineStart(index, line), end: lineStart(index, line + 1), text: '' })
  }
  return junk
}

function tooMany(): ProblemError {
  return new ProblemError(`The document has more than ${MAX_CHANGES} identifiers.`, {
    code: 'resource_limit',
    facts: { limit: MAX_CHANGES },
  })
}
