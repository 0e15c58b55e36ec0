// One call of a tool as data: everything that is needed to run it and to answer, so that another thread can do it as well.
import { chain } from '../../core/chain.ts'
import { acceptedTypes } from '../../core/describe.ts'
import { ProblemError } from '../../core/problem.ts'
import { checkOptions, runToJson, runTool } from '../../core/run.ts'
import type { Tool } from '../../core/tool.ts'
import { inputFromJson } from '../../core/wire.ts'
import type { BatchTask, BatchTaskAnswer } from '../batch/batch-task.ts'
import type { AnswerForm } from '../request/accept.ts'
import type { PartHead } from '../request/part-head.ts'
import { addQuery, type CallFields, type FormPart, fieldsFromForm, fieldsFromJson, fieldsFromRaw } from '../request/request-fields.ts'
import { type AnswerBody, composeAnswer } from '../response/answer.ts'
import { type MakeDigest, sha256Digest } from '../response/content-digest.ts'
import { parseJsonBytes } from '../response/json-text.ts'

export interface ToolCall {
  readonly toolId: string
  readonly contentType: string
  /** The media type of the body in lower case. */
  readonly mediaType: string
  /** The parts of a form, or the whole body of any other type. */
  readonly body: Uint8Array | readonly FormPart[]
  /** Bytes of the body that the tool does not look at, and that may have been left out. */
  readonly unseenBytes?: number
  /** The query without its question mark. */
  readonly query: string
  readonly form: AnswerForm
  readonly jsonDepth: number
}

/** Who runs calls: this thread, or others. */
export interface Executor {
  /**
   * @param caller calls of one caller wait for each other before they keep those of others waiting
   * @param until its signal ends the call when nobody needs its answer any more; then it rejects with the reason of the signal
   * @throws ProblemError of the call, `overloaded`, `tool_timeout`
   */
  answer(tool: Tool, call: ToolCall, caller: string, until?: { readonly signal: AbortSignal | undefined }): Promise<AnswerBody> | AnswerBody
  /**
   * Whether so many bytes for a tool are work for another thread.
   * @param documents the documents that are in them, where they are known
   */
  isLong(tool: Tool, bytes: number, documents?: readonly Uint8Array[]): boolean
  /** Has a part of a batch done by another thread. */
  perform<T extends BatchTask>(tool: Tool, task: T, caller: string, signal?: AbortSignal): Promise<BatchTaskAnswer<T>>
}

/** Reads the fields of a call, runs the tool and composes the answer. */
export function answerCall(tool: Tool, call: ToolCall, makeDigest: MakeDigest = sha256Digest): Promise<AnswerBody> | AnswerBody {
  const fields = readFields(tool, call)
  const input = inputFromJson(tool, fields.input)
  const { form } = call
  if (form !== 'json') return chain(runTool(tool, input, fields.options), (result) => composeAnswer(tool, result, form, makeDigest))
  return chain(runToJson(tool, input, fields.options), (body) => ({ body, headers: { 'Content-Type': 'application/json' } }))
}

/**
 * How many bytes of the document of a call are hardly any work, by what the tool says of it. 0 for JSON, whose documents are not decoded
 * yet, and for a call that is going to be refused.
 */
export function copiedBytesOf(tool: Tool, call: ToolCall): number {
  if (!tool.copiedBytes || call.mediaType === 'application/json') return 0
  try {
    const { input, options } = readFields(tool, call)
    const document = input[tool.document!.field]
    return document instanceof Uint8Array ? tool.copiedBytes(document, checkOptions(tool, options)) : 0
  } catch (error) {
    if (error instanceof ProblemError) return 0
    throw error
  }
}

function readFields(tool: Tool, call: ToolCall): CallFields {
  const fields = readBody(tool, call)
  if (call.query !== '') addQuery(tool, fields, new URLSearchParams(call.query), call)
  return fields
}

function readBody(tool: Tool, call: ToolCall): CallFields {
  const { body, mediaType, contentType } = call
  if (!(body instanceof Uint8Array)) return fieldsFromForm(tool, body, call)
  if (mediaType === 'application/json') return fieldsFromJson(parseJsonBytes(body, call.jsonDepth))
  return fieldsFromRaw(tool, body, contentType)
}

/** What a form says, without the boundary that stands between its parts. */
export function contentOfForm(parts: readonly FormPart[]): (string | Uint8Array)[] {
  return parts.flatMap((part) => contentOfPart(part, part.bytes))
}

/** @param content the bytes of the part, or their digest */
export function contentOfPart<T>({ name, contentType }: PartHead, content: T): [head: string, content: T] {
  return [JSON.stringify([name, contentType]), content]
}

/** @throws ProblemError `unsupported_media_type` that lists what the tool reads */
export function checkMediaType(tool: Tool, mediaType: string): void {
  if (mediaType === 'application/json') return
  const types = acceptedTypes(tool)
  if (types.includes(mediaType)) return
  const reason = MEDIA_TYPE_HINTS.get(mediaType) ?? ''
  throw new ProblemError(`${reason}The tool accepts: ${types.join(', ')}.`, { code: 'unsupported_media_type', facts: { accepts: types } })
}

/** What clients send if nobody says what the body is. */
const MEDIA_TYPE_HINTS: ReadonlyMap<string, string> = new Map([
  ['', 'The request has no Content-Type. '],
  ['application/x-www-form-urlencoded', 'Set the Content-Type of the body: curl -d declares a URL-encoded form without it. '],
])

/** Whether an error came before the tool itself ran: such a call costs no unit. */
export function isBeforeRun(error: unknown): boolean {
  return error instanceof ProblemError && BEFORE_RUN.has(error.code)
}

const BEFORE_RUN: ReadonlySet<string> = new Set([
  'malformed_json',
  'malformed_multipart',
  'invalid_input',
  'body_too_large',
  'overloaded',
  'unsupported_media_type',
])
