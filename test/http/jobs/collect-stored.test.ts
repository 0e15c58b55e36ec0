// Documents of a stored call, collected without what the tool does not look at: the same answer however the content is cut.
import { describe, expect, it } from 'vitest'
import { runShare } from '../../../src/http/batch/batch-run.ts'
import { performTask } from '../../../src/http/batch/batch-task.ts'
import { openCollector } from '../../../src/http/jobs/collect-stored.ts'
import type { PortablePart } from '../../../src/http/jobs/portable-part.ts'
import { restorePart, type StoredPart } from '../../../src/http/jobs/stored-part.ts'
import type { AnswerForm } from '../../../src/http/request/accept.ts'
import type { FormPart } from '../../../src/http/request/request-fields.ts'
import { placesOf } from '../../../src/http/routes/api-places.ts'
import { answerCall, type Executor, type ToolCall } from '../../../src/http/routes/call.ts'
import { dicomInspect } from '../../../src/tools/dicom/inspect.ts'
import { composeImage } from '../../bench/dicom-upload-file.ts'

const IMAGE = composeImage(5_000_000, 1)
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const FORM = { toolId: 'dicom/inspect', contentType: 'multipart/form-data; boundary=b', mediaType: 'multipart/form-data' }
const RAW = { toolId: 'dicom/inspect', contentType: 'application/dicom', mediaType: 'application/dicom' }
const REST = { query: '', form: 'json' as AnswerForm, jsonDepth: 32 }
const file = { name: 'file', contentType: 'application/dicom', bytes: IMAGE.length }
const optionsOf = (value: string) => ({ part: { name: 'options', contentType: undefined, bytes: value.length }, bytes: text(value) })

function collect(part: StoredPart, contents: readonly Uint8Array[], size: number): PortablePart {
  const content = Buffer.concat(contents)
  const collector = openCollector(dicomInspect, part, true)
  // Each piece is in a buffer of its own: it is given away.
  for (let at = 0; at < content.length; at += size) collector.append(new Uint8Array(content.subarray(at, at + size)))
  return collector.finish()!.part
}

async function answerOf(part: PortablePart): Promise<string> {
  if (part.kind !== 'call') throw new Error('no call')
  const { body } = await answerCall(dicomInspect, part.call)
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

const unseenOf = (part: PortablePart): number => (part.kind === 'call' ? (part.call.unseenBytes ?? 0) : 0)

/** As a worker runs it. */
async function outcomesOf(part: PortablePart): Promise<string> {
  if (part.kind !== 'share') throw new Error('no share')
  const executor: Executor = {
    answer: (tool, call) => answerCall(tool, call),
    isLong: () => false,
    perform: (tool, task) => performTask(tool, task),
  }
  const context = { requestId: 'r', places: placesOf('', null), caller: undefined, bytesOut: 0, units: 0, errors: 0 }
  const task = { signal: undefined, advance: () => undefined, isKept: true }
  const { body } = await runShare(dicomInspect, context, { executor, jsonDepth: 32 }, part.share, task)
  return new TextDecoder().decode(body as Uint8Array)
}

describe('stored files of a batch', () => {
  const files = [text('none'), IMAGE, new Uint8Array(), composeImage(4_500_000, 2), IMAGE.subarray(0, 300_000), new Uint8Array()]
  const shareOf = (options: Record<string, unknown>): StoredPart => {
    const heads = files.map(({ length }) => ({ ...file, bytes: length }))
    const groups = [heads.slice(0, 1), heads.slice(1, 3), heads.slice(3)].map((items) => ({ form: 'parts' as const, items }))
    return { kind: 'share', share: { groups, options, total: 9, wantsZip: false, firstIndex: 3 } }
  }
  const wholeOf = (part: StoredPart): PortablePart => restorePart(part, new Uint8Array(Buffer.concat(files)))
  const zerosOf = (part: PortablePart): number[] =>
    part.kind === 'share'
      ? part.share.groups.flatMap(({ items }) =>
          (items as readonly FormPart[]).map(({ bytes }) => bytes.length - bytes.findLastIndex(Boolean)),
        )
      : []

  it.each([1 << 18, 4_999_999, 99_991, 30_000_000])(
    'in pieces of %i bytes are inspected as whole ones are, without their pixels',
    async (size) => {
      const part = shareOf({})
      const found = collect(part, files, size)
      if (size < 1 << 20) expect(zerosOf(found).filter((zeros) => zeros > 2_500_000)).toHaveLength(2)
      expect(await outcomesOf(found)).toBe(await outcomesOf(wholeOf(part)))
    },
  )

  it('keep as much of the pixels as the options of the batch want', async () => {
    const part = shareOf({ maxValueBytes: 65_536 })
    expect(await outcomesOf(collect(part, files, 1 << 18))).toBe(await outcomesOf(wholeOf(part)))
  })

  it('are kept whole if the options are refused', () => {
    const found = collect(shareOf({ maxValueBytes: 'many' }), files, 1 << 18)
    expect(zerosOf(found).filter((zeros) => zeros > 2_500_000)).toHaveLength(0)
  })
})

describe('a stored DICOM file', () => {
  it.each([1 << 18, 1 << 21, 999_983])('in pieces of %i bytes is inspected as the whole file is, without its pixels', async (size) => {
    const whole: ToolCall = { ...RAW, ...REST, body: IMAGE }
    const part = collect({ kind: 'call', call: { ...RAW, ...REST, body: IMAGE.length } }, [IMAGE], size)
    expect(unseenOf(part)).toBeGreaterThan(4_900_000)
    expect(await answerOf(part)).toBe(await answerOf({ kind: 'call', call: whole }))
  })

  it.each(['before', 'behind'])('with the options %s it shows as much of the pixels as they want', async (place) => {
    const options = optionsOf('{"maxValueBytes":65536}')
    const isBefore = place === 'before'
    const parts = isBefore ? [options.part, file] : [file, options.part]
    const contents = isBefore ? [options.bytes, IMAGE] : [IMAGE, options.bytes]
    const part = collect({ kind: 'call', call: { ...FORM, ...REST, body: parts } }, contents, 1 << 18)
    expect(unseenOf(part) > 0).toBe(isBefore)
    const whole = { ...FORM, ...REST, body: parts.map((each, i) => ({ ...each, bytes: contents[i]! })) }
    expect(await answerOf(part)).toBe(await answerOf({ kind: 'call', call: whole }))
  })

  it('that comes twice is kept whole, so that it is refused as it would be', () => {
    const part = collect({ kind: 'call', call: { ...FORM, ...REST, body: [file, file] } }, [IMAGE, IMAGE], 1 << 18)
    expect(unseenOf(part)).toBe(0)
  })

  it('with options that are refused is kept whole', () => {
    const options = optionsOf('{"maxValueBytes":"many"}')
    const part = collect({ kind: 'call', call: { ...FORM, ...REST, body: [options.part, file] } }, [options.bytes, IMAGE], 1 << 18)
    expect(unseenOf(part)).toBe(0)
  })
})
