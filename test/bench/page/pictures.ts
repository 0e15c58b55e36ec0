// `node test/bench/page/pictures.ts`: pictures of twenty views for people to look at, in dist/screenshots/views.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../architecture/source-file.ts'
import { type Bench, openBench, runTool } from '../../web/browser.ts'

const FOLDER = join(projectFolder, 'dist', 'screenshots', 'views')
const HEIGHT = 800

interface Shot {
  readonly place: string
  readonly example?: number
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly language?: string
}

const SHOTS: readonly Shot[] = [
  { place: '' },
  { place: '', theme: 'dark', width: 375, language: 'de' },
  { place: 'hl7/parse', example: 0 },
  { place: 'hl7/validate', example: 0, theme: 'dark', language: 'de' },
  { place: 'hl7/edit', example: 0, width: 375 },
  { place: 'hl7/diff', example: 0, language: 'fr' },
  { place: 'hl7/to-fhir', example: 0, theme: 'dark' },
  { place: 'fhir/validate', example: 0, language: 'de' },
  { place: 'fhir/path', example: 0, width: 375, theme: 'dark' },
  { place: 'fhir/flatten', example: 0, language: 'fr' },
  { place: 'dicom/inspect', example: 0, language: 'de', width: 375 },
  { place: 'dicom/render', example: 0, theme: 'dark' },
  { place: 'phi/deidentify-dicom', example: 2, language: 'de' },
  { place: 'phi/deidentify-table', example: 0, theme: 'dark', language: 'fr' },
  { place: 'phi/risk', example: 0 },
  { place: 'phi/deidentify-text', example: 0, language: 'de', width: 375, theme: 'dark' },
  { place: 'data/cda-parse', example: 0, language: 'de' },
  { place: 'data/x12-parse', example: 0, theme: 'dark' },
  { place: 'code/udi', example: 1, language: 'fr', width: 375 },
  { place: 'recipes/run', example: 0, language: 'de' },
]

mkdirSync(FOLDER, { recursive: true })
const bench = await openBench()
for (const [i, shot] of SHOTS.entries())
  await take(bench, shot, `${String(i + 1).padStart(2, '0')}-${shot.place.replace('/', '-') || 'home'}`)
await bench.close()

async function take(
  { page, origin, ...rest }: Bench,
  { place, example, theme = 'light', width = 1280, language = 'en' }: Shot,
  name: string,
): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto('about:blank')
  await page.goto(`${origin}/#/${place}`)
  await page.waitForSelector(place === '' ? '.tiles' : '.tool h1')
  await page.selectOption('select[name=language]', language)
  await page.waitForSelector(`html[lang=${language}]`)
  if (example !== undefined) {
    await page.selectOption('.examples', String(example))
    await runTool({ page, origin, ...rest })
  }
  // The head stays at the top of the screen: in a picture of a scrolled page it would cover the middle.
  await page.evaluate('scrollTo(0, 0)')
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: width < 500 })
}
