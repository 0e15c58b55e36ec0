// What a caller can learn of the tools: lists, one tool with its schemas, a curl line for each example.
import { schemasOf, summarizeTool } from '../../core/describe.ts'
import { categoryOf, type Tool } from '../../core/tool.ts'

/** `GET /v1/tools` and `GET /v1/tools/{category}`. */
export function describeTools(tools: readonly Tool[], prefix: string): Record<string, unknown> {
  return { tools: tools.map((tool) => ({ ...summarizeTool(tool), links: linksOf(tool, prefix) })) }
}

/** `GET /v1/tools/{category}/{tool}`. */
export function describeOneTool(tool: Tool, prefix: string, origin: string): Record<string, unknown> {
  return {
    ...summarizeTool(tool),
    links: linksOf(tool, prefix),
    document: tool.document,
    download: tool.download,
    schemas: schemasOf(tool),
    examples: tool.examples.map((example) => ({ ...example, curl: curlLine(tool, example, prefix, origin) })),
  }
}

function linksOf(tool: Tool, prefix: string): Record<string, string> {
  const self = `${prefix}/tools/${tool.id}`
  return { self, run: self, batch: `${self}/batch`, category: `${prefix}/tools/${categoryOf(tool)}`, openapi: `${prefix}/openapi.json` }
}

/** A line for a POSIX shell; the key comes from the variable KEY. */
function curlLine(tool: Tool, example: Tool['examples'][number], prefix: string, origin: string): string {
  const body = JSON.stringify(example.options ? { ...example.input, options: example.options } : example.input)
  const quoted = `'${body.replaceAll("'", `'\\''`)}'`
  return `curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d ${quoted} ${origin}${prefix}/tools/${tool.id}`
}
