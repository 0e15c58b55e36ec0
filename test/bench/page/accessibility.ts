// `node test/bench/page/accessibility.ts [all|first] [part of a view's name] [language...]`: axe on every view of the page in each
// language, light and dark, wide and as on a phone. Prints every violation, whatever its impact, and what axe could not decide.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readLanguages } from '../../../build/languages/languages.ts'
import { type Bench, openBench } from '../../web/browser.ts'
import { readBarriers } from '../../web/everybody/barriers.ts'
import { sayIn, type View, viewsOf } from './views.ts'

const HEIGHT = 900
/** Axe decides on the contrast of what is in view alone. */
const HEIGHT_OF_AXE = 6000
const SCREENS = (['light', 'dark'] as const).flatMap((colorScheme) => [1280, 375].map((width) => ({ colorScheme, width })))

const [scope = 'first', part = '', ...chosen] = process.argv.slice(2)
const views = viewsOf(scope === 'all' ? 'all' : 'first').filter(({ name }) => name.includes(part))
const languages = chosen.length > 0 ? chosen : ['en', ...Object.keys(readLanguages())]
const provider = await openProvider()
const bench = await openBench(signInSettings(provider.origin))
const seen = { views: 0, screens: 0, violations: 0, wide: 0, failed: 0 }
const undecided = new Map<string, number>()
for (const language of languages) {
  await speak(bench, language)
  for (const view of views) if (language === 'en' || !view.isEnglish) await checkView(view, language)
  console.log(`${language}: ${JSON.stringify(seen)}`)
}
for (const [finding, count] of [...undecided].sort((a, b) => b[1] - a[1])) console.log(`not decided, ${count} times: ${finding}`)
console.log(`${seen.violations} violations on ${seen.screens} screens of ${seen.views} views`)
await bench.close()
provider.close()
if (seen.violations + seen.wide + seen.failed > 0) process.exitCode = 1

async function checkView(view: View, language: string): Promise<void> {
  const { page } = bench
  await page.setViewportSize({ width: 1280, height: HEIGHT })
  try {
    await view.show(bench, sayIn(language))
  } catch (error) {
    seen.failed++
    console.log(`${language} | ${view.name} | not shown: ${String(error).slice(0, 300)}`)
    return
  }
  seen.views++
  for (const { colorScheme, width } of SCREENS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const place = `${language} | ${view.name} | ${colorScheme} ${width}`
    const drawn = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (drawn > width) {
      seen.wide++
      console.log(`${place} | ${drawn} wide`)
    }
    await page.setViewportSize({ width, height: HEIGHT_OF_AXE })
    const found = await readBarriers(page)
    seen.screens++
    seen.violations += found.violations.length
    for (const { rule, impact, target, why } of found.violations) console.log(`${place} | ${rule} (${impact}) | ${target} | ${why}`)
    for (const { rule, target, why } of found.undecided) {
      const text = `${rule}: ${target.replaceAll(/\d+/g, '…').slice(-60)}: ${why.replaceAll(/#[0-9a-f]{6}|\d+(?:\.\d+)?/g, '…')}`
      undecided.set(text, (undecided.get(text) ?? 0) + 1)
    }
  }
}

/** For all pages that come. */
async function speak({ page, origin }: Bench, language: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(origin)
  await page.waitForSelector('.tiles')
  await page.selectOption('select[name=language]', language)
  await page.waitForSelector(`html[lang=${language}]`)
}

/** The page shows its sign-in where the site has a provider; nobody signs in here. */
async function openProvider() {
  const server = createServer((_, response) => response.end('{"keys":[]}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

function signInSettings(issuer: string): string {
  return `auth:
  order: [api_key, oauth]
  oauth:
    enabled: true
    sign_in: { issuer: "${issuer}", client_id: page, scope: "openid", resource: "https://tools.example/v1" }
    issuers:
      - { issuer: "${issuer}", audience: "https://tools.example/v1", jwks: { url: "${issuer}/jwks" }, algorithms: [RS256], plan_claim: plan, scope_map: { all: "tools:*" } }
`
}
