// Whether typing blocks the page: documents of a megabyte are pasted and typed into, their results come, and short ones run as a person
// types. The reference is a bare control of the same browser with the same text.
import type { Page } from 'playwright-core'
import { type Bench, openBench } from '../../web/browser.ts'
import { type BenchRow, formatTable } from '../row.ts'
import { DOCUMENTS, type LargeDocument } from './documents.ts'
import { type LongestTask, traceTasks } from './page-timing.ts'

const KEYS = 12
const KEY_MS = 60
const PAUSE_MS = 1000
const SIZE = 1_000_000
/** Documents that the page runs as they are typed have at most this many characters. */
const LIVE_SIZE = 90_000

const BARE = '<textarea rows="8" spellcheck="false" style="width: 560px; font: 13px monospace"></textarea>'

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
  readonly paste: LongestTask
  readonly typing: LongestTask
}

async function typeInto(page: Page, address: string, selector: string, text: string): Promise<Typed> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.waitForSelector(selector)
  await page.evaluate((whole) => navigator.clipboard.writeText(whole), text)
  await page.focus(selector)
  const paste = await traceTasks(page, () => page.keyboard.press('Control+v'))
  await page.keyboard.press('Control+Home')
  await page.waitForTimeout(PAUSE_MS)
  return { paste, typing: await traceTasks(page, () => page.keyboard.type('a'.repeat(KEYS), { delay: KEY_MS })) }
}

/** Runs what is filled in. */
function resultOf({ page }: Bench): Promise<LongestTask> {
  return traceTasks(page, async () => {
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist], .result .problem')
  })
}

async function typeLive({ page, origin }: Bench, { toolId, write }: LargeDocument): Promise<LongestTask> {
  await page.goto('about:blank')
  await page.goto(`${origin}/#/${toolId}`)
  await page.waitForSelector('.document textarea')
  await page.fill('.document textarea', write(LIVE_SIZE))
  await page.waitForSelector('.result [role=tablist], .result .problem')
  await page.waitForTimeout(PAUSE_MS)
  await page.focus('.document textarea')
  await page.keyboard.press('Control+End')
  return traceTasks(page, () => page.keyboard.type('a'.repeat(KEYS), { delay: 5 * KEY_MS }))
}

function row(what: string, task: LongestTask, bare?: LongestTask): BenchRow {
  const reference = bare ? `${format(bare)} bare textarea` : ''
  return { what: `${what}: longest task, CPU ms (passed)`, measured: format(task), reference, ratio: undefined, figure: task.cpu }
}

function format({ cpu, passed }: LongestTask): string {
  return `${cpu} (${passed})`
}

if (import.meta.main) console.log(formatTable(await benchTyping()))
