// A document whose middle goes past its tool, on a worker: where the answer, or the document itself, shows that the tool has to see all of it, it does.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bytesField } from '../../../src/core/document.ts'
import { type Bypass, defineTool, type Tool } from '../../../src/core/tool.ts'
import { phiDeidentifyDicom } from '../../../src/tools/phi/deidentify-dicom.ts'
import { composeImage } from '../../bench/dicom-upload-file.ts'
import type { ApiHarness } from '../../http/api-harness.ts'
import { makeJobCalls } from '../../http/jobs/job-calls.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../storage/postgres-server.ts'
import { openSharedNode } from './shared-node.ts'

const missing = whyNoPostgres()
const LENGTH = 5_000_000
const [START, END] = [1 << 20, LENGTH - 1_000]
const HOWS = ['copied', 'reversed', 'shortened', 'marked', 'refused'] as const

/** Names the same span of every document. */
function middle(): Bypass {
  return {
    next: (document) => (document.length < START ? 'more' : { byteStart: START, byteEnd: END }),
    accepts: () => true,
    confirms: () => true,
  }
}

const RESULTS: Readonly<Record<(typeof HOWS)[number], (file: Uint8Array) => Uint8Array>> = {
  copied: (file) => file.slice(),
  reversed: (file) => file.toReversed(),
  shortened: (file) => file.slice(0, END - 1),
  marked: (file) => file.with(END - 1, 1),
  refused: () => new Uint8Array(),
}

/** Its promise of a span that stays is true for `copied` alone. @returns also how often a call saw all of its document */
function openTool(): { tool: Tool; seen: boolean[] } {
  const seen: boolean[] = []
  const tool = defineTool({
    id: 'dicom/passing',
    version: '1.0.0',
    title: 'Passing',
    summary: 'Gives the file back.',
    input: z.strictObject({ file: bytesField('Any file.') }),
    options: z.strictObject({ how: z.enum(HOWS) }),
    output: z.strictObject({ file: bytesField('A file.') }),
    document: { field: 'file', mediaTypes: ['application/octet-stream'] },
    download: { field: 'file', mediaType: 'application/octet-stream', extension: 'bin' },
    maxInputBytes: 10_000_000,
    mayRunLong: false,
    bypass: middle,
    examples: [{ title: 'one', input: { file: 'AAAA' }, options: { how: 'copied' }, output: {} }],
    run({ file }, { how }) {
      seen.push(file[START] !== 0)
      return { file: RESULTS[how](file) }
    },
  })
  return { tool, seen }
}

describe.skipIf(missing !== undefined)(`a bypass on a worker${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 60_000 }, () => {
  let server: PostgresServer
  let api: ApiHarness
  let database: string
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.remove())
  afterEach(() => api.close())
  const { post, get, startJob, untilDone } = makeJobCalls(() => api)
  const open = async (tools: readonly Tool[]): Promise<void> => {
    const limits = { maxResultBytes: 1e9, maxResultBytesOfOne: 1e9 }
    database = server.makeDatabase()
    api = await openSharedNode(server, { tools, maxBodyBytes: 12_000_000, jobLimits: limits }, { database })
  }

  /** @returns the answer of the job, and of the call itself */
  const answersOf = async (path: string, file: Uint8Array<ArrayBuffer>): Promise<[job: Response, direct: Response]> => {
    const headers = { 'Content-Type': 'application/octet-stream' }
    const location = await startJob(path, file, { ...headers, Prefer: 'respond-async' })
    const { status } = await untilDone(location)
    expect(status).toBe('succeeded')
    expect(server.count(database, `health_tools.usage WHERE units = requests AND '${path}' LIKE '%' || tool || '?%'`)).toBe(1)
    return [await get(`${location}/result`), await post(path, file, headers)]
  }
  const expectSame = async ([job, direct]: readonly [Response, Response]): Promise<void> => {
    expect(job.headers.get('content-digest')).toBe(direct.headers.get('content-digest'))
    expect(Buffer.compare(Buffer.from(await job.arrayBuffer()), Buffer.from(await direct.arrayBuffer()))).toBe(0)
  }

  it.each([
    ['copied', [false]],
    ['reversed', [false, true]],
    ['shortened', [false, true]],
    ['marked', [false, true]],
    ['refused', [false, true]],
  ])('with an answer that is %s gives the answer of the call, for one unit', async (how, passes) => {
    const { tool, seen } = openTool()
    await open([tool])
    const file = new Uint8Array(LENGTH).map((_, i) => (i % 251) + 1)
    const answers = await answersOf(`/v1/tools/dicom/passing?output=file&how=${how}`, file)
    // The last pass is that of the direct call.
    expect(seen).toEqual([...passes, true])
    await expectSame(answers)
  })

  it('of a DICOM file with a bit that no sample has cleans it, as the call does', async () => {
    await open([phiDeidentifyDicom])
    const file = composeImage(LENGTH, 1)
    const path = '/v1/tools/phi/deidentify-dicom?output=file&key=a-key-of-this-test-alone'
    const clean = await answersOf(path, file)
    // The high byte of a sample: twelve bits are used.
    const at = file.length - 2_000_001
    const odd = at - ((file.length - 1 - at) % 2)
    file[odd]! |= 0x80
    const cleaned = await answersOf(path, file)
    expect(cleaned[0].headers.get('content-digest')).toBe(clean[0].headers.get('content-digest'))
    await expectSame(clean)
    await expectSame(cleaned)
  })
})
