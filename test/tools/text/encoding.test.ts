// text/encoding through the runner and the JSON form: base64 in and out, and lists that stay within their bound.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { inputFromJson, resultToJson } from '../../../src/core/wire.ts'
import { textEncoding } from '../../../src/tools/text/encoding.ts'

const run = (content: Uint8Array, options = {}) => runTool(textEncoding, { content }, options) as Record<string, unknown>

describe('text/encoding', () => {
  it('travels as base64', () => {
    const result = run(inputFromJson(textEncoding, { content: 'Y2Fm6Q==' }).content as Uint8Array, { from: 'iso-8859-1' })
    expect(resultToJson(textEncoding, result)).toMatchObject({ text: 'caf\u00e9', content: 'Y2Fmw6k=' })
  })

  it('needs bytes', () => {
    expect(() => run('text' as unknown as Uint8Array)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it('fits its schema when more is wrong than it lists', () => {
    const result = run(new Uint8Array(3000).fill(0xff), { from: 'us-ascii', to: 'us-ascii' })
    expect(result).toMatchObject({ invalidCount: 3000, unmappableCount: 3000 })
    expect(textEncoding.output.safeParse(result).error).toBeUndefined()
  })

  it('does not alter its input', () => {
    const content = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a)
    run(content, { newline: 'lf', to: 'utf-16be' })
    expect(content).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a))
  })
})
