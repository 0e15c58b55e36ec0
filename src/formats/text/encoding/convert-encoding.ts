// A document from one encoding to another: detection, decoding, line ends and encoding in one, with all that was found and could not be done.
import { ProblemError } from '../../../core/problem.ts'
import { decodeText, type InvalidPolicy } from './decode-text.ts'
import { type Detection, detectEncoding } from './detect-encoding.ts'
import { encodeText, type UnmappablePolicy } from './encode-text.ts'
import type { EncodingName } from './encoding-names.ts'
import { convertNewlines, countNewlines, type NewlineCounts, type NewlineStyle, newlineStyle } from './newlines.ts'
import type { BadSpan } from './text-writer.ts'

/** Below this, more bytes than a name or two read as no text at all. */
const MIN_CONFIDENCE = 0.3
const MIN_JUDGED_BYTES = 32
/** Text and content must go into one JSON text together, which the platform bounds at half a gigabyte. */
const MAX_RESULT_BYTES = 128 * 1024 * 1024

export interface ConvertRules {
  readonly from: EncodingName | 'auto'
  readonly to: EncodingName
  readonly newline: 'keep' | 'lf' | 'crlf' | 'cr'
  readonly bom: 'remove' | 'keep' | 'add'
  readonly onInvalid: InvalidPolicy
  readonly onUnmappable: UnmappablePolicy
}

export interface ConvertedText {
  readonly detected: Detection & { readonly newline: NewlineStyle }
  /** What the bytes were read as. */
  readonly from: EncodingName
  readonly newlines: NewlineCounts
  /** By byte offset. */
  readonly invalid: BadSpan[]
  readonly invalidCount: number
  /** By offset in `text`. */
  readonly unmappable: BadSpan[]
  readonly unmappableCount: number
  readonly text: string
  readonly content: Uint8Array
}

/**
 * @throws ProblemError `unreadable_input` where the bytes are no text or one is not valid under `fail`, `unsupported_variant` under the other `fail`,
 *   `resource_limit` where the result grows too large
 */
export function convertEncoding(bytes: Uint8Array, rules: ConvertRules): ConvertedText {
  const detected = detectEncoding(bytes)
  if (rules.from === 'auto' && detected.confidence < MIN_CONFIDENCE && bytes.length >= MIN_JUDGED_BYTES) {
    throw new ProblemError('The encoding of the content cannot be detected. Set it in the option from.', {
      code: 'unreadable_input',
      at: { byteOffset: bytes.findIndex((byte) => byte >= 0x80) },
    })
  }
  const from = rules.from === 'auto' ? detected.encoding : rules.from
  const { text: decoded, invalid, invalidCount } = decodeText(bytes, from, rules.onInvalid)
  const newlines = countNewlines(decoded)
  const text = rules.newline === 'keep' ? decoded : convertNewlines(decoded, rules.newline)
  const withMark = rules.bom === 'add' || (rules.bom === 'keep' && detected.bom)
  const encoded = encodeText(text, rules.to, { withMark, policy: rules.onUnmappable })
  if (encoded.bytes.length > MAX_RESULT_BYTES) {
    throw new ProblemError(`The converted text would take more than ${MAX_RESULT_BYTES} bytes.`, {
      code: 'resource_limit',
      facts: { limitBytes: MAX_RESULT_BYTES },
    })
  }
  return {
    detected: { ...detected, newline: newlineStyle(newlines) },
    from,
    newlines,
    invalid,
    invalidCount,
    unmappable: encoded.unmappable,
    unmappableCount: encoded.unmappableCount,
    text,
    content: encoded.bytes,
  }
}
