// Recipes of each kind of data in a real browser: their results are those of the API, and nothing is sent.
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../src/tools/catalogue.ts'
import { type Bench, hasChromium, leavePage, saveJson, WAIT_MS } from './browser.ts'
import { useBench } from './use-bench.ts'

interface RecipeCase {
  readonly title: string
  readonly steps: readonly {
    readonly tool: string
    readonly options?: object
    readonly input?: object
    readonly pass?: 'result' | 'input'
  }[]
  /** Which example of the first tool is the document. */
  readonly example?: number
}

const KEY = '0123456789abcdef'.repeat(4)

const RECIPES: readonly RecipeCase[] = [
  {
    title: 'an HL7 message to FHIR under pseudonyms',
    steps: [
      { tool: 'hl7/normalize' },
      { tool: 'phi/deidentify-hl7', options: { policy: 'pseudonymize', key: KEY } },
      { tool: 'hl7/to-fhir' },
      { tool: 'fhir/validate' },
    ],
  },
  {
    title: 'FHIR from JSON to XML without names',
    steps: [{ tool: 'fhir/validate' }, { tool: 'phi/deidentify-fhir' }, { tool: 'fhir/convert', options: { to: 'xml' } }],
  },
  { title: 'a note', steps: [{ tool: 'text/encoding' }, { tool: 'phi/deidentify-text' }, { tool: 'text/word-count' }], example: 0 },
  {
    title: 'a DICOM file, drawn without names',
    steps: [
      { tool: 'phi/deidentify-dicom', options: { key: KEY, onBurnedIn: 'find' } },
      { tool: 'dicom/validate' },
      { tool: 'dicom/render' },
    ],
    example: 2,
  },
  {
    title: 'an X12 interchange to a table',
    steps: [{ tool: 'phi/deidentify-x12' }, { tool: 'data/x12-parse' }, { tool: 'phi/deidentify-table' }],
  },
  { title: 'a CDA document to text', steps: [{ tool: 'phi/deidentify-cda' }, { tool: 'data/cda-parse' }, { tool: 'phi/detect' }] },
]

describe.skipIf(!hasChromium)('recipes in the tab', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench
  useBench((opened) => {
    bench = opened
  })

  test.each(RECIPES)('$title', async ({ steps, example = 0 }) => {
    const { page } = bench
    const { document, examples } = catalogue.find(({ id }) => id === steps[0]!.tool)!
    const value = String(examples[example]!.input[document!.field])
    const isBinary = document!.mediaTypes[0] === 'application/dicom'
    await leavePage(page)
    await page.goto(`${bench.origin}/#/recipes/run?${new URLSearchParams({ recipe: JSON.stringify({ steps }) })}`)
    await expect.poll(() => page.locator('.recipe-step').count()).toBe(steps.length)
    bench.readRequests()
    const buffer = Buffer.from(value, isBinary || steps[0]!.tool === 'text/encoding' ? 'base64' : 'utf8')
    await page.setInputFiles('.drop input[type=file]', { name: 'document', mimeType: 'application/octet-stream', buffer })
    await page.waitForSelector('.step-reports, .result .problem')
    const answer = await fetch(`${bench.origin}/v1/recipes/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bench.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ recipe: { steps }, input: { [document!.field]: value } }),
    })
    const expected = await answer.text()
    expect(answer.status, expected).toBe(200)
    expect(JSON.parse(await saveJson(bench))).toEqual(JSON.parse(expected))
    expect(await page.locator('.step-reports > *').count()).toBeGreaterThan(0)
    expect(bench.readRequests().filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
