// A server of the Model Context Protocol over the tools: it lists them, and has each call answered as the API answers it.
import type { CallToolResult, Server } from '@modelcontextprotocol/server'
import { parseJson } from '../../core/parse-json.ts'
import type { Tool } from '../../core/tool.ts'
import { encodeBase64 } from '../../core/wire.ts'
import { describeMcpTool, mcpNameOf } from './mcp-tools.ts'

/** What a call of the API was answered with. */
export interface ToolAnswer {
  readonly status: number
  /** In lower case, without parameters. */
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Of a download. */
  readonly fileName: string | undefined
}

/**
 * @param body the JSON of a call: the input and `options`
 * @param form of the answer
 */
export type CallTool = (tool: Tool, body: string, form: 'json' | 'file') => Promise<ToolAnswer>

type Sdk = typeof import('@modelcontextprotocol/server')

/** @param name and version of this program, as clients show them */
export function makeMcpServer(
  sdk: Sdk,
  tools: readonly Tool[],
  { name, version }: { name: string; version: string },
  ask: CallTool,
): Server {
  const server = new sdk.Server({ name, version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  const byName = new Map(tools.map((tool) => [mcpNameOf(tool), tool]))
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeMcpTool) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = byName.get(params.name)
    if (!tool) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Unknown tool. tools/list returns the names.')
    const { output, ...input } = params.arguments ?? {}
    const isFile = tool.download !== undefined && output === 'file'
    // Anything else under this name is refused as the unknown field that it is.
    const body = isFile || (tool.download && output === 'json') || output === undefined ? input : { ...input, output }
    return resultOf(tool, await ask(tool, JSON.stringify(body), isFile ? 'file' : 'json'))
  })
  return server
}

const INSTRUCTIONS =
  'Tools for health data: HL7 v2, FHIR, CDA, X12, DICOM, codes, and protected health information. Documents that are not text are base64. A problem has a code and the location in the input, never a value of it.'

function resultOf(tool: Tool, { status, mediaType, bytes, fileName }: ToolAnswer): CallToolResult {
  if (mediaType === 'application/json' || mediaType === 'application/problem+json') {
    const text = new TextDecoder().decode(bytes)
    const structuredContent = parseJson(text) as Record<string, unknown>
    return { content: [{ type: 'text', text }], structuredContent, ...(status === 200 ? {} : { isError: true }) }
  }
  const uri = `health-tools:/${tool.id}/${encodeURIComponent(fileName ?? 'result')}`
  const isText = /^text\/|json$|xml$|hl7|x12|csv/.test(mediaType)
  const contents = isText ? readText(bytes) : undefined
  const body = contents === undefined ? { blob: encodeBase64(bytes) } : { text: contents }
  return { content: [{ type: 'resource', resource: { uri, mimeType: mediaType, ...body } }] }
}

/** Undefined for bytes that are no UTF-8: they stay as they are. */
function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
