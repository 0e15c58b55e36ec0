// A file to be written as a list of views: ranges of the original that stay, never copied, and small new buffers between them.
import { nativeMemory } from '../../../core/memory.ts'
import { sameBytes } from '../value/same-bytes.ts'

interface Range {
  start: number
  end: number
}

export class PartList {
  /** Bytes of all parts. */
  length = 0
  private readonly source: Uint8Array
  private readonly parts: (Range | Uint8Array)[] = []

  constructor(source: Uint8Array) {
    this.source = source
  }

  /** Takes over a range of the source; neighbouring ranges become one view. */
  keep(start: number, end: number): void {
    if (end <= start) return
    this.length += end - start
    const last = this.parts.at(-1)
    if (last && 'end' in last && last.end === start) last.end = end
    else this.parts.push({ start, end })
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.length += bytes.length
    this.parts.push(bytes)
  }

  append(other: PartList): void {
    for (const part of other.parts) {
      if (part instanceof Uint8Array) this.add(part)
      else this.keep(part.start, part.end)
    }
  }

  views(): Uint8Array[] {
    return this.parts.map((part) => (part instanceof Uint8Array ? part : this.source.subarray(part.start, part.end)))
  }
}

/** One array of all views, the only copy that is made. */
export function joinViews(views: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0
  for (const view of views) length += view.length
  if (length > MAPPED_ABOVE_BYTES) return joinSparsely(views, length)
  // Of memory that is not cleared: each byte comes of a view.
  const bytes = length > CLEARED_BYTES ? (nativeMemory()?.allocate(length) ?? new Uint8Array(length)) : new Uint8Array(length)
  let at = 0
  for (const view of views) {
    copyBytes(view, bytes, at)
    at += view.length
  }
  return bytes
}

/** A longer array is mapped: what is not written to is zero and takes no memory. */
const MAPPED_ABOVE_BYTES = 1 << 25
const ZEROS = new Uint8Array(1 << 16)

/** Runs of zeros are not written. */
function joinSparsely(views: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let to = 0
  for (const view of views) {
    for (let at = 0; at < view.length; at += ZEROS.length) {
      const block = view.subarray(at, at + ZEROS.length)
      if (!sameBytes(block, ZEROS.subarray(0, block.length))) bytes.set(block, to + at)
    }
    to += view.length
  }
  return bytes
}

/** Fewer are cleared before other memory is asked for. */
const CLEARED_BYTES = 1 << 14
/** Fewer bytes are there before a copy of memory has begun. */
const COPIED_BYTES = 64

/** All bytes of a view to a place in another. */
export function copyBytes(from: Uint8Array, to: Uint8Array, at: number): void {
  if (from.length > COPIED_BYTES) to.set(from, at)
  else for (let i = 0; i < from.length; i++) to[at + i] = from[i]!
}
