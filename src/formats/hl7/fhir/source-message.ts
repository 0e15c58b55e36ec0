// A message as the maps read it: segments with their groups, and every field divided into parts that know what becomes of them.
import { chooseVersion } from '../dictionary/versions.ts'
import { delimitersAt, shownText } from '../document.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { decodeEscapes } from '../escapes.ts'
import { segmentId } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import { hasFields, LINE } from '../index/line-start.ts'
import { lineCount, lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import { messageCharset } from '../message-header.ts'
import type { FhirNode, Part } from './fhir-node.ts'
import type { Reason } from './reason.ts'
import { placeSegments } from './segment-scopes.ts'

export interface SourceSegment {
  readonly id: string
  /** `OBX[2]`. */
  readonly path: string
  /** Place in the message, from 0. */
  readonly serial: number
  /** Names of the groups around it. */
  readonly groups: readonly string[]
  /** The repetitions of the groups around it that may repeat, from the outside. */
  readonly scope: readonly string[]
  /** The last segment before that is no note, role or participation. */
  readonly follows: string
  /** The serial of that segment, -1 for none. */
  readonly followed: number
  /** By position and repetition; what is not valued is left out. */
  readonly fields: readonly (readonly (Part | undefined)[] | undefined)[]
}

export interface SourceMessage {
  readonly segments: readonly SourceSegment[]
  /** All undivided parts that are valued, in their order. */
  readonly leaves: readonly Part[]
  /** The segments of the name. */
  named(id: string): readonly SourceSegment[]
}

export function readMessage(document: Hl7Document, message: Hl7Message): SourceMessage {
  const reader = new MessageReader(document, message)
  const segments = reader.read()
  const byName = Map.groupBy(segments, ({ id }) => id)
  return { segments, leaves: reader.leaves, named: (id) => byName.get(id) ?? NO_SEGMENTS }
}

/** The values of FHS, BHS, BTS and FTS, which belong to no message. */
export function readEnvelope(document: Hl7Document): readonly Part[] {
  const { index, files } = document
  // Only a document with such lines has files.
  if (files.length === 0) return []
  const leaves: Part[] = []
  const counts = new Map<string, number>()
  for (let line = 0; line < lineCount(index); line++) {
    if (lineKind(index, line) !== LINE.batch) continue
    const id = segmentId(index, line)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    const delimiters = delimitersAt(index, line)
    const alone = { firstLine: line, endLine: line + 1, header: undefined, delimiters, declaredVersion: '', version: chooseVersion('') }
    leaves.push(...new MessageReader(document, alone).readLine(id, count === 1 ? id : `${id}[${count}]`))
  }
  return leaves
}

const NO_NODES: readonly FhirNode[] = []
const NO_SEGMENTS: readonly SourceSegment[] = []
/** Segments that begin with the delimiters. */
const HEADERS: ReadonlySet<string> = new Set(['MSH', 'FHS', 'BHS'])
/** Segments that add to the one before them. */
const ADDING: ReadonlySet<string> = new Set(['NTE', 'PRT', 'ROL', 'ARV', 'CTD', 'PD1', 'PV2', 'TQ1', 'TQ2', 'RXR', 'RXC'])

class MessageReader {
  readonly leaves: Part[] = []
  readonly #document: Hl7Document
  readonly #message: Hl7Message
  readonly #component: string
  readonly #subcomponent: string
  readonly #repetition: string
  readonly #escapes: Parameters<typeof decodeEscapes>[1]

  constructor(document: Hl7Document, message: Hl7Message) {
    this.#document = document
    this.#message = message
    const { delimiters } = message
    this.#component = delimiters.component
    this.#repetition = delimiters.repetition
    // A delimiter that is declared twice divides components alone.
    this.#subcomponent = delimiters.subcomponent === delimiters.component ? '' : (delimiters.subcomponent ?? '')
    this.#escapes = { delimiters, mode: 'text', charset: messageCharset(document, message).forEscapes }
  }

  read(): SourceSegment[] {
    const { index } = this.#document
    const lines: { readonly id: string; readonly text: string }[] = []
    for (let line = this.#message.firstLine; line < this.#message.endLine; line++) {
      if (!hasFields(lineKind(index, line))) continue
      lines.push({ id: segmentId(index, line), text: index.text.slice(lineStart(index, line), lineEnd(index, line)) })
    }
    const places = placeSegments(
      this.#document,
      this.#message,
      lines.map(({ id }) => id),
    )
    const counts = new Map<string, number>()
    let follows = ''
    let followed = -1
    return lines.map(({ id, text }, serial) => {
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      // An identifier that is none is a value of the document.
      const shown = /^[A-Z][A-Z0-9]{2}$/.test(id) ? id : '?'
      const path = count === 1 ? shown : `${shown}[${count}]`
      const { groups, scope } = places[serial]!
      const segment = { id, path, serial, groups, scope, follows, followed, fields: this.#readFields(id, path, text) }
      if (!ADDING.has(id)) {
        follows = id
        followed = serial
      }
      return segment
    })
  }

  /** The values of the first line. */
  readLine(id: string, path: string): readonly Part[] {
    const { index } = this.#document
    const { firstLine } = this.#message
    this.#readFields(id, path, index.text.slice(lineStart(index, firstLine), lineEnd(index, firstLine)))
    return this.leaves
  }

  #readFields(id: string, path: string, text: string): (readonly (Part | undefined)[] | undefined)[] {
    const pieces = text.split(this.#message.delimiters.field)
    const isHeader = HEADERS.has(id)
    const fields: (readonly (Part | undefined)[] | undefined)[] = [undefined]
    if (isHeader && pieces.length > 1) {
      fields.push([this.#addLeaf(`${path}-1`, this.#message.delimiters.field, 'delimiters')])
      fields.push([this.#addLeaf(`${path}-2`, shownText(this.#document, pieces[1]!), 'delimiters')])
    }
    for (let i = isHeader ? 2 : 1; i < pieces.length; i++) {
      const raw = pieces[i]!
      fields.push(raw === '' ? undefined : this.#readField(`${path}-${fields.length}`, raw))
    }
    return fields
  }

  #readField(path: string, raw: string): (Part | undefined)[] {
    if (!raw.includes(this.#repetition)) return [this.#readPart(path, raw, this.#component, '.')]
    return raw.split(this.#repetition).map((each, i) => this.#readPart(i === 0 ? path : `${path}[${i + 1}]`, each, this.#component, '.'))
  }

  #readPart(path: string, raw: string, separator: string, mark: string): Part | undefined {
    if (raw === '') return undefined
    const inner = separator === this.#component ? this.#subcomponent : ''
    const divider = separator !== '' && raw.includes(separator) ? separator : inner !== '' && raw.includes(inner) ? inner : ''
    if (divider === '') {
      if (raw === EXPLICIT_NULL) return this.#addLeaf(path, '', 'null_value')
      return this.#addLeaf(path, shownText(this.#document, decodeEscapes(raw, this.#escapes)), undefined)
    }
    // `A&B` without a component separator is the first component, divided.
    if (divider === inner) {
      const first = this.#readPart(`${path}${mark}1`, raw, inner, mark)
      return first && composite(path, [first])
    }
    const next = separator === this.#component ? this.#subcomponent : ''
    const parts = raw.split(divider).map((each, i) => (each === '' ? undefined : this.#readInner(`${path}${mark}${i + 1}`, each, next)))
    return parts.some((part) => part) ? composite(path, parts) : undefined
  }

  #readInner(path: string, raw: string, separator: string): Part | undefined {
    if (separator !== '' && raw.includes(separator)) {
      const parts = raw.split(separator).map((each, i) => (each === '' ? undefined : this.#readInner(`${path}.${i + 1}`, each, '')))
      return parts.some((part) => part) ? composite(path, parts) : undefined
    }
    if (raw === EXPLICIT_NULL) return this.#addLeaf(path, '', 'null_value')
    return this.#addLeaf(path, shownText(this.#document, decodeEscapes(raw, this.#escapes)), undefined)
  }

  #addLeaf(path: string, value: string, reason: Reason | undefined): Part {
    const leaf: Part = { path, value, parts: undefined, isValued: value !== '', nodes: NO_NODES, reason }
    this.leaves.push(leaf)
    return leaf
  }
}

function composite(path: string, parts: readonly (Part | undefined)[]): Part {
  return { path, value: '', parts, isValued: parts.some(isValued), nodes: NO_NODES, reason: undefined }
}

/** The part at a 1-based position below a part; of an undivided part it is the first one itself. */
export function partAt(part: Part | undefined, position: number): Part | undefined {
  if (!part || position === 0) return part
  if (!part.parts) return position === 1 ? part : undefined
  return part.parts[position - 1]
}

/** The undivided part that stands first, as the standard reads a simple type where a composite one is sent. */
export function firstLeaf(part: Part | undefined): Part | undefined {
  let found = part
  while (found?.parts) found = found.parts[0]
  return found
}

/** All undivided parts. */
export function leavesOf(part: Part | undefined): Part[] {
  if (!part) return []
  if (!part.parts) return [part]
  const leaves: Part[] = []
  addLeaves(part.parts, leaves)
  return leaves
}

function addLeaves(parts: readonly (Part | undefined)[], leaves: Part[]): void {
  for (const part of parts) {
    if (!part) continue
    if (part.parts) addLeaves(part.parts, leaves)
    else leaves.push(part)
  }
}

/** True where a part holds more than the explicit null. */
export function isValued(part: Part | undefined): boolean {
  return part?.isValued === true
}
