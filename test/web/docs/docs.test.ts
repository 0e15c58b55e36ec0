// The API reference in a browser: examples, sent as they stand there, are answered with 200. That all of them are, test/http shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeOpenApi } from '../../../src/http/openapi/compose-openapi.ts'
import { pascal } from '../../../src/http/openapi/name-schemas.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type Bench, hasChromium, openBench, WAIT_MS } from '../browser.ts'
import { findBarriers } from '../everybody/barriers.ts'

/** With options, of several examples, and with a unit that is text. All tools take minutes: `npm run test:clients` tries them. */
const TOOLS = ['text/word-count', 'text/diff', 'hl7/validate']
const TRIES_EVERY_EXAMPLE = process.env.HEALTH_TOOLS_CLIENTS !== undefined

const described = JSON.parse(JSON.stringify(composeOpenApi(catalogue, { title: 'health-tools', version: '0' }, '/v1')))
const examplesOf = (id: string): Record<string, { summary: string }> =>
  described.components.requestBodies[pascal(id)].content['application/json'].examples

interface Tried {
  readonly example: string
  readonly status: string
  /** The answer as it is shown. */
  readonly answer: string
  /** Languages of the code samples. */
  readonly samples: readonly string[]
}

describe.skipIf(!hasChromium)('the API reference', { timeout: TRIES_EVERY_EXAMPLE ? 8 * WAIT_MS : WAIT_MS }, () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await openBench('plans: { unlimited: {} }\n')
    await bench.page.goto(`${bench.origin}/docs`)
    await bench.page.click('.auth-wrapper .authorize')
    await bench.page.fill('.auth-container input', bench.key)
    await bench.page.click('.auth-btn-wrapper .authorize')
    await bench.page.click('.auth-btn-wrapper .btn-done')
  }, WAIT_MS)
  afterAll(() => bench?.close())

  it('answers each example of each tool, and shows code for it', async () => {
    const refused: string[] = []
    for (const tool of catalogue.filter(({ id }) => TRIES_EVERY_EXAMPLE || TOOLS.includes(id))) {
      const operation = tool.id.replace(/[^A-Za-z0-9]/g, '_')
      const tried = await bench.page.evaluate(tryExamples, `operations-${tool.id.split('/')[0]}-${operation}`)
      expect([tool.id, tried.map(({ example }) => example)]).toEqual([tool.id, Object.keys(examplesOf(tool.id))])
      expect([tool.id, tried[0]!.samples]).toEqual([tool.id, ['curl', 'Python', 'JavaScript', 'Java']])
      refused.push(...tried.filter(({ status }) => status !== '200').map(({ example, status }) => `${tool.id} ${example}: ${status}`))
      for (const { example, answer } of tried) {
        const { output } = tool.examples.find(({ title }) => title === examplesOf(tool.id)[example]!.summary)!
        expect([tool.id, example, JSON.parse(answer)]).toMatchObject([tool.id, example, output])
      }
    }
    expect(refused).toEqual([])
  })

  it('can be read by everybody, with an operation open and where the key is given', async () => {
    const { page } = bench
    await page.evaluate('scrollTo(0, 0)')
    await page.locator('.opblock-summary-control').first().click()
    await page.waitForSelector('.opblock-body .responses-table')
    expect(await findBarriers(bench)).toEqual([])
    await page.setViewportSize({ width: 375, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
    await page.click('.auth-wrapper .authorize')
    await page.waitForSelector('.auth-container')
    expect(await findBarriers(bench)).toEqual([])
  })
})

/** Runs in the page: opens an operation, sends each of its examples untouched, and closes it. */
async function tryExamples(id: string): Promise<Tried[]> {
  const until = async <T>(find: () => T | null | undefined): Promise<T> => {
    for (let i = 0; i < 2_000; i++) {
      const found = find()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`${id}: nothing came`)
  }
  // Operations come as they are scrolled to, and the one asked for may stand above.
  const block = await until(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement
    window.scrollTo(0, scrollTop + clientHeight + 1 >= scrollHeight ? 0 : scrollTop + 600)
    return document.getElementById(id)
  })
  block.scrollIntoView()
  const find = <E extends HTMLElement>(selector: string): E | null => block.querySelector<E>(selector)
  find('.opblock-summary-control')!.click()
  ;(await until(() => find('.try-out__btn'))).click()
  const choice = find<HTMLSelectElement>('.opblock-section-request-body .examples-select select')
  const names = choice ? [...choice.options].map(({ value }) => value) : ['example1']
  const tried: Tried[] = []
  for (const example of names) {
    const select = find<HTMLSelectElement>('.opblock-section-request-body .examples-select select')
    if (select && select.value !== example) {
      select.value = example
      select.dispatchEvent(new Event('change', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const clear = find('.btn-clear')
    clear?.click()
    await until(() => !find('.live-responses-table'))
    ;(await until(() => find('.execute'))).click()
    const status = await until(() => find('.live-responses-table tbody .response-col_status')?.firstChild?.textContent)
    const samples = [...block.querySelectorAll('.docs-samples dt')].map(({ textContent }) => textContent ?? '')
    const answer = find('.live-responses-table .highlight-code code, .live-responses-table .microlight')?.textContent ?? ''
    tried.push({ example, status: status.trim(), answer, samples })
  }
  find('.opblock-summary-control')!.click()
  return tried
}
