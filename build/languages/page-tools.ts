// A tool as the page is told of it, in any language: what its form and result show, without its examples, which are files of their own.
import { describeTool, type JsonSchema } from '../../src/core/describe.ts'
import type { Tool } from '../../src/core/tool.ts'
import type { FieldSchema } from '../../src/web/form/json-schema.ts'
import type { Texts } from '../../src/web/language/language.ts'
import type { PageTool } from '../../src/web/run/page-tool.ts'
import { toolTexts } from './tool-texts.ts'

/** @param examples address of the inputs and options of the examples, relative to the page */
export function composePageTool(tool: Tool, examples: string, texts: Texts): PageTool {
  const description = describeTool(tool)
  const { schemas } = description
  const said = (text: string) => textIn(texts, text)
  const speak = (schema: JsonSchema) => translateHelp(schema, said) as JsonSchema
  const labels = [...toolTexts(tool).labels].flatMap((label) => (texts[label] === undefined ? [] : [[label, texts[label]]]))
  return {
    ...description,
    title: said(description.title),
    summary: said(description.summary),
    schemas: {
      input: speak(schemaForForm(schemas.input)),
      options: speak(schemaForForm(schemas.options)),
      output: speak(schemaForPage(schemas.output)),
    },
    examples: { titles: description.examples.map(({ title }) => said(title)), address: examples },
    labels: Object.fromEntries(labels) as Texts,
  }
}

function textIn(texts: Texts, text: string): string {
  const found = texts[text]
  return typeof found === 'string' ? found : text
}

/** What the examples put in. What comes out is what the page shows. */
export function composeExamples({ examples }: Tool): string {
  return JSON.stringify(examples.map(({ input, options }) => ({ input, options })))
}

/** Members of a schema that a control is chosen or limited by; the tool checks everything else itself. */
const FORM_MEMBERS = [
  'type',
  'description',
  'default',
  'enum',
  'const',
  'minimum',
  'maximum',
  'maxLength',
  'required',
  'contentEncoding',
  'writeOnly',
] as const satisfies readonly (keyof FieldSchema)[]

function schemaForForm(schema: JsonSchema): JsonSchema {
  const { items, properties, additionalProperties, anyOf } = schema as FieldSchema
  const inner = (each: unknown) => schemaForForm(each as JsonSchema)
  return {
    ...Object.fromEntries(FORM_MEMBERS.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]]))),
    ...(items && { items: inner(items) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, inner(member)])) }),
    ...(typeof additionalProperties === 'object' && additionalProperties !== null && { additionalProperties: inner(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
  }
}

/** The page has no use for the rest of the schema of a result. */
function schemaForPage({ description, contentEncoding, properties }: JsonSchema): JsonSchema {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, member]) => [name, schemaForPage(member)])
  return {
    ...(description !== undefined && { description }),
    ...(contentEncoding !== undefined && { contentEncoding }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
  }
}

function translateHelp(value: unknown, said: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => translateHelp(each, said))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'description' && typeof member === 'string' ? said(member) : name === 'default' ? member : translateHelp(member, said),
    ]),
  )
}
