// A batch as a stream of JSON lines (application/x-ndjson): each line is answered in its turn, in constant memory. Whoever reads the
// answer slowly slows the reading of the request.
import { Fault } from '../core/fault.ts'
import type { Tool } from '../core/tool.ts'
import { writeJson } from '../core/write-json.ts'
import { createGroupRunner } from './batch-groups.ts'
import { describeOutcome } from './batch-outcome.ts'
import { groupItems } from './batch-task.ts'
import { readBody } from './body-limit.ts'
import type { Executor } from './call.ts'
import type { Answer, Exchange } from './exchange.ts'
import { LineSplitter } from './line-splitter.ts'
import { problemBody } from './problem.ts'
import { type BodyLimits, holdBytes, jsonBytesFor, type RequestBody } from './request-body.ts'
import { versionHeaders } from './version-headers.ts'

interface LineBatch {
  readonly options: unknown
  readonly body: RequestBody
  readonly services: { readonly limits: BodyLimits; readonly now: () => number; readonly executor: Executor }
}

/** Bytes of the answer that may wait for the reader. */
const ANSWER_BUFFER_BYTES = 1 << 16
const LINE_END = new Uint8Array([10])
/** Units are reserved in steps, because the length of a stream is not known before its end. */
const UNITS_STEP = 100

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
          if (abort.signal.aborted) throw new Fault('The client hung up.', { code: 'upload_timeout' })
          exchange.bytesOut += lines.byteLength + 1
          controller.enqueue(lines)
          controller.enqueue(LINE_END.slice())
          await room()
        }
        void pump(tool, exchange, batch, send, abort.signal).finally(() => {
          if (!abort.signal.aborted) controller.close()
          finish()
        })
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
  return { status: 200, body, done, headers: { 'Content-Type': 'application/x-ndjson', ...versionHeaders(tool) } }
}

/** Never rejects: what ends the stream early is its last line but one, or nobody is there to read it. */
async function pump(
  tool: Tool,
  exchange: Exchange,
  { options, body, services }: LineBatch,
  send: (lines: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { limits, executor, now } = services
  const { requestId } = exchange
  const runGroup = createGroupRunner({ tool, executor, caller: exchange.caller?.credentialId ?? '', signal })
  const common = { kind: 'group', toolId: tool.id, options, requestId, jsonDepth: limits.jsonDepth, fileDigits: undefined } as const
  const sendValue = (value: unknown): Promise<void> => send(new TextEncoder().encode(writeJson(value)))
  const splitter = new LineSplitter(Math.min(limits.maxBodyBytes, jsonBytesFor(tool.maxInputBytes)))
  let failed = 0
  exchange.units = 0
  const reserve = async (units: number): Promise<void> => {
    await exchange.lease?.reserve(units, now())
    await exchange.commit()
  }
  const answerFault = async (fault: Fault): Promise<void> => {
    if (exchange.units % UNITS_STEP === 0) await reserve(exchange.units + UNITS_STEP)
    failed++
    exchange.units++
    await sendValue(describeOutcome(tool, { index: exchange.units - 1, id: undefined, error: fault }, requestId))
  }
  /** A group never goes beyond the units that are reserved. */
  const answerGroup = async (lines: readonly Uint8Array[]): Promise<void> => {
    for (let at = 0; at < lines.length; ) {
      if (exchange.units % UNITS_STEP === 0) await reserve(exchange.units + UNITS_STEP)
      const items = lines.slice(at, at + UNITS_STEP - (exchange.units % UNITS_STEP))
      const answer = await runGroup({ ...common, group: { form: 'lines', items }, firstIndex: exchange.units })
      at += items.length
      exchange.units += items.length
      failed += answer.failed
      await send(answer.outcomes)
    }
  }
  const answerAll = async (lines: Iterable<Uint8Array | Fault>): Promise<void> => {
    let waiting: Uint8Array[] = []
    const answerWaiting = async (): Promise<void> => {
      for (const group of groupItems(waiting, (line) => line.byteLength)) await answerGroup(group)
      waiting = []
    }
    for (const line of lines) {
      if (!(line instanceof Fault)) waiting.push(line)
      else {
        await answerWaiting()
        await answerFault(line)
      }
    }
    await answerWaiting()
  }
  const summarize = () => ({ total: exchange.units, succeeded: exchange.units - failed, failed })
  try {
    await readBody({ ...body.upTo(Number.POSITIVE_INFINITY), maxBytes: Number.POSITIVE_INFINITY, endless: true }, async (chunk) => {
      await answerAll(splitter.split(chunk))
      // A line that has not ended yet takes memory like any body.
      holdBytes(exchange, splitter.pendingBytes - exchange.heldBytes)
    })
    await answerAll(splitter.end())
    exchange.errors = failed
    await exchange.settle()
    await sendValue({ summary: summarize() })
  } catch (error) {
    exchange.errors = failed
    await sendValue({ error: problemBody(error, requestId) })
      .then(() => sendValue({ summary: { ...summarize(), complete: false } }))
      .catch(() => undefined)
  }
}
