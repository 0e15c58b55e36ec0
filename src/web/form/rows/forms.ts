// The forms that a value of several types can take, as a person calls them.
import { t } from '../../language/language.ts'
import type { FieldSchema } from '../json-schema.ts'

export interface Form {
  readonly title: string
  readonly schema: FieldSchema
  /** The value that the form begins with; undefined leaves the value out. */
  readonly blank: unknown
}

/** The branches of `anyOf` and the types of a list of types; undefined if there is one form only, or two that nobody could tell apart. */
export function formsOf(schema: FieldSchema): readonly Form[] | undefined {
  const branches = (schema.anyOf ?? [schema]).flatMap(splitTypes)
  const forms = branches.map((branch) => ({ title: titleOf(branch), schema: branch, blank: blankOf(branch) }))
  const titles = new Set(forms.map(({ title }) => title))
  return forms.length > 1 && titles.size === forms.length ? forms : undefined
}

/** Place of the form that a value has; -1 for a value of none. */
export function formOf(forms: readonly Form[], value: unknown): number {
  return forms.findIndex(({ schema }) => fits(schema, value))
}

function splitTypes(schema: FieldSchema): FieldSchema[] {
  const { type } = schema
  return Array.isArray(type) ? (type as readonly string[]).map((each) => ({ ...schema, type: each })) : [schema]
}

function titleOf({ type, enum: names, properties, additionalProperties }: FieldSchema): string {
  if (names) return t('name of the list')
  switch (type) {
    case 'string':
      return t('text')
    case 'null':
      return 'null'
    case 'array':
      return t('list')
    case 'integer':
    case 'number':
      return t('number')
    case 'boolean':
      return t('yes or no')
    case 'object':
      return properties ? t('fields') : additionalProperties ? t('table') : 'JSON'
    default:
      return 'JSON'
  }
}

function blankOf({ type, enum: names }: FieldSchema): unknown {
  if (names) return names[0]
  return type === 'null' ? null : type === 'array' ? [] : type === 'object' ? {} : type === 'boolean' ? false : undefined
}

function fits({ type, enum: names }: FieldSchema, value: unknown): boolean {
  if (names) return names.includes(value)
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'object':
      return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    default:
      return typeof value === type
  }
}
