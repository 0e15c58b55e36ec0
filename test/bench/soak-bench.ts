// Memory under mixed load for minutes: small calls, batches, messages, files, streams and an upload now and then. After the first minute it
// has to stay what it is.

import { buildFixtures } from '../fixtures/hl7/make-fixtures.ts'
import { composeImage } from './dicom-upload-file.ts'
import { composeRequest, openCaller } from './load.ts'
import { type BenchRow, formatTable, median } from './row.ts'
import { memoryOf, type ServedProgram, startServed } from './served-program.ts'

const MINUTE_MS = 60_000
const SAMPLE_MS = 500
const JSON_TYPE = { 'Content-Type': 'application/json' }

export async function benchSoak(minutes: number): Promise<BenchRow[]> {
  if (!(minutes >= 3)) throw new Error('a soak takes 3 minutes at least')
  const own = await startServed()
  try {
    const started = performance.now()
    const isOver = (): boolean => performance.now() - started > minutes * MINUTE_MS
    const samples: { minute: number; megabytes: number }[] = []
    const watch = setInterval(() => {
      samples.push({ minute: Math.floor((performance.now() - started) / MINUTE_MS), megabytes: memoryOf(own.pid).residentMegabytes })
    }, SAMPLE_MS)
    const counts = await Promise.all(composeLoads(own).map((load) => callUntil(own.port, load, isOver)))
    clearInterval(watch)
    const byMinute = Array.from({ length: minutes }, (_, minute) =>
      median(samples.filter((sample) => sample.minute === minute).map(({ megabytes }) => megabytes)),
    )
    const [second = 0, last = 0] = [byMinute[1], byMinute.at(-1)]
    return [
      {
        id: 'growth',
        what: `memory in the last of ${minutes} minutes over that of the second, after ${counts.reduce((sum, count) => sum + count, 0).toLocaleString('en')} calls`,
        measured: `${last.toFixed(0)} MB`,
        reference: `${second.toFixed(0)} MB; by minute ${byMinute.map((megabytes) => megabytes.toFixed(0)).join(' ')}`,
        ratio: second / last,
        figure: last / second,
      },
    ]
  } finally {
    await own.stop()
  }
}

interface SoakLoad {
  readonly request: Buffer
  readonly pauseMs: number
}

function composeLoads({ key }: ServedProgram): SoakLoad[] {
  const authorization = { Authorization: `Bearer ${key}` }
  const message = new TextDecoder().decode(buildFixtures().get('result.hl7')!)
  const items = Array.from({ length: 50 }, (_, i) => ({ id: String(i), input: { message } }))
  const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('')
  const post = (tool: string, body: string | Uint8Array, type: Readonly<Record<string, string>>, pauseMs: number): SoakLoad => ({
    request: composeRequest(`/v1/tools/${tool}`, body, { ...authorization, ...type }),
    pauseMs,
  })
  return [
    ...Array.from({ length: 8 }, () => post('text/word-count', '{"text":"BP 120/80 mmHg"}', JSON_TYPE, 2)),
    ...Array.from({ length: 2 }, () => post('hl7/parse', message, { 'Content-Type': 'application/hl7-v2' }, 5)),
    post('hl7/parse/batch', JSON.stringify({ items }), JSON_TYPE, 50),
    post('hl7/validate/batch', lines.repeat(2), { 'Content-Type': 'application/x-ndjson' }, 50),
    post('dicom/inspect', composeImage(500_000, 2), { 'Content-Type': 'application/dicom' }, 50),
    post(
      'phi/deidentify-text?key=correct%20horse%20battery%20staple',
      'Seen by Dr. Rowan Aster on 2 January 2026. '.repeat(200),
      { 'Content-Type': 'text/plain' },
      50,
    ),
    post('dicom/inspect', composeImage(50_000_000, 3), { 'Content-Type': 'application/dicom' }, 2_000),
  ]
}

async function callUntil(port: number, { request, pauseMs }: SoakLoad, isOver: () => boolean): Promise<number> {
  const caller = await openCaller(port)
  let count = 0
  while (!isOver()) {
    const { status, body } = await caller.call(request)
    if (status !== 200) throw new Error(`a call was answered ${status}: ${String(body.subarray(0, 200))}`)
    count++
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  caller.close()
  return count
}

if (import.meta.main) console.log(formatTable(await benchSoak(Number(process.argv[2] ?? 10))))
