// The OpenAPI document for programs: the same operations and types as the one of /docs, each thing said once and in brief.
import type { Tool } from '../../core/tool.ts'
import { type ApiInfo, composeOpenApi } from './compose-openapi.ts'
import { firstSentence } from './first-sentence.ts'
import type { Json } from './json.ts'

const HINT = `
- Descriptions are first sentences. Query parameters and the parts of a form are described by the fields of the same name in \`…Options\` and \`…Request\`. \`/docs/openapi.json\` and \`health-tools openapi --full\` have this document with all descriptions and examples.`

interface Document extends Json {
  readonly info: Json
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly parameters: Readonly<Record<string, Json>>
    readonly requestBodies: Readonly<Record<string, Json>>
  } & Json
}

export function composeContract(tools: readonly Tool[], info: ApiInfo, prefix: string): Json {
  const document = composeOpenApi(tools, info, prefix) as Document
  const { schemas, parameters, requestBodies } = document.components
  const hasRequest = (name: string): boolean => name.endsWith('Input') && Object.hasOwn(schemas, name.replace(/Input$/, 'Request'))
  return {
    ...document,
    info: { ...document.info, description: `${document.info.description}${HINT}` },
    components: {
      ...document.components,
      schemas: mapValues(schemas, (schema, name) => shortenSchema(hasRequest(name) ? withoutPropertyWords(schema) : schema)),
      parameters: mapValues(parameters, (parameter) => (isField(parameter) ? withoutWords(parameter) : parameter)),
      requestBodies: mapValues(requestBodies, (body, name) => shortenBody(body, !name.endsWith('Batch'))),
    },
  }
}

/** A field of the options or of the input of a tool. */
function isField(parameter: Json): boolean {
  return parameter.in === 'query' && parameter.name !== 'output'
}

/** An item of a batch needs no example beside that of the call. */
function shortenBody(body: Json, isCall: boolean): Json {
  const content = body.content as Readonly<Record<string, Json>>
  return { ...body, content: mapValues(content, (media, type) => shortenMedia(media, isCall && type === 'application/json')) }
}

function shortenMedia({ examples, ...media }: Json, hasExample: boolean): Json {
  const shortest = Object.entries((examples ?? {}) as Json).sort(([, a], [, b]) => lengthOf(a) - lengthOf(b))[0]
  return {
    ...media,
    ...(media.schema !== undefined && { schema: withoutPropertyWords(media.schema as Json) }),
    ...(hasExample && shortest && { examples: Object.fromEntries([shortest]) }),
  }
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length
}

function withoutPropertyWords(schema: Json): Json {
  const { properties } = schema as { properties?: Readonly<Record<string, Json>> }
  return properties ? { ...schema, properties: mapValues(properties, withoutWords) } : schema
}

function withoutWords({ description: _words, ...rest }: Json): Json {
  return rest
}

/** Enumerations, defaults and examples are data: a member `description` in one stays as it is. */
const DATA = new Set(['enum', 'default', 'example', 'examples', 'required'])

function shortenSchema<T>(value: T): T {
  if (Array.isArray(value)) return value.map(shortenSchema) as T
  if (typeof value !== 'object' || value === null) return value
  return mapValues(value as Json, (member, key) => {
    if (key === 'description' && typeof member === 'string') return firstSentences(member)
    return DATA.has(key) ? member : shortenSchema(member)
  }) as T
}

/** The first, or all that each explain a value: `char: Unicode code points. word: words and numbers.` */
function firstSentences(text: string): string {
  const values = /^`?[\w.-]+`?: .*\.(?= `?[\w.-]+`?: )/s.exec(text)?.[0] ?? ''
  return values + firstSentence(text.slice(values.length))
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
