// Base64 of documents (RFC 4648 §4): written as Node writes it, and read back.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bytesField } from '../../src/core/document.ts'
import { defineTool } from '../../src/core/tool.ts'
import { encodeBase64, inputFromJson } from '../../src/core/wire.ts'

const tool = defineTool({
  id: 'text/wired',
  version: '1.0.0',
  title: 'Wired',
  summary: 'Takes bytes.',
  input: z.strictObject({ file: bytesField('Bytes.') }),
  options: z.strictObject({}),
  output: z.strictObject({}),
  maxInputBytes: 1_000_000,
  mayRunLong: false,
  examples: [{ title: 'one', input: { file: 'YQ==' }, output: {} }],
  run: () => ({}),
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
