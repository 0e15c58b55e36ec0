// White label in a real browser: name, logo and contact of a licence on the page and on the API reference, and the site's own ones where it does not hold.
import { createPublicKey } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { issueLicence, makeVendorKey } from '../../build/issue-licence.ts'
import { projectFolder } from '../architecture/source-file.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { type Bench, hasChromium, openBench, WAIT_MS } from './browser.ts'

const pictures = join(projectFolder, 'dist', 'screenshots')
const VENDOR = makeVendorKey()
const KEYS = [createPublicKey(VENDOR).export({ format: 'jwk' }).x!]
/** 40 by 20, told from other pictures by its size. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20"><rect width="40" height="20" rx="4" fill="#0a6"/></svg>'
const TERMS = {
  id: 'HT-1',
  licensee: 'Hospital South',
  starts: '2020-01-01',
  ends: null,
  branding: { name: 'South Tools', contact: 'it@south.example', logo: Buffer.from(LOGO).toString('base64') },
}

/** @param change of the text of the licence */
async function open(change: (text: string) => string = (text) => text): Promise<Bench> {
  const licence = join(makeScratchFolder(), 'site.lic')
  writeFileSync(licence, change(issueLicence(VENDOR, TERMS)))
  const bench = await openBench(
    `license: { file: ${licence}, grace: 10d }\nbranding: { name: Ward tools, contact: it@ward.example }\nplans: { unlimited: {} }\n`,
    KEYS,
  )
  onTestFinished(() => bench.close())
  return bench
}

/** What a visitor sees: title, whole text, and the size of each picture that is really shown. */
async function lookAt({ page, origin }: Bench, path: string, picture: string) {
  await page.goto(origin + path)
  await page.waitForLoadState('networkidle')
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${picture}.png`) })
  const images = await page.$$eval('img', (all) =>
    (all as unknown as { naturalWidth: number; naturalHeight: number }[]).map((image) => [image.naturalWidth, image.naturalHeight]),
  )
  return { title: await page.title(), text: (await page.textContent('body')) ?? '', images }
}

describe.skipIf(!hasChromium)('a licence', { timeout: 2 * WAIT_MS }, () => {
  test('puts its name, logo and contact on the page and the API reference', async () => {
    const bench = await open()
    for (const [path, picture] of [
      ['/', 'licence-page'],
      ['/docs', 'licence-docs'],
    ] as const) {
      const seen = await lookAt(bench, path, picture)
      expect(seen.title).toContain('South Tools')
      expect(seen.text).toContain('South Tools')
      expect(seen.text).toContain('it@south.example')
      expect(seen.text).not.toMatch(/Ward tools|it@ward\.example/)
      expect(seen.images).toEqual([[40, 20]])
    }
    expect(bench.readConsoleErrors()).toEqual([])
  })

  test('that was changed leaves the name of the site', async () => {
    const bench = await open((text) => text.replace(/.\n$/, (end) => (end[0] === 'A' ? 'Q\n' : 'A\n')))
    for (const path of ['/', '/docs']) {
      const seen = await lookAt(bench, path, 'licence-refused')
      expect(seen.title).toContain('Ward tools')
      expect(seen.text).toContain('it@ward.example')
      expect(seen.text).not.toMatch(/South|it@south/)
      expect(seen.images).toEqual([])
    }
  })
})
