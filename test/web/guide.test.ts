// The guide in a browser: light, dark and on a phone, without a script, with the name of the site, and nothing that keeps people from it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeGuide } from '../../build/guide/compose-guide.ts'
import { projectFolder } from '../architecture/source-file.ts'
import { type Bench, hasChromium, openBench, WAIT_MS } from './browser.ts'
import { findBarriers } from './everybody/barriers.ts'

const pictures = join(projectFolder, 'dist', 'screenshots')
const slugs = composeGuide().groups.flatMap(({ pages }) => pages.map(({ slug }) => slug))
const addressOf = (slug: string) => `/docs/guide${slug === '' ? '' : `/${slug}`}`

/** Pages of each kind: lists, long tables, code. All of them are read in light. */
const SOME = ['', 'admin-install', 'security-asvs', 'architecture', 'glossary', 'decisions-hand-written-pieces']

const SCREENS = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'phone', colorScheme: 'light', width: 375 },
] as const

describe.skipIf(!hasChromium)('the guide', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    bench = await openBench('branding: { name: Ward tools, contact: it@hospital.example }\n')
  })
  afterAll(() => bench?.close())

  it.each(SCREENS)('can be read by everybody, $name', async ({ name, colorScheme, width }) => {
    await bench.page.setViewportSize({ width, height: 900 })
    await bench.page.emulateMedia({ colorScheme })
    for (const slug of name === 'light' ? slugs : SOME) {
      await bench.page.goto(bench.origin + addressOf(slug))
      expect([slug, await bench.page.evaluate('document.documentElement.scrollWidth')]).toEqual([slug, width])
      expect([slug, await findBarriers(bench)]).toEqual([slug, []])
    }
    await bench.page.goto(`${bench.origin}/docs/guide/admin-install`)
    await bench.page.screenshot({ path: join(pictures, `guide-${name}.png`) })
    expect(bench.readConsoleErrors()).toEqual([])
  })

  it('has the name and the contact of the site, and leads to its pages', async () => {
    const { page, origin } = bench
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${origin}/docs/guide`)
    expect(await page.title()).toBe('Ward tools guide')
    expect(await page.textContent('header')).toContain('it@hospital.example')
    await page.click('.side a:text-is("Install")')
    await page.waitForURL(`${origin}/docs/guide/admin-install`)
    await page.click('.side a:text-is("health-tools")')
    await page.waitForURL(`${origin}/docs/guide`)
    await page.click('header a:text-is("API reference")')
    await page.waitForURL(`${origin}/docs`)
    await page.click('header a:text-is("Guide")')
    await page.waitForURL(`${origin}/docs/guide`)
    await page.click('header .name')
    await page.click('.head a:text-is("Guide")')
    await page.waitForURL(`${origin}/docs/guide`)
  })
})
