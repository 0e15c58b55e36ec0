// `node test/bench/page/ready.ts [ID…]`: how soon a tool can be used after a click on its name, against the executable: its form, and the result
// of its first example, in a fresh tab and again in the same one. Medians in milliseconds.
import { chromium, type Page } from 'playwright-core'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { BROWSER, WAIT_MS } from '../../web/browser.ts'
import { median } from '../row.ts'
import { programName, startServed } from '../served-program.ts'

const ROUNDS = 3
const FORM = '.tool h1, .examples:enabled, .actions button.primary'
const RESULT = '.result [role=tablist], .result .problem'

interface Ready {
  readonly form: number
  readonly result: number
}

const chosen = process.argv.slice(2)
const served = await startServed()
const browser = await chromium.launch(BROWSER)
try {
  console.log(`${programName()}: form cold, result cold, form warm, result warm (ms, medians of ${ROUNDS})`)
  for (const { id } of catalogue) {
    if (chosen.length > 0 && !chosen.includes(id)) continue
    const rounds: { cold: Ready; warm: Ready }[] = []
    for (let i = 0; i < ROUNDS; i++) rounds.push(await useTool(id))
    const figures = (['cold', 'warm'] as const).flatMap((when) =>
      (['form', 'result'] as const).map((what) => median(rounds.map((round) => round[when][what]))),
    )
    console.log(`${id.padEnd(22)} ${figures.map((figure) => String(Math.round(figure)).padStart(6)).join(' ')}`)
  }
} finally {
  await browser.close()
  await served.stop()
}

async function useTool(id: string): Promise<{ cold: Ready; warm: Ready }> {
  const context = await browser.newContext({ locale: 'en-US' })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${served.port}/`)
  await page.waitForSelector('.tiles')
  const cold = await openTool(page, id)
  await page.evaluate("location.hash = ''")
  await page.waitForSelector('.tiles')
  const warm = await openTool(page, id)
  await context.close()
  return { cold, warm }
}

/** Timed by the page, so that the driver of the browser does not count. */
function openTool(page: Page, id: string): Promise<Ready> {
  const [form, result] = [FORM.split(', '), RESULT]
  return page.evaluate(
    async ([link, parts, answer]) => {
      const until = (isThere: () => boolean) =>
        new Promise<void>((resolve) => {
          const look = () => (isThere() ? resolve() : void requestAnimationFrame(look))
          look()
        })
      const find = (selector: string) => document.querySelector<HTMLElement>(selector)
      const started = performance.now()
      find(link)!.click()
      await until(() => parts.every((part) => find(part) !== null))
      const formed = performance.now()
      const examples = find('.examples') as HTMLSelectElement
      examples.value = '0'
      examples.dispatchEvent(new Event('change', { bubbles: true }))
      await until(() => find(answer) !== null)
      return { form: formed - started, result: performance.now() - formed }
    },
    [`nav a[href="#/${id}"]`, form, result] as const,
  )
}
