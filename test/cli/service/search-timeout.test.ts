// A search for text that takes too long is refused with the number of the frame, and nothing of it is handed out. The clock of the pool is the test's: it
// goes on when the thread has come to a frame.
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToolCall } from '../../../src/http/routes/call.ts'
import { WorkerPool } from '../../../src/platform/threads/worker-pool.ts'
import { concat, element, part10, u16 } from '../../formats/dicom/build-dicom.ts'
import { canvas, drawLine } from '../../formats/dicom/text/draw-text.ts'
import { workerFile } from '../../program.ts'

const EDGE = 256
const TIMEOUT = 60_000
const WORD_COUNT: ToolCall = {
  toolId: 'text/word-count',
  contentType: 'text/plain',
  mediaType: 'text/plain',
  body: new Uint8Array(10).fill(97),
  query: '',
  form: 'json',
  jsonDepth: 64,
}

/** Frames of noise with a name, each of which is searched anew. */
function noisyFile(frames: number): Uint8Array {
  const noise = canvas(EDGE, 2 * EDGE, 100, 150).samples
  const pixels = Array.from({ length: frames }, (_, i) => {
    const samples = noise.slice((i * 7919) % (EDGE * EDGE)).slice(0, EDGE * EDGE)
    drawLine({ width: EDGE, height: EDGE, samples }, { text: 'BISLER', column: 20, row: 20, value: 255, scale: 2 })
    return samples
  })
  return part10(
    concat(
      element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
      element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.81'),
      element(0x00280002, 'US', u16(1)),
      element(0x00280004, 'CS', 'MONOCHROME2'),
      element(0x00280008, 'IS', String(frames)),
      element(0x00280010, 'US', u16(EDGE)),
      element(0x00280011, 'US', u16(EDGE)),
      element(0x00280100, 'US', u16(8)),
      element(0x00280101, 'US', u16(8)),
      element(0x00280102, 'US', u16(7)),
      element(0x00280103, 'US', u16(0)),
      element(0x7fe00010, 'OB', concat(...pixels)),
    ),
  )
}

function callOf(toolId: string, query: string, body: Uint8Array): ToolCall {
  return { toolId, contentType: 'application/dicom', mediaType: 'application/dicom', body, query, form: 'json', jsonDepth: 64 }
}

/** Until the thread searches at least this frame: real time, whatever the clock of the test says. */
async function reach(cell: Int32Array, frame: number): Promise<void> {
  while (Atomics.load(cell, 0) < frame) await new Promise((resolve) => setImmediate(resolve))
}

/** One thread, and where it notes the frame. */
function openPool(): { pool: WorkerPool; cells: Int32Array[] } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const cells: Int32Array[] = []
  const spawn = (frame: Int32Array): Worker => {
    cells.push(frame)
    return new Worker(workerFile(), { workerData: { frame } })
  }
  return { pool: new WorkerPool({ threads: 1, taskTimeoutMs: TIMEOUT, maxWaiting: 10, maxBytes: 1 << 30, spawn }), cells }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a search that takes too long', { timeout: 120_000 }, () => {
  it.each([
    ['dicom/find-text', ''],
    ['phi/deidentify-dicom', 'key=correct+horse+battery+staple&onBurnedIn=find&output=file'],
  ])('is refused with the frame, and the next call is served: %s', async (toolId, query) => {
    const { pool, cells } = openPool()
    try {
      await pool.run(WORD_COUNT, 'a')
      const settled = vi.fn()
      const outcome = pool.run(callOf(toolId, query, noisyFile(400)), 'a').then(settled, (error: unknown) => error)
      await reach(cells[0]!, 2)
      vi.advanceTimersByTime(TIMEOUT)
      const problem = (await outcome) as { facts: { frame: number } }
      expect(settled).not.toHaveBeenCalled()
      expect(problem).toMatchObject({ code: 'tool_timeout', message: expect.stringMatching(/ It was searching frame \d+\.$/) })
      expect(problem.facts.frame).toBeGreaterThanOrEqual(2)
      expect(problem.facts.frame).toBeLessThanOrEqual(400)
      await pool.run(WORD_COUNT, 'a')
      expect(cells).toHaveLength(2)
    } finally {
      await pool.close()
    }
  })

  it('leaves no number behind where it ends, by a result or an error', async () => {
    const { pool, cells } = openPool()
    try {
      await pool.run(callOf('dicom/find-text', '', noisyFile(2)), 'a')
      expect(cells[0]![0]).toBe(0)
      await expect(pool.run(callOf('dicom/find-text', '', noisyFile(2).slice(0, -20)), 'a')).rejects.toMatchObject({ facts: { frame: 2 } })
      // Before the next task, because a file of the same batch has no task of its own.
      expect(cells[0]![0]).toBe(0)
    } finally {
      await pool.close()
    }
  })
})
