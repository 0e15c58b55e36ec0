// The view of pictures: the picture is shown, and sliders of marked options draw it again.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFolder } from '../architecture/source-file.ts'
import { type Bench, hasChromium, openPlanted, runTool, showTool, WAIT_MS } from './browser.ts'
import { gradient } from './planted/gradient.ts'

describe.skipIf(!hasChromium)('a result that is a picture', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openPlanted([gradient], 'test/web')
  })
  afterAll(() => bench?.close())

  test('is shown and drawn again by its sliders', async () => {
    const { page } = bench
    await showTool(bench, gradient.id)
    await page.selectOption('.examples', '0')
    await runTool(bench)
    await expect.poll(() => page.evaluate('document.querySelector(".picture img")?.naturalWidth'), { timeout: WAIT_MS }).toBe(64)
    const sliders = () => page.locator('.slider').allTextContents()
    expect(await sliders()).toEqual(['Frame1', 'Window, Center128', 'Window, Width200'])
    expect(await page.getByRole('slider', { name: 'Frame' }).getAttribute('max')).toBe('3')
    const first = await page.getAttribute('.picture img', 'src')
    await page.getByRole('slider', { name: 'Window, Center' }).fill('40')
    await expect.poll(() => page.getAttribute('.picture img', 'src'), { timeout: WAIT_MS }).not.toBe(first)
    expect(await sliders()).toEqual(['Frame1', 'Window, Center40', 'Window, Width200'])
    expect(new URL(page.url()).hash).toBe('#/planted/gradient?window=%7B%22width%22%3A200%2C%22center%22%3A40%7D')
    await page.screenshot({ path: join(projectFolder, 'dist', 'screenshots', 'picture-light.png'), fullPage: true })
    expect(bench.readConsoleErrors()).toEqual([])
    expect(bench.readRequests().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
