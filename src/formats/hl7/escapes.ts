// Escape sequences (HL7 v2.5.1 §2.7): which there are, and what text they stand for.
//
// Nothing is lost: a sequence that is not known, not complete or not decodable stays as it stands and is reported.
import { ASCII, type Charset, ISO_8859_1, UTF_8 } from './charset/charsets.ts'
import { decodeBytes } from './charset/decode-bytes.ts'
import type { Delimiters } from './delimiters.ts'

/**
 * none: as it stands; escapes: delimiters and hexadecimal data become characters, formatting stays; text: formatting becomes plain text, too.
 */
export type DecodeMode = 'none' | 'escapes' | 'text'

export interface EscapeContext {
  readonly delimiters: Delimiters
  readonly mode: DecodeMode
  /** What hexadecimal data is written in; null to try UTF-8 before ISO-8859-1. */
  readonly charset: Charset | null
  /** Called for what stays because it cannot be understood. */
  readonly report?: (problem: 'escape_unknown' | 'escape_unterminated') => void
}

/** @param text a component or subcomponent as it stands */
export function decodeEscapes(text: string, context: EscapeContext): string {
  const escapeChar = context.delimiters.escape
  if (escapeChar === null || context.mode === 'none') return text
  let i = text.indexOf(escapeChar)
  if (i < 0) return text
  let out = ''
  let copied = 0
  while (i >= 0) {
    const end = text.indexOf(escapeChar, i + 1)
    if (end < 0) {
      context.report?.('escape_unterminated')
      break
    }
    const content = text.slice(i + 1, end)
    if (!isSequence(content)) {
      // Two escape characters with other text between them: only the second one may open a sequence.
      context.report?.('escape_unterminated')
      i = end
      continue
    }
    let next = end + 1
    let value: string | undefined
    if (content.startsWith('X')) {
      // Senders escape each byte of a character by itself, so that neighbours are decoded together.
      const { hex, after } = joinHexadecimal(text, i, escapeChar)
      value = decodeHexadecimal(hex, context.charset)
      next = after
    } else value = decodeSequence(content, context)
    if (value !== undefined) {
      out += text.slice(copied, i) + value
      copied = next
    } else if (!isKept(content, context.mode)) context.report?.('escape_unknown')
    i = text.indexOf(escapeChar, next)
  }
  return copied === 0 ? text : out + text.slice(copied)
}

/** What may stand between two escape characters: a short word of letters and digits, hexadecimal data, a formatting command. */
function isSequence(content: string): boolean {
  if (content.startsWith('X')) return content.length <= 1 || isHexadecimal(content.slice(1)) || isShortWord(content)
  return isShortWord(content)
}

function isShortWord(content: string): boolean {
  return /^(?:[A-Za-z0-9]{1,32}|\.[A-Za-z]{2} ?[+-]?[0-9]{0,4})$/.test(content)
}

function isHexadecimal(digits: string): boolean {
  return /^[0-9A-Fa-f]+$/.test(digits)
}

/** Sequences that mean something but stand for no text: they stay without a report. */
function isKept(content: string, mode: DecodeMode): boolean {
  if (/^(?:C[0-9A-Fa-f]{4}|M[0-9A-Fa-f]{4}(?:[0-9A-Fa-f]{2})?|Z[A-Za-z0-9]*)$/.test(content)) return true
  return mode === 'escapes' && formattingOf(content) !== undefined
}

function decodeSequence(content: string, { delimiters, mode }: EscapeContext): string | undefined {
  switch (content) {
    case 'F':
      return delimiters.field
    case 'S':
      return delimiters.component
    case 'T':
      return delimiters.subcomponent ?? undefined
    case 'R':
      return delimiters.repetition
    case 'E':
      return delimiters.escape ?? undefined
    case 'P':
      return delimiters.truncation ?? undefined
  }
  return mode === 'text' ? formattingOf(content) : undefined
}

/** A number of lines or blanks beyond this is no layout: text grows to at most MAX_GROWTH times its length, as `\.sp50\` does. */
const MAX_COUNT = 50
export const MAX_GROWTH = 8

/** Plain text in place of highlighting and of the commands of §2.7.6; undefined for what is neither. */
function formattingOf(content: string): string | undefined {
  if (content === 'H' || content === 'N') return ''
  const match = /^\.(br|sp|fi|nf|in|ti|sk|ce) ?([+-]?)(\d{0,4})$/i.exec(content)
  if (!match) return undefined
  const [, command = '', sign = '', digits = ''] = match
  const count = digits === '' ? undefined : Number(digits)
  if (count !== undefined && count > MAX_COUNT) return undefined
  switch (command.toLowerCase()) {
    case 'sp':
      return sign === '-' ? undefined : '\n'.repeat(count ?? 1)
    case 'sk':
      return sign === '-' ? undefined : ' '.repeat(count ?? 1)
    case 'ti':
      return count === undefined ? undefined : ' '.repeat(sign === '-' ? 0 : count)
    case 'in':
      // A left margin for the lines that follow, which plain text does not have.
      return count === undefined ? undefined : ''
    case 'fi':
    case 'nf':
      return content.length === 3 ? '' : undefined
    default:
      return content.length === 3 ? '\n' : undefined
  }
}

/** The digits of hexadecimal sequences that follow each other without anything between them. */
function joinHexadecimal(text: string, start: number, escapeChar: string): { hex: string; after: number } {
  let hex = ''
  let i = start
  for (;;) {
    const end = text.charAt(i) === escapeChar && text.charAt(i + 1) === 'X' ? text.indexOf(escapeChar, i + 1) : -1
    const digits = end < 0 ? '' : text.slice(i + 2, end)
    if (!isHexadecimal(digits)) return { hex, after: i === start ? text.indexOf(escapeChar, start + 1) + 1 : i }
    hex += digits
    i = end + 1
  }
}

function decodeHexadecimal(hex: string, charset: Charset | null): string | undefined {
  if (hex === '' || hex.length % 2 === 1) return undefined
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
  // A wide encoding writes its sequences in ASCII as well; the bytes inside of them are then UTF-8 as often as not.
  const likely = charset && charset.kind !== 'wide' && charset !== ASCII ? [charset] : [UTF_8, ISO_8859_1]
  for (const each of likely) {
    const { text } = decodeBytes(bytes, each)
    if (text.isWellFormed()) return text
  }
  return undefined
}
