// What a tool never looks at of a large document is left out as it comes in: borders of forms are found in it all the same, and the
// answer is the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import type { ByteSpan, Skimmer } from '../../../src/core/tool.ts'
import { ByteSink } from '../../../src/http/request/byte-sink.ts'
import { type FormReader, openFormReader } from '../../../src/http/request/multipart.ts'
import { SkimmingSink } from '../../../src/http/request/skim.ts'
import { answerCall, type ToolCall } from '../../../src/http/routes/call.ts'
import { findBytes } from '../../../src/platform/server/node-body.ts'
import { dicomInspect } from '../../../src/tools/dicom/inspect.ts'
import { composeImage } from '../../bench/dicom-upload-file.ts'
import { type ApiHarness, openApi } from '../api-harness.ts'

const MEBIBYTE = 1 << 20
const LIMITS = { maxParts: 20, maxHeaderBytes: 2048 }
const SPAN: ByteSpan = { byteStart: MEBIBYTE + 10, byteEnd: MEBIBYTE + 3_000 }
const LENGTH = SPAN.byteEnd + 100

/** Names spans as soon as they begin. */
function skimmerOf(...spans: ByteSpan[]): Skimmer {
  const rest = [...spans]
  return { next: (document) => (rest.length === 0 ? 'none' : document.length < rest[0]!.byteStart - 5 ? 'more' : rest.shift()!) }
}

const DOCUMENT = Uint8Array.from({ length: LENGTH }, (_, i) => 97 + (i % 23))
const HEAD = '--b0\r\nContent-Disposition: form-data; name="file"\r\n\r\n'
const END = '\r\n--b0--\r\n'

function formOf(document: Uint8Array, before = '', after = ''): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from(before + HEAD), document, Buffer.from(after + END)]))
}

/** The first mebibyte at once, as it is never left out, the rest in small pieces of buffers of their own. */
function* cut(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  const first = SPAN.byteStart - 3
  yield bytes.slice(0, first)
  for (let i = first; i < bytes.length; i += size) yield Buffer.from(bytes.subarray(i, i + size))
}

function readForm(form: Uint8Array, size: number, skimmer?: Skimmer, announcedBytes = form.length): FormReader {
  const sizes = { announcedBytes, maxBytes: 100 * MEBIBYTE }
  const reader = openFormReader('multipart/form-data; boundary=b0', sizes, LIMITS, findBytes, (name) =>
    name === 'file' ? skimmer : undefined,
  )
  for (const chunk of cut(form, size)) reader.append(chunk)
  return reader
}

/** The bytes with zeros where those of a span were left out. */
function expectPart(actual: Uint8Array, expected: Uint8Array, { byteStart, byteEnd }: ByteSpan): void {
  expect(actual.length).toBe(expected.length)
  expect(Buffer.compare(actual.subarray(0, byteStart), expected.subarray(0, byteStart))).toBe(0)
  expect(Buffer.compare(actual.subarray(byteEnd), expected.subarray(byteEnd))).toBe(0)
  expect(actual.subarray(byteStart, byteEnd).every((byte, i) => byte === 0 || byte === expected[byteStart + i])).toBe(true)
}

const zeros = (bytes: Uint8Array): number => bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)

describe('a form', () => {
  it.each([1, 2, 5, 7, 64, 300])('leaves a span out and keeps the rest, in pieces of %i', (size) => {
    const reader = readForm(formOf(DOCUMENT.subarray(0, SPAN.byteEnd)), size, skimmerOf(SPAN))
    const [part] = reader.finish()
    expectPart(part!.bytes, DOCUMENT.subarray(0, SPAN.byteEnd), SPAN)
    expect([reader.unseenBytes, zeros(part!.bytes) > 2_000]).toEqual([SPAN.byteEnd - SPAN.byteStart, true])
  })

  it.each([1, 7, 64, 65_536])('finds a border wherever it stands, in pieces of %i', (size) => {
    const places = [0, 1, 2, 6, 7, 8, 9, 10, 11, 70, 500, 2_900, 2_974, 2_980, 2_983, 2_984, 2_985, 2_988, 2_989, 2_990, 2_991, 3_000]
    for (const place of places) {
      const document = DOCUMENT.subarray(0, SPAN.byteStart + place)
      const form = formOf(document)
      // Announced as long as if the document went on to the end of the span.
      const reader = readForm(form, size, skimmerOf({ ...SPAN, byteEnd: SPAN.byteEnd + 1 }), form.length + 3_001 - place)
      const [part, ...others] = reader.finish()
      expect(others).toEqual([])
      expectPart(part!.bytes, document, SPAN)
      expect(reader.unseenBytes, `${place}`).toBeLessThanOrEqual(Math.max(0, place))
    }
  })

  it('refuses a part behind a border that came early, and keeps all where the form says that one may come', () => {
    const late = '\r\n--b0\r\nContent-Disposition: form-data; name="x"\r\n\r\nlate'
    const body = formOf(DOCUMENT.subarray(0, SPAN.byteStart + 90), '', late)
    const spanTo = (bytesLeft: number): ByteSpan => ({ ...SPAN, byteEnd: body.length - HEAD.length - bytesLeft })
    for (const size of [1, 5, 13]) {
      // A file that is cut by as much as the part behind it takes looks like a whole one at the end of the form.
      expect(() => readForm(body, size, skimmerOf(spanTo(20)))).toThrow(expect.objectContaining({ code: 'malformed_multipart' }))
      for (const bytesLeft of [-3_000, -1, 0, 5, 7, 62]) {
        const reader = readForm(body, size, skimmerOf(spanTo(bytesLeft)))
        const [file, other] = reader.finish()
        expect([zeros(file!.bytes), String(Buffer.from(other!.bytes)), reader.unseenBytes]).toEqual([0, 'late', 0])
      }
    }
  })

  it('keeps everything where another part has room behind the span', () => {
    for (const after of ['\r\n--b0\r\nContent-Disposition:form-data;name=x\r\n\r\n', 'y'.repeat(60)]) {
      const reader = readForm(formOf(DOCUMENT.subarray(0, SPAN.byteEnd), '', after), 64, skimmerOf(SPAN))
      const [part] = reader.finish()
      expect([zeros(part!.bytes), reader.unseenBytes]).toEqual([0, 0])
    }
  })

  it('keeps the first mebibyte', () => {
    const reader = readForm(formOf(DOCUMENT.subarray(0, SPAN.byteEnd)), 64, skimmerOf({ byteStart: 100, byteEnd: SPAN.byteEnd }))
    const [part] = reader.finish()
    expectPart(part!.bytes, DOCUMENT.subarray(0, SPAN.byteEnd), { ...SPAN, byteStart: MEBIBYTE })
  })

  it('that ends in a span is cut short', () => {
    const form = formOf(DOCUMENT.subarray(0, SPAN.byteEnd))
    const reader = readForm(form.subarray(0, SPAN.byteStart + 900), 64, skimmerOf(SPAN), form.length)
    expect(() => reader.finish()).toThrow(expect.objectContaining({ code: 'malformed_multipart' }))
  })
})

describe('memory', () => {
  const large = 70_000
  const document = Uint8Array.from({ length: MEBIBYTE + 4 * large }, (_, i) => 97 + (i % 23))
  const span = { byteStart: MEBIBYTE, byteEnd: MEBIBYTE + 2 * large + 99 }

  it.each(['raw', 'form'])('of a chunk that was left out, or copied in part, is given back: %s', (form) => {
    const bytes = form === 'form' ? formOf(document.subarray(0, span.byteEnd)) : document
    const first = MEBIBYTE + HEAD.length
    const chunks = [bytes.slice(0, first)]
    for (let i = first; i < bytes.length; i += large) chunks.push(bytes.slice(i, i + large))
    if (form === 'raw') {
      const sink = new SkimmingSink(new ByteSink(document.length, document.length), skimmerOf(span))
      for (const chunk of chunks) sink.append(chunk)
      expect(sink.unseenBytes).toBe(2 * large + 99)
    } else {
      const sizes = { announcedBytes: bytes.length, maxBytes: bytes.length }
      const reader = openFormReader('multipart/form-data; boundary=b0', sizes, LIMITS, findBytes, () => skimmerOf(span))
      for (const chunk of chunks) reader.append(chunk)
      expect([reader.finish().length, reader.unseenBytes]).toEqual([1, 2 * large + 99])
    }
    expect(chunks.filter(({ length, buffer }) => !buffer.detached && length > large / 2)).toEqual([])
  })
})

describe('a raw body', () => {
  it.each([1, 7, 100])('leaves spans out and keeps the rest, in pieces of %i', (size) => {
    const spans = [
      { byteStart: SPAN.byteStart, byteEnd: SPAN.byteStart + 1_000 },
      { byteStart: SPAN.byteStart + 1_200, byteEnd: SPAN.byteEnd },
    ]
    const sink = new SkimmingSink(new ByteSink(LENGTH, LENGTH), skimmerOf(...spans))
    for (const chunk of cut(DOCUMENT, size)) sink.append(chunk)
    const bytes = sink.view()
    expectPart(bytes, DOCUMENT, SPAN)
    const between = [SPAN.byteStart + 1_000, SPAN.byteStart + 1_200] as const
    expect(Buffer.compare(bytes.subarray(...between), DOCUMENT.subarray(...between))).toBe(0)
    expect(sink.unseenBytes).toBe(SPAN.byteEnd - SPAN.byteStart - 200)
  })

  it('that ends in a span counts what came of it', () => {
    const sink = new SkimmingSink(new ByteSink(LENGTH, LENGTH), skimmerOf(SPAN))
    for (const chunk of cut(DOCUMENT.subarray(0, SPAN.byteStart + 500), 64)) sink.append(chunk)
    expect([sink.view().length, sink.unseenBytes]).toEqual([SPAN.byteStart + 500, 500])
  })
})

describe('dicom/inspect of 5 MB', () => {
  const file = composeImage(5_000_000, 1)
  const calls: ToolCall[] = []
  let skims = 0
  let api: ApiHarness
  beforeAll(async () => {
    const answer = (tool: typeof dicomInspect, call: ToolCall) => {
      calls.push(call)
      return answerCall(tool, call)
    }
    const tool = {
      ...dicomInspect,
      skim: (options: unknown) => {
        skims++
        return dicomInspect.skim!(options)
      },
    }
    api = await openApi({ tools: [tool], maxBodyBytes: 10_000_000, executor: { answer } })
  })
  afterAll(() => api.close())

  async function call(body: Uint8Array<ArrayBuffer>, type: string, { query = '', headers = {} } = {}) {
    const init = {
      method: 'POST',
      body: new ReadableStream({
        start(controller) {
          for (let i = 0; i < body.length; i += 65_536) controller.enqueue(body.slice(i, i + 65_536))
          controller.close()
        },
      }),
      duplex: 'half',
      headers: { 'Content-Type': type, 'Content-Length': String(body.length), ...headers },
    }
    const response = await api.call(`/v1/tools/dicom/inspect${query}`, init)
    expect(response.status).toBe(200)
    return { result: await response.json(), unseenBytes: calls.at(-1)!.unseenBytes! }
  }

  const part = (name: string, value: string): string => `--b0\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const form = (before: string, after = '', document = file): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Buffer.concat([Buffer.from(before + HEAD), document, Buffer.from(`\r\n${after}${END.slice(2)}`)]))
  const FORM = 'multipart/form-data; boundary=b0'
  const inspect = async (options: Record<string, unknown>, document = file) =>
    JSON.parse(JSON.stringify(await runTool(dicomInspect, { file: document }, options)))

  it('raw and as a form, with options before the file, lets the pixels go', async () => {
    const plain = await inspect({})
    const cuts = [await call(file, 'application/dicom'), await call(form(''), FORM)]
    for (const { result, unseenBytes } of cuts) {
      expect(result).toEqual(plain)
      expect(unseenBytes).toBeGreaterThan(4_900_000)
    }
    const chosen = await inspect({ maxValueBytes: 1_000_000 })
    for (const { result, unseenBytes } of [
      await call(file, 'application/dicom', { query: '?maxValueBytes=1000000' }),
      await call(form(part('maxValueBytes', '1000000')), FORM),
      await call(form(part('options', '{"maxValueBytes":1000000}')), FORM),
    ]) {
      expect(result).toEqual(chosen)
      expect(unseenBytes).toBeGreaterThan(3_900_000)
    }
  })

  it('keeps all of it where an option behind the file may want it, and of a request that may be repeated', async () => {
    const whole = await call(form('', part('maxValueBytes', '5000000')), FORM)
    expect([whole.result, whole.unseenBytes]).toEqual([await inspect({ maxValueBytes: 5_000_000 }), 0])
    const cutFile = file.subarray(0, 4_500_000)
    const cutForm = await call(form('', part('maxValueBytes', '5000000'), cutFile), FORM)
    expect([cutForm.result, cutForm.unseenBytes]).toEqual([await inspect({ maxValueBytes: 5_000_000 }, cutFile), 0])
    const repeatable = await call(file, 'application/dicom', {
      headers: { 'Idempotency-Key': 'a-key-of-this-test', Prefer: 'respond-async, wait=30' },
    })
    expect([repeatable.result, repeatable.unseenBytes]).toEqual([await inspect({}), 0])
  })

  it('looks at one document of a form, however many are sent', async () => {
    skims = 0
    const headers = { 'Content-Type': FORM, 'Content-Length': String(file.length + 1_000) }
    const body = form(part('file', 'x').repeat(9))
    const response = await api.call('/v1/tools/dicom/inspect', { method: 'POST', body, headers })
    expect([response.status, ((await response.json()) as { code: string }).code, skims]).toEqual([422, 'invalid_input', 1])
  })

  it('refuses what it refuses of a whole file', async () => {
    for (const query of ['?maxValueBytes=x', '?nothing=1']) {
      const headers = { 'Content-Type': 'application/dicom', 'Content-Length': String(file.length) }
      const response = await api.call(`/v1/tools/dicom/inspect${query}`, { method: 'POST', body: file, headers })
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'invalid_input'])
    }
  })
})
