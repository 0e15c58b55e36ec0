// The tools as the Model Context Protocol names and describes them, made from the catalogue.
import { schemasOf } from '../../core/describe.ts'
import type { Tool } from '../../core/tool.ts'

type Json = Record<string, unknown>

export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object' } & Json
}

/** `hl7/to-fhir` → `hl7_to_fhir`: clients take letters, digits, underscores and dashes. */
export function mcpNameOf(tool: Tool): string {
  return tool.id.replace(/[^A-Za-z0-9]/g, '_')
}

/** The input with its options; `output: file` gives the result of a tool with a download as an embedded resource. */
export function describeMcpTool(tool: Tool): McpTool {
  const { input, options } = schemasOf(tool) as unknown as { input: Json; options: Json }
  const {
    $schema: _dialect,
    $defs: inputDefs = {},
    properties = {},
    required = [],
    ...rest
  } = input as Json & { $defs?: Json; properties?: Json }
  const { $schema: _same, $defs: optionDefs = {}, ...ownOptions } = apart(options)
  const output = { type: 'string', enum: ['json', 'file'], description: 'file: the resulting document as an embedded resource.' }
  return {
    name: mcpNameOf(tool),
    title: tool.title,
    description: tool.summary,
    inputSchema: {
      ...rest,
      type: 'object',
      properties: { ...(properties as Json), options: ownOptions, ...(tool.download ? { output } : {}) },
      required,
      $defs: { ...(inputDefs as Json), ...(optionDefs as Json) },
    },
  }
}

/** Input and options are described one by one, with definitions of the same names. */
function apart(schema: Json): Json & { $schema?: unknown; $defs?: Json } {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/$defs/options-')
  const { $defs, ...own } = JSON.parse(text) as Json & { $defs?: Json }
  if (!$defs) return own
  return { ...own, $defs: Object.fromEntries(Object.entries($defs).map(([name, definition]) => [`options-${name}`, definition])) }
}
