// A sink for a receiver on the network that writes to the disk what its memory cannot hold, and what is left when the service stops.
// Older lines always go before newer ones: while anything is on the disk, new lines go there, too. They do as soon as the receiver fails:
// a process that is killed loses what its memory held alone.
import { type DeliverySettings, DeliverySink, type Transport } from './delivery-sink.ts'
import { droppedLine, type LogSink } from './log-sink.ts'
import { Spool, type SpoolSettings } from './spool.ts'

/** What is gathered before it becomes a segment of its own, at most, and for how long. */
const MAX_SEGMENT_CHARACTERS = 256 << 10
const SEGMENT_MS = 1_000

export class SpoolingSink implements LogSink {
  readonly #inner: DeliverySink
  /** Of lines that come while there is nothing on the disk. The rest of the memory is for what is on its way to the disk and back. */
  readonly #maxBuffered: number
  readonly #segmentCharacters: number
  readonly #settings: SpoolSettings
  /** Undefined until the first line, and where the folder cannot be used. */
  #spool: Spool | undefined
  #isOpened = false
  /** Newer than the spool. */
  #tail: string[] = []
  #tailCharacters = 0
  #timer: NodeJS.Timeout | undefined
  /** The first segment is in the inner sink. */
  #isLoaded = false
  #isReading = false
  #left: readonly string[] = []
  #lost = 0
  /** Of the lost ones, those that the receiver was told of. */
  #saidLost = 0
  #isClosed = false

  constructor(transport: Transport, delivery: DeliverySettings, spool: Omit<SpoolSettings, 'onFull' | 'maxPendingCharacters'>) {
    const { maxBufferBytes, onFull } = delivery
    this.#maxBuffered = maxBufferBytes / 2
    this.#segmentCharacters = Math.min(MAX_SEGMENT_CHARACTERS, maxBufferBytes / 8)
    this.#settings = { ...spool, onFull, maxPendingCharacters: maxBufferBytes / 4 }
    this.#inner = new DeliverySink(transport, {
      ...delivery,
      // A segment always fits, even one from the time of a larger buffer: it is read when nothing else is there.
      maxBufferBytes: maxBufferBytes + 2 * MAX_SEGMENT_CHARACTERS,
      overflow: {
        onEmpty: () => this.#feed(),
        keep: (lines) => {
          this.#left = lines
        },
      },
    })
  }

  /** Characters in memory. */
  get heldCharacters(): number {
    return this.#inner.heldCharacters + this.#tailCharacters + (this.#spool?.pendingCharacters ?? 0)
  }

  get droppedLines(): number {
    return this.#inner.droppedLines + this.#lost
  }

  write(line: string): void {
    if (!this.#isOpened) this.#open()
    const isDirect = !this.#spool || (this.#tail.length === 0 && !this.#isReading && this.#spool.isEmpty && !this.#inner.isFailing)
    if (isDirect && this.#inner.heldCharacters + line.length <= this.#maxBuffered) {
      this.#inner.write(line)
      return
    }
    if (!this.#spool || this.#isClosed) {
      this.#lost++
      return
    }
    const whole = line.endsWith('\n') ? line : `${line}\n`
    if (whole.length > this.#maxBuffered) {
      this.#lost++
      return
    }
    if (this.#tailCharacters + whole.length > this.#segmentCharacters) this.#spill()
    this.#tail.push(whole)
    this.#tailCharacters += whole.length
    this.#timer ??= setTimeout(() => this.#spill(), SEGMENT_MS)
  }

  async close(timeoutMs: number): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#inner.close(timeoutMs)
    // What is left of the first segment takes its place.
    if (this.#isLoaded) this.#spool?.removeFirst()
    if (this.#spool) await this.#spool.close(this.#left, this.#tail)
    else this.#lost += this.#left.length
  }

  #open(): void {
    this.#isOpened = true
    try {
      this.#spool = new Spool(this.#settings, (lines) => {
        this.#lost += lines
      })
    } catch {
      // Without its folder it is a sink that has its memory alone; `doctor` tells of the folder.
      return
    }
    if (!this.#spool.isEmpty) this.#feed()
  }

  #spill(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#tail.length === 0) return
    this.#spool!.append(this.#tail)
    this.#tail = []
    this.#tailCharacters = 0
    if (this.#inner.heldCharacters === 0) this.#feed()
  }

  #logLostLines(): void {
    if (this.#lost === this.#saidLost) return
    this.#inner.write(droppedLine(this.#lost - this.#saidLost))
    this.#saidLost = this.#lost
  }

  /** The inner sink is empty: what comes next are the lines of the first segment, and when there is none any more, those behind it. */
  #feed(): void {
    if (this.#isReading || this.#isClosed || !this.#spool) return
    if (this.#isLoaded) this.#spool.removeFirst()
    this.#isLoaded = false
    if (this.#spool.isEmpty) {
      const lines = this.#tail
      this.#tail = []
      this.#tailCharacters = 0
      for (const line of lines) this.#inner.write(line)
      this.#logLostLines()
      return
    }
    this.#isReading = true
    void this.#spool.readFirst().then((lines) => {
      this.#isReading = false
      if (this.#isClosed) return
      this.#isLoaded = true
      for (const line of lines) this.#inner.write(line)
      if (lines.length === 0) this.#feed()
    })
  }
}
