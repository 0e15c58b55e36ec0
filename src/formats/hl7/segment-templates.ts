// What the JSON of a segment says whatever the message: written once for each segment and field of the standard, with names or without.
import { pathPrefix } from './describe-segments.ts'
import type { FieldDefinition, SegmentDefinition } from './dictionary.ts'

export interface SegmentTemplate {
  /** `{"id":"PID","name":"…","group":` */
  readonly open: Uint8Array
  /** By position; undefined for what the dictionary does not know. */
  readonly fields: readonly (FieldTemplate | undefined)[]
}

export interface FieldTemplate {
  readonly head: FieldHead
  /** Of a field whose type another field names. */
  readonly typed: TypedHeads | undefined
  /** `,"table":null},` */
  readonly tail: Uint8Array
}

export interface FieldHead {
  /** `5","name":"…","dataType":"…","repetitions":` */
  readonly open: Uint8Array
  /** The same up to the text of a field with one repetition. */
  readonly one: Uint8Array
  /** The same from the beginning of the row, in the first segment of its name. */
  readonly whole: Uint8Array | undefined
}

interface TypedHeads {
  /** Of the field, such as OBX-5. */
  readonly path: string
  /** By data type. */
  readonly heads: Map<string, FieldHead>
  readonly compose: (dataType: string) => FieldHead
}

const encoder = new TextEncoder()
const named = new Map<SegmentDefinition, SegmentTemplate>()
const bare = new Map<SegmentDefinition, SegmentTemplate>()

export function segmentTemplate(definition: SegmentDefinition, names: boolean): SegmentTemplate {
  const known = names ? named : bare
  let template = known.get(definition)
  if (!template) {
    template = composeTemplate(definition, names)
    known.set(definition, template)
  }
  return template
}

function composeTemplate({ id, name, fields }: SegmentDefinition, names: boolean): SegmentTemplate {
  const prefix = rowPrefix(pathPrefix(id, 1))
  return {
    open: encoder.encode(segmentOpen(id, name, names)),
    fields: fields.map((field) => field && composeField(field, prefix, names)),
  }
}

function composeField({ position, name, dataType, table, path }: FieldDefinition, prefix: string, names: boolean): FieldTemplate {
  const compose = (type: string | null) => composeHead(names ? namedHead(position, name, type) : bareHead(position), prefix)
  return {
    head: compose(dataType),
    typed: names && dataType === 'varies' ? { path, heads: new Map(), compose } : undefined,
    tail: encoder.encode(names ? `,"table":${JSON.stringify(table)}},` : '},'),
  }
}

function composeHead(open: string, prefix: string | undefined): FieldHead {
  const one = `${open}1,"raw":"`
  return {
    open: encoder.encode(open),
    one: encoder.encode(one),
    whole: prefix === undefined ? undefined : encoder.encode(prefix + one),
  }
}

/** Segments have few fields that their version does not define, but Z segments have nothing else. */
const MAX_UNKNOWN = 100
const namedUnknown: FieldTemplate[] = []
const bareUnknown: FieldTemplate[] = []

/** Of a field that the dictionary does not know. */
export function unknownField(position: number, names: boolean): FieldTemplate {
  const known = names ? namedUnknown : bareUnknown
  const template = known[position]
  if (template) return template
  const head = composeHead(names ? namedHead(position, null, null) : bareHead(position), undefined)
  const composed = { head, typed: undefined, tail: encoder.encode(names ? ',"table":null},' : '},') }
  if (position <= MAX_UNKNOWN) known[position] = composed
  return composed
}

/** A segment up to its group. */
export function segmentOpen(id: string, name: string | null, names: boolean): string {
  const head = `{"id":${JSON.stringify(id)}`
  return names ? `${head},"name":${JSON.stringify(name)},"group":` : `${head},"group":`
}

/** A row up to the position of the field. */
export function rowPrefix(prefix: string): string {
  return /^[A-Z0-9[\]-]*$/.test(prefix) ? `{"path":"${prefix}` : `{"path":${JSON.stringify(prefix).slice(0, -1)}`
}

function namedHead(position: number, name: string | null, dataType: string | null): string {
  return `${position}","name":${JSON.stringify(name)},"dataType":${JSON.stringify(dataType)},"repetitions":`
}

function bareHead(position: number): string {
  return `${position}","repetitions":`
}
