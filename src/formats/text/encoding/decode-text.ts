// Decodes a document from a named encoding. Every byte that is not valid is listed with its offset; none is lost without that.
import { ProblemError } from '../../../core/problem.ts'
import { decodeMultiByte } from './decode-multi-byte.ts'
import { decodeUnicode } from './decode-unicode.ts'
import { byteOrderMark, type EncodingName, isSingleByte, isUnicode, startsWithMark } from './encoding-names.ts'
import { REPLACEMENT, singleByteTable } from './single-byte.ts'
import { type BadSpan, BadSpans, TextWriter } from './text-writer.ts'

/** replace: U+FFFD. windows-1252: the byte as that page has it, where the encoding is UTF-8 or ASCII. fail: a ProblemError. */
export type InvalidPolicy = 'replace' | 'windows-1252' | 'fail'

export interface DecodedText {
  readonly text: string
  /** At most MAX_BAD_SPANS of them. */
  readonly invalid: BadSpan[]
  readonly invalidCount: number
}

/**
 * A byte order mark of the encoding itself is no part of the text.
 * @throws ProblemError `unreadable_input` at the first invalid byte, under the policy `fail`
 */
export function decodeText(bytes: Uint8Array, name: EncodingName, policy: InvalidPolicy = 'replace'): DecodedText {
  const from = startsWithMark(bytes, name) ? byteOrderMark(name).length : 0
  const quick = name === 'utf-8' ? decodeValidUtf8(bytes.subarray(from)) : undefined
  if (quick !== undefined) return { text: quick, invalid: [], invalidCount: 0 }
  const bad = new BadSpans()
  const writer = new TextWriter(bytes.length)
  const fallback = policy === 'windows-1252' && (name === 'utf-8' || name === 'us-ascii') ? singleByteTable('windows-1252') : undefined
  const onInvalid = (offset: number, length: number) => {
    if (policy === 'fail') {
      throw new ProblemError(`The bytes are not valid ${name}.`, { code: 'unreadable_input', at: { byteOffset: offset } })
    }
    bad.add(offset, length)
    if (fallback) for (let i = offset; i < offset + length; i++) writer.writeUnit(fallback[bytes[i]!]!)
    else writer.writeUnit(REPLACEMENT)
  }
  if (isUnicode(name)) decodeUnicode(bytes, name, from, writer, onInvalid)
  else if (isSingleByte(name)) decodeSingle(bytes, singleByteTable(name), writer, onInvalid)
  else decodeMultiByte(bytes, name, from, writer, onInvalid)
  return { text: writer.toString(), invalid: bad.listed, invalidCount: bad.count }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The platform's decoder is many times as fast, but tells no offset: undefined where a byte is not valid. */
function decodeValidUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function decodeSingle(
  bytes: Uint8Array,
  table: Uint16Array,
  writer: TextWriter,
  onInvalid: (offset: number, length: number) => void,
): void {
  for (let i = 0; i < bytes.length; i++) {
    const unit = table[bytes[i]!]!
    if (unit === REPLACEMENT) onInvalid(i, 1)
    else writer.writeUnit(unit)
  }
}
