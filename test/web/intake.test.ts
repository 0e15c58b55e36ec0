// What people do first: drop or paste something, take it to a tool, read it, carry it on, and run tools in a row.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/tools/catalogue.ts'
import { type Bench, hasChromium, leavePage, openBench, saveJson, showTool, WAIT_MS } from './browser.ts'

const MESSAGE = 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|Q-1|P|2.5\rPID|1||7^^^X^MR||Quist^Ada||19700101|F\rPV1|1|I\r'
const folder = mkdtempSync(join(tmpdir(), 'health-tools-intake-'))

describe.skipIf(!hasChromium)('the page', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openBench()
  })
  afterEach(() => {
    expect(bench.readConsoleErrors()).toEqual([])
    expect(bench.readRequests().filter(({ method }) => method !== 'GET')).toEqual([])
  })
  afterAll(async () => {
    await bench?.close()
    rmSync(folder, { recursive: true })
  })

  async function showHome(): Promise<void> {
    await leavePage(bench.page)
    await bench.page.goto(bench.origin)
    await bench.page.waitForSelector('.intake')
  }

  test('tells what a text is, and opens a tool with it and its result', async () => {
    const { page } = bench
    await showHome()
    await page.fill('.intake textarea', MESSAGE)
    expect(await page.textContent('.offer-head')).toContain('HL7 v2')
    await page.click('.offer >> text=Parse HL7 v2')
    await page.waitForSelector('.tree tr.part')
    expect(await page.inputValue('.document textarea')).toContain('Quist^Ada')
    await page.click('.path-button >> text="PID-5.1"')
    expect(await page.textContent('.message-text .here')).toBe('Quist')
    await page.click('.message-field >> text="19700101"')
    expect(await page.getAttribute('tr.chosen', 'data-path')).toBe('PID-7')
    expect(page.url()).not.toContain('Quist')
  })

  test('takes a document, and a result, to another tool', async () => {
    const { page } = bench
    await showTool(bench, 'phi/deidentify-hl7')
    await page.fill('.document textarea', MESSAGE)
    await page.waitForSelector('.result [role=tablist]')
    await page.selectOption('.downloads select', 'hl7/validate')
    await page.waitForSelector('h1 >> text="Validate HL7 v2"')
    expect(await page.inputValue('.document textarea')).toMatch(/^MSH.*\[NAME\]/s)
    await page.click('.next-tools >> text="HL7 v2 to FHIR"')
    await page.waitForSelector('h1 >> text="HL7 v2 to FHIR"')
    expect(await page.inputValue('.document textarea')).toContain('[NAME]')
  })

  test('opens a ZIP, groups what is in it by kind, and takes a group to a tool', async () => {
    const { page } = bench
    const zip = join(folder, 'a.zip')
    const text = (content: string) => new TextEncoder().encode(content)
    writeFileSync(
      zip,
      zipSync({ 'in/1.hl7': text(MESSAGE), 'in/2.hl7': text(MESSAGE), 'note.txt': text('Seen on Monday. She slept well.') }),
    )
    await showHome()
    await page.setInputFiles('.intake input[aria-label=Files]', zip)
    await page.click('text=Open the ZIP')
    await page.waitForSelector('.offer-head >> text=2 files')
    expect(await page.locator('.offer-head').allTextContents()).toEqual([
      expect.stringMatching(/^HL7 v2 · 2 files/),
      expect.stringMatching(/^Text · 1 file/),
    ])
    await page.click('.offer >> text="De-identify HL7 v2" >> nth=0')
    await page.click('text=Run 2 files')
    await page.waitForSelector('text=Done: 2 of 2 files')
  })

  test('says what is wrong with a ZIP that is cut', async () => {
    const zip = join(folder, 'cut.zip')
    writeFileSync(zip, Buffer.from(zipSync({ 'a.txt': new Uint8Array(5000).map((_, i) => i * 7) })).subarray(0, 40))
    await showHome()
    await bench.page.setInputFiles('.intake input[aria-label=Files]', zip)
    await bench.page.click('text=Open the ZIP')
    expect(await bench.page.textContent('.intake .problem')).toContain('unreadable_input')
  })

  test('runs a recipe in the tab with the answer of the API', async () => {
    const { page } = bench
    await leavePage(page)
    await page.goto(`${bench.origin}/#/recipes/run`)
    await page.waitForSelector('.recipe-step')
    await page.fill('.document textarea', MESSAGE)
    await page.waitForSelector('.step-reports')
    const json = await saveJson(bench)
    const steps = ['hl7/normalize', 'phi/deidentify-hl7', 'hl7/to-fhir', 'fhir/validate'].map((tool) => ({ tool }))
    const answer = await fetch(`${bench.origin}/v1/recipes/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bench.key}`, 'content-type': 'application/json' },
      // A control of HTML has line feeds.
      body: JSON.stringify({ recipe: { steps }, input: { message: MESSAGE } }),
    })
    expect(JSON.parse(json)).toEqual(await answer.json())
    expect(json).not.toContain('Quist')
    await page.getByLabel('Remove step 4').click()
    await page.getByLabel('Move step 3 up').click()
    await page.getByLabel('Move step 2 down').click()
    await expect.poll(() => page.locator('.recipe-step').count()).toBe(3)
  })

  test('finds tools, earlier work and settings by Ctrl+K, and the list by a slash', async () => {
    const { page } = bench
    await showTool(bench, 'text/word-count')
    await page.fill('.document textarea', 'Two words')
    await page.waitForSelector('.result [role=tablist]')
    await page.keyboard.press('Control+k')
    await page.fill('.palette input', 'redact dicom')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1 >> text="De-identify a DICOM file"')
    await page.keyboard.press('Control+k')
    await page.fill('.palette input', 'word count')
    await page.click('.palette li >> text=run at')
    await page.waitForSelector('h1 >> text="Word count"')
    expect(await page.inputValue('.document textarea')).toBe('Two words')
    await page.click('.star')
    await page.waitForSelector('nav >> text=Favorites')
    expect(await page.evaluate('({ ...localStorage })')).toEqual({ favourites: '["text/word-count"]' })
    await page.click('.star')
    expect(await page.evaluate('({ ...localStorage })')).toEqual({})
    await page.click('h1')
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.className')).toBe('search')
  })

  test('takes operations as rows, and a tree as rows of rows', async () => {
    const { page } = bench
    const json = async () => JSON.parse(await saveJson(bench)) as { message: string; changes?: object[] }
    await showTool(bench, 'hl7/edit')
    await page.fill('.document textarea', MESSAGE)
    await page.click('text="Add to operations"')
    await page.getByLabel('Path', { exact: true }).fill('PID-5.')
    // Paths of the document are offered with their values.
    await page.waitForSelector('datalist option', { state: 'attached' })
    const offered = await page.$$eval('datalist option', (options) => options.map((option) => (option as HTMLOptionElement).value))
    expect(offered).toEqual(['PID-5.1', 'PID-5.2'])
    await page.getByLabel('Path', { exact: true }).fill('PID-5.1')
    expect(await page.locator('.rows-row .option').count()).toBe(6)
    await page.getByLabel('Value', { exact: true }).fill('Sample & Sons')
    await page.click('text="Add to operations"')
    const second = page.locator('.rows-row').nth(1)
    await second.locator('select').first().selectOption('map')
    await second.getByLabel('Path', { exact: true }).fill('PID-8')
    await second.getByLabel('Form of value').selectOption('table')
    await page.click('text="Add to value"')
    await second.getByLabel('Name 1 of value').fill('F')
    await second.getByLabel('Value 1 of value').fill('female')
    await page.waitForSelector('.result pre:has-text("female")')
    expect((await json()).message).toContain('Sample \\T\\ Sons^Ada||19700101|female')
    await page.getByLabel('Move row 2 of operations up').click()
    await page.getByLabel('Show operations as JSON').check()
    expect(JSON.parse(await page.getByLabel('Operations as JSON', { exact: true }).inputValue())).toEqual([
      { op: 'map', path: 'PID-8', value: { F: 'female' } },
      { op: 'set', path: 'PID-5.1', value: 'Sample & Sons' },
    ])
    await showTool(bench, 'hl7/build')
    await page.click('text="Add to tree"')
    await page.locator('.rows-row input').first().fill('PID')
    await page.click('text="Add to fields"')
    await page.getByLabel('Path', { exact: true }).fill('PID-5.1')
    await page.getByLabel('Value', { exact: true }).fill('Quist')
    await page.waitForSelector('.result pre:has-text("Quist")')
    expect((await json()).message).toContain('PID|||||Quist')
  })

  test('de-identifies files of any kind in one step, with one key', async () => {
    const { page } = bench
    const text = (content: string) => new TextEncoder().encode(content)
    const dicom = catalogue.find(({ id }) => id === 'phi/deidentify-dicom')!.examples[2]!.input.file
    const zip = join(folder, 'Quist.zip')
    const files = {
      'quist/a.hl7': text(MESSAGE),
      'quist/b.csv': text('mrn,name,visit\n7,Ada Quist,2026-03-03\n'),
      'quist/c.txt': text('Patient: Ada Quist, MRN 40917, born 01/01/1970. She slept well.'),
      'quist/d.dcm': new Uint8Array(Buffer.from(String(dicom), 'base64')),
      'quist/e.bin': new Uint8Array([1, 2, 0, 0]),
      'quist/f.json': text('{"resourceType":"Patient","name":[{"family":"Quist","given":["Ada"]}]'),
    }
    writeFileSync(zip, zipSync(files))
    await leavePage(page)
    await page.goto(`${bench.origin}/#/deidentify/files`)
    await page.setInputFiles('.intake input[aria-label=Files]', zip)
    await page.click('text="De-identify 6 files"')
    await page.waitForSelector('.files-report')
    const rows = await page.locator('.files-report tbody tr').allTextContents()
    expect(rows.slice(0, 2)).toEqual([
      expect.stringMatching(/^quist\/e\.binSet asideUnknown format/),
      expect.stringMatching(/^quist\/f\.jsonSet aside/),
    ])
    expect(rows).toHaveLength(6)
    await page.click('.files-report >> text="quist/a.hl7"')
    await page.waitForSelector('.text-pair mark:has-text("Quist")')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=/Save ZIP/')])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const saved = unzipSync(Buffer.concat(chunks))
    expect(Object.keys(saved).filter((name) => name.startsWith('deidentified/'))).toEqual(
      ['0001.hl7', '0002.csv', '0003.txt', '0004.dcm'].map((name) => `deidentified/${name}`),
    )
    const read = (name: string) => new TextDecoder('latin1').decode(saved[name])
    for (const name of Object.keys(saved)) expect(`${name} ${read(name)}`).not.toMatch(/quist/i)
    const report = JSON.parse(read('report.json')) as { summary: object; files: { status: string }[] }
    expect(report.summary).toEqual({ total: 6, deidentified: 4, needsReview: 0, setAside: 2, unreadable: 0 })
    // The number of the patient is the same in each format.
    const number = read('deidentified/0001.hl7')
      .split('|PID|')[0]!
      .match(/PID\|1\|\|([^^]+)/)![1]!
    expect(number).not.toBe('7')
    expect(read('deidentified/0002.csv')).toContain(`${number},`)
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0)
    // Results of one key are not shown beside another.
    await page.click('text="New key"')
    expect(await page.locator('.files-report').count()).toBe(0)
    const key = await page.inputValue('.key-line input')
    await page.click('text="Keep it in this tab until the tab is closed"')
    expect(await page.evaluate('sessionStorage.getItem("deidentify-key")')).toBe(key)
    await page.click('text="Keep it in this tab until the tab is closed"')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test('draws boxes on a frame, blanks them, and shows the frame before and after', async () => {
    const { page } = bench
    await showTool(bench, 'phi/deidentify-dicom')
    await page.selectOption('.examples', '2')
    await page.waitForSelector('.two-pictures .stage img')
    const cells = page.locator('.element-diff tr', { hasText: '(0010,0010)' }).locator('td')
    // The table of changes and the pictures are loaded apart from each other.
    await cells.first().waitFor()
    expect((await cells.allTextContents()).slice(0, 2)).toEqual(["Patient's Name(0010,0010)", 'Sample^Ann'])
    expect(await cells.nth(2).textContent()).not.toContain('Ann')
    await page.click('.options > summary')
    await page.locator('.folded summary', { hasText: 'Regions' }).click()
    await page.waitForSelector('.box')
    await page.click('text="Remove all"')
    const stage = (await page.locator('.boxes .stage-layer').boundingBox())!
    const at = (x: number, y: number) => [stage.x + (stage.width * x) / 128, stage.y + (stage.height * y) / 128] as const
    await page.mouse.move(...at(2, 2))
    await page.mouse.down()
    await page.mouse.move(...at(60, 30), { steps: 4 })
    await page.mouse.up()
    await page.waitForSelector('.box-row')
    await page.getByLabel('Width of box 1').fill('100')
    await page.getByLabel('Width of box 1').press('Tab')
    const boxes = () => JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('regions') ?? '[]') as { width: number }[]
    // The change above runs the tool again while the search is under way, and a box is added meanwhile.
    await page.click('text="Find text"')
    await page.click('text="Add box"')
    await page.waitForSelector('text=/[1-9][0-9]* box(es)? added/')
    await expect.poll(() => boxes().length).toBeGreaterThan(2)
    expect(boxes()).toContainEqual(expect.objectContaining({ width: 100 }))
    await page.waitForSelector('.two-pictures figure:nth-child(2) .stage img')
    expect(await page.locator('.boxes .stage img').count()).toBe(1)
  })
})
