// Writes the acknowledgment of one message: MSH with sender and receiver swapped, MSA and ERR as the version lays them out.
//
// What is taken over from the message is copied as it stands: the delimiters are the same, so that its escape sequences stay right.
import type { Hl7Version } from '../dictionary/versions.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { escapeValue } from '../edit/escape-value.ts'
import { component, fieldSpan } from '../field-spans.ts'
import type { AckChoice } from './choose-code.ts'
import { type AckError, isAtLeast, joinFields, textOfCode, writeErrorSegments, writeOwn } from './error-segments.ts'

export interface AckStamp {
  /** MSH-10 of the acknowledgment; undefined for that of the message. */
  readonly controlId: string | undefined
  /** MSH-7 of the acknowledgment; undefined for that of the message. */
  readonly timestamp: string | undefined
}

export interface WrittenAck {
  /** Segments ended by CR. */
  readonly text: string
  /** MSH-10 as it stands. */
  readonly controlId: string
}

/** @param message one with MSH */
export function writeAck(
  document: Hl7Document,
  message: Hl7Message,
  version: Hl7Version,
  { code, mode }: Pick<AckChoice, 'code' | 'mode'>,
  errors: readonly AckError[],
  stamp: AckStamp,
): WrittenAck {
  const { delimiters } = message
  const copy = (position: number) => fieldText(document, message, position)
  const controlId = stamp.controlId === undefined ? copy(10) : escapeValue(stamp.controlId, delimiters, 'MSH-10')
  const isEnhanced = mode === 'enhanced'
  const { component: part, repetition, escape: escapeChar, subcomponent } = delimiters
  const header = [
    // A header without any is read by the usual ones; the acknowledgment declares what it uses.
    copy(2) || [part, repetition, escapeChar, subcomponent].join(''),
    copy(5),
    copy(6),
    copy(3),
    copy(4),
    stamp.timestamp ?? copy(7),
    '',
    writeType(document, message, version),
    controlId,
    copy(11),
    copy(12) || version,
    '',
    '',
    // An acknowledgment in enhanced mode is a message itself: it asks for none in turn.
    isEnhanced ? 'NE' : '',
    isEnhanced ? 'NE' : '',
    copy(17),
    copy(18),
    copy(19),
    copy(20),
  ]
  const layout = { version, delimiters }
  const segments = [
    joinFields('MSH', header, delimiters.field),
    joinFields('MSA', writeAcknowledgment(code, copy(10), errors, layout), delimiters.field),
    ...writeErrorSegments(errors, layout),
  ]
  return { text: segments.map((segment) => `${segment}\r`).join(''), controlId }
}

/** MSH-9: ACK in 2.1; with the event since 2.2; with the structure since 2.3.1. */
function writeType({ index }: Hl7Document, { header, delimiters }: Hl7Message, version: Hl7Version): string {
  if (version === '2.1') return 'ACK'
  const trigger = component(index, header!, 9, 2, delimiters)
  if (isAtLeast(version, '2.3.1')) return ['ACK', trigger, 'ACK'].join(delimiters.component)
  return trigger === '' ? 'ACK' : ['ACK', trigger].join(delimiters.component)
}

/** MSA-3 and MSA-6 say what went wrong where ERR has no room for it: before 2.5, which moved both to ERR. */
function writeAcknowledgment(
  code: string,
  messageControlId: string,
  errors: readonly AckError[],
  { version, delimiters }: { readonly version: Hl7Version; readonly delimiters: Hl7Message['delimiters'] },
): string[] {
  const first = errors[0]
  if (!first || isAtLeast(version, '2.5')) return [code, messageControlId]
  const given = first.userMessage ?? first.text
  const codeText = writeOwn(textOfCode(version, first.code), delimiters)
  const text = given === undefined ? codeText : escapeValue([...given].slice(0, MAX_TEXT).join(''), delimiters, 'MSA-3')
  if (version === '2.1') return [code, messageControlId, text]
  const conditionText = first.text === undefined ? codeText : escapeValue(first.text, delimiters, 'MSA-6')
  const condition = [escapeValue(first.code, delimiters, 'MSA-6'), conditionText, 'HL70357']
  return [code, messageControlId, text, '', '', condition.join(delimiters.component)]
}

/** Length of MSA-3 before 2.6. */
const MAX_TEXT = 80

/** A field of the header as it stands. */
function fieldText({ index }: Hl7Document, { header }: Hl7Message, position: number): string {
  const span = header === undefined ? undefined : fieldSpan(index, header, position)
  return span ? index.text.slice(span.start, span.end) : ''
}
