// Whether typing blocks the page: documents of a megabyte are pasted and typed into, their results come, and short ones run as a person
// types. The reference is a bare control of the same browser with the same text.
import type { Page } from 'playwright-core'
import { type Bench, openBench } from '../../web/browser.ts'
import { type BenchRow, formatTable } from '../row.ts'
import { DOCUMENTS, type LargeDocument } from './documents.ts'
import { takeTasks, watchTasks } from './page-timing.ts'

const KEYS = 12
const KEY_MS = 60
const SIZE = 1_000_000
/** Documents that the page runs as they are typed have at most this many characters. */
const LIVE_SIZE = 90_000

const BARE = '<textarea rows="8" spellcheck="false" style="width: 560px; font: 13px monospace"></textarea>'

/** Each row: the longest task while something is done, in ms; 0 where none took more than 50. */
export async function benchTyping(): Promise<BenchRow[]> {
  const bench = await openBench()
  try {
    const { page, origin } = bench
    await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: BARE }))
    const rows: BenchRow[] = []
    for (const document of DOCUMENTS) {
      const text = document.write(SIZE)
      const bare = await typeInto(page, `${origin}/bare`, 'textarea', text)
      const home = await typeInto(page, origin, '.intake textarea', text)
      const tool = await typeInto(page, `${origin}/#/${document.toolId}`, '.document textarea', text)
      rows.push(
        row(`${document.name}: paste 1 MB at home`, home.paste, bare.paste),
        row(`${document.name}: paste 1 MB in ${document.toolId}`, tool.paste, bare.paste),
        row(`${document.name}: type at home`, home.typing, bare.typing),
        row(`${document.name}: type in ${document.toolId}`, tool.typing, bare.typing),
        row(`${document.name}: the result of ${document.toolId} comes`, await resultOf(bench)),
        row(`${document.name}: type in 90 kB while results follow`, await typeLive(bench, document)),
      )
    }
    return rows
  } finally {
    await bench.close()
  }
}

interface Typed {
  readonly paste: readonly number[]
  readonly typing: readonly number[]
}

async function typeInto(page: Page, address: string, selector: string, text: string): Promise<Typed> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.waitForSelector(selector)
  await page.evaluate((whole) => navigator.clipboard.writeText(whole), text)
  await page.focus(selector)
  await watchTasks(page)
  await takeTasks(page)
  await page.keyboard.press('Control+v')
  const paste = await takeTasks(page)
  const typing: number[] = []
  for (const place of ['Control+Home', 'Control+End']) {
    await page.keyboard.press(place)
    await takeTasks(page)
    await page.keyboard.type('a'.repeat(KEYS), { delay: KEY_MS })
    typing.push(...(await takeTasks(page)))
  }
  return { paste, typing }
}

/** Runs what is filled in. */
async function resultOf({ page }: Bench): Promise<number[]> {
  await page.click('.actions button.primary')
  await page.waitForSelector('.result [role=tablist], .result .problem')
  return takeTasks(page)
}

async function typeLive({ page, origin }: Bench, { toolId, write }: LargeDocument): Promise<number[]> {
  await page.goto('about:blank')
  await page.goto(`${origin}/#/${toolId}`)
  await page.waitForSelector('.document textarea')
  await page.fill('.document textarea', write(LIVE_SIZE))
  await page.waitForSelector('.result [role=tablist], .result .problem')
  await watchTasks(page)
  await takeTasks(page)
  await page.focus('.document textarea')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('a'.repeat(KEYS), { delay: 5 * KEY_MS })
  return takeTasks(page)
}

function row(what: string, tasks: readonly number[], bare?: readonly number[]): BenchRow {
  const longest = Math.max(0, ...tasks)
  const reference = bare ? `${format(bare)} bare textarea` : ''
  return { what: `${what}, longest task in ms`, measured: format(tasks), reference, ratio: undefined, figure: longest }
}

function format(tasks: readonly number[]): string {
  return tasks.length === 0 ? 'none > 50' : `${Math.max(...tasks)} (${tasks.length} > 50)`
}

if (import.meta.main) console.log(formatTable(await benchTyping()))
