// How the page looks: nothing keeps people from using it, it fits a phone, and pictures of it are written for people to look at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLanguages } from '../../build/languages/languages.ts'
import { projectFolder } from '../architecture/source-file.ts'
import { type Bench, hasChromium, leavePage, openBench, runTool, showTool, WAIT_MS } from './browser.ts'
import { findBarriers } from './everybody/barriers.ts'
import { walkControls } from './everybody/keyboard-walk.ts'

const pictures = join(projectFolder, 'dist', 'screenshots')

/** One tool for each view, and the example that shows it. */
const PLACES = [
  ['text/word-count', 0],
  ['text/diff', 1],
  ['text/segment', 1],
  ['hl7/parse', 0],
  ['hl7/validate', 0],
  ['hl7/diff', 0],
  ['dicom/inspect', 0],
  ['dicom/validate', 0],
  ['dicom/render', 0],
  ['phi/deidentify-dicom', 2],
  ['phi/detect', 0],
  ['phi/deidentify-table', 0],
  ['fhir/validate', 0],
  ['fhir/path', 0],
  ['fhir/flatten', 0],
  ['fhir/convert', 0],
  ['phi/deidentify-fhir', 0],
  ['code/check-id', 3],
  ['code/ucum', 3],
  ['code/udi', 1],
  ['data/cda-parse', 0],
  ['data/x12-parse', 0],
  ['data/x12-ack', 0],
] as const

const SCREENS = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'phone', colorScheme: 'light', width: 375 },
] as const

describe.skipIf(!hasChromium)('the page, light, dark and on a phone', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    bench = await openBench('branding: { name: Ward tools, contact: it@hospital.example }\n')
  })
  afterAll(() => bench?.close())

  test('at its beginning', async () => {
    await bench.page.goto(bench.origin)
    await bench.page.waitForSelector('.tiles')
    await look('welcome')
    expect(await bench.page.title()).toBe('Ward tools')
    expect(await bench.page.textContent('.foot')).toBe('Contact: it@hospital.example')
  })

  describe.each(PLACES)('with %s', (id, example) => {
    beforeAll(async () => {
      await showTool(bench, id)
      await bench.page.selectOption('.examples', String(example))
      await runTool(bench)
    })

    test('keeps nobody from using it', () => look(id.replace('/', '-')))

    test('lets the keyboard reach everything and leave it again', () => walkWide(bench))
  })

  test('with every option open, and a problem', async () => {
    await showTool(bench, 'phi/deidentify-text')
    await bench.page.click('.options > summary')
    await bench.page.click('text=On the server')
    await runTool(bench)
    await look('options')
  })

  test('with a document and what fits it', async () => {
    await leavePage(bench.page)
    await bench.page.goto(bench.origin)
    await bench.page.fill('.intake textarea', 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01|1|P|2.5')
    await bench.page.waitForSelector('.offer')
    await look('offers')
  })

  test('with a recipe', async () => {
    await leavePage(bench.page)
    await bench.page.goto(`${bench.origin}/#/recipes/run`)
    await bench.page.selectOption('.examples', '0')
    await bench.page.waitForSelector('.step-reports')
    await look('recipe')
  })

  test('with operations as rows, and help', async () => {
    await showTool(bench, 'hl7/edit')
    await bench.page.selectOption('.examples', '0')
    await bench.page.locator('.rows-row .help > summary').first().click()
    await bench.page.waitForSelector('.result pre:has-text("female")')
    await look('rows')
  })

  test('with files of any kind, de-identified', async () => {
    await leavePage(bench.page)
    await bench.page.goto(`${bench.origin}/#/deidentify/files`)
    const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    const message = 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|1|P|2.5\rPID|1||7^^^X^MR||Quist^Ada||19700101|F\rPV1|1|I\r'
    const files = [file('a.hl7', message), file('note.txt', 'Patient: Ada Quist slept well.'), file('b.bin', '\u0001\u0002')]
    await bench.page.setInputFiles('.intake input[aria-label=Files]', files)
    await bench.page.click('text="De-identify 3 files"')
    await bench.page.click('.files-report >> text="a.hl7"')
    await bench.page.waitForSelector('.text-pair mark')
    await bench.page.waitForSelector('.result [role=tablist]')
    await look('deidentify')
  })

  test('with many files', async () => {
    await showTool(bench, 'hl7/parse')
    await bench.page.click('text=Many files')
    await look('batch')
  })

  /** On each screen, of which the last is the one that the next view is built on. @param what names the pictures */
  async function look(what: string): Promise<void> {
    const { page } = bench
    for (const { name, colorScheme, width } of SCREENS) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate('scrollTo(0, 0)')
      await page.screenshot({ path: join(pictures, `${what}-${name}.png`), fullPage: true })
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width)
      expect(await findBarriers(bench), name).toEqual([])
    }
  }
})

describe.skipIf(!hasChromium)('the page in other languages', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    bench = await openBench('branding: { name: Ward tools, contact: it@hospital.example }\n', undefined, 'de-AT')
    await bench.page.setViewportSize({ width: 375, height: 900 })
    await bench.page.emulateMedia({ reducedMotion: 'reduce' })
  })
  afterAll(() => bench?.close())

  test('begins in that of the browser', async () => {
    await bench.page.goto(bench.origin)
    await bench.page.waitForSelector('h1:has-text("Was haben Sie?")')
    expect(await bench.page.evaluate('[document.documentElement.lang, document.title, localStorage.length]')).toEqual([
      'de',
      'Ward tools',
      0,
    ])
  })

  test('changes them without losing what was typed, and keeps one only where the browser asks for another', async () => {
    const { page } = bench
    await showTool(bench, 'phi/deidentify-text')
    await page.fill('.documents textarea', 'Ada Quist, 31.12.2025')
    await page.click('.options > summary')
    const tags = await page.$$eval('select[name=language] option', (options) =>
      options.map((option) => (option as HTMLOptionElement).value),
    )
    expect(tags).toEqual(['en', ...Object.keys(readLanguages())])
    for (const tag of [...tags, 'de']) {
      await page.selectOption('select[name=language]', tag)
      await page.waitForSelector(`html[lang=${tag}]`)
      await page.waitForSelector(`.tool h1:has-text("${titleIn(tag)}")`)
      expect(await page.inputValue('.documents textarea')).toBe('Ada Quist, 31.12.2025')
      await page.waitForSelector('.result [role=tablist]')
      await page.screenshot({ path: join(pictures, `language-${tag}.png`), fullPage: true })
      expect(await page.evaluate('document.documentElement.scrollWidth'), tag).toBe(375)
      expect(await findBarriers(bench), tag).toEqual([])
      expect(await page.evaluate("localStorage.getItem('language')")).toBe(tag === 'de' ? null : tag)
    }
    await page.goto(bench.origin)
    await page.reload()
    await page.waitForSelector('h1:has-text("Was haben Sie?")')
    expect(await findBarriers(bench)).toEqual([])
    expect(bench.readConsoleErrors()).toEqual([])
  })
})

describe.skipIf(!hasChromium)('a result', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openBench()
  })
  afterAll(() => bench?.close())

  test('has its numbers in the form of the language', async () => {
    const { page } = bench
    await showTool(bench, 'text/word-count')
    await page.fill('.documents textarea', 'word '.repeat(12_345))
    for (const [tag, count] of [
      ['en', '12,345'],
      ['de', '12.345'],
      ['es', '12.345'],
      ['fr', '12\u202f345'],
      ['it', '12.345'],
      ['nl', '12.345'],
    ]) {
      await page.selectOption('select[name=language]', tag!)
      await page.waitForSelector(`html[lang=${tag}]`)
      await page.waitForSelector(`.facts dd:text-is("${count}")`)
    }
    await page.selectOption('select[name=language]', 'en')
  })

  test('is printed alone, black on white, over the width of the paper', async () => {
    const { page } = bench
    await showTool(bench, 'hl7/validate')
    await page.selectOption('.examples', '0')
    await page.waitForSelector('.result [role=tablist]')
    await page.selectOption('.theme', 'dark')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    const visible = (selector: string) => page.locator(selector).first().isVisible()
    expect(await Promise.all(['.head', 'nav', '.input-card', '.tab-bar'].map(visible))).toEqual([false, false, false, false])
    expect((await page.locator('.result').boundingBox())!.width).toBeGreaterThan(700)
    const colors = await page.$eval('.result', (result) => {
      const style = getComputedStyle(result)
      return [style.color, style.colorScheme]
    })
    expect(colors).toEqual([expect.stringMatching(/^rgb\((?:\d|[1-5]\d), /), 'light'])
  })
})

/** On a wide screen, with all options open. */
async function walkWide({ page }: Bench): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  // Parts that come later have controls, too.
  await page.waitForFunction("!document.querySelector('main .quiet[role=status]')?.textContent.includes('Loading')")
  await page.evaluate("for (const part of document.querySelectorAll('.input-card details')) part.open = true")
  const { count, missed } = await walkControls(page)
  expect(count).toBeGreaterThan(5)
  expect(missed).toEqual([])
}

function titleIn(tag: string): string {
  const title = 'De-identify a text'
  return tag === 'en' ? title : String(readLanguages()[tag]!.texts[title])
}

describe.skipIf(!hasChromium)('the keyboard alone', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openBench()
  })
  afterAll(() => bench?.close())

  test('chooses a tool, fills it in, runs it and reads its JSON', async () => {
    const { page } = bench
    await page.goto(bench.origin)
    await page.waitForSelector('.tiles')
    await tabTo('Word count')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.tool h1')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await tabTo('Text')
    await page.keyboard.type('Two words')
    await tabTo('Run')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.result [role=tablist]')
    await tabTo('Result')
    await page.keyboard.press('ArrowRight')
    await page.waitForSelector('.result [role=tabpanel] >> text="words": 2')
  })

  test.each(['deidentify/files', 'recipes/run', ''])('reaches everything in %s, and leaves it again', async (place) => {
    const { page } = bench
    await leavePage(page)
    await page.goto(place === '' ? bench.origin : `${bench.origin}/#/${place}`)
    await page.waitForSelector(place === '' ? '.tiles' : '.tool h1')
    if (place === 'recipes/run') {
      await page.selectOption('.examples', '0')
      await page.waitForSelector('.result [role=tablist]')
    }
    await walkWide(bench)
  })

  /** Presses Tab until the control with this name has the focus. */
  async function tabTo(name: string): Promise<void> {
    for (let i = 0; i < 80; i++) {
      await bench.page.keyboard.press('Tab')
      const label = await bench.page.evaluate<string>(
        'document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent',
      )
      if (label === name) return
    }
    throw new Error(`Tab does not reach ${name}`)
  }
})
