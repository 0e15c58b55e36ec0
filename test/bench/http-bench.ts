// Small calls over HTTP with key, limits, usage, request id and access log, beside bare node:http and CyberChef-server; DICOM files beside
// Orthanc. All sides run in turn in one run.
import { compareRows } from './compare-rows.ts'
import { openCyberChef } from './cyberchef.ts'
import { composeImage } from './dicom-upload-file.ts'
import { compareSides, composeRequest, type Round, type Side } from './load.ts'
import { MISSING_ORTHANC, openOrthanc, storeFiles } from './orthanc.ts'
import { type PeerServer, startScript } from './peer-process.ts'
import { type BenchRow, formatTable, missingRow } from './row.ts'
import { type ServedProgram, startServed } from './served-program.ts'

const SMALL = { connections: 64, milliseconds: 2_000 }
const BATCHES = { connections: 8, milliseconds: 1_500 }
const FILES = { connections: 8, milliseconds: 1_200 }
const ROUNDS = 7
const ROUNDS_OF_FILES = 5
const TEXT = 'BP 120/80 mmHg, HR 72.5'
const BATCH_ITEMS = 100
const JSON_TYPE = { 'Content-Type': 'application/json' }
const DICOM_TYPE = { 'Content-Type': 'application/dicom' }
const MISSING_CYBERCHEF = 'CyberChef-server is missing: CYBERCHEF_SERVER names no folder, and npm cannot install cyberchef'

const REFUSED = 'Orthanc refused a file, so that there is nothing to compare'

export async function benchHttp(): Promise<BenchRow[]> {
  const own = await startServed()
  const bare = await startScript(new URL('reference-server.ts', import.meta.url).pathname, 'bare node:http')
  const chef = await openCyberChef()
  const orthanc = await openOrthanc()
  try {
    return [...(await benchSmall(own, bare, chef)), ...(await benchBatch(own, chef)), ...(await benchFiles(own, orthanc))]
  } finally {
    await Promise.all([own, bare, chef, orthanc].map((server) => server?.stop()))
  }
}

function ownSide({ port, pid, key }: ServedProgram, requests: (authorization: { Authorization: string }) => readonly Buffer[]): Side {
  const composed = requests({ Authorization: `Bearer ${key}` })
  return { name: 'the service', port, pid, requests: () => composed }
}

function peerSide({ name, port, pid }: PeerServer, requests: (connection: number) => readonly Buffer[]): Side {
  return { name, port, pid, requests, isPeer: true }
}

async function benchSmall(own: ServedProgram, bare: PeerServer, chef: PeerServer | undefined): Promise<BenchRow[]> {
  const body = JSON.stringify({ text: TEXT })
  const bake = composeRequest('/bake', JSON.stringify({ input: TEXT, recipe: 'To Base64' }), JSON_TYPE)
  const echo = composeRequest('/', body, JSON_TYPE)
  const sides = [
    ownSide(own, (authorization) => [composeRequest('/v1/tools/text/word-count', body, { ...authorization, ...JSON_TYPE })]),
    peerSide(bare, () => [echo]),
    ...(chef ? [peerSide(chef, () => [bake])] : []),
  ]
  const [ours = [], echoes = [], bakes] = await compareSides(sides, SMALL, ROUNDS)
  const what = `word-count, ${SMALL.connections} connections`
  return [
    ...compareRows(ours, echoes, { id: 'word-count-of-bare', what, reference: 'bare node:http, JSON echo' }),
    ...rowsOrMissing(ours, bakes, { id: 'word-count-of-cyberchef', what, reference: `${chef?.name}, To Base64` }, MISSING_CYBERCHEF),
  ]
}

async function benchBatch(own: ServedProgram, chef: PeerServer | undefined): Promise<BenchRow[]> {
  const facts = { id: 'batch-of-cyberchef', what: `${BATCH_ITEMS} small operations`, operation: 'hundred' }
  if (!chef) return [missingRow(facts.id, facts.what, MISSING_CYBERCHEF)]
  const items = Array.from({ length: BATCH_ITEMS }, (_, i) => ({ id: String(i), input: { text: TEXT } }))
  const bake = composeRequest('/bake', JSON.stringify({ input: TEXT, recipe: 'To Base64' }), JSON_TYPE)
  const calls = Array.from({ length: BATCH_ITEMS }, () => bake)
  const [ours = [], bakes] = await compareSides(
    [
      ownSide(own, (authorization) => [
        composeRequest('/v1/tools/text/word-count/batch', JSON.stringify({ items }), { ...authorization, ...JSON_TYPE }),
      ]),
      peerSide(chef, () => calls),
    ],
    BATCHES,
    ROUNDS_OF_FILES,
  )
  return rowsOrMissing(ours, bakes, { ...facts, reference: `${chef.name}, ${BATCH_ITEMS} calls` }, MISSING_CYBERCHEF)
}

async function benchFiles(own: ServedProgram, orthanc: PeerServer | undefined): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const [name, bytes] of [
    ['10 kB', 10_000],
    ['0.5 MB', 500_000],
  ] as const) {
    const files = Array.from({ length: FILES.connections }, (_, i) => composeImage(bytes, i + 2))
    if (bytes === 10_000) rows.push(...(await benchInspect(own, orthanc, files)))
    rows.push(...(await benchAnonymize(own, orthanc, files, name)))
  }
  return rows
}

async function benchInspect(
  own: ServedProgram,
  orthanc: PeerServer | undefined,
  files: readonly Uint8Array<ArrayBuffer>[],
): Promise<BenchRow[]> {
  const what = 'dicom/inspect of a 10 kB upload'
  const stored = orthanc && (await storeFiles(orthanc, files))
  if (!stored) return ['inspect-of-tags', 'inspect-of-upload'].map((id) => missingRow(id, what, orthanc ? REFUSED : MISSING_ORTHANC))
  const tags = stored.map((number) => [composeRequest(`/instances/${number}/tags`, '', {}, 'GET')])
  const uploads = files.map((file) => [composeRequest('/instances', file, DICOM_TYPE)])
  const [ours = [], reads = [], stores = []] = await compareSides(
    [
      ownSide(own, (authorization) => [composeRequest('/v1/tools/dicom/inspect', files[0]!, { ...authorization, ...DICOM_TYPE })]),
      peerSide(orthanc, (connection) => tags[connection]!),
      peerSide(orthanc, (connection) => uploads[connection]!),
    ],
    FILES,
    ROUNDS_OF_FILES,
  )
  return [
    ...compareRows(ours, reads, { id: 'inspect-of-tags', what, reference: 'Orthanc, GET tags of a stored file' }),
    ...compareRows(ours, stores, { id: 'inspect-of-upload', what, reference: 'Orthanc, POST upload' }),
  ]
}

async function benchAnonymize(
  own: ServedProgram,
  orthanc: PeerServer | undefined,
  files: readonly Uint8Array<ArrayBuffer>[],
  name: string,
): Promise<BenchRow[]> {
  const id = `deidentify-${name.replace(' ', '')}`
  const what = `phi/deidentify-dicom, ${name}`
  const stored = orthanc && (await storeFiles(orthanc, files))
  if (!stored) return [missingRow(id, what, orthanc ? REFUSED : MISSING_ORTHANC)]
  const anonymize = stored.map((number, i) => [
    composeRequest('/instances', files[i]!, DICOM_TYPE),
    composeRequest(`/instances/${number}/anonymize`, '{}', JSON_TYPE),
  ])
  const path = `/v1/tools/phi/deidentify-dicom?${new URLSearchParams({ key: 'correct horse battery staple', output: 'file' })}`
  const [ours = [], theirs = []] = await compareSides(
    [
      ownSide(own, (authorization) => [composeRequest(path, files[0]!, { ...authorization, ...DICOM_TYPE })]),
      peerSide(orthanc, (connection) => anonymize[connection]!),
    ],
    FILES,
    ROUNDS_OF_FILES,
  )
  return compareRows(ours, theirs, { id, what, reference: 'Orthanc, upload and anonymize', operation: 'file' })
}

function rowsOrMissing(
  own: readonly Round[],
  other: readonly Round[] | undefined,
  facts: Parameters<typeof compareRows>[2],
  why: string,
): BenchRow[] {
  return other ? compareRows(own, other, facts) : [missingRow(facts.id, facts.what, why)]
}

if (import.meta.main) console.log(formatTable(await benchHttp()))
