// Many files in the page: a folder is dropped whole, a long run can be stopped, and the page goes on after it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, hasChromium, leavePage, openBench, showTool, WAIT_MS } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'health-tools-batch-'))

describe.skipIf(!hasChromium)('many files', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openBench()
  })
  afterAll(async () => {
    await bench?.close()
    rmSync(folder, { recursive: true })
  })

  test('of a dropped folder are run with those of its folders', async () => {
    const ward = join(folder, 'ward')
    mkdirSync(join(ward, 'inner', 'most'), { recursive: true })
    writeFileSync(join(ward, 'a.txt'), 'one two')
    writeFileSync(join(ward, 'inner', 'b.txt'), 'three')
    writeFileSync(join(ward, 'inner', 'most', 'c.txt'), 'four five six')
    await showTool(bench, 'text/word-count')
    await bench.page.click('text=Many files')
    await dropFolder(bench, ward)
    await bench.page.waitForSelector('text=3 files, 25 bytes')
    await bench.page.click('text=Run 3 files')
    await bench.page.waitForSelector('text=Done: 3 of 3 files')
    expect(bench.readConsoleErrors()).toEqual([])
  })

  test('of a folder go through a recipe, and what fails names its step', async () => {
    const { page } = bench
    const feed = join(folder, 'messages')
    mkdirSync(feed)
    const message = (name: string) =>
      `MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|1|P|2.5\rPID|1||7^^^X^MR||${name}^Ada||19700101|F\rPV1|1|I\r`
    writeFileSync(join(feed, 'a.hl7'), message('Quist'))
    writeFileSync(join(feed, 'b.hl7'), message('Vandermeersch'))
    writeFileSync(join(feed, 'c.hl7'), 'No message')
    await leavePage(page)
    await page.goto(`${bench.origin}/#/recipes/run`)
    await page.waitForSelector('.recipe-step')
    await page.click('text=Many files')
    await page.setInputFiles('.batch input[aria-label=Folder]', feed)
    await page.click('text=Run 3 files')
    await page.waitForSelector('text=Done: 3 of 3 files, 1 failed')
    expect(await page.textContent('.batch tbody')).toContain('Step 1 (hl7/normalize)')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save ZIP')])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const zip = unzipSync(Buffer.concat(chunks))
    const texts = Object.fromEntries(Object.entries(zip).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
    // A document in JSON and its report do not take each other's name.
    expect(Object.keys(texts).sort()).toEqual(['0001.json', '0001.report.json', '0002.json', '0002.report.json', 'manifest.json'])
    expect(texts['0002.json']).toMatch(/^\{"resourceType":"Bundle"/)
    expect(JSON.parse(texts['0002.report.json']!)).toMatchObject({
      document: Buffer.from(texts['0002.json']!).toString('base64'),
      steps: [{}, {}, {}, { tool: 'fhir/validate' }],
    })
    expect(JSON.parse(texts['manifest.json']!).results[1]).toMatchObject({ file: '0002.json', report: '0002.report.json' })
    expect(Object.values(texts).join('\n')).not.toMatch(/Quist|Vandermeersch/)
    expect(bench.readConsoleErrors()).toEqual([])
  })

  test('of a folder of 5,000 are told apart, run, and end when the tab is closed, which asks before', async () => {
    const { context, origin } = bench
    const feed = join(folder, 'feed')
    mkdirSync(feed)
    const texts = [
      'MSH|^~\\&|A|B|C|D|20260102||ADT^A01|1|P|2.5\rPID|1||7\r',
      '{"resourceType":"Patient"}',
      'Seen on Monday. She slept well.',
    ]
    for (let i = 0; i < 5000; i++) writeFileSync(join(feed, `${i}.dat`), texts[i % 10 === 0 ? 1 : i % 10 === 1 ? 2 : 0]!)
    const page = await context.newPage()
    await page.goto(origin)
    await page.waitForSelector('.intake')
    await page.setInputFiles('.intake input[aria-label=Folder]', feed)
    await page.waitForSelector('.offer-head', { timeout: WAIT_MS })
    expect(await page.locator('.offer-head').allTextContents()).toEqual([
      expect.stringMatching(/^HL7 v2 · 4000 files/),
      expect.stringMatching(/^FHIR \(JSON\) · 500 files/),
      expect.stringMatching(/^Text · 500 files/),
    ])
    await page.click('.offer >> text="Parse HL7 v2" >> nth=0')
    await page.click('text="Run 4000 files"')
    await page.waitForSelector('text=/Running: [1-9][0-9]* of 4000 files/')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await Promise.all([page.waitForEvent('close'), dialog.accept()])
    // Nothing of it is left, and other tabs go on.
    await showTool(bench, 'text/word-count')
    expect(await bench.page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
    expect(await bench.page.evaluate('Promise.all([indexedDB.databases(), caches.keys()])')).toEqual([[], []])
    await bench.page.fill('.document textarea', 'Two words')
    await bench.page.waitForSelector('.result [role=tablist]')
    expect(bench.readConsoleErrors()).toEqual([])
  })

  test('that change or go before they are read are reported, and the others run', async () => {
    const paths = ['kept.txt', 'changed.txt', 'gone.txt'].map((name) => join(folder, name))
    for (const path of paths) writeFileSync(path, 'one two')
    const change = () => {
      writeFileSync(paths[1]!, 'another text, which is longer')
      rmSync(paths[2]!)
    }
    await showTool(bench, 'text/word-count')
    await bench.page.click('text=Many files')
    await bench.page.setInputFiles('.batch input[aria-label=Files]', paths)
    change()
    await bench.page.click('text=Run 3 files')
    await bench.page.waitForSelector('text=Done: 3 of 3 files, 2 failed')
    expect(await bench.page.locator('.batch tbody .mono').allTextContents()).toEqual(['io_error', 'io_error'])
    // The same for one document.
    writeFileSync(paths[2]!, 'one two')
    await showTool(bench, 'text/word-count')
    await bench.page.setInputFiles('.drop input[type=file]', paths[2]!)
    await bench.page.waitForSelector('.result [role=tablist]')
    writeFileSync(paths[2]!, 'another text, which is longer')
    await bench.page.click('.actions button.primary')
    await bench.page.waitForSelector('.problem code:has-text("io_error")')
    await bench.page.setInputFiles('.drop input[type=file]', paths[2]!)
    await bench.page.waitForSelector('.result [role=tablist]')
    bench.readConsoleErrors()
  })

  test('that failed are all named, however many', async () => {
    const buffer = Buffer.from([0xff])
    const broken = Array.from({ length: 130 }, (_, i) => ({ name: `${i}.txt`, mimeType: 'text/plain', buffer }))
    await showTool(bench, 'text/word-count')
    await bench.page.click('text=Many files')
    await bench.page.setInputFiles('.batch input[aria-label=Files]', broken)
    await bench.page.click('text=Run 130 files')
    await bench.page.waitForSelector('text=Done: 130 of 130 files, 130 failed')
    await bench.page.waitForSelector('.batch >> text=100 of 130 shown')
    await bench.page.click('.batch >> text=Show more')
    await expect.poll(() => bench.page.locator('.batch tbody tr').count()).toBe(130)
    expect(bench.readConsoleErrors()).toEqual([])
  })

  test('that take long are stopped, and others run after them', async () => {
    const message = Buffer.from(`MSH|^~\\&|A|B|C|D|20260102||ORU^R01|1|P|2.5\r${'OBX|1|TX|1^T^L||some text|||||F\r'.repeat(300)}`)
    const large = ['1.hl7', '2.hl7', '3.hl7'].map((name) => join(folder, name))
    for (const file of large) writeFileSync(file, Buffer.alloc(40_000_000, message))
    await showTool(bench, 'hl7/validate')
    await bench.page.click('text=Many files')
    await bench.page.setInputFiles('.batch input[aria-label=Files]', large)
    await bench.page.click('text=Run 3 files')
    await bench.page.waitForSelector('text=/Running: [012] of 3 files/')
    await bench.page.click('.batch button.stop')
    await bench.page.waitForSelector('text=Stopped. Nothing from this run is kept.')
    writeFileSync(join(folder, 'small.hl7'), message)
    await bench.page.setInputFiles('.batch input[aria-label=Files]', join(folder, 'small.hl7'))
    await bench.page.click('text=Run 1 file')
    await bench.page.waitForSelector('text=Done: 1 of 1 file')
    expect(bench.readConsoleErrors()).toEqual([])
  })
})

/** As a file manager drops it: what a script puts into a DataTransfer holds no folders. */
async function dropFolder({ page }: Bench, path: string): Promise<void> {
  const box = (await page.locator('.batch .drop').boundingBox())!
  const session = await page.context().newCDPSession(page)
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, ...place, data })
  await session.detach()
}
