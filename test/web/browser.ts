// Chromium on the pages of a real service, with everything that the browser sends, reports and refuses.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildWeb } from '../../build/web.ts'
import { issueKey } from '../../src/access/keys/key.ts'
import { startService } from '../../src/cli/service/service.ts'
import type { Tool } from '../../src/core/tool.ts'
import { readAssetPack } from '../../src/http/pages/asset-pack.ts'
import { preparePages } from '../../src/http/pages/pages.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { listen } from '../../src/platform/server/listen.ts'
import { projectFolder } from '../architecture/source-file.ts'
import { LISTEN_SETTINGS } from '../platform/server/listen-settings.ts'

const CHROMIUM = '/usr/bin/chromium'
export const hasChromium = existsSync(CHROMIUM)
if (!hasChromium) process.stdout.write('The page is not tested: Chromium (Debian package chromium) is not installed.\n')

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const BROWSER = { executablePath: CHROMIUM, args: ARGUMENTS }

/** How long the page may take before a test gives up: as long as a busy machine may need. */
export const WAIT_MS = 150_000

interface Sent {
  readonly method: string
  readonly url: URL
  readonly body: string | null
}

export interface Bench {
  readonly context: BrowserContext
  readonly page: Page
  readonly origin: string
  readonly key: string
  /** Every request of the browser since the last look. */
  readRequests(): Sent[]
  /** What the page and its policy complained of since the last look. */
  readConsoleErrors(): string[]
  close(): Promise<void>
}

/**
 * The real service.
 * @param settings YAML beside the addresses
 * @param licenceKeys of the vendors whose licences count; those of the build where it is left out
 * @param locale that the browser asks for
 */
export async function openBench(settings = '', licenceKeys?: readonly string[], locale = 'en-US'): Promise<Bench> {
  execFileSync(process.execPath, [join(projectFolder, 'build', 'build-web.ts')])
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-web-'))
  const file = join(folder, 'config.yaml')
  const places = 'server: { listen: [{ address: 127.0.0.1, port: 0 }] }\noperations: { listen: { address: 127.0.0.1, port: 0 } }\n'
  writeFileSync(file, `${places}logging: { sinks: [{ type: file, path: ${folder}/log }] }\n${settings}`)
  const service = await startService(loadConfig({ file, env: {}, cwd: folder }), {}, licenceKeys)
  const { text: key } = await issueKey(
    service.access.office,
    { kind: 'live', owner: 'test', note: '', plan: 'unlimited', scopes: ['tools:*'], networks: [], expiresAt: null, trialQuota: null },
    Date.now(),
  )
  return openBrowser(folder, `http://127.0.0.1:${service.api[0]!.port}`, key, () => service.stop(), locale)
}

/** The pages of tools that only a test knows; there is no API beside them. @param path of the tools' modules, relative to the project folder */
export async function openPlanted(catalogue: readonly Tool[], path: string): Promise<Bench> {
  const { pack, tables } = await buildWeb({ tools: catalogue, folder: path })
  const branding = { name: 'Planted', contact: null, logo: null }
  const services = {
    pack: readAssetPack(pack),
    readTable: (name: string) => tables[name]!,
    console: true,
    docs: false,
    branding,
    signIn: null,
    basePath: '',
  }
  const pages = await preparePages(services, { catalogue, info: { title: '', version: '', contact: null } })
  const app = new Hono()
  for (const { route, answer } of pages) app.get(route, async (context) => (await answer(context)) ?? context.notFound())
  const listener = await listen((request) => app.fetch(request), randomUUID, { ...LISTEN_SETTINGS, maxHeaderBytes: 16_384 })
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-web-'))
  return openBrowser(folder, `http://127.0.0.1:${listener.port}`, '', () => listener.drain(100))
}

async function openBrowser(folder: string, origin: string, key: string, stop: () => Promise<void>, locale = 'en-US'): Promise<Bench> {
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...BROWSER,
    viewport: { width: 1280, height: 900 },
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const sent: Sent[] = []
  const complaints: string[] = []
  context.on('request', (request) => sent.push({ method: request.method(), url: new URL(request.url()), body: request.postData() }))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  await context.addInitScript({
    content: "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))",
  })
  context.setDefaultTimeout(WAIT_MS)
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    page,
    origin,
    key,
    readRequests: () => sent.splice(0),
    readConsoleErrors: () => complaints.splice(0),
    async close() {
      await context.close()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * What is opened next starts from scratch. A page leaves for an empty one by itself within its process of the browser;
 * when the browser is sent there, it starts two processes for each page that follows.
 */
export async function leavePage(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return
  await Promise.all([page.waitForURL('about:blank'), page.evaluate("setTimeout(() => location.replace('about:blank'))")])
}

/** Shows a tool from scratch. */
export async function showTool({ page, origin }: Bench, place: string): Promise<void> {
  await leavePage(page)
  await page.goto(`${origin}/#/${place}`)
  await page.waitForSelector('.tool h1')
}

/** Runs what is filled in, and waits for the answer. */
export async function runTool({ page }: Bench): Promise<void> {
  await page.click('.actions button.primary')
  await page.waitForSelector('.actions button.primary')
  await page.waitForSelector('.result [role=tablist], .result .problem')
}

/** The answer as the page saves it. */
export async function saveJson({ page }: Bench): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.downloads button:last-child')])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
