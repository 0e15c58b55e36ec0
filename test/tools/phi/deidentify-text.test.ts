// phi/deidentify-text: the text around the spans stays, nothing that was found is left, refusals come without a result.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyText } from '../../../src/tools/phi/deidentify-text.ts'
import { readAnnotated } from '../../formats/phi/annotated-text.ts'

const KEY = 'a key of the tests alone'

interface Result {
  readonly text: string
  readonly spans: readonly { start: number; end: number; newStart: number; newEnd: number; category: string; action: string }[]
  readonly rescan: { readonly residual: readonly unknown[] }
}

const run = async (text: string, options: Record<string, unknown> = {}) =>
  (await runTool(phiDeidentifyText, { text }, options)) as unknown as Result

describe('phi/deidentify-text', () => {
  const notes = readAnnotated('notes.txt', '\n---\n')

  test.each([['safe-harbor'], ['limited-data-set'], ['pseudonymize']])(
    '%s leaves all text outside of the spans as it was',
    async (policy) => {
      expect(notes.length).toBeGreaterThan(5)
      for (const { text } of notes) {
        const result = await run(text, { policy, key: KEY })
        let rebuilt = ''
        let at = 0
        for (const span of result.spans) {
          expect(result.text.slice(rebuilt.length, span.newStart)).toBe(text.slice(at, span.start))
          rebuilt = result.text.slice(0, span.newEnd)
          at = span.end
        }
        expect(result.text.slice(rebuilt.length)).toBe(text.slice(at))
      }
    },
  )

  test('the result holds no identifier of the text', async () => {
    let searched = 0
    for (const { text, spans } of notes) {
      const result = await run(text)
      for (const span of spans) {
        if (!result.spans.some(({ start, end }) => start <= span.start && span.end <= end) || span.text.length < 4) continue
        searched++
        expect(result.text).not.toContain(span.text)
      }
    }
    expect(searched).toBeGreaterThan(50)
  })

  test('the same text and key give the same result', async () => {
    const { text } = notes[0]!
    const first = await run(text, { policy: 'pseudonymize', key: KEY })
    expect(await run(text, { policy: 'pseudonymize', key: KEY })).toEqual(first)
    expect((await run(text, { policy: 'pseudonymize', key: `${KEY}, another` })).text).not.toBe(first.text)
  })

  test('a clean result is left alone by a second run', async () => {
    for (const { text } of notes) {
      const first = await run(text)
      if (first.rescan.residual.length === 0) expect((await run(first.text)).text).toBe(first.text)
    }
  })

  test('a policy that contradicts itself is refused without a result', async () => {
    const rules = [
      { category: 'name', action: 'mask' },
      { category: 'name', action: 'remove' },
    ]
    await expect(async () => run('Ms. Zambrano', { policy: { default: 'mask', rules } })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.each([
    ['of a PDF file', '%PDF-1.7\n1 0 obj\n<< /Filter /ASCIIHexDecode >>\nstream\n4d722e20416c76696e205175697374>\nendstream\nendobj'],
    ['of a PDF file behind a byte order mark', '\ufeff\r\n%PDF-2.0\nMr. Alvin Quist'],
    ['of a ZIP archive', 'PK\u0003\u0004\u0014\u0000 Mr. Alvin Quist'],
  ])('refuses the source %s', async (_what, text) => {
    await expect(run(text)).rejects.toMatchObject({ code: 'unreadable_input' })
  })

  test.each(['Saved as %PDF-1.7 for Alvin Quist.', 'PK 4 of Alvin Quist', '%PDF- is how such a file begins, says Alvin Quist.'])(
    'but not a text about one: %s',
    async (text) => expect((await run(text)).text).not.toContain('Quist'),
  )
})
