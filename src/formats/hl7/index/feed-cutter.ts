// Cuts a stream of messages into messages, in memory for one of them; headers and trailers of files and batches are checked and passed over.

import { freeBytes } from '../../../core/free-bytes.ts'
import { ProblemError } from '../../../core/problem.ts'
import type { Feed, FeedCutter, FeedEnvelope } from '../../../core/tool.ts'
import { CR, isBlank, isBreak, LF, maySeparate, VT } from './line-start.ts'

/** Messages one behind the other, with or without MLLP framing, FHS, BHS, BTS and FTS. */
export const MESSAGE_FEED: Feed = {
  mediaTypes: ['application/hl7-v2', 'x-application/hl7-v2+er7'],
  openCutter: (maxBytes) => new MessageCutter(maxBytes),
}

type Head = 'MSH' | 'FHS' | 'BHS' | 'BTS' | 'FTS'

/** Behind how many separators a comment stands: FHS-10, BHS-10, BTS-2, FTS-2; FHS-1 and BHS-1 are the first separator. */
const COMMENT_FIELDS: Readonly<Record<Head, number>> = { MSH: -1, FHS: 9, BHS: 9, BTS: 2, FTS: 2 }
const HEADS: readonly Head[] = ['MSH', 'FHS', 'BHS', 'BTS', 'FTS']
/** Bytes that tell what a line begins with: an identifier and what separates it. */
const HEAD_BYTES = 4
/** The byte order mark in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf]
const FIRST_BYTES = 1 << 16

class MessageCutter implements FeedCutter {
  readonly #maxBytes: number
  #buffer = new Uint8Array(FIRST_BYTES)
  #length = 0
  /** Before it no line begins that has not been looked at. */
  #at = 0
  /** True while the rest of a message that is too long is passed over. */
  #isSkipping = false
  #segments = 0
  #wrongCounts = 0
  #comments = 0
  /** Of the batch, and of the file. */
  #messages = 0
  #batches = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get pendingBytes(): number {
    return this.#length
  }

  get envelope(): FeedEnvelope | undefined {
    return this.#segments > 0 ? { segments: this.#segments, wrongCounts: this.#wrongCounts, comments: this.#comments } : undefined
  }

  *split(chunk: Uint8Array): Iterable<Uint8Array | ProblemError> {
    this.#append(chunk)
    yield* this.#cut(false)
    if (this.#length <= this.#maxBytes) return
    if (!this.#isSkipping) yield this.#tooLong()
    this.#isSkipping = true
    // What follows is told apart by the line that it begins; position 0 must not look like the start of one.
    const kept = Math.min(this.#length, 2 * HEAD_BYTES)
    this.#at = Math.max(1, this.#at - this.#drop(this.#length - kept))
  }

  *end(): Iterable<Uint8Array | ProblemError> {
    yield* this.#cut(true)
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#buffer.length))
      larger.set(this.#buffer.subarray(0, this.#length))
      this.#buffer = larger
    }
    this.#buffer.set(chunk, this.#length)
    this.#length = needed
    // It has been copied: the garbage of a long feed would weigh as much as the feed.
    freeBytes(chunk)
  }

  *#cut(isEnd: boolean): Iterable<Uint8Array | ProblemError> {
    let start = 0
    let i = this.#at
    for (;;) {
      i = this.#lineStart(i)
      if (i >= this.#length || (i + HEAD_BYTES > this.#length && !isEnd)) break
      const head = this.#headAt(i)
      if (head === undefined) {
        i++
        continue
      }
      const end = head === 'MSH' ? i : this.#behindLine(i)
      if (head !== 'MSH' && end >= this.#length && !isEnd) break
      // The start of a frame belongs to the message behind it.
      const border = i > start && this.#buffer[i - 1] === VT ? i - 1 : i
      const hasText = this.#hasText(start, border)
      yield* this.#take(start, border)
      if (head === 'MSH') {
        this.#messages++
        if (hasText) start = border
        i++
      } else {
        this.#pass(head, i)
        start = end
        i = end
      }
    }
    this.#at = i
    if (isEnd) {
      yield* this.#take(start, this.#length)
      start = this.#length
    }
    this.#at -= this.#drop(start)
  }

  /** @returns how many bytes went */
  #drop(count: number): number {
    this.#buffer.copyWithin(0, count, this.#length)
    this.#length -= count
    return count
  }

  *#take(start: number, end: number): Iterable<Uint8Array | ProblemError> {
    const wasSkipping = this.#isSkipping
    if (end > start) this.#isSkipping = false
    if (wasSkipping || !this.#hasText(start, end)) return
    if (end - start > this.#maxBytes) yield this.#tooLong()
    else yield this.#buffer.slice(start, end)
  }

  /** Line ends, frames and a byte order mark alone are no document. */
  #hasText(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const byte = this.#buffer[i]!
      if (!isBreak(byte) && !isBlank(byte) && !MARK.includes(byte)) return true
    }
    return false
  }

  /** The first place from there on where a line begins; the end of what has come where none does. */
  #lineStart(from: number): number {
    let i = from
    if (i > 0 && i <= MARK.length && MARK.every((byte, at) => this.#buffer[at] === byte)) return MARK.length
    while (i < this.#length && i > 0 && !isBreak(this.#buffer[i - 1]!)) i++
    return i
  }

  /** The place behind the line and its end. */
  #behindLine(i: number): number {
    let end = this.#lineStart(i + 1)
    if (this.#buffer[end - 1] === CR && this.#buffer[end] === LF) end++
    return end
  }

  #headAt(i: number): Head | undefined {
    const head = HEADS.find(
      (id) => this.#buffer[i] === id.charCodeAt(0) && this.#buffer[i + 1] === id.charCodeAt(1) && this.#buffer[i + 2] === id.charCodeAt(2),
    )
    if (head === undefined || i + 3 > this.#length) return undefined
    return maySeparate(i + 3 < this.#length ? this.#buffer[i + 3]! : Number.NaN) ? head : undefined
  }

  /** BTS-1 is the number of messages, FTS-1 that of batches (HL7 v2.5.1 §2.15.3, §2.15.7). */
  #pass(head: Head, at: number): void {
    this.#segments++
    if (this.#hasField(at, COMMENT_FIELDS[head])) this.#comments++
    if (head === 'BHS') this.#messages = 0
    if (head === 'FHS') this.#batches = 0
    if (head === 'BTS') this.#check(at, this.#messages)
    if (head === 'FTS') this.#check(at, this.#batches)
    if (head === 'BTS') {
      this.#batches++
      this.#messages = 0
    }
  }

  #check(at: number, count: number): void {
    let text = ''
    for (let i = at + HEAD_BYTES; i < this.#length && isDigit(this.#buffer[i]!); i++) text += String.fromCharCode(this.#buffer[i]!)
    if (text !== '' && Number(text) !== count) this.#wrongCounts++
  }

  /** @param place of the field among those that follow separators */
  #hasField(at: number, place: number): boolean {
    const separator = this.#buffer[at + 3]
    let count = 0
    for (let i = at + 3; i < this.#length && !isBreak(this.#buffer[i]!); i++) {
      if (this.#buffer[i] === separator) count++
      else if (count === place && !isBlank(this.#buffer[i]!)) return true
      if (count > place) break
    }
    return false
  }

  #tooLong(): ProblemError {
    return new ProblemError(`A message can have at most ${this.#maxBytes} bytes.`, {
      code: 'body_too_large',
      facts: { limitBytes: this.#maxBytes },
    })
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}
