// A batch as a stream of JSON lines (application/x-ndjson): each line is answered in its turn, in constant memory. Whoever reads the
// answer slowly slows the reading of the request.
import type { BatchItem, BatchRun } from '../core/batch.ts'
import { Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'
import { writeJson } from '../core/write-json.ts'
import { describeOutcome } from './batch-outcome.ts'
import { readBody } from './body-limit.ts'
import type { Answer, Exchange } from './exchange.ts'
import { LineSplitter } from './line-splitter.ts'
import { problemBody } from './problem.ts'
import { type BodyLimits, holdBytes, jsonBytesFor, type RequestBody } from './request-body.ts'
import { versionHeaders } from './version-headers.ts'

interface LineBatch {
  readonly run: BatchRun
  readonly body: RequestBody
  readonly services: { readonly limits: BodyLimits; readonly now: () => number }
  readonly parseItem: (line: Uint8Array) => BatchItem
}

/** Bytes of the answer that may wait for the reader. */
const ANSWER_BUFFER_BYTES = 1 << 16
/** Units are reserved in steps, because the length of a stream is not known before its end. */
const UNITS_STEP = 100

export function answerLines(tool: Tool, exchange: Exchange, batch: LineBatch): Answer {
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  let wake: () => void = () => undefined
  let cancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const room = (): Promise<void> | undefined =>
          (controller.desiredSize ?? 0) > 0 ? undefined : new Promise((resolve) => (wake = resolve))
        const send = async (value: unknown): Promise<void> => {
          if (cancelled) throw new Fault('The client hung up.', { code: 'upload_timeout' })
          const line = new TextEncoder().encode(`${writeJson(value)}\n`)
          exchange.bytesOut += line.byteLength
          controller.enqueue(line)
          await room()
        }
        void pump(tool, exchange, batch, send).finally(() => {
          if (!cancelled) controller.close()
          finish()
        })
      },
      pull() {
        wake()
      },
      cancel() {
        cancelled = true
        wake()
      },
    },
    { highWaterMark: ANSWER_BUFFER_BYTES, size: (chunk) => chunk.byteLength },
  )
  return { status: 200, body, done, headers: { 'Content-Type': 'application/x-ndjson', ...versionHeaders(tool) } }
}

/** Never rejects: what ends the stream early is its last line but one, or nobody is there to read it. */
async function pump(
  tool: Tool,
  exchange: Exchange,
  { run, body, services, parseItem }: LineBatch,
  send: (value: unknown) => Promise<void>,
): Promise<void> {
  exchange.units = 0
  const answer = async (line: Uint8Array | Fault): Promise<void> => {
    if (exchange.units % UNITS_STEP === 0) {
      await exchange.lease?.reserve(exchange.units + UNITS_STEP, services.now())
      await exchange.commit()
    }
    exchange.units++
    const item = line instanceof Fault ? { id: undefined, input: line } : parseItem(line)
    await send(describeOutcome(tool, await run.run(item), exchange.requestId))
  }
  const splitter = new LineSplitter(Math.min(services.limits.maxBodyBytes, jsonBytesFor(tool.maxInputBytes)))
  try {
    await readBody({ ...body.upTo(Number.POSITIVE_INFINITY), maxBytes: Number.POSITIVE_INFINITY, endless: true }, async (chunk) => {
      for (const line of splitter.split(chunk)) await answer(line)
      // A line that has not ended yet takes memory like any body.
      holdBytes(exchange, splitter.pendingBytes - exchange.heldBytes)
    })
    for (const line of splitter.end()) await answer(line)
    exchange.errors = run.summary.failed
    await exchange.settle()
    await send({ summary: run.summary })
  } catch (error) {
    exchange.errors = run.summary.failed
    await send({ error: problemBody(error, exchange.requestId) })
      .then(() => send({ summary: { ...run.summary, complete: false } }))
      .catch(() => undefined)
  }
}
