// A batch as a stream, of JSON lines (application/x-ndjson) or of documents: each is answered in its turn by a line, in constant memory.
// Whoever reads the answer slowly slows the reading of the request.
import type { BatchSummary } from '../../core/batch.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { writeJson } from '../../core/write-json.ts'
import { readBody } from '../request/body-limit.ts'
import type { LineSource } from '../request/line-source.ts'
import { type BodyLimits, holdBytes, type RequestBody } from '../request/request-body.ts'
import { OrderedAnswers } from '../response/ordered-answers.ts'
import { addVersion } from '../response/version-headers.ts'
import type { Executor } from '../routes/call.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import { createGroupRunner, isLongGroup } from './batch-groups.ts'
import { type GroupAnswer, groupItems } from './batch-task.ts'

interface LineBatch {
  readonly options: unknown
  readonly source: LineSource
  readonly body: RequestBody
  readonly services: { readonly limits: BodyLimits; readonly now: () => number; readonly executor: Executor }
}

/** Bytes of the answer that may wait for the reader. */
const ANSWER_BUFFER_BYTES = 1 << 16
const LINE_END = new Uint8Array([10])
/** Groups of one stream on threads: while they work, the next lines are read and the answers before them sent. */
const GROUPS_AT_ONCE = 4

export function answerLines(tool: Tool, exchange: Exchange, batch: LineBatch): Answer {
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  let wake: () => void = () => undefined
  const abort = new AbortController()
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const room = (): Promise<void> | undefined =>
          (controller.desiredSize ?? 0) > 0 ? undefined : new Promise((resolve) => (wake = resolve))
        const send = async (lines: Uint8Array): Promise<void> => {
          if (abort.signal.aborted) throw new ProblemError('The client closed the connection.', { code: 'upload_timeout' })
          if (lines.byteLength === 0) return
          exchange.bytesOut += lines.byteLength + 1
          controller.enqueue(lines)
          controller.enqueue(LINE_END.slice())
          await room()
        }
        const breakOff = async (): Promise<void> => {
          // An error of the stream throws away what nobody has read yet.
          while (!abort.signal.aborted && controller.desiredSize! < ANSWER_BUFFER_BYTES) {
            await new Promise<void>((resolve) => (wake = resolve))
          }
          if (!abort.signal.aborted) controller.error(new ProblemError('Part of the answer is missing.', { code: 'unreadable_input' }))
        }
        void pump(tool, exchange, batch, send, abort.signal)
          .then((isWhole) => {
            if (!isWhole) return breakOff()
            if (!abort.signal.aborted) controller.close()
          })
          .finally(finish)
      },
      pull() {
        wake()
      },
      cancel() {
        abort.abort()
        wake()
      },
    },
    { highWaterMark: ANSWER_BUFFER_BYTES, size: (chunk) => chunk.byteLength },
  )
  const headers: Record<string, string> = { 'Content-Type': batch.source.mediaType }
  addVersion(headers, tool, exchange.places)
  return { status: 200, body, done, isGivenAway: true, headers }
}

/**
 * Never rejects: what ends the stream early is its last line but one, or nobody is there to read it.
 * @returns false if a failure has no place in the answer: the connection has to close early, so that the client does not take it for complete
 */
async function pump(tool: Tool, exchange: Exchange, batch: LineBatch, send: Send, signal: AbortSignal): Promise<boolean> {
  const { body, services, source } = batch
  const splitter = source.openCutter(services.limits.maxBodyBytes)
  const stream = new LineStream(tool, exchange, batch, send, signal)
  try {
    const head = source.headOf(false)
    if (head !== undefined) await send(encode(head))
    await readBody({ ...body.upTo(Number.POSITIVE_INFINITY), maxBytes: Number.POSITIVE_INFINITY, endless: true }, async (chunk) => {
      await stream.answer(splitter.split(chunk))
      // A line that has not ended yet takes memory like any body.
      holdBytes(exchange, splitter.pendingBytes - exchange.reservedBytes)
    })
    await stream.answer(splitter.end())
    await stream.drain()
    exchange.errors = stream.summary.failed
    await exchange.settle()
    const { envelope } = splitter
    const note = envelope && source.noteOf(envelope)
    if (source.hasSummary) await sendValue(send, { summary: { ...stream.summary, envelope } })
    else if (note !== undefined) await send(encode(note))
    return !source.isTable || stream.summary.failed === 0
  } catch (error) {
    // What was begun before is answered before the stream is told to end, unless it was that which failed.
    await stream.drain().catch(() => undefined)
    exchange.errors = stream.summary.failed
    if (source.isTable) return false
    await send(encode(source.failureOf({ index: undefined }, error, exchange.requestId, exchange.places.problemBase)))
      .then(() => (source.hasSummary ? sendValue(send, { summary: { ...stream.summary, complete: false } }) : undefined))
      .catch(() => undefined)
    return true
  }
}

type Send = (lines: Uint8Array) => Promise<void>

function sendValue(send: Send, value: unknown): Promise<void> {
  return send(encode(writeJson(value)))
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Answers lines in groups, none of which goes beyond the units that are reserved for it. What is answered counts. */
class LineStream {
  readonly #tool: Tool
  readonly #exchange: Exchange
  readonly #batch: LineBatch
  readonly #runGroup: ReturnType<typeof createGroupRunner>
  readonly #answers: OrderedAnswers<Pick<GroupAnswer, 'outcomes' | 'total' | 'failed'>>
  #begun = 0
  #failed = 0
  /** Where the last group went. */
  #isElsewhere = false

  constructor(tool: Tool, exchange: Exchange, batch: LineBatch, send: Send, signal: AbortSignal) {
    this.#tool = tool
    this.#exchange = exchange
    this.#batch = batch
    this.#answers = new OrderedAnswers(GROUPS_AT_ONCE, async ({ outcomes, total, failed }) => {
      exchange.units += total
      this.#failed += failed
      if (outcomes.length > 0) await send(outcomes)
    })
    const caller = exchange.caller?.credentialId ?? ''
    this.#runGroup = createGroupRunner({ tool, executor: batch.services.executor, caller, signal })
    exchange.units = 0
  }

  get summary(): BatchSummary {
    const total = this.#exchange.units
    return { total, succeeded: total - this.#failed, failed: this.#failed }
  }

  async answer(lines: Iterable<Uint8Array | ProblemError>): Promise<void> {
    let waiting: Uint8Array[] = []
    for (const line of lines) {
      if (!(line instanceof ProblemError)) {
        waiting.push(line)
        continue
      }
      await this.#answerLines(waiting)
      waiting = []
      await this.#answerFault(line)
    }
    await this.#answerLines(waiting)
  }

  async #answerLines(lines: readonly Uint8Array[]): Promise<void> {
    for (const group of groupItems(lines, this.#batch.source.weightOf)) {
      for (let at = 0; at < group.length; ) {
        const room = await this.#reserve(group.length - at)
        const items = group.slice(at, at + room)
        await this.#answerGroup(items)
        at += items.length
      }
    }
  }

  async #answerGroup(items: readonly Uint8Array[]): Promise<void> {
    const { options, services, source } = this.#batch
    const task = {
      kind: 'group',
      toolId: this.#tool.id,
      options,
      group: source.groupOf(items),
      firstIndex: this.#begun,
      requestId: this.#exchange.requestId,
      problemBase: this.#exchange.places.problemBase,
      jsonDepth: services.limits.jsonDepth,
      fileCount: undefined,
    } as const
    this.#begun += items.length
    // A short group behind long ones goes where they went: here it would have to wait for them, and keep this thread from feeding others.
    this.#isElsewhere = isLongGroup(services.executor, this.#tool, task.group) || (this.#isElsewhere && this.#answers.isBusy)
    // This thread does one thing at a time.
    if (!this.#isElsewhere) await this.#answers.drain()
    const isElsewhere = this.#isElsewhere
    await this.#answers.begin(() => this.#runGroup(task, isElsewhere))
  }

  /** A line that could not be cut out is an outcome, too. */
  async #answerFault(error: ProblemError): Promise<void> {
    await this.#reserve(1)
    const { requestId, places } = this.#exchange
    const { source } = this.#batch
    const failure = source.failureOf({ index: this.#begun++ }, error, requestId, places.problemBase)
    const outcomes = source.isTable ? new Uint8Array() : encode(failure)
    await this.#answers.begin(() => Promise.resolve({ outcomes, total: 1, failed: 1 }))
  }

  /** Resolves when all that was begun has been answered. */
  drain(): Promise<void> {
    return this.#answers.drain()
  }

  /**
   * Reserves units for the next lines as they come, because the length of a stream is not known before its end.
   * @returns for how many of them: all, or about as many as there are units left
   * @throws ProblemError `quota_exhausted` where there is none
   */
  async #reserve(lines: number): Promise<number> {
    for (let room = lines; ; room = Math.ceil(room / 2)) {
      try {
        await this.#exchange.lease?.reserve(this.#begun + room, this.#batch.services.now())
        await this.#exchange.commit()
        return room
      } catch (error) {
        if (room === 1 || !(error instanceof ProblemError) || error.code !== 'quota_exhausted') throw error
      }
    }
  }
}
