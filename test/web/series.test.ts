// Several DICOM files in the viewer of the page: one series, which is sorted in the background.
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../src/tools/catalogue.ts'
import { type Bench, hasChromium, showTool, WAIT_MS } from './browser.ts'
import { useBench } from './use-bench.ts'

const bytes = Buffer.from(String(catalogue.find(({ id }) => id === 'dicom/render')!.examples[1]!.input.file), 'base64')
const file = (name: string, buffer = bytes) => ({ name, mimeType: 'application/dicom', buffer })

describe.skipIf(!hasChromium)('a series of files', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench
  useBench((opened) => {
    bench = opened
  })

  test('is shown one after another, measured, inverted and played', async () => {
    const { page } = bench
    await showTool(bench, 'dicom/render')
    await page.setInputFiles('.drop input[type=file]', [file('10.dcm'), file('2.dcm'), file('1.dcm')])
    await page.waitForSelector('.stage-corner:has-text("Image 1/3")')
    await page.waitForSelector('.held-name >> text="1.dcm"')
    await page.locator('.stage').focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('.held-name >> text="2.dcm"')
    await page.locator('.stage').hover()
    await page.mouse.wheel(0, 100)
    await page.waitForSelector('.held-name >> text="10.dcm"')
    // A line that is drawn before the picture of the file is there goes with the picture before.
    await page.waitForSelector('.stage-corner:has-text("Image 3/3")')
    await page.click('.picture-bar >> text="Measure"')
    const stage = (await page.locator('.stage-picture').boundingBox())!
    await page.mouse.move(stage.x + stage.width / 4, stage.y + stage.height / 2)
    await page.mouse.down()
    await page.mouse.move(stage.x + (3 * stage.width) / 4, stage.y + stage.height / 2, { steps: 3 })
    await page.mouse.up()
    const width = Number(await page.getAttribute('.stage-layer', 'viewBox').then((box) => box!.split(' ')[2]))
    await page.waitForSelector(`.stage-corner:has-text("Length ${(width / 2).toFixed(1)} pixels")`)
    await page.click('.picture-bar >> text="Invert"')
    expect(await page.locator('.stage img.inverted').count()).toBe(1)
    await page.click('.picture-bar >> text="Play"')
    await page.waitForSelector('.held-name >> text="1.dcm"')
    await page.click('.picture-bar >> text="Pause"')
  })

  test('does not take the place of a file that was chosen while it was sorted', async () => {
    const { page } = bench
    await showTool(bench, 'text/word-count')
    await showTool(bench, 'dicom/render')
    await page.setInputFiles('.drop input[type=file]', file('first.dcm'))
    await page.waitForSelector('.stage img')
    // The part that sorts waits until another file is chosen.
    let release: () => void = () => undefined
    const isReleased = new Promise<void>((settle) => {
      release = settle
    })
    let isHeld = false
    await page.route('**/*.js', async (route) => {
      isHeld = true
      await isReleased
      await route.continue()
    })
    await page.setInputFiles('.drop input[type=file]', [file('10.dcm'), file('2.dcm'), file('1.dcm')])
    await page.waitForSelector('.stage-corner:has-text("Image 1/3")')
    expect(isHeld).toBe(true)
    await page.setInputFiles('.drop input[type=file]', file('other.dcm'))
    await page.waitForSelector('.held-name >> text="other.dcm"')
    await page.waitForSelector('.stage-corner:not(:has-text("Image"))')
    release()
    await page.waitForTimeout(2000)
    expect(await page.textContent('.held-name')).toContain('other.dcm')
    await page.unroute('**/*.js')
  })

  test('says which file the picture is of, if another one cannot be drawn', async () => {
    const { page } = bench
    await showTool(bench, 'text/word-count')
    await showTool(bench, 'dicom/render')
    await page.setInputFiles('.drop input[type=file]', [file('1.dcm'), file('2.dcm', Buffer.from('no image'))])
    await page.waitForSelector('.stage-corner:has-text("Image 1/2")')
    await page.locator('.stage').focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('.held-name >> text="2.dcm"')
    await page.waitForSelector('.stale .stage-corner')
    expect(await page.textContent('.stale .stage-corner')).toContain('Image 1/2')
  })
})
