// The English texts of a tool that the page shows: its title, the names of its fields, and their help.
import { describeTool, type JsonSchema } from '../../src/core/describe.ts'
import type { Tool } from '../../src/core/tool.ts'
import { englishLabel } from '../../src/web/form/field-schema.ts'

/** In the order in which they are worth translating. */
export const TOOL_PARTS = ['tools', 'labels', 'options', 'results'] as const
export type ToolPart = (typeof TOOL_PARTS)[number]
export type ToolTexts = Readonly<Record<ToolPart, ReadonlySet<string>>>

export function toolTexts(tool: Tool): ToolTexts {
  const { title, summary, examples, schemas } = describeTool(tool)
  const labels = new Set<string>()
  const options = new Set<string>()
  for (const schema of [schemas.input, schemas.options]) readForm(schema, labels, options)
  const results = new Set<string>()
  readResult(schemas.output, labels, results)
  return { tools: new Set([title, summary, ...examples.map((example) => example.title)]), labels, options, results }
}

/** Every field of a form has its name and its help in view. */
function readForm(schema: unknown, labels: Set<string>, help: Set<string>): void {
  eachSchema(schema, (inner) => {
    addLabels(inner, labels)
    if (typeof inner.description === 'string' && inner.description !== UNUSED) help.add(inner.description)
  })
}

/** A field that forms leave out. */
const UNUSED = 'Not used.'

/** Fields of results have their names in view, also in tables; help has what stands in no list. */
function readResult(schema: JsonSchema, labels: Set<string>, help: Set<string>): void {
  eachSchema(schema, (inner) => addLabels(inner, labels))
  readHelp(schema, help)
}

function readHelp({ properties }: JsonSchema, help: Set<string>): void {
  for (const member of Object.values((properties ?? {}) as Record<string, JsonSchema>)) {
    if (typeof member.description === 'string') help.add(member.description)
    readHelp(member, help)
  }
}

function addLabels({ properties, propertyNames }: JsonSchema, labels: Set<string>): void {
  const names = (propertyNames as { enum?: readonly string[] } | undefined)?.enum ?? []
  for (const name of [...Object.keys(properties ?? {}), ...names]) labels.add(englishLabel(name))
}

function eachSchema(schema: unknown, visit: (schema: JsonSchema) => void): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, items, prefixItems, anyOf, oneOf, allOf, additionalProperties, $defs } = schema as Record<string, unknown>
  visit(schema as JsonSchema)
  for (const list of [prefixItems, anyOf, oneOf, allOf]) for (const inner of (list ?? []) as unknown[]) eachSchema(inner, visit)
  for (const members of [properties, $defs]) for (const inner of Object.values(members ?? {})) eachSchema(inner, visit)
  for (const inner of [items, additionalProperties]) eachSchema(inner, visit)
}
