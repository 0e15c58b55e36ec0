// The pages: static files that hold no data and need no credentials, so that a browser can load them before it has a key.
import type { Context } from 'hono'
import type { Awaitable } from '../../access/store.ts'
import { chain } from '../../core/chain.ts'
import { once } from '../../core/once.ts'
import type { PageSettings, SignInSettings } from '../../core/page-settings.ts'
import type { Tool } from '../../core/tool.ts'
import { type ApiInfo, composeOpenApi } from '../openapi/compose-openapi.ts'
import { chooseType } from '../request/accept.ts'
import { fillGaps, type ReadTable } from './asset-gaps.ts'
import type { Asset, AssetEncoding, AssetPack } from './asset-pack.ts'
import { composeGuideHtml, type Guide } from './guide-html.ts'
import { assetAddress } from './html-frame.ts'
import { type PageKind, pageHeaders } from './page-headers.ts'
import { composeConsoleHtml, composeDocsHtml } from './page-html.ts'

/** How the server calls itself on its pages. */
export interface Branding {
  readonly name: string
  /** Whom callers may ask: an e-mail address, a web address, or any text. */
  readonly contact: string | null
  readonly logo: { readonly mediaType: string; readonly bytes: Uint8Array } | null
}

export interface PageServices {
  readonly pack: AssetPack
  /** The tables that the pack leaves out. */
  readonly readTable: ReadTable
  /** Whether the page of the tools is served, and whether the API reference is. */
  readonly console: boolean
  readonly docs: boolean
  readonly branding: Branding
  /** The identity provider at which callers sign in. */
  readonly signIn: SignInSettings | null
  /** Before the paths that are told to programs; what a browser reads is relative. */
  readonly basePath: string
}

/** What the pages need of the API. */
interface PageSources {
  readonly catalogue: readonly Tool[]
  readonly info: ApiInfo
}

/** A file that is ready to be sent. */
interface Page {
  readonly kind: PageKind
  readonly asset: Asset
  readonly etag: string
  /** True where the address changes with the bytes. */
  readonly fixed: boolean
  /** Origin of the identity provider that the page asks. */
  readonly provider?: string
  /** True for the page of an address that there is not. */
  readonly isMissing?: boolean
  /** Makes of it what can be sent, once: puts its tables in, and compresses it. */
  readonly whole?: () => Promise<Page>
}

const YEAR_SECONDS = 31_536_000

export interface PageRoute {
  /** The pattern of the path. */
  readonly route: string
  /** True where nothing but pages is at its paths: a problem tells everybody that there is no such page. */
  readonly isPublic?: boolean
  /** True for what a browser gets at every address that has nothing else, outside of the API. */
  readonly isRest?: boolean
  /** The answer, or undefined where there is no such file. */
  answer(context: Context): Awaitable<Response | undefined>
}

/** The routes of the pages that are switched on. */
export async function preparePages(services: PageServices, sources: PageSources): Promise<readonly PageRoute[]> {
  const { pack, branding } = services
  const routes: PageRoute[] = []
  const add = (route: string, find: (context: Context) => Awaitable<Page | undefined>, isPublic = false): void => {
    const answer = (context: Context) => chain(find(context), (page) => page && sendPage(context, page))
    routes.push({ route, isPublic, answer })
  }
  const assets = await openAssets(services)
  const findAsset = (name: string): Awaitable<Page | undefined> => {
    const page = assets.get(name)
    return page?.whole ? page.whole() : page
  }
  if (services.console || services.docs) add('/assets/:name', ({ req }) => findAsset(req.param('name') ?? ''))
  if (services.console) {
    const settings = consoleSettings(services, sources, assets)
    const page = onFirstRequest('console', composeConsoleHtml(pack.manifest, settings), 'text/html')
    const provider = services.signIn && new URL(services.signIn.issuer).origin
    const html = once(async () => ({ ...(await page()), ...(provider && { provider }) }))
    const links = onFirstRequest('file', JSON.stringify(linksOf(services, sources)), 'application/json')
    add('/', ({ req }) => (chooseType(['text/html', 'application/json'], req.header('accept')) === 'application/json' ? links() : html()))
    const findMissing = openMissing(services, settings)
    routes.push({ route: '/*', isRest: true, answer: (context) => chain(findMissing(context), (page) => page && sendPage(context, page)) })
  }
  if (services.docs) {
    const { name, contact } = branding
    const settings = { name, contact, logo: logoAddress(assets), openApi: 'docs/openapi.json', console: services.console }
    const html = onFirstRequest('docs', composeDocsHtml(pack.manifest, settings), 'text/html')
    // Swagger UI takes a relative server for one beside the document, which lies a level below the page, and warns of any dialect that is named.
    const document = once(() => {
      const { jsonSchemaDialect: _dialect, ...openApi } = composeOpenApi(sources.catalogue, sources.info, '/v1')
      return makePage('file', JSON.stringify({ ...openApi, servers: [{ url: '../v1' }] }), 'application/json')
    })
    add('/docs', html)
    add('/docs/openapi.json', document)
    const findGuidePage = openGuide(services, logoAddress(assets))
    add('/docs/guide', () => findGuidePage(''))
    add('/docs/guide/:name', ({ req }) => findGuidePage(req.param('name') ?? '', isBrowser(req.header('accept'))), true)
  }
  return routes
}

/** Programs get a problem where there is no page, also those that take JSON as readily as HTML. */
function isBrowser(accept: string | undefined): boolean {
  return chooseType(['application/problem+json', 'application/json', 'text/html'], accept) === 'text/html'
}

/** Levels of an address below the page; a longer one gets a problem. */
const MOST_LEVELS = 8

/** The page of the tools at an address that has nothing: it says so, and goes on from its own address. */
function openMissing({ pack, signIn, basePath }: PageServices, settings: PageSettings): (context: Context) => Awaitable<Page | undefined> {
  const provider = signIn && new URL(signIn.issuer).origin
  const pages = Array.from({ length: MOST_LEVELS }, (_, levels) =>
    once(async (): Promise<Page> => {
      const home = '../'.repeat(levels) || './'
      const page = await makePage('console', composeConsoleHtml(pack.manifest, { ...settings, home }, home), 'text/html')
      return { ...page, ...(provider && { provider }), isMissing: true }
    }),
  )
  return ({ req }) => {
    const { pathname } = new URL(req.url)
    if (!pathname.startsWith(`${basePath}/`) || !isBrowser(req.header('accept'))) return undefined
    return pages[pathname.slice(basePath.length).split('/').length - 2]?.()
  }
}

const NO_GUIDE_PAGE = {
  slug: 'not-found',
  title: 'Page not found',
  html: '<h1>Page not found</h1>\n<p>The guide has no page at this address. Choose one from the contents.</p>\n',
  headings: [],
}

/** Each page is composed for the first who asks for it; that of an unknown slug is for browsers. */
function openGuide(
  { pack, branding, console }: PageServices,
  logo: string | null,
): (slug: string, isBrowser?: boolean) => Awaitable<Page | undefined> {
  const { name, contact } = branding
  const open = once(() => {
    const guide = readGuide(pack)
    const pages = guide.groups.flatMap((group) => group.pages)
    const compose = (page: (typeof pages)[number]) => composeGuideHtml(pack.manifest, guide, page, { name, contact, logo, console })
    const make = (page: (typeof pages)[number]) => once(() => makePage('guide', compose(page), 'text/html'))
    const missing = make(NO_GUIDE_PAGE)
    return {
      known: new Map(pages.map((page) => [page.slug, make(page)])),
      missing: once(async (): Promise<Page> => ({ ...(await missing()), isMissing: true })),
    }
  })
  return (slug, isBrowser = false) => {
    const { known, missing } = open()
    return known.get(slug)?.() ?? (isBrowser ? missing() : undefined)
  }
}

function readGuide({ manifest, assets }: AssetPack): Guide {
  return JSON.parse(new TextDecoder().decode(assets.get(manifest.guide.documents)!.bodies.identity))
}

function consoleSettings(
  { pack, branding, docs, signIn }: PageServices,
  { catalogue }: PageSources,
  assets: ReadonlyMap<string, Page>,
): PageSettings {
  return {
    name: branding.name,
    home: null,
    contact: branding.contact,
    logo: logoAddress(assets),
    worker: assetAddress(pack.manifest.worker),
    tools: assetAddress(pack.manifest.tools),
    languages: Object.fromEntries(
      Object.entries(pack.manifest.languages).map(([tag, { page, tools }]) => [
        tag,
        { page: assetAddress(page), tools: assetAddress(tools) },
      ]),
    ),
    resultStyle: assetAddress(pack.manifest.resultStyle),
    docs: docs ? 'docs' : null,
    guide: docs ? 'docs/guide' : null,
    signIn,
    offered: catalogue.map(({ id }) => id),
  }
}

function logoAddress(assets: ReadonlyMap<string, Page>): string | null {
  const name = [...assets].find(([, { kind }]) => kind === 'picture')?.[0]
  return name === undefined ? null : assetAddress(name)
}

/** What `/` tells a program that asks for JSON. */
function linksOf({ docs, basePath }: PageServices, { info }: PageSources): Record<string, unknown> {
  const links = {
    tools: `${basePath}/v1/tools`,
    openapi: `${basePath}/v1/openapi.json`,
    problems: `${basePath}/v1/problems`,
    ...(docs && { docs: `${basePath}/docs`, guide: `${basePath}/docs/guide` }),
  }
  return { title: info.title, links }
}

async function openAssets({ pack, readTable, branding: { logo } }: PageServices): Promise<ReadonlyMap<string, Page>> {
  const pages = [...pack.assets].map(([name, asset]): [string, Page] => {
    const page: Page = { kind: asset.compiles ? 'compiling' : 'file', asset, etag: `"${name}"`, fixed: true }
    return [name, asset.bodies.gzip && !asset.gaps ? page : { ...page, whole: once(() => fillPage(page, readTable)) }]
  })
  if (!logo) return new Map(pages)
  const etag = await digestOf(logo.bytes)
  const asset = { mediaType: logo.mediaType, compiles: false, bodies: { identity: logo.bytes } }
  return new Map([...pages, [`logo-${etag.slice(1, -1)}`, { kind: 'picture', asset, etag, fixed: true }]])
}

/** For the first who asks. Of what is put together only the compressed form is kept. */
async function fillPage({ asset, ...page }: Page, readTable: ReadTable): Promise<Page> {
  const { bodies, gaps } = asset
  const rest = bodies.identity ?? new Uint8Array(await new Response(inflate(asset)).arrayBuffer())
  const gzip = await compress(gaps ? fillGaps(rest, gaps, readTable) : rest)
  return { ...page, asset: { ...asset, bodies: gaps ? { gzip } : { identity: rest, gzip } } }
}

/** Compressed for the first who asks, so that no start waits for it. */
function onFirstRequest(kind: PageKind, text: string, type: string): () => Promise<Page> {
  return once(() => makePage(kind, text, type))
}

async function makePage(kind: PageKind, text: string, type: string): Promise<Page> {
  const identity = new TextEncoder().encode(text)
  const gzip = await compress(identity)
  const asset = { mediaType: `${type}; charset=utf-8`, compiles: false, bodies: { identity, gzip } }
  return { kind, asset, etag: await digestOf(identity), fixed: false }
}

async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await new Response(streamOf(bytes).pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))
  return `"${[...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

function sendPage({ req }: Context, { kind, asset, etag, fixed, provider, isMissing = false }: Page): Response {
  const headers = new Headers(pageHeaders(kind, provider))
  headers.set('Cache-Control', fixed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
  headers.set('Vary', 'Accept, Accept-Encoding')
  const encoding = chooseEncoding(asset, req.header('accept-encoding') ?? '')
  // The forms of one file are different bytes, so each has its own strong tag.
  const tag = encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
  headers.set('ETag', tag)
  const known = (req.header('if-none-match') ?? '').split(',').map((item) => item.trim().replace(/^W\//, ''))
  const status = isMissing ? 404 : 200
  if (known.includes(tag) && !isMissing) return new Response(null, { status: 304, headers })
  headers.set('Content-Type', asset.mediaType)
  const body = asset.bodies[encoding]
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  if (body) headers.set('Content-Length', String(body.byteLength))
  if (req.method === 'HEAD') return new Response(null, { status, headers })
  return new Response((body ?? inflate(asset)) as BodyInit, { status, headers })
}

/** The smallest form that the client takes; what it takes at all is `identity`. */
function chooseEncoding({ bodies }: Asset, accepted: string): AssetEncoding {
  const offers = accepted.toLowerCase().split(',', 32)
  const accepts = (name: AssetEncoding) =>
    offers.some((offer) => offer.split(';')[0]!.trim() === name && !/;\s*q=0(?:\.0*)?\s*$/.test(offer))
  return bodies.gzip && accepts('gzip') ? 'gzip' : 'identity'
}

/** For the rare client that takes no compressed form. */
function inflate({ bodies }: Asset): ReadableStream {
  return streamOf(bodies.gzip!).pipeThrough(new DecompressionStream('gzip'))
}

function streamOf(bytes: Uint8Array): ReadableStream<BufferSource> {
  return new Response(bytes as BodyInit).body as ReadableStream<BufferSource>
}
