// A DICOM file of 2 GB, sparse on the disk, sent to routes that take 200 MB: refused by its announced length, before more than the first bytes are read.
import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, openSync, truncateSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runVerbs } from '../../../src/cli/commands/run-verb.ts'
import { type Listener, listen } from '../../../src/platform/server/listen.ts'
import { callVerb } from '../../cli/commands/call-verb.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'

const LIMIT_BYTES = 200 * 1024 * 1024
const TWO_GB = 2 ** 31

let api: ApiHarness
let listener: Listener
beforeAll(async () => {
  api = await openApi({ maxBodyBytes: LIMIT_BYTES })
  listener = await listen((incoming, environment) => api.app.fetch(incoming, environment), randomUUID, LISTEN_SETTINGS)
})
afterAll(async () => {
  await listener.drain(1_000)
  await api.close()
})

function makeSparse(bytes: number): string {
  const path = join(makeScratchFolder(), 'large.dcm')
  const file = openSync(path, 'w')
  writeSync(file, 'DICM', 128)
  closeSync(file)
  truncateSync(path, bytes)
  return path
}

interface Upload {
  readonly status: number
  readonly code: unknown
  readonly sentBytes: number
}

function upload(tool: string, contentType: string, path: string): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const source = createReadStream(path)
    let sentBytes = 0
    let isAnswered = false
    source.on('data', (chunk) => {
      sentBytes += chunk.length
    })
    const call = request(
      {
        port: listener.port,
        host: '127.0.0.1',
        path: `/v1/tools/${tool}`,
        method: 'POST',
        headers: { Authorization: `Bearer ${api.key}`, 'Content-Type': contentType, 'Content-Length': TWO_GB },
      },
      async (response) => {
        isAnswered = true
        let text = ''
        for await (const chunk of response) text += String(chunk)
        source.destroy()
        call.destroy()
        resolve({ status: response.statusCode ?? 0, code: (JSON.parse(text) as { code: unknown }).code, sentBytes })
      },
    )
    // The server hangs up on the rest.
    call.on('error', (error) => (isAnswered ? undefined : reject(error)))
    source.pipe(call)
  })
}

describe('a file of 2 GB', { timeout: 60_000 }, () => {
  it.each(['dicom/inspect', 'dicom/validate', 'dicom/render', 'phi/deidentify-dicom'])('is refused unread by %s', async (tool) => {
    const path = makeSparse(TWO_GB)
    for (const contentType of ['application/dicom', 'multipart/form-data; boundary=b']) {
      const before = api.reports.length
      const { status, code, sentBytes } = await upload(tool, contentType, path)
      expect([status, code]).toEqual([413, 'body_too_large'])
      expect(sentBytes).toBeLessThan(16 * 1024 * 1024)
      await expect.poll(() => api.reports.length).toBeGreaterThan(before)
      expect(api.reports.at(-1)!.bytesIn).toBeLessThan(1024 * 1024)
    }
    expect(api.internalErrors).toEqual([])
  })

  it.each([TWO_GB, TWO_GB - 1, LIMIT_BYTES + 1])('and of %i bytes by the command line', async (bytes) => {
    const before = process.memoryUsage().arrayBuffers
    const call = callVerb(runVerbs, 'run', { positionals: ['dicom/inspect', makeSparse(bytes)], cwd: '/' })
    await expect(call).rejects.toMatchObject({ code: 'body_too_large', facts: { limitBytes: LIMIT_BYTES } })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(LIMIT_BYTES)
  })
})
