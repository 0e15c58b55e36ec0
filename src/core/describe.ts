// What discovery and OpenAPI say of a tool, computed once per tool from its declaration.
import * as z from 'zod'
import { fieldKind } from './document.ts'
import { categoryOf, type Retirement, type Tool } from './tool.ts'
import { dropView, type ToolViews, viewsOf } from './view.ts'

export interface ToolSummary {
  readonly id: string
  readonly category: string
  readonly title: string
  readonly summary: string
  readonly version: string
  /** Media types of a request body. */
  readonly accepts: readonly string[]
  /** Media types of an answer. */
  readonly produces: readonly string[]
  readonly limits: { readonly maxInputBytes: number }
  /** Only where the tool is going to be retired. */
  readonly retirement?: Retirement
}

export function summarizeTool(tool: Tool): ToolSummary {
  const { id, title, summary, version, maxInputBytes, retirement } = tool
  return {
    id,
    category: categoryOf(tool),
    title,
    summary,
    version,
    accepts: acceptedTypes(tool),
    produces: producedTypes(tool),
    limits: { maxInputBytes },
    ...(retirement && { retirement }),
  }
}

/** Media types of a request body, JSON first. */
export function acceptedTypes(tool: Tool): string[] {
  return ['application/json', 'multipart/form-data', ...(tool.document?.mediaTypes ?? [])]
}

/** Media types of an answer, JSON first. */
export function producedTypes(tool: Tool): string[] {
  return tool.download ? ['application/json', tool.download.mediaType, 'application/zip'] : ['application/json']
}

export interface ToolSchemas {
  readonly input: JsonSchema
  readonly options: JsonSchema
  readonly output: JsonSchema
}
export type JsonSchema = Readonly<Record<string, unknown>>

const schemaCache = new WeakMap<Tool, ToolSchemas>()

/** JSON Schema 2020-12 of the JSON form of input, options and output. */
export function schemasOf(tool: Tool): ToolSchemas {
  let schemas = schemaCache.get(tool)
  if (!schemas) {
    schemas = {
      input: jsonSchema(tool.input, 'input'),
      options: jsonSchema(tool.options, 'input'),
      output: jsonSchema(tool.output, 'output'),
    }
    schemaCache.set(tool, schemas)
  }
  return schemas
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: target }) => {
      delete target['x-health-tools-kind']
      dropView(target)
    },
  }) as JsonSchema
}

/** The fields that may arrive as parts of a multipart form with their part names: the main document is called `file`. */
export function documentParts(tool: Tool): { readonly part: string; readonly field: string }[] {
  const parts: { part: string; field: string }[] = []
  for (const [field, schema] of Object.entries(tool.input.shape)) {
    if (field === tool.document?.field) parts.push({ part: 'file', field })
    else if (fieldKind(schema) !== 'json') parts.push({ part: field, field })
  }
  return parts
}

/** Everything that a form needs of a tool, as JSON. */
export interface ToolDescription extends ToolSummary {
  readonly document: { readonly field: string; readonly mediaTypes: readonly string[] } | null
  readonly download: {
    readonly field: string
    readonly mediaType: string
    readonly extension: string
    readonly verdict?: readonly string[]
    readonly isReport?: true
  } | null
  readonly parts: readonly { readonly part: string; readonly field: string }[]
  readonly schemas: ToolSchemas
  readonly examples: Tool['examples']
  readonly views: ToolViews
}

export function describeTool(tool: Tool): ToolDescription {
  return {
    ...summarizeTool(tool),
    document: tool.document ?? null,
    download: tool.download ?? null,
    parts: documentParts(tool),
    schemas: schemasOf(tool),
    examples: tool.examples,
    views: viewsOf(tool),
  }
}
