// Calls the server by the TypeScript SDK and prints what came back as JSON.
import { openAsBlob, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Client, Problem } from 'health-tools-client'

const [url = '', key = '', slowKey = '', hl7 = '', dicom = '', target = ''] = process.argv.slice(2)
const client = new Client({ url, key })
const slow = new Client({ url, key: slowKey })
const problemOf = async (call: Promise<unknown>): Promise<Problem> =>
  await call.then(
    () => Promise.reject(new Error('no problem')),
    (error: Problem) => error,
  )

const clean = await client.phi.deidentifyText.file({ text: new TextEncoder().encode('Seen by Dr. John Smith.') }, { policy: 'safe-harbor' })
let saved = ''
for await (const block of Readable.fromWeb(clean.body as never)) saved += Buffer.from(block as Uint8Array).toString()
writeFileSync(target, saved)

const seen: Record<string, unknown> = {
  words: (await client.text.wordCount.run({ text: 'BP 120/80 mmHg' })).words,
  controlId: (await client.hl7.parse.run({ message: await openAsBlob(hl7) })).controlId,
  sop: (await client.dicom.inspect.run({ file: await openAsBlob(dicom) })).sop?.className,
  units: (await client.code.ucum.run({ units: ['mg', 'mL'] })).counts.valid,
  saved: saved.includes('Smith'),
  files: (await client.hl7.parse.batch([{ message: await openAsBlob(hl7) }, { message: new TextEncoder().encode('no message') }])).summary,
  items: (await client.text.wordCount.batch([{ text: 'one' }, { text: 'two words' }])).results[1]?.result?.words,
  binary: (await client.dicom.diff.batch([{ left: await openAsBlob(dicom), right: await openAsBlob(dicom) }])).summary,
  job: (await (await client.hl7.validate.start({ message: await openAsBlob(hl7) }, undefined, 'typescript-1')).wait(60)).controlId,
  batchJob: (await (await client.text.wordCount.startBatch([{ text: 'one' }])).wait(60)).summary,
  jobs: (await client.jobs()).length > 0,
}
const problem = await problemOf(client.hl7.parse.run({ message: 'no message' }))
seen.problem = [problem.status, problem.code, problem instanceof Problem && problem.requestId !== undefined]
const start = performance.now()
seen.slow = [(await slow.text.wordCount.run({ text: 'a b' })).words, (await slow.text.wordCount.run({ text: 'a b' })).words]
seen.waited = performance.now() - start >= 500
const impatient = new Client({ url, key: slowKey, retries: 0 })
const limited = await problemOf(Promise.all([1, 2].map(() => impatient.text.wordCount.run({ text: 'a b' }))))
seen.limited = [limited.status, limited.retryable]
const { plan } = (await client.me()) as { plan: string | { id: string } }
seen.plan = typeof plan === 'string' ? plan : plan.id
process.stdout.write(JSON.stringify(seen))
