// Calls the server by openapi-fetch with the types that openapi-typescript makes.
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.js'

const [url = '', key = '', hl7 = '', dicom = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: `${url}/v1`, headers: { Authorization: `Bearer ${key}` } })

let { data: job } = await client.POST('/tools/text/word-count/jobs', { body: { text: 'three more words' } })
while (job?.status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 50))
  job = (await client.GET('/jobs/{id}', { params: { path: { id: job.id } } })).data
}
const result = await client.GET('/jobs/{id}/result', { params: { path: { id: job?.id ?? '' } } })
const refused = await client.POST('/tools/hl7/parse', { body: { message: 'no message' } })
const batch = await client.POST('/tools/text/word-count/batch', { body: { items: [{ input: { text: 'two words' } }] } })
const inspected = await client.POST('/tools/dicom/inspect', { body: { file: readFileSync(dicom, 'base64') } })
const seen = {
  words: (await client.POST('/tools/text/word-count', { body: { text: 'BP 120/80 mmHg' } })).data?.words,
  controlId: (await client.POST('/tools/hl7/parse', { body: { message: readFileSync(hl7, 'latin1') } })).data?.controlId,
  found: ((await client.POST('/tools/phi/detect', { body: { text: 'Seen by Dr. John Smith.' } })).data?.spans.length ?? 0) > 0,
  valid: (await client.POST('/tools/code/ucum', { body: { units: ['mg', 'mL'] } })).data?.counts.valid,
  sop: inspected.data?.sop?.className,
  // A batch may be answered as lines, too.
  batch: (batch.data as components['schemas']['TextWordCountBatchResult']).results[0]?.result?.words,
  job: (result.data as { words: number }).words,
  problem: [refused.response.status, refused.error?.code],
}
process.stdout.write(JSON.stringify(seen))
