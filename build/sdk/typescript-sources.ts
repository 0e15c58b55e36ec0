// Makes the TypeScript modules of the SDK that follow from the declarations: types.ts and client.ts.
import type { Json } from '../../src/http/openapi/json.ts'
import { camel, isRecord, nameOfReference, type SdkModel, type SdkTool } from './model.ts'

export function typescriptTypes({ schemas }: SdkModel): string {
  const types = Object.entries(schemas).map(([name, schema]) => {
    const comment = commentOf(schema)
    return isRecord(schema)
      ? `${comment}export interface ${name} ${record(schema, '')}`
      : `${comment}export type ${name} = ${typescriptType(schema)}`
  })
  return `// The objects that tools take and give.\n\n${types.join('\n\n')}\n`
}

function record({ properties, required = [] }: Json, indent: string): string {
  const lines = Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const mark = (required as string[]).includes(name) ? '' : '?'
    return `${commentOf(schema, `${indent}  `)}${indent}  ${key(name)}${mark}: ${typescriptType(schema)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function commentOf({ description }: Json, indent = ''): string {
  return typeof description === 'string' ? `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n` : ''
}

function typescriptType(schema: Json): string {
  const reference = nameOfReference(schema)
  if (reference !== undefined) return reference
  const { type, enum: values, items, additionalProperties, anyOf } = schema as Json & { enum?: unknown[]; items?: Json; anyOf?: Json[] }
  if (anyOf) return [...new Set(anyOf.map(typescriptType))].join(' | ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const types = (Array.isArray(type) ? type : [type]).map((one: unknown) => {
    if (one === 'array') return `Array<${items ? typescriptType(items) : 'unknown'}>`
    if (one === 'object')
      return `Record<string, ${additionalProperties && additionalProperties !== true ? typescriptType(additionalProperties as Json) : 'unknown'}>`
    return one === 'integer' ? 'number' : ((one as string | undefined) ?? 'unknown')
  })
  return types.join(' | ')
}

/** The entry of the package: the client, and everything else under its name. */
export function typescriptClient({ categories }: SdkModel): string {
  const tools = categories.flatMap((category) => category.tools)
  return `// The client: one object for a server and a key.
import { type Document, FileTool, Job, type JobFields, Tool } from './tool.ts'
import { type ClientSettings, Transport } from './transport.ts'
import type * as types from './types.ts'

export type * from './types.ts'
export { Problem } from './problem.ts'
export { type ClientSettings, type Document, FileTool, Job, Tool }

${tools.map(inputType).join('\n\n')}

/** Calls the tools of a health-tools server. */
export class Client {
  readonly #transport: Transport
${categories.map(({ name, tools: own }) => `  readonly ${name}: {\n${own.map((tool) => `    /** ${tool.summary} */\n    readonly ${camel(tool.name)}: ${toolType(tool)}`).join('\n')}\n  }`).join('\n')}

  constructor(settings: ClientSettings) {
    const transport = new Transport(settings)
    this.#transport = transport
${categories.map(({ name, tools: own }) => `    this.${name} = {\n${own.map((tool) => `      ${camel(tool.name)}: new ${tool.hasFile ? 'FileTool' : 'Tool'}(transport, ${facts(tool)}),`).join('\n')}\n    }`).join('\n')}
  }

  /** Plan, scopes, limits, quota left and usage of the key. */
  async me(): Promise<Record<string, unknown>> {
    return (await (await this.#transport.request('GET', '/me')).json()) as Record<string, unknown>
  }

  /** The jobs of the key, newest first. */
  async jobs(): Promise<Job<unknown>[]> {
    const { jobs } = (await (await this.#transport.request('GET', '/jobs')).json()) as { jobs: JobFields[] }
    return jobs.map((fields) => new Job<unknown>(this.#transport, fields))
  }
}
`
}

/** The input with documents as files beside their JSON. */
function inputType({ prefix, inputs }: SdkTool): string {
  const members = inputs.map(({ name, part, schema, isRequired, description }) => {
    const plain = typescriptType(schema).replaceAll(/\b[A-Z]\w*\b/g, (word) =>
      ['Array', 'Record'].includes(word) ? word : `types.${word}`,
    )
    const type = part === undefined ? plain : plain === 'string' ? 'Document' : `Document | ${plain}`
    return `${commentOf({ description }, '  ')}  ${name}${isRequired ? '' : '?'}: ${type}`
  })
  return `export interface ${prefix}Call {\n${members.join('\n')}\n}`
}

function toolType({ prefix, hasFile }: SdkTool): string {
  const own = ['Options', 'Result', 'BatchResult'].map((kind) => `types.${prefix}${kind}`)
  return `${hasFile ? 'FileTool' : 'Tool'}<${prefix}Call, ${own.join(', ')}>`
}

function facts({ id, inputs, main }: SdkTool): string {
  const documents = inputs.flatMap(({ name, part, kind }) =>
    part === undefined ? [] : [[name, [part, kind === 'bytes' ? 'bytes' : 'text']]],
  )
  return JSON.stringify({ id, documents: Object.fromEntries(documents), main: main ?? null })
}
