// The API listener: routes from the catalogue under /v1 and /api/v1, everything else a problem.
// Every path is static and has one handler, so that Hono finds it in one step and calls it without composing a chain.
import { type Context, Hono } from 'hono'
import { nearestName } from '../../core/nearest-name.ts'
import { once } from '../../core/once.ts'
import { ProblemError } from '../../core/problem.ts'
import { categoryOf, type Tool } from '../../core/tool.ts'
import { callBatch } from '../batch/batch-route.ts'
import { answerResult, answerStatus, deleteJob, listJobs } from '../jobs/job-routes.ts'
import { answerMcp } from '../mcp/mcp-route.ts'
import type { ApiInfo } from '../openapi/compose-openapi.ts'
import { composeContract } from '../openapi/contract.ts'
import type { PageRoute } from '../pages/pages.ts'
import { callRecipe } from '../recipes/recipe-route.ts'
import { headerValue } from '../request/environment.ts'
import { parentSpanOf, traceIdOf } from '../request/trace.ts'
import { problemCatalogue } from '../response/problem.ts'
import { taggedJson } from '../response/tagged-json.ts'
import { prefixesOf } from './api-places.ts'
import { describeCaller } from './caller-route.ts'
import { isPreflight, preflightHeaders } from './cors.ts'
import { describeOneTool, describeTools } from './discovery.ts'
import type { Answer, Exchange, ExchangeServices, Handle, RequestTarget } from './exchange-types.ts'
import { issueToken } from './token-route.ts'
import { callTool, type ToolServices } from './tool-route.ts'
import { environmentOf, makeHandler } from './web-handler.ts'

export interface ApiServices extends ExchangeServices, ToolServices {
  readonly catalogue: readonly Tool[]
  readonly info: ApiInfo
  /** Whether the tools are offered at /mcp, too. */
  readonly isMcpOn: boolean
  /** Static pages, which are answered without credentials. */
  readonly pages: readonly PageRoute[]
}

type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', Handle>>>

export function createApi(services: ApiServices): Hono {
  const app = new Hono({ strict: true })
  const allowed = new Map<string, readonly string[]>()
  const { basePath } = services.places
  for (const prefix of prefixesOf(services.places)) {
    const add = (path: string, methods: Methods, tool?: string): void => {
      for (const [method, handle] of Object.entries(methods))
        app.on(method, prefix + path, makeHandler(services, { route: prefix + path, tool }, handle))
      allowed.set(prefix + path, [...(allowed.get(prefix + path) ?? ['OPTIONS']), ...methodsOf(methods)])
    }
    for (const tool of services.catalogue) addToolRoutes(add, services, tool, prefix)
    addServiceRoutes(add, services, prefix)
  }
  for (const page of services.pages) {
    if (page.isRest) continue
    addPage(app, services, page)
    allowed.set(basePath + page.route, OPEN_METHODS)
  }
  // What people type; the addresses of the page are relative to the one without a slash.
  for (const route of ['/docs', '/docs/guide'].filter((name) => services.pages.some(({ route }) => route === name)))
    app.get(`${basePath}${route}/`, (context) => context.redirect(basePath + route, 308))
  // Relative addresses of the page begin below the slash.
  if (basePath !== '' && services.pages.length > 0) app.get(basePath, (context) => context.redirect(`${basePath}/`, 308))
  const { resource } = services.access
  if (resource) {
    const path = new URL(resource.metadataUrl).pathname
    const describe: Handle = (exchange) => taggedJson(exchange, resource.metadata)
    app.get(path, makeHandler(services, { route: path, tool: undefined, isOpen: true }, describe))
    allowed.set(path, OPEN_METHODS)
    if (resource.issuerMetadata) {
      const issuer: Handle = (exchange) => taggedJson(exchange, resource.issuerMetadata)
      const route = '/.well-known/oauth-authorization-server'
      app.get(route, makeHandler(services, { route, tool: undefined, isOpen: true }, issuer))
      allowed.set(route, OPEN_METHODS)
    }
  }
  const { tokenOffice } = services.access
  if (tokenOffice) {
    const route = { route: `${basePath}/oauth/token`, tool: undefined, isOpen: true }
    app.post(
      route.route,
      makeHandler(services, route, (exchange) => issueToken(tokenOffice, exchange, services.now())),
    )
    allowed.set(route.route, ['OPTIONS', 'POST'])
  }
  if (services.isMcpOn) {
    const route = { route: `${basePath}/mcp`, tool: undefined, isOpen: true }
    app.post(
      route.route,
      makeHandler(services, route, (exchange) => answerMcp(exchange, services)),
    )
    allowed.set(route.route, ['OPTIONS', 'POST'])
  }
  addNoRoute(app, services, allowed)
  if (services.cors) addPreflight(app, services, allowed)
  app.onError((error, context) => makeHandler(services, { route: '*', tool: undefined }, () => Promise.reject(error))(context))
  return app
}

type Add = (path: string, methods: Methods, tool?: string) => void

/** The description of a tool is no use of it: it counts against the rate alone. */
function addToolRoutes(add: Add, services: ApiServices, tool: Tool, prefix: string): void {
  const describe: Handle = (exchange) => taggedJson(exchange, describeOneTool(tool, prefix, new URL(exchange.target.url).origin))
  add(`/tools/${tool.id}`, { POST: (exchange) => callTool(tool, exchange, services) }, tool.id)
  add(`/tools/${tool.id}/batch`, { POST: (exchange) => callBatch(tool, exchange, services) }, tool.id)
  const asJob = { ...services, isJobPath: true }
  add(`/tools/${tool.id}/jobs`, { POST: (exchange) => callTool(tool, exchange, asJob) }, tool.id)
  add(`/tools/${tool.id}/batch/jobs`, { POST: (exchange) => callBatch(tool, exchange, asJob) }, tool.id)
  add(`/tools/${tool.id}`, { GET: describe })
}

function addServiceRoutes(add: Add, services: ApiServices, prefix: string): void {
  const { catalogue, info, places } = services
  const jobs = services.shared ?? services.jobs
  const openApi = once(() => composeContract(catalogue, info, prefix))
  const get = (path: string, compose: (exchange: Exchange) => unknown): void =>
    add(path, { GET: async (exchange) => taggedJson(exchange, await compose(exchange)) })
  get('/tools', () => describeTools(catalogue, prefix))
  for (const category of new Set(catalogue.map(categoryOf))) {
    const tools = catalogue.filter((tool) => categoryOf(tool) === category)
    get(`/tools/${category}`, () => describeTools(tools, prefix))
    get(
      `/tools/${category}/openapi.json`,
      once(() => composeContract(tools, info, prefix)),
    )
  }
  get('/openapi.json', openApi)
  // Whoever reads what an error means may want to ask somebody.
  const help = { service: info.title, ...(info.contact && { contact: info.contact }) }
  const problems = problemCatalogue(places.problemBase)
  get('/problems', () => ({ ...help, problems }))
  for (const problem of problems) get(`/problems/${problem.code}`, () => ({ ...problem, ...help }))
  add('/jobs', { GET: (exchange) => listJobs(exchange, jobs) })
  add('/jobs/:id', { GET: (exchange) => answerStatus(exchange, jobs), DELETE: (exchange) => deleteJob(exchange, jobs) })
  add('/jobs/:id/result', { GET: (exchange) => answerResult(exchange, jobs) })
  add('/recipes/run', { POST: (exchange) => callRecipe(exchange, services) })
  add('/me', { GET: (exchange) => describeCaller(exchange, services) })
}

/** A page counts against no limit: it is in memory, and whoever asks for it has no key yet. */
function addPage(app: Hono, services: ApiServices, page: PageRoute): void {
  const route = services.places.basePath + page.route
  const answerPage = pageHandler(services, page)
  const answerMissing = makeHandler(services, { route, tool: undefined, isOpen: true }, () => {
    throw new ProblemError('No page at this address.', { code: 'not_found' })
  })
  app.get(route, async (context, next) => (await answerPage(context)) ?? (page.isPublic ? answerMissing(context) : next()))
}

/** Answers with a page, and reports that; undefined where there is no such page. */
function pageHandler(services: ApiServices, { route, answer }: PageRoute): (context: Context) => Promise<Response | undefined> {
  const { access, now, clock, newRequestId, reporter, audit, places } = services
  return async (context) => {
    const started = clock()
    const response = await answer(context)
    if (!response) return undefined
    const requestId = newRequestId()
    response.headers.set('X-Request-Id', requestId)
    const { method } = context.req
    const bytesOut = method === 'HEAD' ? 0 : Number(response.headers.get('content-length') ?? 0)
    const milliseconds = Math.round((clock() - started) * 1000) / 1000
    const { connection, rawHeaders } = environmentOf(context)
    const traceparent = headerValue(rawHeaders, 'traceparent')
    const facts = { code: undefined, credentialId: undefined, plan: undefined, tool: undefined }
    const report = {
      ...facts,
      requestId,
      traceId: traceIdOf(traceparent),
      parentSpan: parentSpanOf(traceparent),
      method,
      route: places.basePath + route,
      status: response.status,
      milliseconds,
      endedAt: now(),
      bytesIn: 0,
      bytesOut,
      clientAddress: access.clientAddressOf(rawHeaders, connection) ?? '',
    }
    await audit?.record(report, 'answered')
    reporter.request(report)
    return response
  }
}

/** Outside of the API nobody needs a key to learn that a path is mistyped; within it a caller without one learns only how to send it. */
function addNoRoute(app: Hono, services: ApiServices, allowed: Allowed): void {
  const handlerOf = (isOpen: boolean) =>
    makeHandler(services, { route: '*', tool: undefined, isOpen }, ({ target }) => answerNoRoute(target, allowed, services.places.basePath))
  const [withKey, open] = [handlerOf(false), handlerOf(true)]
  const prefixes = prefixesOf(services.places)
  const rest = services.pages.find(({ isRest }) => isRest)
  const answerRest = rest && pageHandler(services, rest)
  app.notFound(async (context) => {
    const { path, method } = context.req
    if (prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return withKey(context)
    const isRead = method === 'GET' || method === 'HEAD'
    const page = isRead && !methodsAt(path, allowed, services.places.basePath) && (await answerRest?.(context))
    return page || open(context)
  })
}

function methodsOf(methods: Methods): string[] {
  return Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** Answers OPTIONS with the methods of a path. Another method is refused with the same list, and any other path does not exist. */
function answerNoRoute({ method, path }: RequestTarget, allowed: Allowed, basePath: string): Answer {
  const methods = methodsAt(path, allowed, basePath)
  if (methods && method === 'OPTIONS') return { status: 204, body: null, headers: { Allow: methods.join(', ') } }
  if (methods) throw new ProblemError(`Allowed methods: ${methods.join(', ')}.`, { code: 'method_not_allowed', facts: { allow: methods } })
  const named = /^(?:\/api)?\/v1\/tools\/(.*?)(?:\/batch)?(?:\/jobs)?$/.exec(belowBase(path, basePath))?.[1]
  if (named !== undefined) throw new ProblemError(`Unknown tool. ${toolHint(named, allowed, basePath)}`, { code: 'unknown_tool' })
  throw new ProblemError(`No resource at this path. The API is at ${basePath}/v1.`, { code: 'not_found' })
}

/** The tool that was probably meant: by its own name under another category, or within two letters. */
function toolHint(named: string, allowed: Allowed, basePath: string): string {
  const prefix = `${basePath}/v1/tools/`
  const ids = [...allowed.keys()].flatMap(
    (path) => /^[^/]+\/[^/:]+$/.exec(path.startsWith(prefix) ? path.slice(prefix.length) : '')?.[0] ?? [],
  )
  const own = named.slice(named.lastIndexOf('/') + 1)
  const meant = nearestName(named, ids) ?? ids.find((id) => id.endsWith(`/${own}`))
  return meant === undefined ? 'GET /v1/tools lists the tools.' : `Did you mean ${meant}? GET /v1/tools lists the tools.`
}

type Allowed = ReadonlyMap<string, readonly string[]>

const OPEN_METHODS = ['OPTIONS', 'GET', 'HEAD'] as const

function methodsAt(path: string, allowed: Allowed, basePath: string): readonly string[] | undefined {
  const below = belowBase(path, basePath)
  return allowed.get(path) ?? allowed.get(basePath + below.replace(/^((?:\/api)?\/v1\/jobs\/)[^/]+/, '$1:id'))
}

/** Empty where the path is not below. */
function belowBase(path: string, basePath: string): string {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : ''
}

/** A browser asks without credentials, so everybody is answered; what a caller may not do stays refused. */
function addPreflight(app: Hono, services: ApiServices, allowed: Allowed): void {
  const { basePath } = services.places
  const answer = makeHandler(services, { route: '*', tool: undefined, isOpen: true }, ({ target }) => ({
    status: 204,
    body: null,
    headers: preflightHeaders(methodsAt(target.path, allowed, basePath) ?? []),
  }))
  app.options('*', (context, next) => (isPreflight(environmentOf(context).rawHeaders) ? answer(context) : next()))
}
