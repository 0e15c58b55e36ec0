// The text of an XML document that came as bytes: by its byte order mark, its first bytes and its declaration (XML 1.0, 4.3.3 and appendix F).
import { ProblemError } from '../../core/problem.ts'
import { decodeText } from '../text/encoding/decode-text.ts'
import { encodeText } from '../text/encoding/encode-text.ts'
import { byteOrderMark, ENCODINGS, type EncodingName, isSingleByte, startsWithMark } from '../text/encoding/encoding-names.ts'

export interface DecodedXml {
  readonly text: string
  /** What the bytes were read as; null for a text. */
  readonly charset: EncodingName | null
  readonly bom: boolean
}

const MARKED: readonly EncodingName[] = ['utf-8', 'utf-32le', 'utf-32be', 'utf-16le', 'utf-16be']

/** Names that documents use beside the preferred ones. */
const ALIASES: Readonly<Record<string, EncodingName>> = {
  utf8: 'utf-8',
  ascii: 'us-ascii',
  latin1: 'iso-8859-1',
  'latin-1': 'iso-8859-1',
  'iso_8859-1': 'iso-8859-1',
  'iso8859-1': 'iso-8859-1',
  'latin-9': 'iso-8859-15',
  cp1252: 'windows-1252',
  'ansi_x3.4-1968': 'us-ascii',
  gb2312: 'gbk',
}

/**
 * A byte order mark is no part of the text.
 * @throws ProblemError `unreadable_input` with the byte offset: a byte that is not of the encoding, a declaration that contradicts the bytes.
 *   `unsupported_variant`: an encoding that cannot be read
 */
export function decodeXml(source: string | Uint8Array): DecodedXml {
  if (typeof source === 'string') {
    const bom = source.startsWith('\ufeff')
    return { text: bom ? source.slice(1) : source, charset: null, bom }
  }
  const marked = MARKED.find((name) => startsWithMark(source, name))
  const family = marked ?? familyOf(source)
  const declared = declaredEncoding(source, family)
  const charset = settle(family, declared, marked !== undefined)
  return { text: decodeStrictly(source, charset), charset, bom: marked !== undefined }
}

/** A wrong byte has a line and a column too, except in UTF-16 and UTF-32. */
function decodeStrictly(bytes: Uint8Array, charset: EncodingName): string {
  try {
    return decodeText(bytes, charset, 'fail').text
  } catch (error) {
    const offset = error instanceof ProblemError ? error.at?.byteOffset : undefined
    if (offset === undefined || /^utf-(?:16|32)/.test(charset)) throw error
    const { text } = decodeText(bytes.subarray(0, offset), charset)
    const { line, column } = placeOf({ text, charset: 'utf-8', bom: false }, text.length)
    const { message, code } = error as ProblemError
    throw new ProblemError(message, { code, at: { byteOffset: offset, line, column } })
  }
}

/** How wide the characters are, by `<?` or `<` and a first character of a name. */
function familyOf(bytes: Uint8Array): EncodingName {
  if (bytes[0] === LESS_THAN && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === LESS_THAN) return 'utf-16be'
  return 'utf-8'
}

const LESS_THAN = 0x3c
/** A declaration with every pseudo-attribute and some blanks is a hundred characters long. */
const DECLARATION_BYTES = 512
const ENCODING =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"[^"<>]*"|'[^'<>]*')[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][\w.:-]*)["']/

/** Lower case; undefined where the document declares none. */
function declaredEncoding(bytes: Uint8Array, family: EncodingName): string | undefined {
  let start = ''
  const high = family === 'utf-16be' ? 1 : 0
  const step = family === 'utf-8' ? 1 : family.startsWith('utf-16') ? 2 : 4
  const first = startsWithMark(bytes, family) ? (family === 'utf-8' ? 3 : step) : 0
  for (let i = first + high; i < Math.min(bytes.length, DECLARATION_BYTES); i += step) start += String.fromCharCode(bytes[i]!)
  return ENCODING.exec(start)?.[1]?.toLowerCase()
}

function settle(family: EncodingName, declared: string | undefined, isMarked: boolean): EncodingName {
  if (family.startsWith('utf-32')) return family
  if (family.startsWith('utf-16')) {
    if (declared === undefined && !isMarked) throw contradiction('A document in UTF-16 needs a byte order mark or a declaration.')
    if (declared !== undefined && declared !== 'utf-16' && declared !== family) {
      throw contradiction('The declared encoding is another one than the UTF-16 that the document is written in.')
    }
    return family
  }
  if (declared === undefined) return 'utf-8'
  if (/^(?:utf-(?:16|32)(?:le|be)?|ucs-[24]|iso-10646-ucs-[24])$/.test(declared)) {
    throw contradiction('The document declares an encoding of two or four bytes a character, and is written in single bytes.')
  }
  const name = encodingOf(declared)
  if (name === undefined) {
    throw new ProblemError('The document declares an unsupported encoding. Convert it to UTF-8.', {
      code: 'unsupported_variant',
      at: { byteOffset: 0, line: 1 },
    })
  }
  if (isMarked && name !== 'utf-8') throw contradiction('The byte order mark is that of UTF-8, and the declaration names another encoding.')
  return name
}

/** The encoding that a declaration names, UTF-16 with the first byte of lower value; undefined for one that is not read. */
export function encodingOf(declared: string): EncodingName | undefined {
  const name = declared.toLowerCase()
  if (Object.hasOwn(ALIASES, name)) return ALIASES[name]
  if (name === 'utf-16') return 'utf-16le'
  return (ENCODINGS as readonly string[]).includes(name) ? (name as EncodingName) : undefined
}

function contradiction(message: string): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { byteOffset: 0, line: 1 } })
}

/** The place of a character: line and column count from 1, the column in UTF-16 code units; bytes are those of the document that came. */
export function placeOf({ text, charset, bom }: DecodedXml, offset: number): { line: number; column: number; byteOffset: number } {
  let line = 1
  let lineStart = 0
  let utf8Bytes = 0
  for (let i = 0; i < offset; i++) {
    const unit = text.charCodeAt(i)
    // Each half of a pair counts half of its four bytes.
    utf8Bytes += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate(unit) ? 2 : 3
    if (unit === LINE_FEED || (unit === CARRIAGE_RETURN && text.charCodeAt(i + 1) !== LINE_FEED)) {
      line++
      lineStart = i + 1
    }
  }
  const mark = bom && charset !== null ? byteOrderMark(charset).length : 0
  return { line, column: offset - lineStart + 1, byteOffset: mark + bytesBefore(text, charset ?? 'utf-8', offset, utf8Bytes) }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000
}

function bytesBefore(text: string, charset: EncodingName, offset: number, utf8Bytes: number): number {
  if (charset === 'utf-8') return utf8Bytes
  if (isSingleByte(charset)) return offset
  if (charset.startsWith('utf-16')) return 2 * offset
  return encodeText(text.slice(0, offset), charset, { withMark: false, policy: 'replace' }).bytes.length
}
