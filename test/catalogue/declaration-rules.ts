// What a declaration must hold beside its types, because route, command, form and documentation derive from it. Each finding is a line of text.
import * as z from 'zod'
import { schemasOf } from '../../src/core/describe.ts'
import { fieldKind } from '../../src/core/document.ts'
import type { Tool } from '../../src/core/tool.ts'

type Schema = z.core.$ZodType

export function checkDeclaration(tool: Tool): string[] {
  return [...checkTexts(tool), ...checkStrictness(tool), ...checkDescriptions(tool), ...checkDocuments(tool), ...checkRetirement(tool)].map(
    (line) => `${tool.id}: ${line}`,
  )
}

function checkTexts({ id, title, summary, version, maxInputBytes, examples }: Tool): string[] {
  const lines: string[] = []
  if (!/^[a-z0-9]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)) lines.push('the id is not category/tool')
  if (!/^\d+\.\d+\.\d+$/.test(version)) lines.push('the version is not semantic')
  if (title.length < 3 || title.endsWith('.')) lines.push('the title is no title')
  if (summary.length < 20 || !summary.endsWith('.')) lines.push('the summary is no sentence')
  if (!(maxInputBytes > 0)) lines.push('maxInputBytes is not positive')
  if (new Set(examples.map((example) => example.title)).size !== examples.length) lines.push('two examples have the same title')
  return lines
}

/** Days of the calendar, in their order. */
function checkRetirement({ retirement }: Tool): string[] {
  if (!retirement) return []
  const { deprecatedAt, sunsetAt } = retirement
  const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  if (![deprecatedAt, sunsetAt ?? deprecatedAt].every(isDay)) return ['a day of the retirement is no day such as 2027-01-31']
  return sunsetAt !== undefined && sunsetAt < deprecatedAt ? ['the tool is gone before it is deprecated'] : []
}

/** Every object of the three schemas refuses unknown keys, however deep it stands. */
function checkStrictness(tool: Tool): string[] {
  return (['input', 'options', 'output'] as const).flatMap((part) =>
    [...walkSchema(tool[part], part)].filter(({ schema }) => isLooseObject(schema)).map(({ path }) => `${path} is not strict`),
  )
}

function isLooseObject(schema: Schema): boolean {
  const { type, catchall } = schema._zod.def as { type: string; catchall?: Schema }
  return type === 'object' && catchall?._zod.def.type !== 'never'
}

/** Every field of input and options says what it is, in the JSON Schema that callers see. */
function checkDescriptions(tool: Tool): string[] {
  const { input, options } = schemasOf(tool)
  return [...undescribed(input, 'input'), ...undescribed(options, 'options')]
}

function undescribed(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, i) => undescribed(item, `${path}/${i}`))
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword !== 'properties') return undescribed(value, path)
    return Object.entries(value as Record<string, { description?: string }>).flatMap(([name, property]) => [
      ...((property.description ?? '').length < 5 ? [`${path}/${name} has no description`] : []),
      ...undescribed(property, `${path}/${name}`),
    ])
  })
}

/** A document of bytes is a field of the input or output itself: deeper ones would travel neither as a part nor as a download. */
function checkDocuments(tool: Tool): string[] {
  const lines: string[] = []
  for (const part of ['input', 'options', 'output'] as const) {
    const direct = part === 'options' ? 0 : 1
    for (const { schema, path, depth } of walkSchema(tool[part], part)) {
      const kind = fieldKind(schema)
      if ((kind === 'bytes' || kind === 'text-or-bytes') && depth !== direct) lines.push(`${path} is a document below the top level`)
    }
  }
  if (tool.document && fieldKindOf(tool.input, tool.document.field) === 'json') lines.push('document.field is no document of the input')
  if (tool.document?.mediaTypes.length === 0) lines.push('document.mediaTypes is empty')
  if (tool.download && fieldKindOf(tool.output, tool.download.field) === 'json') lines.push('download.field is no document of the output')
  if (tool.download?.verdict && !isPlainText(tool.output, tool.download.verdict)) lines.push('download.verdict is no text of the output')
  const shared = Object.keys(tool.input.shape).filter((name) => Object.hasOwn(tool.options.shape, name))
  return [...lines, ...shared.map((name) => `${name} is a field of both input and options`)]
}

/** Whether a text with a list of values is at the end of the path. */
function isPlainText(schema: z.ZodObject, path: readonly string[]): boolean {
  let inner: unknown = schema
  for (const name of path) inner = inner instanceof z.ZodObject ? inner.shape[name] : undefined
  return inner instanceof z.ZodEnum
}

function fieldKindOf(schema: z.ZodObject, field: string): string {
  const inner = schema.shape[field]
  return inner ? fieldKind(inner) : 'json'
}

interface Visit {
  readonly schema: Schema
  readonly path: string
  /** How many object fields, list items and record values lie above; wrappers such as optional do not count. */
  readonly depth: number
}

/** No rule tells depths from here on apart. */
const DEEP = 2

/** Members of a schema's definition that hold further schemas, and whether they lead one level down. */
const WRAPPERS = ['innerType', 'in', 'out', 'left', 'right', 'options'] as const
const CONTAINERS = ['element', 'keyType', 'valueType', 'items', 'rest', 'shape', 'catchall'] as const

/** Each schema once at each depth that a rule tells apart, however many places share it. */
function* walkSchema(schema: Schema, path: string, depth = 0, visited = new Map<Schema, Set<number>>()): Generator<Visit> {
  const depths = visited.get(schema) ?? new Set()
  const known = Math.min(depth, DEEP)
  if (depths.has(known)) return
  visited.set(schema, depths.add(known))
  yield { schema, path, depth }
  const def = schema._zod.def as unknown as Record<string, unknown> & { getter?: () => Schema }
  if (def.getter) yield* walkSchema(def.getter(), path, depth, visited)
  for (const member of WRAPPERS) {
    for (const [, child] of childrenOf(def[member])) yield* walkSchema(child, path, depth, visited)
  }
  for (const member of CONTAINERS) {
    for (const [name, child] of childrenOf(def[member])) yield* walkSchema(child, `${path}/${name || '*'}`, depth + 1, visited)
  }
}

function childrenOf(value: unknown): [name: string, child: Schema][] {
  if (isSchema(value)) return [['', value]]
  if (Array.isArray(value)) return value.filter(isSchema).map((child) => ['', child])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value
}
