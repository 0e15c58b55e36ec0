// Base64 of documents (RFC 4648 §4): written as Node writes it, and read back.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bytesField } from '../../src/core/document.ts'
import { defineTool } from '../../src/core/tool.ts'
import { encodeBase64, inputFromJson, resultToJson, writeResult } from '../../src/core/wire.ts'

const tool = defineTool({
  id: 'text/wired',
  version: '1.0.0',
  title: 'Wired',
  summary: 'Takes bytes.',
  input: z.strictObject({ file: bytesField('Bytes.') }),
  options: z.strictObject({}),
  output: z.strictObject({ file: bytesField('Bytes.'), more: bytesField('More.'), note: z.unknown(), 7: z.unknown() }),
  maxInputBytes: 1_000_000,
  mayRunLong: false,
  examples: [{ title: 'one', input: { file: 'YQ==' }, output: {} }],
  run: () => ({ file: new Uint8Array(), more: new Uint8Array(), note: null, 7: null }),
})

/** Every byte stands at every place of a three. */
function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 167 + (i >> 8)) & 255)
}

describe('RFC 4648 §4: base64', () => {
  it('writes the test vectors of §10', () => {
    const vectors = { '': '', f: 'Zg==', fo: 'Zm8=', foo: 'Zm9v', foob: 'Zm9vYg==', fooba: 'Zm9vYmE=', foobar: 'Zm9vYmFy' }
    for (const [text, expected] of Object.entries(vectors)) expect(encodeBase64(new TextEncoder().encode(text))).toBe(expected)
  })

  it.each([1, 2, 3, 256, 49_151, 49_152, 49_153, 49_154, 98_304, 98_305, 200_000])('writes and reads %i bytes', (length) => {
    const bytes = bytesOf(length + 1).subarray(1)
    const text = encodeBase64(bytes)
    expect(text === Buffer.from(bytes).toString('base64')).toBe(true)
    expect(Buffer.compare(inputFromJson(tool, { file: text }).file as Uint8Array, bytes)).toBe(0)
  })
})

describe('the JSON of a result with a long document', () => {
  const long = 1 << 20
  it.each<[string, Record<string, unknown>]>([
    ['first', { file: bytesOf(long + 1), note: 'é"\\\n日😀' }],
    ['last', { note: { nested: [1, null, { a: undefined }], when: new Date(0) }, file: bytesOf(long + 2) }],
    ['between others, some of which JSON has no form of', { note: undefined, file: bytesOf(long + 3), other: () => 1, 7: 'first' }],
    ['beside a short one', { more: bytesOf(5), file: bytesOf(long + 49_153) }],
    ['beside another long one', { more: bytesOf(2 * long), file: bytesOf(long + 4) }],
    ['alone', { file: bytesOf(long + 5) }],
    ['with lone surrogates', { file: bytesOf(long + 6), note: '\ud800' }],
  ])('%s is the JSON of any result, as UTF-8', (_name, result) => {
    const written = writeResult(tool, result)
    expect(written).toBeInstanceOf(Uint8Array)
    expect(Buffer.compare(written as Uint8Array, Buffer.from(JSON.stringify(resultToJson(tool, result))))).toBe(0)
  })

  it('is a text without one', () => {
    const result = { file: bytesOf(long), note: 'a' }
    expect(writeResult(tool, result)).toBe(JSON.stringify(resultToJson(tool, result)))
    expect(writeResult(tool, { note: bytesOf(long + 1) })).toBe(JSON.stringify({ note: bytesOf(long + 1) }))
  })
})
