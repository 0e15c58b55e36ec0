// What the SDKs are made from: the tools with their inputs, and the named schemas of the OpenAPI document that these use.
import { documentParts } from '../../src/core/describe.ts'
import { type FieldKind, fieldKind } from '../../src/core/document.ts'
import { categoryOf, type Tool } from '../../src/core/tool.ts'
import { composeOpenApi } from '../../src/http/openapi/compose-openapi.ts'
import type { Json } from '../../src/http/openapi/json.ts'
import { pascal } from '../../src/http/openapi/name-schemas.ts'
import { catalogue } from '../../src/tools/catalogue.ts'

export interface SdkInput {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
  /** The name of the part of a form, for what may be a file. */
  readonly part?: string
  readonly kind: FieldKind
  readonly schema: Json
}

export interface SdkTool {
  readonly id: string
  readonly category: string
  /** `hl7/to-fhir` → `to-fhir`. */
  readonly name: string
  /** `hl7/to-fhir` → `Hl7ToFhir`: the beginning of the names of its schemas. */
  readonly prefix: string
  readonly title: string
  readonly summary: string
  readonly inputs: readonly SdkInput[]
  /** The input that a raw body or the part `file` is. */
  readonly main?: string
  /** True if the result can be saved as a file. */
  readonly hasFile: boolean
}

export interface SdkModel {
  readonly version: string
  readonly categories: readonly { readonly name: string; readonly tools: readonly SdkTool[] }[]
  /** Schemas of objects, unions and repeated members, by name. */
  readonly schemas: Readonly<Record<string, Json>>
}

const SCHEMAS = '#/components/schemas/'

export function readModel(version: string): SdkModel {
  const document = JSON.parse(JSON.stringify(composeOpenApi(catalogue, { title: 'health-tools', version }, '/v1')))
  const all: Record<string, Json> = document.components.schemas
  const tools = catalogue.map((tool) => describe(tool, all))
  const names = [...new Set(tools.map(({ category }) => category))]
  const roots = tools.flatMap(({ prefix }) => ['Input', 'Options', 'Result', 'BatchResult'].map((kind) => prefix + kind))
  return {
    version,
    categories: names.map((name) => ({ name, tools: tools.filter(({ category }) => category === name) })),
    schemas: reachable(['Job', 'Problem', ...roots], all),
  }
}

function describe(tool: Tool, schemas: Record<string, Json>): SdkTool {
  const prefix = pascal(tool.id)
  const parts = new Map(documentParts(tool).map(({ field, part }) => [field, part]))
  const { properties, required = [] } = schemas[`${prefix}Input`] as { properties: Record<string, Json>; required?: string[] }
  const inputs = Object.entries(properties).map(([name, schema]): SdkInput => {
    const part = parts.get(name)
    const { description = '' } = schema as { description?: string }
    const kind = fieldKind(tool.input.shape[name]!)
    return { name, description, isRequired: required.includes(name), kind, schema, ...(part !== undefined && { part }) }
  })
  return {
    id: tool.id,
    category: categoryOf(tool),
    name: tool.id.split('/')[1]!,
    prefix,
    title: tool.title,
    summary: tool.summary,
    // Python and Java want those first that have no default.
    inputs: inputs.sort((a, b) => Number(b.isRequired) - Number(a.isRequired)),
    ...(tool.document && { main: tool.document.field }),
    hasFile: tool.download !== undefined,
  }
}

function reachable(roots: readonly string[], all: Record<string, Json>): Record<string, Json> {
  const names = new Set(roots)
  for (const name of names) {
    for (const [, inner] of JSON.stringify(all[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) names.add(inner!)
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
}

export function nameOfReference({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined
}

/** An object with members of its own, as opposed to a map, a value or a union. */
export function isRecord({ type, properties }: Json): boolean {
  return type === 'object' && typeof properties === 'object'
}

/** The schema without null, and whether null is among its values. */
export function splitNull(schema: Json): { readonly inner: Json; readonly isNullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = (schema.type as string[]).filter((type) => type !== 'null')
    return { inner: { ...schema, type: types.length === 1 ? types[0] : undefined }, isNullable: types.length < schema.type.length }
  }
  if (!Array.isArray(schema.anyOf)) return { inner: schema, isNullable: false }
  const branches = (schema.anyOf as Json[]).filter(({ type }) => type !== 'null')
  const inner = branches.length === 1 ? branches[0]! : { ...schema, anyOf: branches }
  return { inner, isNullable: branches.length < (schema.anyOf as Json[]).length }
}

/** `to-fhir` → `toFhir`. */
export function camel(text: string): string {
  const name = pascal(text)
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}
