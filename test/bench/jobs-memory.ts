// Resident memory of an API node and of a worker while a job of 200 MB goes from a caller through the store and back, for each form of a request.
// node test/bench/jobs-memory.ts [form] [file] [json] [dicom] [download] [validate] [files] [report] [reports] [archive] [compressed] [blanked] [s3]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Server, s3Setting, startS3, whyNoS3 } from '../platform/storage/s3-server.ts'
import { type Cluster, startCluster } from '../soak/cluster.ts'
import { openJobCaller, pause } from '../soak/job-caller.ts'
import { messageOf } from '../soak/jobs-soak.ts'
import { composeCompressed, composeImage } from './dicom-upload-file.ts'

interface LargeJob {
  readonly path: string
  readonly type?: string
  readonly body: () => FormData | Uint8Array<ArrayBuffer> | string
  /** What the answer has to contain near its start or end. */
  readonly isWhole: (bytes: number, start: string) => boolean
}

const MEGABYTE = 1_000_000
const print = (text: string): void => void process.stdout.write(`${text}\n`)

function feedOf(bytes: number): string {
  const message = messageOf(0, 0)
  return `${message}\r`.repeat(Math.ceil(bytes / message.length))
}

const summaryOf = (count: number) => (_bytes: number, start: string) =>
  start.startsWith(`{"summary":{"total":${count},"succeeded":${count},`)

const JOBS: Readonly<Record<string, LargeJob>> = {
  form: {
    path: '/v1/tools/text/word-count/batch',
    body: () => {
      const [form, text] = [new FormData(), feedOf(0.99 * MEGABYTE)]
      for (let i = 0; i < 200; i++) form.append('file', new Blob([text]), `${i}.txt`)
      return form
    },
    isWhole: summaryOf(200),
  },
  file: {
    path: '/v1/tools/dicom/inspect',
    body: () => {
      const form = new FormData()
      form.append('file', new Blob([composeImage(198 * MEGABYTE, 1)]), 'image.dcm')
      return form
    },
    isWhole: (_bytes, start) => start.startsWith('{'),
  },
  json: {
    path: '/v1/tools/hl7/ack/batch',
    type: 'application/json',
    body: () => {
      const item = JSON.stringify({ input: { message: feedOf(19_000) } })
      return `{"items":[${Array.from({ length: 9_900 }, () => item).join(',')}]}`
    },
    isWhole: summaryOf(9_900),
  },
  dicom: {
    path: '/v1/tools/dicom/inspect',
    type: 'application/dicom',
    body: () => composeImage(198 * MEGABYTE, 1),
    isWhole: (_bytes, start) => start.startsWith('{'),
  },
  download: {
    path: `/v1/tools/phi/deidentify-dicom?output=file&key=${'key 4711'.repeat(8).replaceAll(' ', '-')}`,
    type: 'application/dicom',
    body: () => composeImage(198 * MEGABYTE, 1),
    isWhole: (bytes) => bytes > 197 * MEGABYTE,
  },
}

const KEY = `key=${'key-4711'.repeat(8)}`
const DICOM = 'application/dicom'
const startsAs =
  (start: string) =>
  (_bytes: number, found: string): boolean =>
    found.startsWith(start)

/** Of one file of 198 MB, in forms that the worker may hold whole. */
const HELD: Readonly<Record<string, LargeJob>> = {
  validate: {
    path: '/v1/tools/dicom/validate',
    type: DICOM,
    body: () => composeImage(198 * MEGABYTE, 1),
    isWhole: startsAs('{'),
  },
  files: {
    path: '/v1/tools/dicom/inspect/batch',
    body: () => formOfFiles([composeImage(150 * MEGABYTE, 1), composeImage(24 * MEGABYTE, 2), composeImage(24 * MEGABYTE, 3)]),
    isWhole: summaryOf(3),
  },
  report: {
    path: `/v1/tools/phi/deidentify-dicom?${KEY}`,
    type: DICOM,
    body: () => composeImage(198 * MEGABYTE, 1),
    isWhole: (bytes) => bytes > 263 * MEGABYTE,
  },
  reports: {
    path: `/v1/tools/phi/deidentify-dicom/batch?${KEY}`,
    body: () => formOfFiles(Array.from({ length: 8 }, (_, i) => composeImage(24 * MEGABYTE, i))),
    isWhole: summaryOf(8),
  },
  archive: {
    path: `/v1/tools/phi/deidentify-dicom/batch?output=zip&${KEY}`,
    body: () => formOfFiles(Array.from({ length: 8 }, (_, i) => composeImage(24 * MEGABYTE, i))),
    isWhole: startsAs('PK'),
  },
  compressed: {
    path: `/v1/tools/phi/deidentify-dicom?output=file&${KEY}`,
    type: DICOM,
    body: () => composeCompressed(198 * MEGABYTE, 1),
    isWhole: (bytes) => bytes > 197 * MEGABYTE,
  },
  blanked: {
    path: `/v1/tools/phi/deidentify-dicom?output=file&regions=${encodeURIComponent('[{"column":0,"row":0,"width":9,"height":9}]')}&${KEY}`,
    type: DICOM,
    body: () => composeImage(198 * MEGABYTE, 1),
    isWhole: (bytes) => bytes > 197 * MEGABYTE,
  },
}

function formOfFiles(files: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData()
  for (const [i, file] of files.entries()) form.append('file', new Blob([file]), `${i}.dcm`)
  return form
}

const ALL: Readonly<Record<string, LargeJob>> = { ...JOBS, ...HELD }

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_000
}

/** The highest resident memory of each node while something is done. */
async function peaksOf(cluster: Cluster, act: () => Promise<void>): Promise<number[]> {
  const pids = cluster.nodes.map(({ process: node }) => node!.pid!)
  const peaks = pids.map(residentMb)
  const timer = setInterval(() => {
    for (const [i, pid] of pids.entries()) peaks[i] = Math.max(peaks[i]!, residentMb(pid))
  }, 10)
  try {
    await act()
  } finally {
    clearInterval(timer)
  }
  return peaks
}

async function readAll(answer: Response): Promise<{ bytes: number; start: string }> {
  let [bytes, start] = [0, '']
  for await (const piece of answer.body!) {
    if (start.length < 100) start += new TextDecoder().decode(piece)
    bytes += piece.length
  }
  return { bytes, start }
}

async function measure(name: string, s3: S3Server | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ht-memory-'))
  const secretOf = (file: string, text: string): string => {
    writeFileSync(join(folder, file), text, { mode: 0o600 })
    return `{ file: ${join(folder, file)} }`
  }
  const jobs = s3 && {
    jobs: `backend: postgres, payload_key: ${secretOf('key', 'k'.repeat(64))}, ${s3Setting(s3, secretOf('s3', s3.secret))}`,
  }
  const cluster = await startCluster({
    nodes: [
      { name: 'api', roles: ['api'] },
      { name: 'worker', roles: ['worker'] },
    ],
    settings: ['workers: { threads: 1 }'],
    ...jobs,
  })
  try {
    const key = (await cluster.makeKey()).text
    const caller = openJobCaller(cluster.url, key)
    const { path, type, body, isWhole } = ALL[name]!
    const items = Array.from({ length: 5_000 }, (_, k) => ({ input: { message: messageOf(0, k) } }))
    await caller.job({ path: '/v1/tools/hl7/ack/batch', body: JSON.stringify({ items }), units: 0 }, 'warm')
    await pause(3_000)
    const before = cluster.nodes.map(({ process: node }) => residentMb(node!.pid!))
    const headers = { Authorization: `Bearer ${key}`, Prefer: 'respond-async', ...(type === undefined ? {} : { 'Content-Type': type }) }
    const sent = body()
    const began = performance.now()
    let place = ''
    const received = await peaksOf(cluster, async () => {
      const answer = await fetch(`${cluster.url}${path}`, { method: 'POST', headers, body: sent })
      if (answer.status !== 202) throw new Error(`answered with ${answer.status}: ${await answer.text()}`)
      place = answer.headers.get('location')!
    })
    const receivedAt = performance.now()
    const worked = await peaksOf(cluster, () => caller.done(place))
    const workedAt = performance.now()
    let result = { bytes: 0, start: '' }
    const fetched = await peaksOf(cluster, async () => {
      result = await readAll(await fetch(`${cluster.url}${place}/result`, { headers: { Authorization: `Bearer ${key}` } }))
    })
    const whole = isWhole(result.bytes, result.start) ? 'whole' : `WRONG: ${result.start.slice(0, 300)}`
    const seconds = [receivedAt - began, workedAt - receivedAt, performance.now() - workedAt]
      .map((each) => (each / 1_000).toFixed(1))
      .join(' + ')
    print(`${name}, ${s3 ? 'object store' : 'PostgreSQL'}: ${whole}, answer of ${(result.bytes / MEGABYTE).toFixed(1)} MB, ${seconds} s`)
    for (const [i, node] of cluster.nodes.entries()) {
      const [first = 0, ...rest] = [before, received, worked, fetched].map((each) => Math.round(each[i]!))
      print(
        `  ${node.name}: ${first} MB idle, ${rest.join(', ')} MB while the job is received, done, fetched: +${Math.max(...rest) - first} MB`,
      )
    }
  } finally {
    await cluster.close()
    rmSync(folder, { recursive: true })
  }
}

const wished = process.argv.slice(2)
const names = Object.keys(ALL).filter((name) => wished.every((each) => each === 's3') || wished.includes(name))
const s3 = wished.includes('s3') && whyNoS3() === undefined ? await startS3() : undefined
for (const name of names) await measure(name, s3)
await s3?.remove()
