// The page in a real browser: tools run in the tab with the answers of the API, nothing is sent, and what goes wrong is said.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/tools/catalogue.ts'
import { type Bench, hasChromium, leavePage, openBench, runTool, saveJson, showTool, WAIT_MS } from './browser.ts'

const examples = catalogue.flatMap((tool) => tool.examples.map((example, index) => ({ id: tool.id, title: example.title, index, example })))
const folder = mkdtempSync(join(tmpdir(), 'health-tools-files-'))

describe.skipIf(!hasChromium)('the page', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openBench()
  })
  afterEach(() => {
    expect(bench.readConsoleErrors()).toEqual([])
  })
  afterAll(async () => {
    await bench?.close()
    rmSync(folder, { recursive: true })
  })

  test.each(examples)('$id in the tab answers as the API: $title', async ({ id, index, example }) => {
    await showTool(bench, id)
    bench.readRequests()
    await bench.page.selectOption('.examples', String(index))
    await runTool(bench)
    const json = await saveJson(bench)
    for (const { method, url, body } of bench.readRequests()) {
      expect({ method, origin: url.origin === bench.origin || url.protocol === 'blob:', search: url.search, body }).toEqual({
        method: 'GET',
        origin: true,
        search: '',
        body: null,
      })
      expect(url.pathname).not.toMatch(/^\/(?:api\/)?v1\//)
    }
    const { input, options } = example
    expect(json).toBe(await callApi(bench, id, JSON.stringify({ ...input, options: options ?? {} })))
  })

  test('runs on the server only when that is chosen, with the key that is given', async () => {
    await showTool(bench, 'phi/detect')
    await bench.page.selectOption('.examples', '0')
    await bench.page.click('text=On the server')
    await runTool(bench)
    expect(await bench.page.textContent('.problem')).toContain('missing_credentials')
    // The browser itself notes the refused request.
    expect(bench.readConsoleErrors()).toEqual([expect.stringContaining('401')])
    await bench.page.fill('.key input[type=password]', bench.key)
    bench.readRequests()
    await bench.page.click('.actions button.primary')
    await bench.page.waitForSelector('.result [role=tablist]')
    expect(bench.readRequests().map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['POST /v1/tools/phi/detect'])
    const { input } = catalogue.find(({ id }) => id === 'phi/detect')!.examples[0]
    expect(await saveJson(bench)).toBe(await callApi(bench, 'phi/detect', JSON.stringify(input)))
  })

  test('shows lists in a table in words, and names empty columns once', async () => {
    await showTool(bench, 'code/ucum')
    await bench.page.selectOption('.examples', '1')
    await runTool(bench)
    await bench.page.click('text=All fields of the result')
    await bench.page.waitForSelector('.all-fields table')
    const result = await bench.page.textContent('.all-fields')
    expect(result).toContain('unit ug, name (microgram), why usage, confidence 0.95')
    expect(result).toMatch(/Empty: [A-Za-z, ]*Arbitrary/)
    expect(await bench.page.locator('.result th', { hasText: 'Arbitrary' }).count()).toBe(0)
  })

  test('says that the program of the tools did not come, and runs them when it does', async () => {
    const page = await bench.context.newPage()
    const program = '**/assets/worker*'
    await page.route(program, (route) => route.abort())
    await page.goto(`${bench.origin}/#/text/word-count`)
    await page.selectOption('.examples', '0')
    await page.click('.actions button.primary')
    expect(await page.textContent('.problem', { timeout: WAIT_MS })).toContain('The tools cannot be loaded')
    await page.unroute(program)
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist]', { timeout: WAIT_MS })
    await page.close()
  })

  test('copies curl lines that a shell can run', async () => {
    const file = join(folder, `O'Neil, "Ada"; 1.hl7`)
    writeFileSync(file, 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01|1|P|2.5\rPID|1||7^^^"X\'Y"\r')
    for (const { id, index, useFile } of [
      { id: 'phi/deidentify-text', index: 1, useFile: false },
      { id: 'dicom/inspect', index: 0, useFile: false },
      { id: 'hl7/parse', index: 1, useFile: true },
    ]) {
      await showTool(bench, id)
      await bench.page.selectOption('.examples', String(index))
      if (useFile) await bench.page.setInputFiles('.drop input[type=file]', file)
      await bench.page.click('text=Copy as curl')
      await bench.page.waitForSelector('text=curl line copied.')
      const line = await readClipboard(bench)
      await runTool(bench)
      const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], {
        cwd: folder,
        env: { PATH: process.env.PATH, KEY: bench.key },
      })
      expect({ stdout, stderr }).toEqual({ stdout: await saveJson(bench), stderr: '' })
    }
  })

  test('keeps the options in its address, but no input and no free text', async () => {
    await showTool(bench, 'phi/detect')
    await bench.page.fill('.document textarea', 'Ada Quist')
    await bench.page.click('.options > summary')
    await bench.page.getByLabel('Mode', { exact: true }).selectOption('high-recall')
    await bench.page.getByLabel('Deny').fill('Secretname')
    await bench.page.getByLabel('Locale').fill('en-GB')
    const address = new URL(bench.page.url())
    expect(address.hash).toBe('#/phi/detect?mode=%22high-recall%22')
    await bench.page.click('text=Copy link')
    await bench.page.waitForSelector('text=Link copied.')
    const link = await readClipboard(bench)
    expect(link).toContain('locale=%22en-GB%22')
    expect(link).not.toMatch(/Secretname|Quist/)
    await leavePage(bench.page)
    await bench.page.goto(link)
    await bench.page.waitForSelector('.tool h1')
    expect(await bench.page.getByLabel('Mode', { exact: true }).inputValue()).toBe('high-recall')
    expect(await bench.page.getByLabel('Locale').inputValue()).toBe('en-GB')
  })

  test('says what is wrong with an input with the code of the API, and goes on', async () => {
    const broken = join(folder, 'broken.dcm')
    writeFileSync(broken, 'no image')
    await failWith('dicom/inspect', broken, 'unreadable_input')
    const latin = join(folder, 'latin.txt')
    writeFileSync(latin, Buffer.from([0x4d, 0xfc, 0x6c, 0x6c]))
    await failWith('text/word-count', latin, 'invalid_input')
    const huge = join(folder, 'huge.txt')
    writeFileSync(huge, Buffer.alloc(51 << 20, 'a '))
    await failWith('text/word-count', huge, 'body_too_large')
    await showTool(bench, 'hl7/edit')
    await bench.page.selectOption('.examples', '0')
    await bench.page.getByLabel('Show operations as JSON').check()
    await bench.page.getByLabel('Operations as JSON', { exact: true }).fill('[{')
    await runTool(bench)
    expect(await bench.page.textContent('.problem code')).toBe('malformed_json')
    await bench.page.selectOption('.examples', '0')
    await runTool(bench)
    await bench.page.waitForSelector('.result [role=tablist]')
  })

  async function failWith(id: string, file: string, code: string): Promise<void> {
    await showTool(bench, id)
    await bench.page.setInputFiles('.drop input[type=file]', file)
    await runTool(bench)
    expect(await bench.page.textContent('.problem code')).toBe(code)
    await bench.page.selectOption('.examples', '0')
    await runTool(bench)
    await bench.page.waitForSelector('.result [role=tablist]')
  }

  test('stays free while it works on 190 MB, stops, and works again', async () => {
    const large = join(folder, 'large.hl7')
    const message = Buffer.from(`MSH|^~\\&|A|B|C|D|20260102||ORU^R01|1|P|2.5\r${'OBX|1|TX|1^T^L||some text|||||F\r'.repeat(300)}`)
    writeFileSync(large, Buffer.alloc(190_000_000, message))
    await showTool(bench, 'hl7/validate')
    await bench.page.setInputFiles('.drop input[type=file]', large)
    await bench.page.click('.actions button.primary')
    await bench.page.waitForSelector('text=Running…')
    for (const word of ['diff', 'phi', '']) {
      await bench.page.fill('nav .search', word)
      expect(await bench.page.textContent('.run-words')).toBe('Running…')
    }
    await bench.page.click('.actions button.stop')
    await bench.page.waitForSelector('text=Stopped. Nothing from this run is kept.')
    await bench.page.selectOption('.examples', '0')
    await runTool(bench)
    await bench.page.waitForSelector('.result [role=tablist]')
  })

  test('runs many files and packs what came out, without their names', async () => {
    const texts = ['Call 312-555-0117.', 'Mr. Alvin Quist was here.', '']
    const files = texts.map((_text, i) => join(folder, `Quist-${i}.txt`))
    for (const [i, text] of texts.entries()) writeFileSync(files[i]!, text === '' ? Buffer.from([0xff]) : text)
    await showTool(bench, 'phi/deidentify-text')
    bench.readRequests()
    await bench.page.click('text=Many files')
    await bench.page.setInputFiles('.batch input[aria-label=Files]', files)
    await bench.page.click('text=Run 3 files')
    await bench.page.waitForSelector('text=Done: 3 of 3 files, 1 failed')
    expect(await bench.page.textContent('.batch tbody')).toContain('invalid_input')
    const [download] = await Promise.all([bench.page.waitForEvent('download'), bench.page.click('text=Save ZIP')])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const zip = unzipSync(Buffer.concat(chunks))
    const text = (name: string) => new TextDecoder().decode(zip[name])
    expect(Object.keys(zip).sort()).toEqual(['0001.json', '0001.txt', '0002.json', '0002.txt', 'manifest.json'])
    expect(text('0002.txt')).toBe('Mr. [NAME] was here.')
    expect(text('0001.json')).toBe(await callApi(bench, 'phi/deidentify-text', JSON.stringify({ text: texts[0] })))
    expect(text('manifest.json')).not.toContain('Quist')
    expect(JSON.parse(text('manifest.json'))).toMatchObject({
      summary: { total: 3, succeeded: 2, failed: 1 },
      results: [{}, {}, { index: 2, error: { code: 'invalid_input' } }],
    })
    expect(bench.readRequests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('shows what it is given as text', async () => {
    const text = '<img src=x onerror="document.title=1"><b>bold</b>'
    await showTool(bench, 'hl7/parse')
    await bench.page.fill('.document textarea', `MSH|^~\\&|${text}|B|C|D|20260102||ADT^A01|1|P|2.5`)
    await runTool(bench)
    expect(await bench.page.textContent('.tree')).toContain(text)
    expect(await bench.page.locator('main img, main b').count()).toBe(0)
  })

  test('finds tools by words and says when there is none', async () => {
    await bench.page.goto(bench.origin)
    await bench.page.fill('nav .search', 'risk table')
    expect(await bench.page.locator('nav li').allTextContents()).toEqual(['Re-identification risk'])
    await bench.page.fill('nav .search', 'nosuchtool')
    expect(await bench.page.textContent('nav')).toContain('No tool has these words.')
    await bench.page.goto(`${bench.origin}/#/no/tool`)
    await bench.page.waitForSelector('text=unknown_tool')
    const [message] = await Promise.all([bench.context.waitForEvent('console'), bench.page.goto(`${bench.origin}/no/page?x=1`)])
    expect(message.text()).toContain('404')
    await bench.page.waitForSelector('text=Page not found')
    expect([bench.page.url(), await bench.page.title()]).toEqual([`${bench.origin}/#/no/page`, 'Page not found · health-tools'])
    await bench.page.click('.tiles >> text="Word count"')
    await bench.page.waitForSelector('.tool h1')
    expect(bench.readConsoleErrors()).toEqual([message.text()])
  })

  test('has the API reference, drawn from the server’s own document', async () => {
    bench.readRequests()
    await bench.page.goto(`${bench.origin}/docs`)
    await bench.page.waitForSelector('.opblock-summary')
    // The reference draws the operations that are in view; the others come as they are scrolled to.
    const drawn = await bench.page.evaluate(async () => {
      const ids = new Set<string>()
      for (let last = -1; last !== window.scrollY || ids.size === 0; ) {
        for (const { id } of document.querySelectorAll('.opblock')) ids.add(id)
        last = window.scrollY
        window.scrollBy(0, 500)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      window.scrollTo(0, 0)
      return ids.size
    })
    expect(drawn).toBeGreaterThanOrEqual(catalogue.length * 2)
    await bench.page.waitForSelector('.opblock-summary >> nth=0')
    await bench.page.click('.opblock-summary >> nth=0')
    await bench.page.waitForSelector('.opblock-body .responses-table')
    const places = bench.readRequests().map(({ url }) => (url.protocol === 'data:' ? bench.origin : url.origin))
    expect(new Set(places)).toEqual(new Set([bench.origin]))
  })
})

async function callApi({ origin, key }: Bench, id: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/v1/tools/${id}`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return answer.text()
}

function readClipboard({ page }: Bench): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()')
}
