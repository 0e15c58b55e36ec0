// Small calls over HTTP with key, limits, usage, request id and access log, beside bare node:http and CyberChef-server; DICOM files beside
// Orthanc. All sides run in turn in one run.
import { type Compared, compareRows } from './compare-rows.ts'
import { openCyberChef } from './cyberchef.ts'
import { composeImage } from './dicom-upload-file.ts'
import { compareSides, composeRequest, type Round, runRound, type Side } from './load.ts'
import { MISSING_ORTHANC, openOrthanc, storeFiles } from './orthanc.ts'
import { type PeerServer, startScript } from './peer-process.ts'
import { type BenchRow, formatTable, missingRow } from './row.ts'
import { type ServedProgram, startServed } from './served-program.ts'
import { compareStarts } from './starts.ts'

const SMALL = { connections: 64, milliseconds: 2_000 }
const BATCHES = { connections: 8, milliseconds: 1_500 }
const ROUNDS = 7
const ROUNDS_OF_BATCHES = 5
const FILES = { connections: 8, milliseconds: 600 }
const ROUNDS_OF_FILES = 3
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
    return [...(await benchSmall(own, bare, chef)), ...(await benchBatch(own, chef)), ...(await benchFiles(orthanc))]
  } finally {
    await Promise.all([own, bare, chef, orthanc].map((server) => server?.stop()))
  }
}

function healthToolsSide(
  { port, pid, key }: ServedProgram,
  requests: (authorization: { Authorization: string }) => readonly Buffer[],
): Side {
  const composed = requests({ Authorization: `Bearer ${key}` })
  return { name: 'the service', port, pid, requests: () => composed }
}

function peerSide({ name, port, pid }: PeerServer, requests: (connection: number) => readonly Buffer[]): Side {
  return { name, port, pid, requests, isPeer: true }
}

const SMALL_BODY = JSON.stringify({ text: TEXT })

function smallSide(own: ServedProgram): Side {
  return healthToolsSide(own, (authorization) => [
    composeRequest('/v1/tools/text/word-count', SMALL_BODY, { ...authorization, ...JSON_TYPE }),
  ])
}

async function benchSmall(own: ServedProgram, bare: PeerServer, chef: PeerServer | undefined): Promise<BenchRow[]> {
  const bake = composeRequest('/bake', JSON.stringify({ input: TEXT, recipe: 'To Base64' }), JSON_TYPE)
  const echo = composeRequest('/', SMALL_BODY, JSON_TYPE)
  const sides = [smallSide(own), peerSide(bare, () => [echo]), ...(chef ? [peerSide(chef, () => [bake])] : [])]
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
      healthToolsSide(own, (authorization) => [
        composeRequest('/v1/tools/text/word-count/batch', JSON.stringify({ items }), { ...authorization, ...JSON_TYPE }),
      ]),
      peerSide(chef, () => calls),
    ],
    BATCHES,
    ROUNDS_OF_BATCHES,
  )
  return rowsOrMissing(ours, bakes, { ...facts, reference: `${chef.name}, ${BATCH_ITEMS} calls` }, MISSING_CYBERCHEF)
}

/** A call of the service with a file beside what a peer does with it. */
interface FileComparison {
  readonly path: string
  readonly file: Uint8Array
  readonly peers: readonly Side[]
  readonly rows: readonly Compared[]
}

const INSPECTED = 'dicom/inspect of a 10 kB upload'
const INSPECT_ROWS: readonly Compared[] = [
  { id: 'inspect-of-tags', what: INSPECTED, reference: 'Orthanc, GET tags of a stored file' },
  { id: 'inspect-of-upload', what: INSPECTED, reference: 'Orthanc, POST upload' },
]
const deidentifyRow = (size: string): Compared => ({
  id: `deidentify-${size.replace(' ', '')}`,
  what: `phi/deidentify-dicom, ${size}`,
  reference: 'Orthanc, upload and anonymize',
  operation: 'file',
})
const [SMALL_FILE, LARGE_FILE] = [deidentifyRow('10 kB'), deidentifyRow('0.5 MB')]

async function benchFiles(orthanc: PeerServer | undefined): Promise<BenchRow[]> {
  const small = orthanc && (await prepareFiles(orthanc, 10_000))
  const large = orthanc && (await prepareFiles(orthanc, 500_000))
  if (!small || !large) {
    return [...INSPECT_ROWS, SMALL_FILE, LARGE_FILE].map(({ id, what }) => missingRow(id, what, orthanc ? REFUSED : MISSING_ORTHANC))
  }
  const comparisons = [
    inspection(orthanc, small),
    deidentification(orthanc, small, SMALL_FILE),
    deidentification(orthanc, large, LARGE_FILE),
  ]
  const rounds = await compareStarts(() => compareFiles(comparisons))
  return comparisons.flatMap(({ rows, peers }) => {
    const [ours = [], ...theirs] = rounds.splice(0, 1 + peers.length)
    return rows.flatMap((row, i) => compareRows(ours, theirs[i] ?? [], row))
  })
}

/** All comparisons with one start of the service, which has answered small calls before, as one that runs for weeks has. */
async function compareFiles(comparisons: readonly FileComparison[]): Promise<Round[][]> {
  const own = await startServed()
  try {
    await runRound(smallSide(own), SMALL)
    const sides: Round[][] = []
    for (const { path, file, peers } of comparisons) {
      const side = healthToolsSide(own, (authorization) => [composeRequest(path, file, { ...authorization, ...DICOM_TYPE })])
      sides.push(...(await compareSides([side, ...peers], FILES, ROUNDS_OF_FILES)))
    }
    return sides
  } finally {
    await own.stop()
  }
}

interface StoredFiles {
  /** A file for each connection. */
  readonly files: readonly Uint8Array<ArrayBuffer>[]
  readonly numbers: readonly string[]
}

async function prepareFiles(orthanc: PeerServer, bytes: number): Promise<StoredFiles | undefined> {
  const files = Array.from({ length: FILES.connections }, (_, i) => composeImage(bytes, i + 2))
  const numbers = await storeFiles(orthanc, files)
  return numbers && { files, numbers }
}

function inspection(orthanc: PeerServer, { files, numbers }: StoredFiles): FileComparison {
  const tags = numbers.map((number) => [composeRequest(`/instances/${number}/tags`, '', {}, 'GET')])
  const uploads = files.map((file) => [composeRequest('/instances', file, DICOM_TYPE)])
  const peers = [tags, uploads].map((requests) => peerSide(orthanc, (connection) => requests[connection]!))
  return { path: '/v1/tools/dicom/inspect', file: files[0]!, peers, rows: INSPECT_ROWS }
}

function deidentification(orthanc: PeerServer, { files, numbers }: StoredFiles, row: Compared): FileComparison {
  const anonymize = numbers.map((number, i) => [
    composeRequest('/instances', files[i]!, DICOM_TYPE),
    composeRequest(`/instances/${number}/anonymize`, '{}', JSON_TYPE),
  ])
  const path = `/v1/tools/phi/deidentify-dicom?${new URLSearchParams({ key: 'correct horse battery staple', output: 'file' })}`
  return { path, file: files[0]!, peers: [peerSide(orthanc, (connection) => anonymize[connection]!)], rows: [row] }
}

function rowsOrMissing(own: readonly Round[], other: readonly Round[] | undefined, facts: Compared, why: string): BenchRow[] {
  return other ? compareRows(own, other, facts) : [missingRow(facts.id, facts.what, why)]
}

if (import.meta.main) console.log(formatTable(await benchHttp()))
