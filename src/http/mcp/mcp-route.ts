// POST /mcp: messages of the Model Context Protocol (streamable HTTP, without sessions). Each call of a tool is a call of the API by the same
// caller: credentials, plan, quota, rate, audit and counts are those of POST /v1/tools/…, and so are the problems.
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { collectBody } from '../request/body-limit.ts'
import { headerValues } from '../request/environment.ts'
import { jsonBytesFor, openRequestBody } from '../request/request-body.ts'
import { parseJsonBytes } from '../response/json-text.ts'
import { answerRequest } from '../routes/exchange.ts'
import type { Answer, Exchange, ExchangeServices } from '../routes/exchange-types.ts'
import { answerOf, environmentOfCall } from '../routes/inner-call.ts'
import { callTool, type ToolServices } from '../routes/tool-route.ts'
import { makeMcpServer, type ToolAnswer } from './mcp-server.ts'

export interface McpServices extends ExchangeServices, ToolServices {
  readonly catalogue: readonly Tool[]
  readonly info: { readonly title: string; readonly version: string }
}

/** Documents in one message. */
const MAX_DOCUMENT_BYTES = 200_000_000

/** @throws ProblemError of who calls, and of a body that is no JSON; what is wrong with a message stands in the answer to it */
export async function answerMcp(exchange: Exchange, services: McpServices): Promise<Answer> {
  const { access, limits, decoders, catalogue, info, now } = services
  const { rawHeaders, connection } = exchange.environment
  const authorizationValues = headerValues(rawHeaders, 'authorization')
  // Before a byte of the body is read.
  const caller = await access.authenticate({
    authorizationValues,
    rawHeaders,
    connection,
    address: exchange.address,
    now: exchange.startedAt,
  })
  exchange.caller = caller
  const request = openRequestBody(exchange, limits, decoders)
  if (request.mediaType !== 'application/json') {
    throw new ProblemError('Model Context Protocol requests must be application/json.', { code: 'unsupported_media_type' })
  }
  const message = parseJsonBytes(await collectBody(request.upTo(jsonBytesFor(MAX_DOCUMENT_BYTES))), limits.jsonDepth)
  // A call of a tool counts as that; every other message as any request.
  if (!callsTool(message)) await access.admission.admitRequest({ caller, now: now() })
  const sdk = await import('@modelcontextprotocol/server')
  const ask = (tool: Tool, body: string, form: 'json' | 'file'): Promise<ToolAnswer> => askTool(tool, body, form, exchange, services)
  const handler = sdk.createMcpHandler(() => makeMcpServer(sdk, catalogue, { name: info.title, version: info.version }, ask))
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) if (isOfMessage(rawHeaders[i]!)) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!)
  const response = await handler.fetch(new Request(`http://localhost${exchange.target.path}`, { method: 'POST', headers, body: '{}' }), {
    parsedBody: message,
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  await handler.close()
  const contentType = response.headers.get('content-type')
  return {
    status: response.status,
    body: bytes.length === 0 ? null : bytes,
    headers: contentType === null ? {} : { 'Content-Type': contentType },
  }
}

/** Headers that the protocol itself reads; the rest is of this server and the credentials. */
function isOfMessage(name: string): boolean {
  return /^(?:accept|content-type|mcp-.*)$/i.test(name)
}

function callsTool(message: unknown): boolean {
  const messages = Array.isArray(message) ? message : [message]
  return messages.some((each) => typeof each === 'object' && each !== null && (each as { method?: unknown }).method === 'tools/call')
}

async function askTool(tool: Tool, body: string, form: 'json' | 'file', exchange: Exchange, services: McpServices): Promise<ToolAnswer> {
  const path = `${services.places.basePath}/v1/tools/${tool.id}`
  const target = { method: 'POST', url: `${path}?output=${form}`, path, param: () => undefined }
  const route = { route: path, tool: tool.id }
  const sent = { contentType: 'application/json', bytes: new TextEncoder().encode(body) }
  const environment = environmentOfCall(exchange.environment, sent)
  const answer = await answerOf(await answerRequest(services, route, (inner) => callTool(tool, inner, services), target, environment))
  return { ...answer, fileName: /filename="([^"]{1,200})"/.exec(answer.headerOf('content-disposition'))?.[1] }
}
