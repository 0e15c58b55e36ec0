// `node test/bench/page/every-tool.ts [ID…]`: each tool that takes text gets a megabyte pasted, is typed into and run, and its result is drawn:
// the longest task of the page in each step.
import type { Page } from 'playwright-core'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type Bench, openBench, showTool } from '../../web/browser.ts'
import { longFields } from './documents.ts'
import { type LongestTask, traceTasks } from './page-timing.ts'

const SIZE = 1_000_000
const KEYS = 12
const KEY_MS = 60

const chosen = process.argv.slice(2)
const bench = await openBench()
try {
  console.log('Longest task of the page, CPU ms (passed), at 1 MB: pasting, typing, drawing the result, its JSON')
  for (const { id } of catalogue) {
    const fields = longFields(id)
    if (fields.length === 0 || (chosen.length > 0 && !chosen.includes(id))) continue
    console.log(`${id.padEnd(22)} ${await measure(bench, id, fields)}`)
  }
} finally {
  await bench.close()
}

async function measure(shown: Bench, id: string, fields: ReturnType<typeof longFields>): Promise<string> {
  const { page } = shown
  await showTool(shown, id)
  await page.waitForSelector('.examples:enabled')
  await page.selectOption('.examples', '0')
  await page.waitForSelector('.result [role=tablist], .result .problem')
  const areas = page.locator('.documents textarea')
  const pasted: LongestTask[] = []
  for (const [i, [, write]] of fields.entries()) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), write(SIZE))
    await areas.nth(i).focus()
    await page.keyboard.press('Control+a')
    pasted.push(await traceTasks(page, () => page.keyboard.press('Control+v')))
  }
  const typed = await typeAndTakeBack(page)
  const drawn = await traceTasks(page, async () => {
    await page.click('.actions button.primary')
    await page.waitForSelector('.result [role=tablist], .result .problem')
  })
  const words = await page.textContent('.result .problem, .result .run-words')
  const json = await jsonOf(page)
  const steps = [worst(pasted), typed, drawn, ...json].map((task) => `${task.cpu} (${task.passed})`.padEnd(11))
  return `${steps.join(' ')} ${words?.slice(0, 90)}`
}

/** What is typed is taken out again, so that the document is what it was. */
async function typeAndTakeBack(page: Page): Promise<LongestTask> {
  await page.keyboard.press('Control+Home')
  await page.waitForTimeout(1000)
  return traceTasks(page, async () => {
    await page.keyboard.type('a'.repeat(KEYS), { delay: KEY_MS })
    for (let i = 0; i < KEYS; i++) await page.keyboard.press('Backspace', { delay: KEY_MS })
  })
}

async function jsonOf(page: Page): Promise<LongestTask[]> {
  const tab = page.locator('.result [role=tab]').nth(1)
  if ((await tab.count()) === 0) return []
  return [await traceTasks(page, () => tab.click())]
}

function worst(tasks: readonly LongestTask[]): LongestTask {
  return tasks.reduce((most, task) => (task.cpu > most.cpu ? task : most))
}
