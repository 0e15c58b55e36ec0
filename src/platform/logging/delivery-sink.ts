// A log sink for a receiver on the network: a bounded queue, batches, and retries with growing pauses. Whatever the receiver does, to
// write a line costs no more than to put it into the queue; what does not fit is dropped, counted, and said once at recovery.
import { droppedLine, type LogSink } from './log-sink.ts'

/** What became of a batch. A delivery that rejects is sent again as a whole. */
export interface Delivered {
  /** Lines that the receiver will never take. */
  readonly refused: number
  /** Lines that it may take later. */
  readonly again: readonly string[]
  /** How long the receiver wants to be left alone. */
  readonly retryAfterMs?: number
}

export interface Transport {
  /** Ends when the signal is aborted, and by a time limit of its own. */
  deliver(lines: readonly string[], signal: AbortSignal): Promise<Delivered>
  close(): void
}

export interface DeliverySettings {
  readonly maxBufferBytes: number
  readonly onFull: 'drop_oldest' | 'drop_newest'
  /** Lines of one batch. */
  readonly batch: number
  /** Less than usual where composing a line is costly. */
  readonly maxBatchCharacters?: number
  /** How long lines may wait for a batch to be full. */
  readonly flushMs: number
  /** Batches that are under way at the same time. */
  readonly lanes: number
  /** For what is no line of a log: the receiver is not told how many were dropped. */
  readonly countsOnly?: boolean
  readonly backoff?: { readonly firstMs: number; readonly maxMs: number }
  /** Where the sink has a place behind it for what it cannot hold. */
  readonly overflow?: {
    /** All that the sink held has been taken. */
    onEmpty(): void
    /** What the sink still holds when it closes, in its order. */
    keep(lines: readonly string[]): void
  }
}

const BACKOFF = { firstMs: 500, maxMs: 30_000 }
const MAX_RETRY_AFTER_MS = 300_000
/** What a batch may hold, so that composing it does not keep requests waiting: half a millisecond for what is copied as it is. */
const MAX_BATCH_CHARACTERS = 160 << 10
const COMPACT_AT = 1_024
/** How long what is under way at the end has for its last word. */
const CUT_OFF_MS = 500
const LINE_END = 10

export const ALL_ACCEPTED: Delivered = { refused: 0, again: [] }

export class DeliverySink implements LogSink {
  readonly #transport: Transport
  readonly #settings: DeliverySettings
  readonly #abort = new AbortController()
  #queue: string[] = []
  #head = 0
  /** Characters of what waits and of what is under way. */
  #buffered = 0
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #isPumping = false
  #isPaused = false
  #closing: (() => void) | undefined
  readonly #underWay = new Set<readonly string[]>()
  /** What was under way when the sink closed, and was not taken. */
  readonly #cutOff: string[] = []
  #onIdle: (() => void) | undefined
  #isClosed = false
  #droppedSinceOk = 0
  droppedLines = 0

  constructor(transport: Transport, settings: DeliverySettings) {
    this.#transport = transport
    this.#settings = settings
  }

  write(line: string): void {
    const { maxBufferBytes, onFull } = this.#settings
    if (this.#isClosed || line.length > maxBufferBytes) {
      this.#drop(1)
      return
    }
    while (onFull === 'drop_oldest' && this.#buffered + line.length > maxBufferBytes && this.#waiting > 0) {
      this.#buffered -= this.#shift().length
      this.#drop(1)
    }
    if (this.#buffered + line.length > maxBufferBytes) {
      this.#drop(1)
      return
    }
    const flat = flatten(line)
    this.#queue.push(flat)
    this.#buffered += flat.length
    this.#schedule()
  }

  /** Characters in memory, of at most two bytes each. */
  get heldCharacters(): number {
    return this.#buffered
  }

  /** The last batch was not taken, and is sent again. */
  get isFailing(): boolean {
    return this.#failures > 0
  }

  async close(timeoutMs: number): Promise<void> {
    if (this.#isClosed) return
    if (this.#buffered > 0) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, timeoutMs)
        this.#closing = () => {
          clearTimeout(limit)
          resolve()
        }
        // One more attempt at once: after the end there is no later.
        this.#isPaused = false
        this.#pump()
      })
    }
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#abort.abort()
    this.#transport.close()
    // What is under way says now whether it was taken, so that each line is kept or counted before the end.
    if (this.#underWay.size > 0) await this.#endUnderWay()
    const lines = [...this.#cutOff, ...[...this.#underWay].flat(), ...this.#queue.slice(this.#head)]
    this.#underWay.clear()
    const { overflow } = this.#settings
    if (overflow) overflow.keep(lines)
    else this.#drop(lines.length)
    this.#queue = []
    this.#head = 0
  }

  #endUnderWay(): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, CUT_OFF_MS)
      this.#onIdle = () => {
        clearTimeout(limit)
        resolve()
      }
    })
  }

  get #waiting(): number {
    return this.#queue.length - this.#head
  }

  #shift(): string {
    const line = this.#queue[this.#head]!
    this.#queue[this.#head++] = ''
    if (this.#head >= COMPACT_AT && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head)
      this.#head = 0
    }
    return line
  }

  #unshift(lines: readonly string[]): void {
    this.#queue = [...lines, ...this.#queue.slice(this.#head)]
    this.#head = 0
  }

  #drop(lines: number): void {
    this.droppedLines += lines
    this.#droppedSinceOk += lines
  }

  #schedule(): void {
    if (this.#isPaused || this.#isPumping || this.#underWay.size >= this.#settings.lanes) return
    if (this.#waiting >= this.#settings.batch || this.#settings.flushMs === 0 || this.#closing) {
      this.#isPumping = true
      setImmediate(this.#pump)
    } else this.#timer ??= setTimeout(this.#pump, this.#settings.flushMs)
  }

  readonly #pump = (): void => {
    this.#isPumping = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (!this.#isPaused && !this.#isClosed && this.#waiting > 0 && this.#underWay.size < this.#settings.lanes)
      void this.#send(this.#take())
  }

  #take(): string[] {
    const { maxBatchCharacters: maxCharacters = MAX_BATCH_CHARACTERS } = this.#settings
    const lines = [this.#shift()]
    let characters = lines[0]!.length
    while (this.#waiting > 0 && lines.length < this.#settings.batch && characters < maxCharacters) {
      const line = this.#shift()
      characters += line.length
      lines.push(line)
    }
    return lines
  }

  async #send(lines: readonly string[]): Promise<void> {
    this.#underWay.add(lines)
    const outcome = await this.#transport.deliver(lines, this.#abort.signal).catch((): Delivered => ({ refused: 0, again: lines }))
    const isAwaited = this.#underWay.delete(lines)
    if (this.#isClosed) {
      if (isAwaited) this.#endLate(outcome)
      return
    }
    this.#buffered -= charactersOf(lines) - charactersOf(outcome.again)
    if (outcome.refused > 0) this.#drop(outcome.refused)
    if (outcome.again.length > 0) this.#retryLater(outcome)
    else {
      this.#failures = 0
      if (outcome.refused === 0) this.#logDroppedLines()
    }
    if (this.#buffered === 0) {
      this.#closing?.()
      this.#settings.overflow?.onEmpty()
    } else if (this.#waiting > 0) this.#schedule()
  }

  #endLate({ again, refused }: Delivered): void {
    this.#drop(refused)
    this.#cutOff.push(...again)
    if (this.#underWay.size === 0) this.#onIdle?.()
  }

  #retryLater({ again, retryAfterMs = 0 }: Delivered): void {
    this.#unshift(again)
    const { firstMs, maxMs } = this.#settings.backoff ?? BACKOFF
    const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(this.#failures++, 16))
    const pause = Math.max(ceiling / 2 + (Math.random() * ceiling) / 2, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
    this.#isPaused = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#isPaused = false
      this.#pump()
    }, pause)
  }

  #logDroppedLines(): void {
    if (this.#droppedSinceOk === 0 || this.#settings.countsOnly === true) return
    const line = droppedLine(this.#droppedSinceOk)
    this.#droppedSinceOk = 0
    this.#unshift([line])
    this.#buffered += line.length
  }
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}

/**
 * A line comes from pino as a tree of its pieces, several times as large as its text and slow to collect when many of them wait.
 * @returns the same text in one piece
 */
function flatten(line: string): string {
  // A look at a character brings the pieces together; that it is used keeps the compiler from leaving it out.
  return line.charCodeAt(line.length - 1) === LINE_END ? line : `${line}\n`
}
