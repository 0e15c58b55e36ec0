// Writes a document in the XML encoding of HL7 v2: groups by message structure, fields by position, components by data type.
import { countLeading } from '../../../core/count-leading.ts'
import { ProblemError } from '../../../core/problem.ts'
import { placeOf, type SegmentPlace } from '../describe/describe-segments.ts'
import { structureOfMessage } from '../dictionary/standard.ts'
import type { MessageStructure } from '../dictionary/structures.ts'
import { chooseVersion } from '../dictionary/versions.ts'
import { delimitersAt } from '../document.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { fieldCount } from '../field-spans.ts'
import { hasFields, LINE } from '../index/line-start.ts'
import { SegmentPlacer } from '../index/place-segments.ts'
import { lineCount, lineKind } from '../index/segment-index.ts'
import { messageType } from '../message-header.ts'
import { LossList, type XmlLoss } from './loss-list.ts'
import type { LeafLoss } from './write-leaf.ts'
import { type Indent, type SegmentWriter, writeSegment } from './write-segment.ts'
import { BATCH_ELEMENT, V2XML_URI } from './xml-names.ts'

export interface WrittenXml {
  readonly text: string
  readonly losses: readonly XmlLoss[]
}

export interface XmlSettings {
  readonly pretty: boolean
}

/** The engine makes no string of more than 536,870,888 characters, and the result holds the document twice. */
const MAX_CHARACTERS = 200_000_000
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = ` xmlns="${V2XML_URI}"`

/**
 * @returns one document; several messages, and what stands around them, in a BATCH element
 * @throws ProblemError `resource_limit` if the XML would be too long
 */
export function writeV2Xml(document: Hl7Document, settings: XmlSettings): WrittenXml {
  return new XmlWriter(document, settings).run()
}

class XmlWriter {
  readonly #document: Hl7Document
  readonly #indent: Indent
  readonly #losses = new LossList()
  #characters = 0

  constructor(document: Hl7Document, { pretty }: XmlSettings) {
    this.#document = document
    this.#indent = pretty ? (depth) => `\n${'  '.repeat(depth)}` : () => ''
  }

  run(): WrittenXml {
    const { messages, files } = this.#document
    const alone = messages.length === 1 && files.length === 0
    const written = messages.map((message, number) => this.#message(message, number, alone ? 0 : 1))
    this.#losses.addLines(this.#document)
    const text = alone ? this.#complete(written[0]!) : this.#batch(written)
    return { text, losses: this.#losses.list() }
  }

  /** @param body with its own line breaks before each element */
  #complete(body: string): string {
    const named = body.replace(/^(\s*<[^\s/>]+)/, `$1${NAMESPACE}`)
    return `${DECLARATION}${named}${this.#indent(0)}`
  }

  #batch(bodies: readonly string[]): string {
    const { index, messages } = this.#document
    const lines = new Map(messages.map(({ firstLine }, i) => [firstLine, bodies[i]!]))
    const parts: string[] = []
    for (let line = 0; line < lineCount(index); line++) {
      const message = lines.get(line)
      if (message !== undefined) parts.push(message)
      if (lineKind(index, line) === LINE.batch) parts.push(this.#batchLine(line))
    }
    return this.#complete(`${this.#indent(0)}<${BATCH_ELEMENT}>${parts.join('')}${this.#indent(0)}</${BATCH_ELEMENT}>`)
  }

  #batchLine(line: number): string {
    const { index } = this.#document
    const place = placeOf(index, line, new Map())
    return this.#segment(place, null, chooseVersion('').used, delimitersAt(index, line), 1)
  }

  #message(message: Hl7Message, number: number, depth: number): string {
    const document = this.#document
    const { index } = document
    const structure = structureOf(document, message)
    const root = rootName(structure, messageType(document, message))
    const groups = new OpenGroups(structure, this.#indent, depth)
    const parts = [`${this.#indent(depth)}<${root}>`]
    const occurrences = new Map<string, number>()
    for (let line = message.firstLine; line < message.endLine; line++) {
      if (!hasFields(lineKind(index, line))) continue
      const place = placeOf(index, line, occurrences)
      if (!isElementName(place.id, fieldCount(index, line))) {
        this.#losses.add('line', number, null)
        continue
      }
      parts.push(groups.moveTo(place.id))
      parts.push(this.#segment(place, number, message.version.used, message.delimiters, groups.depth + 1))
    }
    parts.push(groups.closeAll(), `${this.#indent(depth)}</${root}>`)
    return parts.join('')
  }

  #segment(
    { line, id, occurrence }: SegmentPlace,
    number: number | null,
    version: SegmentWriter['version'],
    delimiters: SegmentWriter['delimiters'],
    depth: number,
  ): string {
    const { index, dictionary } = this.#document
    const prefix = occurrence === 1 ? id : `${id}[${occurrence}]`
    const report = (loss: LeafLoss, position: number) => this.#losses.add(loss, number, `${prefix}-${position}`)
    const text = writeSegment({ index, delimiters, version, dictionary, report }, line, id, this.#indent, depth)
    this.#characters += text.length
    if (this.#characters <= MAX_CHARACTERS) return text
    const facts = { limitCharacters: MAX_CHARACTERS }
    throw new ProblemError('The XML would be too long. Convert fewer messages at once.', { code: 'resource_limit', facts })
  }
}

/** The structure that the groups of a message come from; undefined if the tables have none for it. */
export function structureOf(document: Hl7Document, message: Hl7Message): MessageStructure | undefined {
  return structureOfMessage(document.dictionary, message.version.used, messageType(document, message))
}

/** The structure's name; of a message without one, its code and event. */
function rootName(
  structure: MessageStructure | undefined,
  type: { readonly code: string | null; readonly trigger: string | null },
): string {
  const named = structure?.id ?? [type.code, type.trigger].filter((part) => part !== null).join('_')
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(named) ? named : 'MESSAGE'
}

/** A line whose identifier is no name of XML has no element; one without fields only if it is a segment for sure. */
function isElementName(id: string, fields: number): boolean {
  return /^[A-Z][A-Z0-9]{2}$/.test(id) || (fields > 0 && /^[A-Za-z_][A-Za-z0-9_-]{0,15}$/.test(id))
}

/** The groups that are open around the next segment. */
class OpenGroups {
  readonly #placer: SegmentPlacer | undefined
  readonly #prefix: string
  readonly #indent: Indent
  readonly #base: number
  #open: readonly string[] = []

  constructor(structure: MessageStructure | undefined, indent: Indent, base: number) {
    this.#placer = structure && new SegmentPlacer(structure)
    this.#prefix = structure?.id ?? ''
    this.#indent = indent
    this.#base = base
  }

  /** Of the innermost element that is open. */
  get depth(): number {
    return this.#base + this.#open.length
  }

  /** @returns the tags that end and begin groups before the segment */
  moveTo(id: string): string {
    const path = this.#placer?.place(id).path ?? ''
    const requested = path === '' ? [] : path.split('/')
    const shared = countLeading(Math.min(requested.length, this.#open.length), (i) => requested[i] === this.#open[i])
    const closing = this.#closeTo(shared)
    const opening = requested.slice(shared).map((group, i) => `${this.#indent(this.#base + shared + i + 1)}<${this.#nameOf(group)}>`)
    this.#open = requested
    return closing + opening.join('')
  }

  closeAll(): string {
    return this.#closeTo(0)
  }

  #closeTo(count: number): string {
    const closed = this.#open.slice(count).map((group, i) => `${this.#indent(this.#base + count + i + 1)}</${this.#nameOf(group)}>`)
    return closed.reverse().join('')
  }

  #nameOf(group: string): string {
    return `${this.#prefix}.${group.replace(/\[\d+\]$/, '')}`
  }
}
