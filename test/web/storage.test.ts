// What the page keeps in the browser, and that it works if nothing can be kept.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Bench, hasChromium, leavePage, showTool, WAIT_MS } from './browser.ts'
import { useBench } from './use-bench.ts'

describe.skipIf(!hasChromium)('the page', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench
  useBench((opened) => {
    bench = opened
  })

  test('keeps nothing but the theme, and the key of this tab where a person asks for it', async () => {
    const kept = () => bench.page.evaluate('[{ ...localStorage }, { ...sessionStorage }, document.cookie]')
    await showTool(bench, 'text/word-count')
    await bench.page.click('text=On the server')
    await bench.page.fill('.key input[type=password]', bench.key)
    expect(await kept()).toEqual([{}, {}, ''])
    await bench.page.click('text=Remember it in this tab until it is closed')
    await bench.page.selectOption('.theme', 'dark')
    expect(await kept()).toEqual([{ theme: 'dark' }, { 'api-key': bench.key }, ''])
    await bench.page.click('text=Remember it in this tab until it is closed')
    await bench.page.selectOption('.theme', 'system')
    expect(await kept()).toEqual([{}, {}, ''])
    expect(await bench.page.evaluate('Promise.all([indexedDB.databases(), caches.keys()])')).toEqual([[], []])
  })

  test('runs only when a person says so if running while typing is turned off, also the next time', async () => {
    const { page } = bench
    const kept = () => page.evaluate('({ ...localStorage })')
    const words = () => page.textContent('.run-words')
    await showTool(bench, 'text/word-count')
    expect(await words()).toBe('The result appears as you type.')
    await page.uncheck('text=Run while typing')
    expect(await kept()).toEqual({ 'run-while-typing': 'off' })
    await showTool(bench, 'text/word-count')
    expect(await page.isChecked('text=Run while typing')).toBe(false)
    await page.fill('.documents textarea', 'one two three')
    expect(await words()).toBe('The result appears here.')
    await page.focus('.documents textarea')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('.facts dd:text-is("3")')
    await page.fill('.documents textarea', 'one two three four')
    // What was found in another text does not stay beside this one.
    await page.waitForSelector('.facts', { state: 'detached' })
    expect(await words()).toBe('The result appears here.')
    await page.check('text=Run while typing')
    await page.waitForSelector('.facts dd:text-is("4")')
    expect(await kept()).toEqual({})
  })

  test('keeps recent work only where a person turns that on, without keys, and deletes it again', async () => {
    const { page } = bench
    const stored = () => page.evaluate<string | null>('localStorage.getItem("recent-work")')
    const command = (words: string) => giveCommand(page, words)
    await showTool(bench, 'phi/deidentify-text')
    await page.fill('.documents textarea', 'Ada Quist slept well.')
    await page.click('.options > summary')
    await page.getByLabel('Deny', { exact: true }).fill('Secretname')
    await page.waitForSelector('.result [role=tablist]')
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist]')
    expect(await stored()).toBeNull()
    await command('Keep recent work')
    expect(await stored()).toContain('Ada Quist slept well.')
    expect(await stored()).not.toContain('Secretname')
    // A file is not kept; what is run later is.
    await showTool(bench, 'text/word-count')
    await page.setInputFiles('.drop input[type=file]', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('From a file') })
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist]')
    expect(JSON.parse((await stored())!)).toHaveLength(1)
    await showTool(bench, 'text/word-count')
    await page.fill('.documents textarea', 'Two words')
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist]')
    expect(JSON.parse((await stored())!)).toMatchObject([{ toolId: 'text/word-count' }, { toolId: 'phi/deidentify-text' }])
    await leavePage(page)
    await page.goto(bench.origin)
    await page.waitForSelector('.tiles')
    await page.keyboard.press('Control+k')
    await page.fill('.palette input', 'de-identify a text')
    await page.click('.palette li >> text=run at')
    await page.waitForSelector('.tool h1')
    expect(await page.inputValue('.documents textarea')).toBe('Ada Quist slept well.')
    await command('Stop keeping')
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist]')
    expect(await page.evaluate('localStorage.length')).toBe(0)
  })

  test('forgets recent work in every tab, and a text that is too long keeps out no other', async () => {
    const { page, context, origin } = bench
    const stored = () => page.evaluate<string | null>('localStorage.getItem("recent-work")')
    await runWords(page, origin, 'Ada Quist')
    await giveCommand(page, 'Keep recent work')
    const other = await context.newPage()
    await runWords(other, origin, 'Two words')
    await runWords(other, origin, 'x'.repeat(1_100_000))
    expect(await stored()).toContain('Two words')
    await other.evaluate("globalThis.forgotten = new Promise((done) => addEventListener('storage', done, { once: true })); undefined")
    await giveCommand(page, 'Forget recent work')
    await other.evaluate('globalThis.forgotten.then(() => undefined)')
    await runWords(other, origin, 'Three more words', false)
    expect(await stored()).toContain('Three more words')
    expect(await stored()).not.toContain('Ada Quist')
    await giveCommand(other, 'Stop keeping')
    expect(await stored()).toBeNull()
    await other.close()
  })

  test.each([
    ['full', FILL_STORAGE],
    ['forbidden', FORBID_STORAGE],
  ])('goes on with storage that is %s, and keeps nothing', async (_title, script) => {
    const page = await bench.context.newPage()
    const kept = () =>
      page.evaluate<string[]>(
        '["localStorage", "sessionStorage"].flatMap((name) => { try { return Object.keys(window[name]) } catch { return [] } })',
      )
    await page.goto(bench.origin)
    await page.waitForSelector('.tiles')
    if (script === FORBID_STORAGE) await page.addInitScript(script)
    else await page.evaluate(script)
    await page.reload()
    await page.goto(`${bench.origin}/#/phi/detect`)
    await page.waitForSelector('.tool h1')
    await page.selectOption('.theme', 'dark')
    await page.click('.star')
    await page.waitForSelector('nav >> text=Favorites')
    await page.selectOption('select[name=language]', 'de')
    await page.waitForSelector('html[lang=de]')
    await page.selectOption('select[name=language]', 'en')
    await page.click('text=On the server')
    await page.fill('.key input[type=password]', bench.key)
    await page.click('text=Remember it in this tab until it is closed')
    await page.selectOption('.examples', '0')
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist]')
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
    await page.goto(`${bench.origin}/#/deidentify/files`)
    await page.click('text="Keep it in this tab until the tab is closed"')
    await page.waitForSelector('text=The browser does not let this page keep the key.')
    expect((await kept()).filter((name) => name !== 'filling')).toEqual([])
    if (script === FILL_STORAGE) await page.evaluate('[localStorage, sessionStorage].forEach((store) => store.clear())')
    await page.close()
  })
})

/** Fills both stores until the browser refuses a single character more. */
const FILL_STORAGE = `for (const store of [localStorage, sessionStorage]) {
  let text = ''
  for (let size = 1 << 22; size >= 1; size >>= 1) {
    try {
      store.setItem('filling', text + 'x'.repeat(size))
      text += 'x'.repeat(size)
    } catch {}
  }
}`

/** What a browser does whose user blocks all data of sites. */
const FORBID_STORAGE = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied for this document.', 'SecurityError') } })`

async function giveCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.fill('.palette input', words)
  await page.waitForSelector(`.palette li:first-child >> text=${words}`)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.palette', { state: 'detached' })
}

async function runWords(page: Page, origin: string, text: string, isNew = true): Promise<void> {
  if (isNew) {
    await leavePage(page)
    await page.goto(`${origin}/#/text/word-count`)
  }
  await page.fill('.documents textarea', text)
  await page.click('.actions button.primary')
  await page.waitForSelector('.result [role=tablist]')
}
