// What a person has filled in for one tool, and the call that comes of it.
import { t } from '../language/language.ts'
import { bytesOfBase64 } from '../run/bytes-of-base64.ts'
import type { Fields, FieldValue, Problem } from '../run/messages.ts'
import type { PageExample, PageTool } from '../run/page-tool.ts'
import { labelOf } from './field-schema.ts'
import type { FieldSchema } from './json-schema.ts'

/** JSON that a person has not finished. */
export class BrokenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type DocumentValue =
  | { readonly text: string }
  | { readonly file: File }
  | { readonly bytes: Uint8Array }
  | { readonly json: unknown }

export interface FormState {
  /** By the name of the input field; what is left empty is not there. */
  readonly fields: Readonly<Record<string, DocumentValue>>
  /** Only what differs from the defaults. */
  readonly options: Readonly<Record<string, unknown>>
}

export const EMPTY_FORM: FormState = { fields: {}, options: {} }

export function propertiesOf(schema: Readonly<Record<string, unknown>>): [name: string, schema: FieldSchema][] {
  return Object.entries((schema.properties ?? {}) as Record<string, FieldSchema>)
}

/** The value without members, at any depth, that are secrets or what is known of a person. */
export function withoutSecrets(schema: FieldSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null || value instanceof BrokenJson) return value
  const schemas = new Map([schema, ...(schema.anyOf ?? [])].flatMap((branch) => Object.entries(branch.properties ?? {})))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const own = schemas.get(name) ?? {}
      return own.writeOnly ? [] : [[name, withoutSecrets(own, member)]]
    }),
  )
}

export function isRequired(schema: Readonly<Record<string, unknown>>, name: string): boolean {
  return (schema.required as readonly string[] | undefined)?.includes(name) ?? false
}

/** An example as if it had been filled in. */
export function formOfExample(tool: PageTool, { input, options = {} }: PageExample): FormState {
  const documents = new Set(tool.parts.map(({ field }) => field))
  const fields = propertiesOf(tool.schemas.input).flatMap(([name, schema]): [string, DocumentValue][] => {
    const value = input[name]
    if (value === undefined) return []
    if (!documents.has(name)) return [[name, { json: value }]]
    return [
      [
        name,
        schema.contentEncoding === 'base64'
          ? { bytes: bytesOfBase64(String(value)) }
          : { text: Array.isArray(value) ? value.join('\n') : String(value) },
      ],
    ]
  })
  const known = new Set(propertiesOf(tool.schemas.options).map(([name]) => name))
  return { fields: Object.fromEntries(fields), options: Object.fromEntries(Object.entries(options).filter(([name]) => known.has(name))) }
}

/** The same with one member set, or taken out where the value is undefined. */
export function withMember<T>(members: Readonly<Record<string, T>>, name: string, value: T | undefined): Record<string, T> {
  const { [name]: _old, ...rest } = members
  return value === undefined ? rest : { ...rest, [name]: value }
}

export interface Call {
  readonly input: Fields
  readonly options: Readonly<Record<string, unknown>>
}

/** The call, or the problem that the API would have with it. */
export function callOf({ fields, options }: FormState): { readonly call: Call } | { readonly problem: Problem } {
  for (const [name, value] of [
    ...Object.entries(fields).map(([key, field]) => [key, 'json' in field ? field.json : null] as const),
    ...Object.entries(options),
  ]) {
    if (!hasInvalidValue(value)) continue
    const detail = t('The JSON of "{name}" is invalid.', { name: labelOf(name) })
    return { problem: { code: 'malformed_json', title: t('The JSON cannot be read'), detail } }
  }
  return { call: { input: fields as Readonly<Record<string, FieldValue>>, options } }
}

function hasInvalidValue(value: unknown): boolean {
  if (value instanceof BrokenJson) return true
  return typeof value === 'object' && value !== null && !(value instanceof Blob) && Object.values(value).some(hasInvalidValue)
}
