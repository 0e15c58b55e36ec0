// Reads multipart/form-data (RFC 7578) as it arrives and refuses what it does not understand. Parts are views into one array.
//
// Our own rather than @fastify/busboy, which passes over a part without Content-Disposition, or with a line break in its name,
// without a word: a part that is dropped silently may be the option that switches a rule on.
import { Fault } from '../core/fault.ts'
import { ByteSink } from './byte-sink.ts'
import type { FormPart } from './request-fields.ts'

export interface MultipartLimits {
  readonly maxParts: number
  /** Bytes of all header lines of one part. */
  readonly maxHeaderBytes: number
}

export interface FormSizes {
  /** 0 where it is unknown. */
  readonly announcedBytes: number
  readonly maxBytes: number
}

/** Where a sequence of bytes stands first at or after an offset; -1 where it does not. In time linear in the bytes, whatever they are. */
export type FindBytes = (bytes: Uint8Array, sequence: Uint8Array, from: number) => number

/**
 * Takes the chunks of a form as they come.
 * @param findBytes the platform's: one that looks for a single byte stops at every other byte of that kind in a large file
 * @throws Fault `malformed_multipart` with the byte offset in the body, `too_many_items`
 */
export function openFormReader(contentType: string, sizes: FormSizes, limits: MultipartLimits, findBytes: FindBytes): FormReader {
  return new FormReader(boundaryOf(contentType), sizes, limits, findBytes)
}

/** A part whose bytes are still coming or may still move. */
interface PartPlace {
  readonly name: string
  readonly contentType: string | undefined
  readonly start: number
  readonly end: number
}

type State = 'preamble' | 'after-delimiter' | 'headers' | 'body' | 'epilogue'

class FormReader {
  readonly #sink: ByteSink
  readonly #delimiter: Uint8Array
  readonly #limits: MultipartLimits
  readonly #findBytes: FindBytes
  readonly #parts: PartPlace[] = []
  #state: State = 'preamble'
  /** Where the current element starts, and up to where it has been searched. */
  #start = 0
  #searched = 0
  #head: { name: string; contentType: string | undefined } | undefined

  constructor(boundary: string, { announcedBytes, maxBytes }: FormSizes, limits: MultipartLimits, findBytes: FindBytes) {
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
    this.#limits = limits
    this.#findBytes = findBytes
    this.#sink = new ByteSink(announcedBytes === 0 ? 0 : announcedBytes + FIRST_BREAK.length, maxBytes + FIRST_BREAK.length)
    this.#sink.append(FIRST_BREAK)
  }

  /** @param chunk not to be used by the caller any more */
  append(chunk: Uint8Array): void {
    if (this.#state === 'epilogue') return
    this.#sink.append(chunk)
    while (this.#step(this.#sink.view())) {
      // Each step consumes one element; false means that more bytes are needed.
    }
  }

  /** Gives up what has come. */
  discard(): void {
    this.#sink.discard()
  }

  finish(): FormPart[] {
    if (this.#state !== 'epilogue') throw this.#broken('The multipart form ends before its closing boundary.', this.#sink.length)
    const bytes = this.#sink.view()
    return this.#parts.map(({ name, contentType, start, end }) => ({ name, contentType, bytes: bytes.subarray(start, end) }))
  }

  #step(bytes: Uint8Array): boolean {
    switch (this.#state) {
      case 'preamble':
      case 'body':
        return this.#readToDelimiter(bytes)
      case 'after-delimiter':
        return this.#readDelimiterEnd(bytes)
      case 'headers':
        return this.#readHeaders(bytes)
      case 'epilogue':
        return false
    }
  }

  #readToDelimiter(bytes: Uint8Array): boolean {
    const at = this.#findBytes(bytes, this.#delimiter, this.#searched)
    if (at < 0) {
      this.#searched = Math.max(this.#start, bytes.length - this.#delimiter.length + 1)
      return false
    }
    if (this.#head) this.#parts.push({ ...this.#head, start: this.#start, end: at })
    this.#head = undefined
    this.#moveTo(at + this.#delimiter.length, 'after-delimiter')
    return true
  }

  /** After a boundary: `--` closes the form, else blanks may follow and then a line break. */
  #readDelimiterEnd(bytes: Uint8Array): boolean {
    let at = this.#start
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at++
    if (at - this.#start > 1024) throw this.#broken('A boundary line of the multipart form is too long.', at)
    if (at + 1 >= bytes.length) return false
    if (at === this.#start && bytes[at] === 0x2d && bytes[at + 1] === 0x2d) {
      this.#moveTo(at + 2, 'epilogue')
      return true
    }
    if (bytes[at] !== 13 || bytes[at + 1] !== 10) throw this.#broken('A boundary line of the multipart form does not end as it should.', at)
    if (this.#parts.length === this.#limits.maxParts) {
      throw new Fault(`A form may hold ${this.#limits.maxParts} parts.`, {
        code: 'too_many_items',
        facts: { limitItems: this.#limits.maxParts },
      })
    }
    // The line break stays unread: a part without header lines begins with the empty line that ends them.
    this.#moveTo(at, 'headers')
    return true
  }

  #readHeaders(bytes: Uint8Array): boolean {
    const end = this.#findBytes(bytes, HEADERS_END, this.#searched)
    const size = (end < 0 ? bytes.length : end) - this.#start
    if (size > this.#limits.maxHeaderBytes)
      throw this.#broken(`The header of a part may hold ${this.#limits.maxHeaderBytes} bytes.`, this.#start)
    if (end < 0) {
      this.#searched = Math.max(this.#start, bytes.length - 3)
      return false
    }
    const lines = decodeHeader(bytes.subarray(this.#start, end), () => this.#broken('The header of a part is not UTF-8.', this.#start))
    this.#head = readPartHead(lines, (message) => this.#broken(message, this.#start))
    // The delimiter of an empty part may begin with the line break that ends the header.
    this.#moveTo(end + 4, 'body')
    this.#searched = end + 2
    return true
  }

  #moveTo(offset: number, state: State): void {
    this.#start = offset
    this.#searched = offset
    this.#state = state
  }

  #broken(message: string, offset: number): Fault {
    return new Fault(message, { code: 'malformed_multipart', at: { byteOffset: Math.max(0, offset - 2) } })
  }
}

/** The first delimiter may stand at the very start of the body, without the line break that belongs to all others. */
const FIRST_BREAK = new Uint8Array([13, 10])
const HEADERS_END = new Uint8Array([13, 10, 13, 10])

function decodeHeader(bytes: Uint8Array, fault: () => Fault): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\r\n').filter(Boolean)
  } catch {
    throw fault()
  }
}

function readPartHead(lines: readonly string[], fault: (message: string) => Fault): { name: string; contentType: string | undefined } {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) throw fault('A header line of a part has no name.')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (headers.has(name)) throw fault('A header of a part stands twice.')
    headers.set(name, line.slice(colon + 1).trim())
  }
  const disposition = headers.get('content-disposition')
  if (disposition === undefined) throw fault('A part has no Content-Disposition.')
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['binary', '8bit', '7bit'].includes(encoding)) throw fault('A part has a Content-Transfer-Encoding, which RFC 7578 §4.7 retires.')
  const { kind, parameters } = parseParameters(disposition, fault)
  const name = parameters.get('name')
  if (kind !== 'form-data' || name === undefined || name === '') throw fault('A part has no name.')
  return {
    name: name.replace(/%(22|0[AaDd])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    contentType: headers.get('content-type'),
  }
}

/** `kind; name=value; name="quoted value"`, refusing what is neither and a parameter that stands twice. */
function parseParameters(text: string, fault: (message: string) => Fault): { kind: string; parameters: Map<string, string> } {
  const semicolon = text.indexOf(';')
  const kind = (semicolon < 0 ? text : text.slice(0, semicolon)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  let at = semicolon < 0 ? text.length : semicolon
  while (at < text.length) {
    const equals = text.indexOf('=', at)
    if (text[at] !== ';' || equals < 0) {
      if (text.slice(at + 1).trim() === '') break
      throw fault('The Content-Disposition of a part breaks its grammar.')
    }
    const name = text
      .slice(at + 1, equals)
      .trim()
      .toLowerCase()
    const { value, end } = readParameterValue(text, equals + 1, fault)
    if (parameters.has(name)) throw fault('A parameter of a Content-Disposition stands twice.')
    parameters.set(name, value)
    at = end
  }
  return { kind, parameters }
}

function readParameterValue(text: string, start: number, fault: (message: string) => Fault): { value: string; end: number } {
  if (text[start] !== '"') {
    const semicolon = text.indexOf(';', start)
    const end = semicolon < 0 ? text.length : semicolon
    return { value: text.slice(start, end).trim(), end }
  }
  let value = ''
  let at = start + 1
  for (; at < text.length && text[at] !== '"'; at++) {
    // Browsers escape a quote as %22 and send a backslash of a Windows path bare; only \" and \\ are escapes.
    if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at++
    value += text[at]
  }
  if (at >= text.length) throw fault('A quoted value in a Content-Disposition does not end.')
  let end = at + 1
  while (text[end] === ' ' || text[end] === '\t') end++
  return { value, end }
}

/** @throws Fault `malformed_multipart` without a boundary of 1 to 70 characters (RFC 2046 §5.1.1) */
function boundaryOf(contentType: string): string {
  const fault = (): Fault => new Fault('The Content-Type names no boundary.', { code: 'malformed_multipart' })
  const boundary = parseParameters(contentType, fault).parameters.get('boundary')
  if (boundary === undefined || boundary.length === 0 || boundary.length > 70) throw fault()
  return boundary
}
