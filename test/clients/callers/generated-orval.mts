// Calls the server by the client that orval makes.
import { readFileSync } from 'node:fs'
import * as api from './client.js'

const [url = '', key = '', hl7 = '', dicom = ''] = process.argv.slice(2)
// The client has paths without a server: an application gives it its own fetch.
const plainFetch = globalThis.fetch
globalThis.fetch = (path, init) =>
  plainFetch(`${url}/v1${path as string}`, { ...init, headers: { ...(init?.headers as object), Authorization: `Bearer ${key}` } })

const started = await api.textWordCountJob({ text: 'three more words' })
let job = started.data as api.Job
while (job.status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 50))
  job = (await api.describeJob(job.id)).data as api.Job
}
const refused = await api.hl7Parse({ message: 'no message' })
const batch = await api.textWordCountBatch({ items: [{ input: { text: 'two words' } }] })
// A batch may be answered as lines, too: the client hands its answer over unread.
const answer = 'stream' in batch ? await (batch.stream as unknown as Response).json() : batch.data
const batchResult = answer as api.TextWordCountBatchResult
const seen = {
  words: ((await api.textWordCount({ text: 'BP 120/80 mmHg' })).data as api.TextWordCountResult).words,
  controlId: ((await api.hl7Parse({ message: readFileSync(hl7, 'latin1') })).data as api.Hl7ParseResult).controlId,
  found: ((await api.phiDetect({ text: 'Seen by Dr. John Smith.' })).data as api.PhiDetectResult).spans.length > 0,
  valid: ((await api.codeUcum({ units: ['mg', 'mL'] })).data as api.CodeUcumResult).counts.valid,
  sop: ((await api.dicomInspect({ file: readFileSync(dicom, 'base64') })).data as api.DicomInspectResult).sop?.className,
  batch: batchResult.results[0]?.result?.words,
  job: ((await api.jobResult(job.id)) as { data: { words: number } }).data.words,
  problem: [refused.status, (refused as { data: api.Problem }).data.code],
}
process.stdout.write(JSON.stringify(seen))
