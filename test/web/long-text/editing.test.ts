// A text too long for one control: every part of it is reached and changed, and what runs is the whole.
import { describe, expect, test } from 'vitest'
import { type Bench, hasChromium, runTool, saveJson, showTool, WAIT_MS } from '../browser.ts'
import { useBench } from '../use-bench.ts'

const LINES = Array.from({ length: 10_000 }, (_, i) => `line ${i + 1}`)
const TEXT = LINES.join('\r\n')
const AREA = '.document textarea'

describe.skipIf(!hasChromium)('a long text', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench
  useBench((opened) => {
    bench = opened
  })

  async function paste(text: string): Promise<void> {
    await bench.page.evaluate((whole) => navigator.clipboard.writeText(whole), text)
    await bench.page.keyboard.press('Control+v')
  }

  /** The words and lines that the tool counts in what is filled in. */
  async function count(): Promise<{ words: number; lines: number; characters: number }> {
    await runTool(bench)
    return JSON.parse(await saveJson(bench))
  }

  async function start(): Promise<void> {
    await showTool(bench, 'text/word-count')
    await bench.page.focus(AREA)
    await paste(TEXT)
    await bench.page.waitForSelector('.part-bar')
  }

  test('is run as a whole, with what was typed in any of its parts', async () => {
    const { page } = bench
    await start()
    expect(await count()).toMatchObject({ words: 20_000, lines: 10_000 })
    // A paste leaves the caret at its end.
    expect(await page.inputValue(AREA)).toMatch(/line 10000$/)
    await page.focus(AREA)
    await page.keyboard.type(' last')
    await page.keyboard.press('Control+Home')
    expect(await page.inputValue(AREA)).toMatch(/^line 1\n/)
    await page.keyboard.type('first ')
    await page.click('text="Next part"')
    expect(await page.inputValue(AREA)).not.toMatch(/line 1\n/)
    await page.focus(AREA)
    await page.keyboard.press('ArrowUp')
    expect(await page.inputValue(AREA)).toMatch(/^first line 1\n/)
    await page.keyboard.type('middle ')
    expect(await count()).toMatchObject({ words: 20_003, lines: 10_000 })
  })

  test('keeps each part when a change is undone in another', async () => {
    const { page } = bench
    await start()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('first ')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+z')
    expect(await count()).toMatchObject({ words: 20_001, lines: 10_000 })
    await page.focus(AREA)
    await page.keyboard.type('x')
    await page.keyboard.press('Control+z')
    expect(await count()).toMatchObject({ words: 20_001, lines: 10_000 })
  })

  test('is chosen, copied and replaced as a whole', async () => {
    const { page } = bench
    await start()
    await page.keyboard.press('Control+a')
    await page.waitForSelector('text=The whole document is selected.')
    await page.keyboard.press('Control+c')
    expect(await page.evaluate('navigator.clipboard.readText()')).toHaveLength(TEXT.length)
    await paste('another document')
    expect(await page.inputValue(AREA)).toBe('another document')
    expect(await page.locator('.part-bar').count()).toBe(0)
    expect(await count()).toMatchObject({ words: 2, lines: 1 })
    await page.focus(AREA)
    await page.keyboard.press('Control+z')
    expect([0, 2]).toContain((await count()).words)
  })

  test('may be filled in by a program, and cut to a short one', async () => {
    const { page } = bench
    await showTool(bench, 'text/word-count')
    await page.fill(AREA, LINES.join('\n'))
    await page.waitForSelector('.part-bar')
    expect(await count()).toMatchObject({ words: 20_000, lines: 10_000 })
    await page.focus(AREA)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+x')
    expect(await page.inputValue(AREA)).toBe('')
    expect(await page.evaluate('navigator.clipboard.readText()')).toHaveLength(LINES.join('\n').length)
  })
})
