// Leaves out what a tool never looks at of a large document: it is counted and passed over, and takes no memory.

import { freeBytes } from '../../core/free-bytes.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Bypass, Skimmer, Tool } from '../../core/tool.ts'
import type { ByteSink } from './byte-sink.ts'
import type { CallFields } from './request-fields.ts'

/** Smaller bodies fit beside each other, and most calls need not be asked. */
export const SKIMMED_ABOVE_BYTES = 1 << 22
/** Of a document that is kept in any case: an announced length is not worth an array before. */
const MAX_PREALLOCATED_BYTES = 1 << 20

/**
 * The skimmer for a document of a call, undefined where all of it has to be kept.
 * @param announcedBytes of the body, 0 where it is unknown
 * @param readFields all options of the call: what one of them would need may be gone when it comes later
 */
export function openSkimmer(tool: Tool, announcedBytes: number, readFields: () => CallFields): Skimmer | undefined {
  return tool.skim && openFor(tool, announcedBytes, readFields, (options) => tool.skim!(options))
}

/** The bypass for a document of a call, undefined if all of it has to be held. Parameters as of openSkimmer. */
export function openBypass(tool: Tool, announcedBytes: number, readFields: () => CallFields): Bypass | undefined {
  return tool.bypass && openFor(tool, announcedBytes, readFields, (options) => tool.bypass!(options))
}

function openFor<T>(
  tool: Tool,
  announcedBytes: number,
  readFields: () => CallFields,
  open: (options: unknown) => T | undefined,
): T | undefined {
  if (announcedBytes < SKIMMED_ABOVE_BYTES) return undefined
  try {
    const options = tool.options.safeParse(readFields().options, { reportInput: false })
    return options.success ? open(options.data) : undefined
  } catch (error) {
    // The call is refused for the same reason when all of it is there.
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

/** Where a document that comes in stands between what is kept and what is left out. */
export class Skim {
  readonly #skimmer: Skimmer
  readonly #mayLeaveOut: (byteEnd: number) => boolean
  /** The last span that was given. */
  #spanStart = 0
  #spanEnd = 0
  #isLeftOut = false
  #isOver = false
  #unseenBytes = 0

  /** @param mayLeaveOut whether a span that ends there may go */
  constructor(skimmer: Skimmer, mayLeaveOut: (byteEnd: number) => boolean = () => true) {
    this.#skimmer = skimmer
    this.#mayLeaveOut = mayLeaveOut
  }

  /** How many of the bytes that come next nobody will look at. */
  skippable(document: Uint8Array): number {
    while (!this.#isOver && document.length >= this.#spanEnd) {
      const span = this.#skimmer.next(document)
      if (span === 'more') return 0
      if (span === 'none') this.#isOver = true
      else {
        this.#spanStart = span.byteStart
        this.#spanEnd = span.byteEnd
        this.#isLeftOut = this.#mayLeaveOut(span.byteEnd)
        if (this.#isLeftOut) this.#unseenBytes += span.byteEnd - span.byteStart
      }
    }
    if (this.#isOver || !this.#isLeftOut || document.length < Math.max(this.#spanStart, MAX_PREALLOCATED_BYTES)) return 0
    return this.#spanEnd - document.length
  }

  /** Bytes of a whole document that the tool does not look at. */
  unseenOf({ length }: Uint8Array): number {
    if (!this.#isLeftOut || length >= this.#spanEnd) return this.#unseenBytes
    return this.#unseenBytes - (this.#spanEnd - Math.max(length, this.#spanStart))
  }
}

/** Collects a body that is one document. */
export class SkimmingSink {
  readonly #sink: ByteSink
  readonly #skim: Skim

  constructor(sink: ByteSink, skimmer: Skimmer) {
    this.#sink = sink
    this.#skim = new Skim(skimmer)
  }

  get unseenBytes(): number {
    return this.#skim.unseenOf(this.#sink.view())
  }

  /** @param chunk not to be used by the caller any more */
  append(chunk: Uint8Array): void {
    const skipped = Math.min(this.#skim.skippable(this.#sink.view()), chunk.length)
    if (skipped === 0) {
      this.#sink.append(chunk)
      return
    }
    this.#sink.skip(skipped)
    if (skipped < chunk.length) this.#sink.append(chunk.subarray(skipped))
    freeBytes(chunk)
  }

  discard(): void {
    this.#sink.discard()
  }

  view(): Uint8Array {
    return this.#sink.view()
  }
}
