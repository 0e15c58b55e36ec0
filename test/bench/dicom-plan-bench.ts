// What the de-identifier plans for a file of 400 MB, in time and in memory, beside a copy of the file.
import { planDeidentify } from '../../src/formats/dicom/deidentify/deidentify-file.ts'
import type { DeidentifySettings } from '../../src/formats/dicom/deidentify/prepare.ts'
import { readDicom } from '../../src/formats/dicom/read/read-dicom.ts'
import { composeImage } from './dicom-upload-file.ts'
import { type BenchRow, median } from './row.ts'

const SETTINGS: DeidentifySettings = {
  options: [],
  unlisted: 'remove',
  key: 'correct horse battery staple',
  pseudonyms: 'surrogate',
  regions: [],
  onBurnedIn: 'warn',
  mode: 'high-recall',
}
const LARGE_BYTES = 400_000_000
const ROUNDS = 15

/** Read and planned; the reference is the copy of the file that the plan does without. */
export function benchPlan(): BenchRow {
  const bytes = composeImage(LARGE_BYTES, 1)
  const before = memoryOf()
  const file = readDicom(bytes)
  const plan = planDeidentify(file, SETTINGS)
  const extraMegabytes = (memoryOf() - before) / 1e6
  const planMs = medianMs(() => planDeidentify(readDicom(bytes), SETTINGS), ROUNDS)
  const copyMs = medianMs(() => bytes.slice(), 3)
  return {
    what: `phi/deidentify-dicom, a plan for ${bytes.length / 1e6} MB of ${plan.views.length} views`,
    measured: `${planMs.toFixed(1)} ms, ${extraMegabytes.toFixed(1)} MB more memory`,
    reference: `a copy of the bytes ${copyMs.toFixed(1)} ms`,
    ratio: copyMs / planMs,
  }
}

function memoryOf(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function medianMs(run: () => unknown, rounds: number): number {
  const times: number[] = []
  for (let i = -2; i < rounds; i++) {
    const start = performance.now()
    run()
    if (i >= 0) times.push(performance.now() - start)
  }
  return median(times)
}
