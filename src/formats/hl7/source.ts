// The document as it came, and its text: every byte has its place in the text, whatever its character set.
//
// A file may hold messages of several character sets. Line ends are the same bytes in all sets that MSH-18 can name inside such a file, so that
// bytes are cut at the headers first and each message is decoded by its own MSH-18.
import { countLeading } from '../../core/count-leading.ts'
import {
  ASCII,
  type Charset,
  charsetNamed,
  ISO_2022,
  ISO_2022_JP,
  ISO_8859_1,
  UTF_8,
  UTF_16BE,
  UTF_16LE,
  UTF_32BE,
  UTF_32LE,
} from './charset/charsets.ts'
import { decodeBytes, decodeValidUtf8 } from './charset/decode-bytes.ts'
import { createByteMap } from './charset/decoded-text.ts'
import { declaredCharsets, findHeaders } from './charset/header-bytes.ts'
import { likelierCharset, type SourceCharset } from './charset/source-charset.ts'

/** How a character set became known. `text`: the document came as text; `option`: the caller named it. */
export type CharsetFrom = 'bom' | 'msh-18' | 'detected' | 'text' | 'option'

/** A part of the document that was decoded in one go. */
export interface SourceRun {
  /** Null for a document that came as text. */
  readonly charset: Charset | null
  readonly from: CharsetFrom
  /** True where every byte is an ASCII character, so that nearly every character set reads it alike. */
  readonly ascii: boolean
  readonly byteStart: number
  readonly charStart: number
  /** Bytes before a code unit of this run, both counted from the run's start. */
  readonly byteAt: (unit: number) => number
}

export interface Hl7Source {
  readonly text: string
  /** Undefined for a document that came as text. */
  readonly bytes: Uint8Array | undefined
  /** Bytes of the document; of a text, bytes of its UTF-8 form. */
  readonly byteLength: number
  /** In order; at least one. */
  readonly runs: readonly SourceRun[]
}

/** The byte offset of a code unit of the text; of a document that came as text, the offset in its UTF-8 form. */
export function byteOffsetAt(source: Hl7Source, unit: number): number {
  const run = runAt(source, unit)
  return run.byteStart + run.byteAt(unit - run.charStart)
}

/** The run that holds a code unit; the end of a run belongs to the next one. */
export function runAt({ runs }: Hl7Source, unit: number): SourceRun {
  return runs[countLeading(runs.length - 1, (place) => runs[place + 1]!.charStart <= unit)]!
}

const identity = (unit: number) => unit

/** @param ascii true where it is known already that the text is ASCII alone */
export function sourceOfText(text: string, ascii: boolean): Hl7Source {
  const run = { charset: null, from: 'text', ascii: false, byteStart: 0, charStart: 0 } as const
  if (ascii) return { text, bytes: undefined, byteLength: text.length, runs: [{ ...run, byteAt: identity }] }
  // toWellFormed makes each lone surrogate the three bytes that any encoder would send for it.
  const byteAt = createByteMap({ text: text.toWellFormed(), widths: 'utf-8' })
  return { text, bytes: undefined, byteLength: byteAt(text.length), runs: [{ ...run, byteAt }] }
}

export function sourceOfBytes(bytes: Uint8Array, requested: SourceCharset = 'auto'): Hl7Source {
  if (typeof requested === 'object')
    return joinRuns(bytes, [{ start: 0, end: bytes.length, charset: requested, from: 'option', initial: ASCII }])
  const wide = sniffEncoding(bytes)
  if (wide) return joinRuns(bytes, [{ start: 0, end: bytes.length, ...wide }])
  const text = decodeValidUtf8(bytes)
  if (text !== undefined && text.length === bytes.length && !text.includes('\u001b')) {
    const run: SourceRun = { charset: UTF_8, from: 'detected', ascii: true, byteStart: 0, charStart: 0, byteAt: identity }
    return { text, bytes, byteLength: bytes.length, runs: [run] }
  }
  return joinRuns(bytes, chooseCharsets(bytes, text !== undefined, requested === 'mend'))
}

interface Part {
  readonly start: number
  readonly end: number
  readonly charset: Charset
  readonly from: CharsetFrom
  readonly initial?: Charset
}

/** A byte order mark, or the zero bytes of a wide encoding around the first letters. */
function sniffEncoding(bytes: Uint8Array): { readonly charset: Charset; readonly from: CharsetFrom } | undefined {
  // Nearly every document begins with an ASCII letter and another one.
  if (bytes.length > 1 && bytes[0]! < 0x80 && bytes[0] !== 0 && bytes[1] !== 0) return undefined
  const head = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  if (head === 'ff fe 00 00') return { charset: UTF_32LE, from: 'bom' }
  if (head === '00 00 fe ff') return { charset: UTF_32BE, from: 'bom' }
  if (head.startsWith('ff fe')) return { charset: UTF_16LE, from: 'bom' }
  if (head.startsWith('fe ff')) return { charset: UTF_16BE, from: 'bom' }
  if (head.startsWith('ef bb bf')) return { charset: UTF_8, from: 'bom' }
  if (/^(?:4d|46|42|0b) 00 00 00$/.test(head)) return { charset: UTF_32LE, from: 'detected' }
  if (/^00 00 00 (?:4d|46|42|0b)$/.test(head)) return { charset: UTF_32BE, from: 'detected' }
  if (/^(?:4d|46|42|0b) 00 /.test(head)) return { charset: UTF_16LE, from: 'detected' }
  if (/^00 (?:4d|46|42|0b) 00/.test(head)) return { charset: UTF_16BE, from: 'detected' }
  return undefined
}

/** Cuts the bytes at the headers of messages and finds the character set of each part; neighbours that agree are joined. */
function chooseCharsets(bytes: Uint8Array, validUtf8: boolean, mends: boolean): Part[] {
  const parts: Part[] = []
  let choice: Omit<Part, 'start' | 'end'> | undefined
  // From the last part to the first: what stands before the first message of a batch is read as that message is.
  const headers = findHeaders(bytes)
  for (let i = headers.length; i >= 0; i--) {
    const start = i === 0 ? 0 : headers[i - 1]!
    const end = headers[i] ?? bytes.length
    if (start === end) continue
    const isMessage = i > 0 && bytes[start] === 0x4d
    const own = isMessage || !choice ? chooseCharset(bytes.subarray(start, end), isMessage, { validUtf8, mends }) : choice
    const next = parts.at(-1)
    choice = own
    if (next && next.charset === own.charset && next.from === own.from && next.initial === own.initial) {
      parts[parts.length - 1] = { ...next, start }
    } else parts.push({ start, end, ...own })
  }
  return parts.reverse()
}

interface Choice {
  /** True where the whole document is. */
  readonly validUtf8: boolean
  /** Whether errors in MSH-18 are corrected. */
  readonly mends: boolean
}

function chooseCharset(part: Uint8Array, isMessage: boolean, { validUtf8, mends }: Choice): Omit<Part, 'start' | 'end'> {
  const [first, ...others] = isMessage ? declaredCharsets(part) : []
  const escapes = part.includes(0x1b)
  const alternates = others.map((name) => charsetNamed(name)?.charset).filter((each) => each !== undefined)
  const declared = first ? charsetNamed(first)?.charset : undefined
  if (escapes && alternates.length > 0 && (!declared || declared.kind === 'ascii' || declared.kind === 'single')) {
    const charset = alternates.includes(ISO_2022_JP) ? ISO_2022_JP : ISO_2022
    return { charset, from: 'msh-18', initial: declared ?? ASCII }
  }
  if (!declared && escapes && switchesToKanji(part)) return { charset: ISO_2022_JP, from: 'detected' }
  const usable = declared && declared.kind !== 'wide' && !(declared.kind === 'ascii' && part.some((byte) => byte >= 0x80))
  const likelier = usable && mends ? likelierCharset(part, declared) : undefined
  if (likelier) return { charset: likelier, from: 'detected' }
  if (usable) return { charset: declared, from: 'msh-18' }
  return { charset: validUtf8 || decodeValidUtf8(part) !== undefined ? UTF_8 : ISO_8859_1, from: 'detected' }
}

/** ESC $ @ or ESC $ B: nothing but ISO-2022-JP uses them. */
function switchesToKanji(bytes: Uint8Array): boolean {
  for (let i = bytes.indexOf(0x1b); i >= 0; i = bytes.indexOf(0x1b, i + 1)) {
    if (bytes[i + 1] === 0x24 && (bytes[i + 2] === 0x40 || bytes[i + 2] === 0x42)) return true
  }
  return false
}

function joinRuns(bytes: Uint8Array, parts: readonly Part[]): Hl7Source {
  const texts: string[] = []
  const runs: SourceRun[] = []
  let charStart = 0
  for (const { start, end, charset, from, initial } of parts) {
    const decoded = decodeBytes(bytes.subarray(start, end), charset, initial)
    texts.push(decoded.text)
    runs.push({ charset, from, ascii: false, byteStart: start, charStart, byteAt: createByteMap(decoded) })
    charStart += decoded.text.length
  }
  return { text: texts.join(''), bytes, byteLength: bytes.length, runs }
}
