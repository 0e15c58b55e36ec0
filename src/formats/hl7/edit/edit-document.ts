// Edits the messages of a document. Every byte that no operation names stays as it is.
import { ProblemError } from '../../../core/problem.ts'
import type { Charset } from '../charset/charsets.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { lineStart } from '../index/segment-index.ts'
import { messageCharset } from '../message-header.ts'
import { openMessage } from '../query/message-view.ts'
import { sourceOfBytes } from '../source.ts'
import { applyOperation } from './apply-operation.ts'
import type { IfMissing, SkipReason } from './edit-target.ts'
import { EditableMessage } from './editable-message.ts'
import type { Operation, OperationName } from './operations.ts'
import { type WrittenDocument, type WrittenPiece, writePieces } from './write-pieces.ts'

export interface EditChange {
  /** Place of the message in the document, from 0. */
  message: number
  /** Place of the operation in the list, from 0. */
  operation: number
  op: OperationName
  path: string
}

export interface EditSkip {
  message: number
  operation: number
  reason: SkipReason
  path: string | null
}

export interface EditSettings {
  /** Places of the messages that are edited, from 0; empty for all. */
  readonly messages: readonly number[]
  readonly ifMissing: IfMissing
}

export interface EditResult extends Pick<WrittenDocument, 'message' | 'content'> {
  changes: EditChange[]
  skipped: EditSkip[]
}

/** Traces of one result: each is a line of it. */
const MAX_TRACES = 1_000_000

/**
 * @throws ProblemError `invalid_input` for a message that is not there, or a place where that is to fail; `unsupported_variant` where a value cannot
 * be written in the character set or with the delimiters of its message
 */
export function editDocument(document: Hl7Document, operations: readonly Operation[], { messages, ifMissing }: EditSettings): EditResult {
  checkMessages(document, messages)
  const changes: EditChange[] = []
  const skipped: EditSkip[] = []
  const pieces: WrittenPiece[] = []
  const requested = new Set(messages)
  const charsets = new Set<Charset | null>()
  let copied = 0
  for (const [number, message] of document.messages.entries()) {
    if (requested.size > 0 && !requested.has(number)) continue
    const { charset } = messageCharset(document, message)
    const before = changes.length
    const editable = new EditableMessage(openMessage(document, message))
    for (const [i, operation] of operations.entries()) {
      const { op } = operation
      const trace = {
        change: (path: string) => changes.push({ message: number, operation: i, op, path }),
        skip: (reason: SkipReason, path: string | null) => skipped.push({ message: number, operation: i, reason, path }),
      }
      applyOperation({ message: editable, charset, ifMissing, trace }, operation)
      if (changes.length + skipped.length > MAX_TRACES) throw tooMany()
    }
    if (changes.length === before) continue
    const { start, end } = extentOf(document, message)
    pieces.push({ start: copied, end: start })
    for (const piece of editable.pieces()) pieces.push(typeof piece === 'string' ? { text: piece, charset } : piece)
    copied = end
    charsets.add(charset)
  }
  pieces.push({ start: copied, end: document.index.text.length })
  const written = writePieces(document, pieces)
  checkReadable(charsets, written)
  return { message: written.message, content: written.content, changes, skipped }
}

function extentOf({ index }: Hl7Document, { firstLine, endLine }: Hl7Message): { start: number; end: number } {
  return { start: lineStart(index, firstLine), end: lineStart(index, endLine) }
}

function checkMessages({ messages: all }: Hl7Document, requested: readonly number[]): void {
  const wrong = requested.findIndex((number) => number >= all.length)
  if (wrong < 0) return
  const pointer = `/options/messages/${wrong}`
  throw new ProblemError('The document does not have a message with this index.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'too_big', detail: `expected at most ${all.length - 1}` }],
  })
}

/** Where escape sequences switch the character set, a part that was taken out may have switched it for what follows. */
function checkReadable(charsets: ReadonlySet<Charset | null>, { content, text }: WrittenDocument): void {
  const isSwitching = [...charsets].some((charset) => charset?.kind === 'iso-2022')
  if (!isSwitching || sourceOfBytes(content).text === text) return
  const at = { path: 'MSH-18' }
  throw new ProblemError('The rest of the message would no longer be readable without what the operations remove.', {
    code: 'unsupported_variant',
    at,
  })
}

function tooMany(): ProblemError {
  return new ProblemError(`The operations have more than ${MAX_TRACES} effects.`, { code: 'resource_limit', facts: { limit: MAX_TRACES } })
}
