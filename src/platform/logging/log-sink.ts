// Log sinks that never block a request and never grow: a bounded buffer, counted drops, one line at recovery.
import { createWriteStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { readHead, severityOf } from './log-line.ts'

/** Where pino writes its lines. */
export interface LogSink {
  write(line: string): void
  /** Writes what is buffered, but no longer than timeoutMs; what is left then is lost, and the process can end. */
  close(timeoutMs: number): Promise<void>
  readonly droppedLines: number
}

/**
 * A sink over a stream that may stall (a pipe nobody reads, a full disk). Lines are gathered and written at the end of the turn of the
 * event loop or, where they come fast, some milliseconds later, so that a request does not cost a system call for its line.
 * @param open opens the stream, again after it has failed
 * @param maxBufferBytes what may wait; a line beyond it is dropped and counted
 * @param encode writes a line of the log, a JSON document with its end, in another form
 */
export class StreamSink implements LogSink {
  #stream: Writable | undefined
  readonly #open: () => Writable
  readonly #maxBufferBytes: number
  readonly #watched = new WeakSet<Writable>()
  #pending = ''
  #pendingLines = 0
  #droppedSinceOk = 0
  #retryAt = 0
  readonly #encode: (line: string) => string
  #flushedAt = Number.NEGATIVE_INFINITY
  readonly #gatherBytes: number
  droppedLines = 0

  constructor(open: () => Writable, maxBufferBytes: number, encode: (line: string) => string = asJson) {
    this.#open = open
    this.#encode = encode
    this.#maxBufferBytes = maxBufferBytes
    this.#gatherBytes = Math.min(MAX_GATHERED_BYTES, maxBufferBytes / 4)
  }

  write(document: string): void {
    const line = this.#encode(document)
    if (this.#pending.length + (this.#stream?.writableLength ?? 0) + line.length > this.#maxBufferBytes) {
      this.#drop(1)
      return
    }
    if (this.#pendingLines === 0) this.#plan()
    this.#pending += line
    this.#pendingLines++
    if (this.#pending.length > this.#gatherBytes) this.#flush()
  }

  close(timeoutMs: number): Promise<void> {
    this.#flush()
    const stream = this.#stream
    if (!stream) return Promise.resolve()
    // An empty stream can still have to say of a write that it failed, so that its lines are counted.
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      stream.write('', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** Lets go of the stream; the next line opens another. */
  protected release(): void {
    this.#flush()
    this.#stream?.end()
    this.#stream = undefined
    this.#retryAt = 0
  }

  #plan(): void {
    const waitMs = this.#flushedAt + GATHER_MS - performance.now()
    if (waitMs > 0) setTimeout(this.#flush, waitMs)
    else setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    const lines = this.#pendingLines
    if (lines === 0) return
    this.#flushedAt = performance.now()
    const text = this.#pending
    this.#pending = ''
    this.#pendingLines = 0
    const stream = this.#ready()
    if (!stream) {
      this.#drop(lines)
      return
    }
    if (this.#droppedSinceOk > 0) stream.write(this.#encode(droppedLine(this.#droppedSinceOk)))
    this.#droppedSinceOk = 0
    // Lines that were taken and then failed to be written are lost all the same.
    stream.write(text, (error) => {
      if (error) this.#drop(lines)
    })
  }

  #drop(lines: number): void {
    this.droppedLines += lines
    this.#droppedSinceOk += lines
  }

  #ready(): Writable | undefined {
    if (this.#stream || performance.now() < this.#retryAt) return this.#stream
    try {
      this.#stream = this.#open()
      this.#watch(this.#stream)
    } catch {
      this.#retryAt = performance.now() + RETRY_AFTER_MS
    }
    return this.#stream
  }

  #watch(stream: Writable): void {
    if (this.#watched.has(stream)) return
    this.#watched.add(stream)
    stream.on('error', () => {
      if (this.#stream === stream) this.#stream = undefined
      this.#retryAt = performance.now() + RETRY_AFTER_MS
    })
  }
}

const RETRY_AFTER_MS = 1_000
/** How long, and how many bytes of, lines that come fast are gathered. */
const GATHER_MS = 10
const MAX_GATHERED_BYTES = 128 << 10

function asJson(line: string): string {
  return line
}

/** The line that says at recovery how many were lost. */
export function droppedLine(dropped: number): string {
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), stream: 'service', msg: 'log lines were dropped', dropped })}\n`
}

/**
 * Standard output; a reader that stalls costs lines, not time. The journal of systemd is told the priority of each line, so that
 * `journalctl -p warning` finds what is grave (sd-daemon(3)).
 */
export function openStdoutSink(
  maxBufferBytes: number,
  encode: (line: string) => string = asJson,
  env: Readonly<Record<string, string | undefined>> = process.env,
): LogSink {
  const withPriority = (line: string): string => `<${severityOf(readHead(line).level)}>${encode(line)}`
  return new StreamSink(openStdout, maxBufferBytes, goesToJournal(env) ? withPriority : encode)
}

/** JOURNAL_STREAM names the stream that systemd made, and a shell in between may have led the output elsewhere (systemd.exec(5)). */
function goesToJournal({ JOURNAL_STREAM: named }: Readonly<Record<string, string | undefined>>): boolean {
  if (!named) return false
  const { dev, ino } = fstatSync(STDOUT)
  return named === `${dev}:${ino}`
}

/** process.stdout writes to pipes and files synchronously: a pipe that nobody reads would stop the service. */
function openStdout(): Writable {
  const kind = fstatSync(STDOUT)
  if (kind.isFIFO() || kind.isSocket()) return new Socket({ fd: STDOUT, readable: false, writable: true })
  if (kind.isFile()) return createWriteStream('', { fd: STDOUT, autoClose: false })
  return process.stdout
}

const STDOUT = 1

/** A file, appended to, 0640. */
export class FileSink extends StreamSink {
  constructor(path: string, maxBufferBytes: number, encode?: (line: string) => string) {
    super(() => createWriteStream(path, { flags: 'a', mode: 0o640 }), maxBufferBytes, encode)
  }

  /** Opens the file again by its name, after logrotate has moved it away. */
  reopen(): void {
    this.release()
  }
}
