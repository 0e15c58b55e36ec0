// Acknowledges every message of a document, by what the validator found or what the caller says.
import { ProblemError } from '../../../core/problem.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { encodeText, joinBytes } from '../edit/encode-text.ts'
import { component } from '../field-spans.ts'
import { createGenerator } from '../generated-values.ts'
import { controlId, messageCharset } from '../message-header.ts'
import type { ValidationIssue } from '../validate/issue-list.ts'
import type { Validation } from '../validate/validate-document.ts'
import { type AckChoice, type AckRequest, chooseAck, type Outcome } from './choose-code.ts'
import type { AckError } from './error-segments.ts'
import { type AckStamp, writeAck } from './write-ack.ts'

export interface AnswerOptions extends AckRequest {
  /** What the caller found: it says more than the validator. */
  readonly errors: readonly AckError[]
  readonly stamp: AckStamp
  /** Errors that one acknowledgment lists. */
  readonly maxErrors: number
}

export interface Answer extends AckChoice {
  /** Place of the message in the document, from 0. */
  readonly message: number
  readonly messageControlId: string | null
  readonly controlId: string
  /** How many errors ERR lists. */
  readonly errors: number
  /** Segments ended by CR. */
  readonly text: string
}

const AUTOMATIC: AnswerOptions = {
  code: 'auto',
  mode: 'auto',
  errors: [],
  stamp: { controlId: undefined, timestamp: undefined },
  maxErrors: 100,
}

/** Messages and characters of one call: the result, which holds the acknowledgments twice, must stay one text. */
const MAX_MESSAGES = 200_000
const MAX_CHARACTERS = 100_000_000

/** Conditions of table 0357 by which a message is not processed at all: type, event, processing id and version (§2.9.2.2). */
const REJECTING: ReadonlySet<string> = new Set(['200', '201', '202', '203'])

/**
 * @param validation of the same document; undefined where nothing was checked
 * @throws ProblemError `unreadable_input` where no message has an MSH; `resource_limit` beyond 200,000 messages or 100,000,000 characters; as chooseAck, escapeValue
 */
export function answerDocument(document: Hl7Document, validation: Validation | undefined, options: AnswerOptions): Answer[] {
  if (document.messages.length > MAX_MESSAGES) throw tooLarge('messages', MAX_MESSAGES)
  let characters = 0
  const found = Map.groupBy(validation?.issues ?? [], ({ message }) => message)
  const answers = document.messages.flatMap((message, i) => {
    if (message.header === undefined) return []
    const own = (found.get(i) ?? []).filter(({ severity }) => severity === 'error')
    const version = validation?.messages[i]?.version ?? message.version.used
    const errorCount = validation?.messages[i]?.counts.error
    const answer = answerMessage(document, { message, version, place: i, issues: own, errorCount }, options)
    characters += answer.text.length
    if (characters > MAX_CHARACTERS) throw tooLarge('characters', MAX_CHARACTERS)
    return [answer]
  })
  if (answers.length > 0) return answers
  throw new ProblemError('The document has no message with MSH to acknowledge.', {
    code: 'unreadable_input',
    at: { byteOffset: 0, path: 'MSH' },
  })
}

function tooLarge(what: 'messages' | 'characters', limit: number): ProblemError {
  return new ProblemError(`The acknowledgments would have more than ${limit} ${what}.`, { code: 'resource_limit', facts: { limit } })
}

/** The acknowledgments of a validated document as one text; null where no message has an MSH. */
export function answerValidated(document: Hl7Document, validation: Validation): string | null {
  if (document.messages.every(({ header }) => header === undefined)) return null
  const answers = answerDocument(document, validation, AUTOMATIC)
  const text = answers.map((answer) => answer.text).join('')
  return document.illFormed ? text.toWellFormed() : text
}

interface JudgedMessage {
  readonly message: Hl7Message
  readonly version: Hl7Version
  readonly place: number
  /** Those that are errors and listed. */
  readonly issues: readonly ValidationIssue[]
  /** Undefined where the message was not checked. */
  readonly errorCount: number | undefined
}

function answerMessage(document: Hl7Document, judged: JudgedMessage, options: AnswerOptions): Answer {
  const { message, version, place, issues, errorCount } = judged
  const errors = [...options.errors, ...issues.map(errorOfIssue)]
  const { outcome, reason } = judge(errors, options.errors, errorCount)
  const choice = chooseAck(options, wishesOf(document, judged), outcome, reason)
  const isNegative = !choice.code.endsWith('A')
  // A positive acknowledgment lists only what the caller wants to be told.
  const listed = (isNegative ? errors : options.errors).slice(0, options.maxErrors)
  const written = writeAck(document, message, version, choice, listed, stampAt(options.stamp, place))
  return {
    ...choice,
    message: place,
    messageControlId: controlId(document, message),
    controlId: written.controlId,
    errors: listed.length,
    text: written.text,
  }
}

function wishesOf({ index }: Hl7Document, { message, version }: JudgedMessage) {
  const read = (position: number) => component(index, message.header!, position, 1, message.delimiters)
  const code = read(9)
  const isAcknowledgment = code === 'ACK' || code === 'MCF'
  return { version, acceptCondition: read(15), applicationCondition: read(16), isAcknowledgment }
}

function judge(
  errors: readonly AckError[],
  given: readonly AckError[],
  errorCount: number | undefined,
): { outcome: Outcome; reason: string } {
  const grave = errors.filter(({ severity }) => severity === 'E')
  if (grave.some(({ code }) => REJECTING.has(code))) {
    return { outcome: 'reject', reason: 'The type, event, processing id or version of the message was not accepted.' }
  }
  if (given.some(({ severity }) => severity === 'E')) return { outcome: 'error', reason: 'Errors were given.' }
  if (errorCount === undefined) return { outcome: 'accept', reason: 'No error was given, and the message was not checked.' }
  if (errorCount > 0) return { outcome: 'error', reason: `The validator found ${errorCount} error${errorCount === 1 ? '' : 's'}.` }
  return { outcome: 'accept', reason: 'No error was found.' }
}

function errorOfIssue({ path, hl7ErrorCode, expected }: ValidationIssue): AckError {
  return { path, code: hl7ErrorCode, severity: 'E', finding: `expected ${expected}` }
}

/** Asks for an identifier that no other message has. */
const NEW_ID = 'uuid'

/** Acknowledgments of one document have control ids of their own. */
function stampAt({ controlId: given, timestamp }: AckStamp, place: number): AckStamp {
  if (given === NEW_ID) return { controlId: createGenerator(undefined, undefined).uuid(), timestamp }
  return { controlId: given === undefined || place === 0 ? given : `${given}-${place + 1}`, timestamp }
}

/** The answers as text, what cannot be decoded as U+FFFD; and exactly, in the character sets of their messages: of a text in UTF-8. */
export function encodeAnswers(document: Hl7Document, answers: readonly Answer[]): { readonly ack: string; readonly content: Uint8Array } {
  const text = answers.map((answer) => answer.text).join('')
  const ack = document.illFormed ? text.toWellFormed() : text
  const utf8 = new TextEncoder()
  if (!document.source.bytes) return { ack, content: utf8.encode(text) }
  const parts = answers.map((answer) => {
    const { charset } = messageCharset(document, document.messages[answer.message]!)
    return charset ? encodeText(answer.text, charset, () => null) : utf8.encode(answer.text)
  })
  return { ack, content: joinBytes(parts) }
}
