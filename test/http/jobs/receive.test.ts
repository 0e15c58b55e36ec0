// Forms that become jobs, in the chunks in which they come: none is used after it was freed, and none is copied again and again.
import { afterEach, expect, it, vi } from 'vitest'
import type { Tool } from '../../../src/core/tool.ts'
import { receiveFiles } from '../../../src/http/batch/receive-files.ts'
import type { JobIntake } from '../../../src/http/jobs/job-intake.ts'
import { type CallReading, receiveCall } from '../../../src/http/jobs/receive-call.ts'
import { findBytes } from '../../../src/platform/server/node-body.ts'
import { textWordCount } from '../../../src/tools/text/word-count.ts'

afterEach(() => vi.restoreAllMocks())

const FORM = { contentType: 'multipart/form-data; boundary=b', mediaType: 'multipart/form-data' }

/** An intake that notes what is written. */
function openIntake(): { intake: JobIntake; written: () => string } {
  const written: Buffer[] = []
  const intake: JobIntake = {
    bufferBytes: 0,
    write: (bytes) => void written.push(Buffer.from(bytes)),
    endPart: () => undefined,
    flush: () => undefined,
    openDigest: () => ({ update: () => undefined, end: () => new Uint8Array(32) }),
    submit: async () => undefined,
    discard: async () => undefined,
  }
  return { intake, written: () => Buffer.concat(written).toString('latin1') }
}

function readingOf(chunks: Iterable<Uint8Array>, maxHeaderBytes = 16_384): CallReading {
  return {
    reading: {
      body: {
        announcedBytes: undefined,
        async read(onChunk) {
          for (const chunk of chunks) await onChunk(chunk)
        },
      },
      encoding: undefined,
      maxBytes: 100_000_000,
      decoders: {},
      hold: () => undefined,
    },
    limits: { maxBodyBytes: 100_000_000, maxParts: 20, maxHeaderBytes, maxBatchItems: 20, jsonDepth: 64 },
    findBytes,
    isRepeatable: false,
  }
}

/** Each chunk has an array of its own, as those of a socket. */
const chunk = (text: string): Uint8Array => new TextEncoder().encode(text)

it('takes a part whose header is a chunk of its own and longer than what is freed', async () => {
  const { intake, written } = openIntake()
  const chunks = [
    chunk('--b'),
    chunk(`\r\nX-Note: ${'x'.repeat(60_000)}`),
    chunk('x\r\nContent-Disposition: form-data; name="file"\r\n\r\none two'),
    chunk('\r\n--b--\r\n'),
  ]
  const call = { ...FORM, toolId: 'text/word-count', query: '', form: 'json', jsonDepth: 64 } as const
  const { stored } = await receiveCall(call, readingOf(chunks, 200_000), intake)
  expect(stored.parts).toMatchObject([{ call: { body: [{ name: 'file', bytes: 7 }] } }])
  expect(written()).toBe('one two')
})

it('copies long options a few times at most', async () => {
  const CHUNKS = 600
  function* chunks(): Generator<Uint8Array> {
    yield chunk('--b\r\nContent-Disposition: form-data; name="options"\r\n\r\n{"locale":"de"}')
    for (let i = 0; i < CHUNKS; i++) yield new Uint8Array(1 << 16).fill(32)
    yield chunk('\r\n--b--\r\n')
  }
  const { set } = Uint8Array.prototype
  let copied = 0
  vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (this: Uint8Array, source, at) {
    copied += source.length
    set.call(this, source, at)
  })
  const { options } = await receiveFiles(textWordCount as Tool, { ...readingOf(chunks()), ...FORM }, 20, openIntake().intake, false)
  expect(options).toEqual({ locale: 'de' })
  expect(copied).toBeLessThan(8 * CHUNKS * (1 << 16))
})
