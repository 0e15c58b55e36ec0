// Calls the server by the client that openapi-generator makes for typescript-fetch.
import { readFileSync } from 'node:fs'
import { CodeApi, Configuration, DicomApi, Hl7Api, PhiApi, type ResponseError, ServiceApi, TextApi } from './client/index.js'

const [url = '', key = '', hl7 = '', dicom = ''] = process.argv.slice(2)
const configuration = new Configuration({ basePath: `${url}/v1`, accessToken: key })
const [text, service, messages] = [new TextApi(configuration), new ServiceApi(configuration), new Hl7Api(configuration)]

let job = await text.textWordCountJob({ textWordCountRequest: { text: 'three more words' } })
while (job.status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 50))
  job = await service.describeJob({ id: job.id })
}
const refused = await messages.hl7Parse({ hl7ParseRequest: { message: 'no message' } }).then(
  () => Promise.reject(new Error('no problem')),
  (error: ResponseError) => error.response,
)
const batch = await text.textWordCountBatch({ textWordCountBatchRequest: { items: [{ input: { text: 'two words' } }] } })
const seen = {
  words: (await text.textWordCount({ textWordCountRequest: { text: 'BP 120/80 mmHg' } })).words,
  controlId: (await messages.hl7Parse({ hl7ParseRequest: { message: readFileSync(hl7, 'latin1') } })).controlId,
  found: (await new PhiApi(configuration).phiDetect({ phiDetectRequest: { text: 'Seen by Dr. John Smith.' } })).spans.length > 0,
  valid: (await new CodeApi(configuration).codeUcum({ codeUcumRequest: { units: ['mg', 'mL'] } })).counts.valid,
  sop: (await new DicomApi(configuration).dicomInspect({ dicomInspectRequest: { file: readFileSync(dicom, 'base64') } })).sop?.className,
  batch: batch.results[0]?.result?.words,
  job: (await service.jobResult({ id: job.id })).words,
  problem: [refused.status, (await refused.json()).code],
}
process.stdout.write(JSON.stringify(seen))
