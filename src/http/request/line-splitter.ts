// Cuts chunks into lines (LF or CR LF) whatever the chunks' borders; blank lines are skipped, a line that is too long is an error.
import { ProblemError } from '../../core/problem.ts'
import type { FeedCutter } from '../../core/tool.ts'
import { ByteSink } from './byte-sink.ts'

const LF = 10
const CR = 13

export class LineSplitter implements FeedCutter {
  readonly envelope = undefined
  readonly #maxLineBytes: number
  #rest: ByteSink
  /** True while the rest of a line that was too long is passed over. */
  #skipping = false

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes
    this.#rest = this.#openSink()
  }

  /** Bytes of the line that has begun and not ended. */
  get pendingBytes(): number {
    return this.#rest.length
  }

  *split(chunk: Uint8Array): Iterable<Uint8Array | ProblemError> {
    let start = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const error = this.#add(chunk.subarray(start, end))
      if (error) yield error
      const line = this.#take()
      if (line) yield line
      start = end + 1
    }
    const error = this.#add(chunk.subarray(start))
    if (error) yield error
  }

  /** What stands after the last line end. */
  *end(): Iterable<Uint8Array> {
    const line = this.#take()
    if (line) yield line
  }

  #add(piece: Uint8Array): ProblemError | undefined {
    if (this.#skipping || piece.length === 0) return undefined
    if (this.#rest.length + piece.length > this.#maxLineBytes) {
      this.#skipping = true
      this.#rest = this.#openSink()
      return new ProblemError(`A line can have at most ${this.#maxLineBytes} bytes.`, {
        code: 'body_too_large',
        facts: { limitBytes: this.#maxLineBytes },
      })
    }
    this.#rest.append(piece)
    return undefined
  }

  #openSink(): ByteSink {
    return new ByteSink(0, this.#maxLineBytes)
  }

  #take(): Uint8Array | undefined {
    const line = this.#rest.view()
    const skipped = this.#skipping
    this.#rest = this.#openSink()
    this.#skipping = false
    if (skipped || isBlank(line)) return undefined
    return line.at(-1) === CR ? line.subarray(0, -1) : line
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR)
}
