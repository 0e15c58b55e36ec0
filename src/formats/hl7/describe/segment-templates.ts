// What the JSON of a segment says whatever the message: composed once for each segment and field of the standard, with names or without.
import { type FieldDefinition, type SegmentDefinition, segmentDefinition } from '../dictionary/dictionary.ts'
import { STANDARD } from '../dictionary/standard.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import type { SegmentIndex } from '../index/segment-index.ts'
import { namedType, pathPrefix } from './describe-segments.ts'
import { constants, type JsonConstant } from './json-parts.ts'

export interface SegmentTemplate {
  /** Undefined for what the version does not define. */
  readonly definition: SegmentDefinition | undefined
  /** `{"id":"PID","name":"…","group":`; undefined for a segment that the dictionary does not know. */
  readonly open: JsonConstant | undefined
  /** Of a header, the rows of its first two fields as nearly every one has them: by the value of the second one. */
  readonly delimiters: readonly { readonly value: string; readonly rows: JsonConstant }[]
  /** `{"path":"PID-`, with which the heads begin; of length 0 where they begin behind it. */
  readonly prefix: JsonConstant
  /**
   * By position ROW numbers: start and length of the head, `{"path":"PID-5","name":"…","dataType":"…","repetitions":1,"raw":"`, and of the tail,
   * `","table":null},`. A length of 0 for what the dictionary does not know.
   */
  readonly rows: Int32Array
  /** The largest head and tail together. */
  readonly maxRow: number
  /** The fields whose type another field names, by position; their heads by data type. */
  readonly typed: TypedFields | undefined
}

export type TypedFields = ReadonlyMap<number, TypedHeads>

interface TypedHeads {
  /** Of the field, such as OBX-5. */
  readonly path: string
  readonly heads: Map<string, JsonConstant>
  readonly compose: (dataType: string) => JsonConstant
}

export const ROW = 4
/** What a head ends with: the one repetition, and the beginning of the text. */
export const RAW = ',"raw":"'
export const ONE = `1${RAW}`
/** Longer than any data type of a head that is composed later. */
const MAX_TYPE = 64

/** The templates of one version, with names or without. */
export class SegmentTemplates {
  readonly #version: Hl7Version
  readonly #names: boolean
  readonly #known = new Map<string, SegmentTemplate>()
  /** Of a segment that the dictionary does not know, and of the fields behind those that it knows. Its heads begin behind the prefix. */
  readonly unknown: SegmentTemplate

  constructor(version: Hl7Version, names: boolean) {
    this.#version = version
    this.#names = names
    this.unknown = unknownTemplate(names)
  }

  of(id: string): SegmentTemplate {
    return this.#known.get(id) ?? this.#compose(id)
  }

  #compose(id: string): SegmentTemplate {
    const definition = segmentDefinition(this.#version, id)
    // The names of unknown segments come from the input and have no end.
    if (!definition) return this.unknown
    const template = composeTemplate(definition, this.#names)
    this.#known.set(id, template)
    return template
  }
}

const named = new Map<Hl7Version, SegmentTemplates>()
const bare = new Map<Hl7Version, SegmentTemplates>()

export function segmentTemplates(version: Hl7Version, names: boolean): SegmentTemplates {
  const made = names ? named : bare
  let templates = made.get(version)
  if (!templates) {
    templates = new SegmentTemplates(version, names)
    made.set(version, templates)
  }
  return templates
}

function composeTemplate(definition: SegmentDefinition, names: boolean): SegmentTemplate {
  const { id, name, fields } = definition
  const prefix = rowPrefix(pathPrefix(id, 1))
  const rows = new Int32Array(ROW * fields.length)
  const typed = new Map<number, TypedHeads>()
  for (const field of fields) {
    if (!field) continue
    const compose = (type: string | null) => constants.add(prefix + fieldHead(field, type, names))
    setRow(rows, field.position, compose(field.dataType), constants.add(fieldTail(field, names)))
    if (names && field.dataType === 'varies') typed.set(field.position, { path: field.path, heads: new Map(), compose })
  }
  return {
    definition,
    open: constants.add(segmentOpen(id, name, names)),
    delimiters: HEADERS.has(id)
      ? USUAL_DELIMITERS.map((value) => ({ value, rows: constants.add(delimiterRows(fields, prefix, value, names)) }))
      : [],
    prefix: constants.add(prefix),
    rows,
    maxRow: largestRow(rows),
    typed: typed.size > 0 ? typed : undefined,
  }
}

function fieldHead({ position, name }: FieldDefinition, dataType: string | null, names: boolean): string {
  return (names ? namedHead(position, name, dataType) : bareHead(position)) + ONE
}

function fieldTail({ table }: Pick<FieldDefinition, 'table'>, names: boolean): string {
  return names ? `","table":${JSON.stringify(table)}},` : '"},'
}

function setRow(rows: Int32Array, position: number, head: JsonConstant, tail: JsonConstant): void {
  rows.set([head.start, head.length, tail.start, tail.length], ROW * position)
}

function largestRow(rows: Int32Array): number {
  let largest = 0
  for (let i = 0; i < rows.length; i += ROW) largest = Math.max(largest, rows[i + 1]! + rows[i + 3]!)
  return largest + MAX_TYPE
}

/** The second one since 2.7. */
const USUAL_DELIMITERS = ['^~\\&', '^~\\&#']
const HEADERS: ReadonlySet<string> = new Set(['MSH', 'FHS', 'BHS'])

function delimiterRows(fields: SegmentDefinition['fields'], prefix: string, characters: string, names: boolean): string {
  const rows = ['|', characters].map((value, i) => {
    const [head, tail] = rowParts(fields[i + 1], i + 1, fields[i + 1]?.dataType ?? null, names)
    const json = JSON.stringify(value)
    return `${prefix}${head}1,"raw":${json},"value":${json}${tail}`
  })
  return rows.join('')
}

/** The head of a field with the type that another field gives it, as OBX-2 to OBX-5; undefined where it gives none that there is. */
export function typedHead(typed: TypedFields, position: number, index: SegmentIndex, line: number): JsonConstant | undefined {
  const field = typed.get(position)
  const type = field && namedType(STANDARD, index, line, field.path)
  if (!field || type === undefined) return undefined
  let head = field.heads.get(type)
  if (!head) {
    head = field.compose(type)
    field.heads.set(type, head)
  }
  return head
}

/** Segments have few fields that their version does not define, but Z segments have nothing else. */
const MAX_UNKNOWN = 100
let namedUnknown: SegmentTemplate | undefined
let bareUnknown: SegmentTemplate | undefined

function unknownTemplate(names: boolean): SegmentTemplate {
  if (names) namedUnknown ??= composeUnknown(true)
  else bareUnknown ??= composeUnknown(false)
  return (names ? namedUnknown : bareUnknown)!
}

const NO_PREFIX: JsonConstant = { start: 0, length: 0 }

function composeUnknown(names: boolean): SegmentTemplate {
  const rows = new Int32Array(ROW * (MAX_UNKNOWN + 1))
  const tail = constants.add(fieldTail({ table: null }, names))
  for (let position = 1; position <= MAX_UNKNOWN; position++) setRow(rows, position, constants.add(unknownHead(position, names)), tail)
  return { definition: undefined, open: undefined, delimiters: [], prefix: NO_PREFIX, rows, maxRow: largestRow(rows), typed: undefined }
}

function unknownHead(position: number, names: boolean): string {
  return (names ? namedHead(position, null, null) : bareHead(position)) + ONE
}

/** A row from behind its prefix up to the number of repetitions, and from behind its value on. */
export function rowParts(field: FieldDefinition | undefined, position: number, dataType: string | null, names: boolean): [string, string] {
  if (!names) return [bareHead(position), '},']
  return [namedHead(position, field?.name ?? null, dataType), `,"table":${JSON.stringify(field?.table ?? null)}},`]
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
