// phi/detect: nothing of the text in the result unless asked for, and options that do not exist are refused.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDetect } from '../../../src/tools/phi/detect.ts'

const TEXT = 'Ms. Zambrano, MRN 5520918.'

describe('phi/detect', () => {
  test('repeats nothing of the text where it is not asked to', async () => {
    const result = JSON.stringify(await runTool(phiDetect, { text: TEXT }))
    expect(result).toContain('"mrn"')
    expect(result).not.toContain('Zambrano')
    expect(result).not.toContain('5520918')
  })

  test('includes the text of spans where it is asked to', async () => {
    const { spans } = await runTool(phiDetect, { text: TEXT }, { includeText: true })
    expect((spans as { text: string }[]).map(({ text }) => text)).toEqual(['Zambrano', '5520918'])
  })

  test.each([
    { mode: 'careful' },
    { knwon: {} },
    { known: { name: ['x'] } },
    { minScore: { names: 1 } },
    { minScore: { name: 2 } },
    { patterns: [{ pattern: 'x' }] },
    { locale: 'not a tag' },
    { locale: 'en-!!' },
  ])('refuses the options %j', async (options) => {
    await expect(async () => runTool(phiDetect, { text: TEXT }, options)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.each(['de', 'en_US', 'zh-Hant-TW'])('takes the locale %s', async (locale) => {
    expect((await runTool(phiDetect, { text: TEXT }, { locale })).spans).not.toEqual([])
  })

  test.each([{ locale: 'en-!!' }, { patterns: [{ pattern: '(?=x)', category: 'name' }] }])(
    'refuses %j for an empty text too',
    async (options) => {
      await expect(async () => runTool(phiDetect, { text: '' }, options)).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )

  test('refuses a text above its limit', async () => {
    await expect(async () => runTool(phiDetect, { text: 'x'.repeat(phiDetect.maxInputBytes + 1) })).rejects.toMatchObject({
      code: 'body_too_large',
    })
  })
})
