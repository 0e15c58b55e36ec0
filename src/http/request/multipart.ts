// Reads multipart/form-data (RFC 7578) as it arrives and refuses what it does not understand. Parts are views into one array.
//
// Our own rather than @fastify/busboy, which passes over a part without Content-Disposition, or with a line break in its name,
// without a word: a part that is dropped silently may be the option that switches a rule on.

import { freeBytes } from '../../core/free-bytes.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Skimmer } from '../../core/tool.ts'
import { ByteSink } from './byte-sink.ts'
import { boundaryOf, decodeHeader, type PartHead, readPartHead } from './part-head.ts'
import type { FormPart } from './request-fields.ts'
import { Skim } from './skim.ts'
import { copyOf, joinTail } from './tail-bytes.ts'

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

/** The skimmer for a part of this name behind those parts, where not all of its bytes have to be kept. */
export type SkimPart = (name: string, before: () => FormPart[]) => Skimmer | undefined

/**
 * Takes the chunks of a form as they come.
 * @param findBytes the platform's: one that looks for a single byte stops at every other byte of that kind in a large file
 * @param skimPart asked for each part; bytes are only left out where the announced length leaves no room for a part behind them
 * @throws ProblemError `malformed_multipart` with the byte offset in the body, `too_many_items`
 */
export function openFormReader(
  contentType: string,
  sizes: FormSizes,
  limits: MultipartLimits,
  findBytes: FindBytes,
  skimPart?: SkimPart,
): FormReader {
  return new FormReader(boundaryOf(contentType), sizes, limits, findBytes, skimPart)
}

/** Takes the parts of a form as they come: nothing of them is kept for longer. */
export interface FormTaker {
  begin(head: PartHead): void
  /** @param bytes of the part; valid until this returns */
  take(bytes: Uint8Array): void
  end(): void
}

/**
 * A reader whose parts have no bytes when it is finished, because they were given to the taker.
 * @throws as openFormReader, and what the taker throws
 */
export function openFormStream(
  contentType: string,
  maxBytes: number,
  limits: MultipartLimits,
  findBytes: FindBytes,
  taker: FormTaker,
): FormReader {
  return new FormReader(boundaryOf(contentType), { announcedBytes: 0, maxBytes }, limits, findBytes, undefined, taker)
}

/** A part whose bytes are still coming or may still move. */
interface PartPlace extends PartHead {
  readonly start: number
  readonly end: number
}

type State = 'preamble' | 'after-delimiter' | 'headers' | 'body' | 'epilogue'

export class FormReader {
  readonly #sink: ByteSink
  readonly #delimiter: Uint8Array
  readonly #limits: MultipartLimits
  readonly #findBytes: FindBytes
  readonly #parts: PartPlace[] = []
  #state: State = 'preamble'
  /** Where the current element starts, and up to where it has been searched. */
  #start = 0
  #searched = 0
  #head: PartHead | undefined
  readonly #announcedBytes: number
  readonly #skimPart: SkimPart | undefined
  /** Of the part that is being read. */
  #skim: Skim | undefined
  /** The last bytes before the next chunk, while bytes are left out: a delimiter may have begun in them. */
  #tail: Uint8Array | undefined
  #unseenBytes = 0
  readonly #taker: FormTaker | undefined
  /** Bytes that were given to the taker or passed over: offsets count from their end. */
  #dropped = 0

  constructor(
    boundary: string,
    { announcedBytes, maxBytes }: FormSizes,
    limits: MultipartLimits,
    findBytes: FindBytes,
    skimPart: SkimPart | undefined,
    taker?: FormTaker,
  ) {
    this.#taker = taker
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
    this.#limits = limits
    this.#findBytes = findBytes
    this.#announcedBytes = announcedBytes
    this.#skimPart = skimPart
    this.#sink = new ByteSink(announcedBytes === 0 ? 0 : announcedBytes + FIRST_BREAK.length, maxBytes + FIRST_BREAK.length)
    this.#sink.append(FIRST_BREAK)
  }

  /** @param chunk not to be used by the caller any more */
  append(chunk: Uint8Array): void {
    if (this.#state === 'epilogue') {
      freeBytes(chunk)
      return
    }
    const kept = this.#skim ? this.#leaveOut(chunk, this.#skim) : chunk
    if (kept) this.#sink.append(kept)
    if (kept !== chunk) freeBytes(chunk)
    if (!kept) return
    while (this.#step(this.#sink.view())) {
      // Each step consumes one element; false means that more bytes are needed.
    }
    if (this.#taker) this.#passOn(this.#taker)
  }

  /** Gives the taker what is certain to belong to its part, and keeps what has to be looked at again. */
  #passOn(taker: FormTaker): void {
    const isSearched = this.#state === 'body' || this.#state === 'preamble'
    const end = isSearched ? this.#searched : this.#start
    if (this.#state === 'body' && end > this.#start) taker.take(this.#sink.view().subarray(this.#start, end))
    this.#start = Math.max(this.#start - end, 0)
    this.#searched -= end
    this.#dropped += end
    this.#sink.drop(end)
  }

  /** Bytes of parts that were left out because nobody looks at them. */
  get unseenBytes(): number {
    return this.#unseenBytes
  }

  /** Gives up what has come. */
  discard(): void {
    this.#sink.discard()
  }

  finish(): FormPart[] {
    if (this.#state !== 'epilogue') throw this.#broken('The multipart form ends before its closing boundary.', this.#sink.length)
    return this.#taker ? this.#parts.map((part) => ({ ...part, bytes: NOTHING })) : this.#partsOf(this.#sink.view())
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
      // Not from the start of the part: the delimiter of an empty one begins before it.
      this.#searched = Math.max(this.#searched, bytes.length - this.#delimiter.length + 1)
      return false
    }
    this.#endPart(at, bytes)
    return true
  }

  /** @param at where the delimiter begins */
  #endPart(at: number, bytes: Uint8Array): void {
    if (this.#skim) this.#unseenBytes += this.#skim.unseenOf(bytes.subarray(this.#start, at))
    this.#skim = undefined
    if (this.#head) this.#parts.push({ ...this.#head, start: this.#start, end: at })
    if (this.#head && this.#taker) {
      if (at > this.#start) this.#taker.take(bytes.subarray(this.#start, at))
      this.#taker.end()
    }
    this.#head = undefined
    this.#moveTo(at + this.#delimiter.length, 'after-delimiter')
  }

  /**
   * Counts the bytes of a chunk that nobody will look at, and looks among them for the end of the part.
   * @returns the rest of the chunk; undefined where nothing of it is kept
   */
  #leaveOut(chunk: Uint8Array, skim: Skim): Uint8Array | undefined {
    const before = this.#sink.view()
    // Its own length is gone where the sink moves to a larger array.
    const { length } = before
    const skippable = skim.skippable(before.subarray(this.#start))
    const overlap = this.#delimiter.length - 1
    const tail = this.#tail ?? copyOf(before.subarray(Math.max(this.#start, length - overlap)))
    this.#tail = undefined
    if (skippable === 0) return chunk
    const at = this.#findAcross(tail, chunk)
    if (at !== undefined && at < skippable) {
      const end = at + this.#delimiter.length
      this.#sink.skip(end)
      this.#endPart(length + at, this.#sink.view())
      return chunk.subarray(end)
    }
    if (chunk.length < skippable) {
      this.#sink.skip(chunk.length)
      this.#tail = joinTail(tail, chunk, overlap)
      this.#searched = this.#sink.length
      return undefined
    }
    // A delimiter that begins in the last bytes of the span may end behind the chunk.
    const keptFrom = Math.max(0, skippable - overlap)
    this.#sink.restore(tail)
    if (keptFrom > 0) this.#sink.skip(keptFrom)
    this.#searched = Math.max(this.#start, length + skippable - overlap)
    return chunk.subarray(keptFrom)
  }

  /** Where a delimiter begins, counted from the chunk: below 0 in the bytes before it. */
  #findAcross(tail: Uint8Array, chunk: Uint8Array): number | undefined {
    const border = new Uint8Array(tail.length + Math.min(chunk.length, this.#delimiter.length - 1))
    border.set(tail)
    border.set(chunk.subarray(0, border.length - tail.length), tail.length)
    const across = this.#findBytes(border, this.#delimiter, 0)
    if (across >= 0) return across - tail.length
    const inside = this.#findBytes(chunk, this.#delimiter, 0)
    return inside < 0 ? undefined : inside
  }

  /** Whether the end of the form has room behind a byte of the current part, and nothing but that; of a part that is cut the byte may be none. */
  #isLast(byteEnd: number): boolean {
    const rest = this.#announcedBytes - (this.#start - FIRST_BREAK.length + byteEnd)
    return rest >= this.#delimiter.length + 2 && rest < 2 * this.#delimiter.length + LEAST_PART_BYTES
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
      throw new ProblemError(`A form can have at most ${this.#limits.maxParts} parts.`, {
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
      throw this.#broken(`The header of a part can have at most ${this.#limits.maxHeaderBytes} bytes.`, this.#start)
    if (end < 0) {
      this.#searched = Math.max(this.#start, bytes.length - 3)
      return false
    }
    // Of a part that ended early: what stands behind it may ask for bytes that are gone.
    if (this.#unseenBytes > 0)
      throw this.#broken('A part follows a file that is shorter than announced. Put options before the file.', this.#start)
    const lines = decodeHeader(bytes.subarray(this.#start, end), () => this.#broken('The header of a part is not UTF-8.', this.#start))
    this.#head = readPartHead(lines, (message) => this.#broken(message, this.#start))
    // The delimiter of an empty part may begin with the line break that ends the header.
    this.#moveTo(end + 4, 'body')
    this.#searched = end + 2
    this.#taker?.begin(this.#head)
    const skimmer = this.#skimPart?.(this.#head.name, () => this.#partsOf(bytes))
    if (skimmer) this.#skim = new Skim(skimmer, (byteEnd) => this.#isLast(byteEnd))
    return true
  }

  #partsOf(bytes: Uint8Array): FormPart[] {
    return this.#parts.map(({ name, contentType, start, end }) => ({ name, contentType, bytes: bytes.subarray(start, end) }))
  }

  #moveTo(offset: number, state: State): void {
    this.#start = offset
    this.#searched = offset
    this.#state = state
  }

  #broken(message: string, offset: number): ProblemError {
    return new ProblemError(message, { code: 'malformed_multipart', at: { byteOffset: Math.max(0, this.#dropped + offset - 2) } })
  }
}

/** The first delimiter may stand at the very start of the body, without the line break that belongs to all others. */
const FIRST_BREAK = new Uint8Array([13, 10])
/** `Content-Disposition:form-data;name=x` and the breaks around it: no part with a name is shorter. */
const LEAST_PART_BYTES = 42
const NOTHING = new Uint8Array()
const HEADERS_END = new Uint8Array([13, 10, 13, 10])
