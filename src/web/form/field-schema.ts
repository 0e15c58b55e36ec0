// Reads the JSON Schema of an option as a person would fill it in: which control it gets, and whether its value may stand in a link.
import { currentLanguage, ENGLISH, t } from '../language/language.ts'
import type { FieldSchema } from './json-schema.ts'
import { type Form, formsOf } from './rows/forms.ts'

export type Control =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'choices'; readonly values: readonly string[] }
  /** One of the names, or a value of another form: an object with known members, else JSON. */
  | { readonly kind: 'choice-or-form'; readonly values: readonly string[]; readonly form: FieldSchema | undefined }
  | { readonly kind: 'group'; readonly members: readonly (readonly [name: string, schema: FieldSchema])[] }
  | { readonly kind: 'forms'; readonly forms: readonly Form[] }
  /** A list of objects with known members; an object whose names a person chooses. */
  | { readonly kind: 'rows' | 'pairs' }
  | { readonly kind: 'switch' | 'number' | 'line' | 'secret' | 'lines' | 'json' }

export function controlOf(schema: FieldSchema): Control {
  const names = namesOf(schema)
  if (names) return { kind: 'choice', values: names }
  switch (schema.type) {
    case 'boolean':
      return { kind: 'switch' }
    case 'integer':
    case 'number':
      return { kind: 'number' }
    case 'string':
      return { kind: schema.writeOnly ? 'secret' : 'line' }
    case 'array':
      return controlOfList(schema.items ?? {})
    case 'object':
      return controlOfObject(schema)
  }
  const branch = schema.anyOf?.map(namesOf).find((values) => values !== undefined)
  if (branch) return { kind: 'choice-or-form', values: branch, form: schema.anyOf!.find(({ properties }) => properties !== undefined) }
  const forms = formsOf(schema)
  return forms ? { kind: 'forms', forms } : { kind: 'json' }
}

function controlOfObject({ properties, additionalProperties }: FieldSchema): Control {
  if (properties) return { kind: 'group', members: Object.entries(properties) }
  const isOpen = typeof additionalProperties === 'object' && additionalProperties !== null && Object.keys(additionalProperties).length > 0
  return { kind: isOpen ? 'pairs' : 'json' }
}

function controlOfList(items: FieldSchema): Control {
  const names = namesOf(items)
  if (names) return { kind: 'choices', values: names }
  if (items.type === 'object' && items.properties) return { kind: 'rows' }
  return { kind: items.type === 'string' ? 'lines' : 'json' }
}

/** The names that the schema allows, where it allows nothing else. */
function namesOf({ enum: values, const: value }: FieldSchema): readonly string[] | undefined {
  const all = values ?? (value === undefined ? [] : [value])
  return all.length > 0 && all.every((name) => typeof name === 'string') ? (all as string[]) : undefined
}

/** Whether a value can hold nothing that a person typed but names of the schema, numbers and switches. */
export function isClosedValue(schema: FieldSchema, value: unknown): boolean {
  if (schema.writeOnly) return false
  if (schema.anyOf) return schema.anyOf.some((branch) => isClosedValue(branch, value))
  if (typeof value === 'boolean' || typeof value === 'number') return true
  if (typeof value === 'string') return namesOf(schema)?.includes(value) ?? false
  if (Array.isArray(value)) return value.every((item) => isClosedValue(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([name, member]) => {
    const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    return known !== undefined && isClosedValue(known, member)
  })
}

/** Words that are written in their own way, by their small letters. */
const SPELLINGS: Readonly<Record<string, string>> = {
  op: 'action',
  id: 'ID',
  ids: 'IDs',
  uid: 'UID',
  uids: 'UIDs',
  oid: 'OID',
  url: 'URL',
  uri: 'URI',
  hl7: 'HL7',
  fhir: 'FHIR',
  dicom: 'DICOM',
  phi: 'PHI',
  csv: 'CSV',
  json: 'JSON',
  xml: 'XML',
  vr: 'VR',
  mrn: 'MRN',
  ssn: 'SSN',
  ip: 'IP',
  udi: 'UDI',
  di: 'DI',
  sop: 'SOP',
  iod: 'IOD',
  mllp: 'MLLP',
  bom: 'BOM',
  cr: 'CR',
  lf: 'LF',
  crlf: 'CR LF',
  smog: 'SMOG',
}

/** `maxInputBytes` as a person says it, in the language of the page: `Max input bytes`. */
export function labelOf(name: string): string {
  return t(englishLabel(name))
}

/** The label within a sentence: English has it in small letters. */
export function labelWords(name: string): string {
  const label = labelOf(name)
  return currentLanguage() === ENGLISH ? label.toLowerCase() : label
}

export function englishLabel(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => (Object.hasOwn(SPELLINGS, word) ? SPELLINGS[word]! : word))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
