// Every view of the page: how to get there, in any language.
import { readLanguages } from '../../../build/languages/languages.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type Bench, runTool } from '../../web/browser.ts'

const MESSAGE = 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|1|P|2.5\rPID|1||7^^^X^MR||Quist^Ada||19700101|F\rPV1|1|I\r'

export interface View {
  readonly name: string
  /** Shows the view from scratch. */
  readonly show: (bench: Bench, say: Say) => Promise<void>
  /** True for pages that are in English alone. */
  readonly isEnglish?: boolean
  /** True for a dialog in front of the page. */
  readonly isDialog?: boolean
}

/** The text of the page in the language that is shown. */
type Say = (english: string) => string

export function sayIn(language: string): Say {
  const texts = language === 'en' ? {} : readLanguages()[language]!.texts
  return (english) => {
    const found = Object.hasOwn(texts, english) ? texts[english] : undefined
    return typeof found === 'string' ? found : english
  }
}

/** @param scope `first`: the first example of each tool; `all`: every example */
export function viewsOf(scope: 'first' | 'all'): readonly View[] {
  return [...HOME, ...catalogue.flatMap((tool) => toolViews(tool.id, scope === 'all' ? tool.examples.length : 1)), ...SPECIAL, ...DOCS]
}

async function open({ page, origin }: Bench, place: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${origin}/${place}`)
  await page.waitForSelector('main h1')
}

async function openTool(bench: Bench, id: string): Promise<void> {
  await open(bench, `#/${id}`)
  await bench.page.waitForSelector('.tool h1')
}

async function runExample(bench: Bench, id: string, example: number): Promise<void> {
  await openTool(bench, id)
  await bench.page.selectOption('.examples', String(example))
  await runTool(bench)
  await settle(bench)
}

/** Parts of a result that are loaded later. */
async function settle({ page }: Bench): Promise<void> {
  await page.locator('.result .quiet[role=status]:not(:empty)').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(150)
}

async function openDetails({ page }: Bench, scope: string): Promise<void> {
  // What is in a part that opens may open, too.
  for (let i = 0; i < 3; i++) {
    await page.evaluate(`for (const part of document.querySelectorAll(${JSON.stringify(`${scope} details`)})) part.open = true`)
    await page.waitForTimeout(50)
  }
}

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content as string),
})

const HOME: readonly View[] = [
  { name: 'home', show: (bench) => open(bench, '') },
  { name: 'home, unknown address', show: (bench) => open(bench, '#/no/tool') },
  {
    name: 'home, a document and its tools',
    async show(bench) {
      await open(bench, '')
      await bench.page.fill('.intake textarea', MESSAGE)
      await bench.page.waitForSelector('.offer')
    },
  },
  {
    name: 'home, many files',
    async show(bench) {
      await open(bench, '')
      const files = [file('a.hl7', MESSAGE), file('b.txt', 'She slept well.'), file('c.bin', '\u0001\u0002')]
      await bench.page.setInputFiles('.intake input[type=file] >> nth=0', files)
      await bench.page.waitForSelector('.offer')
    },
  },
  {
    name: 'home, a ZIP that is cut',
    async show(bench, say) {
      await open(bench, '')
      await bench.page.setInputFiles('.intake input[type=file] >> nth=0', file('cut.zip', Buffer.from('504b0304140000000800', 'hex')))
      await bench.page.click(`text="${say('Open the ZIP')}"`)
      await bench.page.waitForSelector('.intake .problem')
    },
  },
  {
    name: 'home, the list of tools on a phone',
    async show(bench) {
      await bench.page.setViewportSize({ width: 375, height: 900 })
      await open(bench, '')
      await bench.page.click('.menu')
    },
  },
]

function toolViews(id: string, examples: number): View[] {
  return [
    {
      name: `${id}, empty, everything open`,
      async show(bench) {
        await openTool(bench, id)
        await openDetails(bench, '.tool')
      },
    },
    ...Array.from({ length: examples }, (_, example) => ({
      name: `${id}, example ${example + 1}`,
      show: (bench: Bench) => runExample(bench, id, example),
    })),
    {
      name: `${id}, example 1, everything open`,
      async show(bench) {
        await runExample(bench, id, 0)
        await openDetails(bench, '.tool')
        await settle(bench)
      },
    },
    {
      name: `${id}, example 1 as JSON`,
      async show(bench) {
        await runExample(bench, id, 0)
        await bench.page.click('.result [role=tab]:last-child')
        await bench.page.waitForSelector('.result pre.text')
      },
    },
  ]
}

const SPECIAL: readonly View[] = [
  {
    name: 'search, recent work in it',
    isDialog: true,
    async show(bench) {
      await runExample(bench, 'text/word-count', 0)
      await bench.page.evaluate("location.hash = '#/'")
      await bench.page.waitForSelector('.tiles')
      await bench.page.keyboard.press('Control+k')
      await bench.page.waitForSelector('.palette li')
    },
  },
  {
    name: 'search, nothing found',
    isDialog: true,
    async show(bench) {
      await open(bench, '')
      await bench.page.keyboard.press('Control+k')
      await bench.page.fill('.palette input', 'qqqq')
      await bench.page.waitForSelector('.palette .nothing')
    },
  },
  {
    name: 'sign-in and key of the server',
    async show(bench, say) {
      await openTool(bench, 'text/word-count')
      await bench.page.click(`text="${say('On the server')}"`)
      await bench.page.waitForSelector('.key input[type=password]')
    },
  },
  {
    name: 'refused by the server',
    async show(bench, say) {
      await openTool(bench, 'text/word-count')
      await bench.page.selectOption('.examples', '0')
      await bench.page.click(`text="${say('On the server')}"`)
      await runTool(bench)
    },
  },
  {
    name: 'input that cannot be read',
    async show(bench) {
      await openTool(bench, 'dicom/inspect')
      await bench.page.setInputFiles('.drop input[type=file]', file('broken.dcm', 'no image'))
      await bench.page.waitForSelector('.result .problem')
    },
  },
  {
    name: 'many files of a tool, one failed',
    async show(bench, say) {
      await openTool(bench, 'hl7/parse')
      await bench.page.click(`text="${say('Many files')}"`)
      await bench.page.setInputFiles('.batch input[type=file] >> nth=0', [file('a.hl7', MESSAGE), file('b.hl7', 'none')])
      await bench.page.click('.batch button.primary')
      await bench.page.waitForSelector('.batch tbody tr')
      await bench.page.waitForSelector('.batch > button.primary')
    },
  },
  {
    name: 'files of any kind, empty',
    show: (bench) => open(bench, '#/deidentify/files'),
  },
  {
    name: 'files of any kind, de-identified, one looked at',
    async show(bench) {
      await open(bench, '#/deidentify/files')
      const files = [file('a.hl7', MESSAGE), file('note.txt', 'Patient: Ada Quist slept well.'), file('b.bin', '\u0001\u0002')]
      await bench.page.setInputFiles('.intake input[type=file] >> nth=0', files)
      await bench.page.click('.actions button.primary:enabled')
      await bench.page.click('.files-report .path-button >> nth=0')
      await bench.page.waitForSelector('.text-pair mark')
      await openDetails(bench, 'main')
    },
  },
  {
    name: 'boxes on a picture, before and after',
    async show(bench) {
      await runExample(bench, 'phi/deidentify-dicom', 2)
      await bench.page.waitForSelector('.two-pictures .stage img')
      await openDetails(bench, '.input-card')
      await bench.page.waitForSelector('.box')
    },
  },
  { name: 'recipes, empty', show: (bench) => open(bench, '#/recipes/run') },
  {
    name: 'recipes, run, everything open',
    async show(bench) {
      await open(bench, '#/recipes/run')
      await bench.page.selectOption('.examples', '0')
      await bench.page.waitForSelector('.step-reports')
      await openDetails(bench, 'main')
    },
  },
]

const DOCS: readonly View[] = [
  {
    name: 'API reference, operations open, one tried',
    isEnglish: true,
    async show({ page, origin }) {
      await page.goto(`${origin}/docs`)
      await page.waitForSelector('.opblock-summary')
      for (const at of [0, 1, 2]) await page.locator('.opblock-summary-control').nth(at).click()
      await page.waitForSelector('.opblock-body .responses-table >> nth=2')
      await page.evaluate("for (const part of document.querySelectorAll('.docs-samples')) part.open = true")
      await page.locator('.try-out__btn').first().click()
      await page.locator('.execute').first().click()
      await page.waitForSelector('.live-responses-table')
    },
  },
  {
    name: 'API reference, the key is given',
    isEnglish: true,
    async show({ page, origin }) {
      await page.goto(`${origin}/docs`)
      await page.click('.auth-wrapper .authorize')
      await page.waitForSelector('.auth-container input')
    },
  },
  ...['', '/admin-install', '/nothing'].map((slug) => ({
    name: `guide${slug}`,
    isEnglish: true,
    async show({ page, origin }: Bench) {
      await page.goto(`${origin}/docs/guide${slug}`)
      await page.waitForSelector('h1')
    },
  })),
]
