// Documents of a stored call, collected without what the tool does not look at: the same answer however the content is cut.
import { describe, expect, it } from 'vitest'
import { openCollector } from '../../../src/http/jobs/collect-stored.ts'
import type { PortablePart } from '../../../src/http/jobs/portable-part.ts'
import type { StoredPart } from '../../../src/http/jobs/stored-part.ts'
import type { AnswerForm } from '../../../src/http/request/accept.ts'
import { answerCall, type ToolCall } from '../../../src/http/routes/call.ts'
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
