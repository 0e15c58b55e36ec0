// Writes a segment as XML: an element for each field repetition, named by position, and in it the components, named by data type.
import type { Delimiters } from '../delimiters.ts'
import { namedType } from '../describe/describe-segments.ts'
import type { Hl7Dictionary } from '../dictionary/standard.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import { fieldCount, fieldSpan, isDelimiterField, partSpans, type Span } from '../field-spans.ts'
import type { SegmentIndex } from '../index/segment-index.ts'
import { type LeafLoss, writeLeaf } from './write-leaf.ts'
import { UNKNOWN_TYPE } from './xml-names.ts'

export interface SegmentWriter {
  readonly index: SegmentIndex
  readonly delimiters: Delimiters
  readonly version: Hl7Version
  readonly dictionary: Hl7Dictionary
  readonly report: (loss: LeafLoss, position: number) => void
}

/** A level of the document: line break and indentation, or nothing. */
export type Indent = (depth: number) => string

/** @param depth of the segment's element */
export function writeSegment(writer: SegmentWriter, line: number, id: string, indent: Indent, depth: number): string {
  const count = fieldCount(writer.index, line)
  if (count === 0) return `${indent(depth)}<${id}/>`
  const fields = Array.from({ length: count }, (_, i) => writeField(writer, line, id, i + 1, i + 1 === count, indent, depth + 1))
  return `${indent(depth)}<${id}>${fields.join('')}${indent(depth)}</${id}>`
}

/** An empty field has no element unless it is the last one: then the element keeps its separator. */
function writeField(
  writer: SegmentWriter,
  line: number,
  id: string,
  position: number,
  isLast: boolean,
  indent: Indent,
  depth: number,
): string {
  const { index, delimiters, dictionary, version } = writer
  const span = fieldSpan(index, line, position)!
  const name = `${id}.${position}`
  if (span.start === span.end) return isLast ? `${indent(depth)}<${name}/>` : ''
  const report = (loss: LeafLoss) => writer.report(loss, position)
  if (isDelimiterField(index, line, position)) {
    const plain = writeLeaf(index.text.slice(span.start, span.end), { ...delimiters, escape: null }, report)
    return `${indent(depth)}<${name}>${plain}</${name}>`
  }
  const field = dictionary.segment(version, id)?.fields[position]
  const named = field?.dataType === 'varies' ? namedType(dictionary, index, line, field.path) : undefined
  const parts = new PartWriter(writer, report, indent)
  const repetitions = partSpans(index.text, span, delimiters.repetition)
  return repetitions.map((each) => parts.write(name, named ?? field?.composite ?? '', each, 0, depth)).join('')
}

class PartWriter {
  readonly #writer: SegmentWriter
  readonly #report: (loss: LeafLoss) => void
  readonly #indent: Indent

  constructor(writer: SegmentWriter, report: (loss: LeafLoss) => void, indent: Indent) {
    this.#writer = writer
    this.#report = report
    this.#indent = indent
  }

  /**
   * @param type data type or key of its components; empty if it is not known
   * @param level 0 for a repetition, 1 for a component, 2 for a subcomponent
   */
  write(name: string, type: string, span: Span, level: number, depth: number): string {
    const { index, delimiters, dictionary, version } = this.#writer
    const start = `${this.#indent(depth)}<${name}`
    if (span.start === span.end) return `${start}/>`
    if (this.#isProse(type, span, level)) {
      if (this.#hasSubcomponents(span)) this.#report('subcomponent')
      return `${start}>${this.#leaf(span)}</${name}>`
    }
    const separator = level === 0 ? delimiters.component : level === 1 ? delimiters.subcomponent : null
    const parts = partSpans(index.text, span, separator)
    const components = level < 2 && !isSimple(version, type) ? dictionary.components(version, type) : []
    if (parts.length === 1 && components.length === 0) {
      // A component of an unknown type may still hold subcomponents.
      if (level > 0 || !this.#hasSubcomponents(span)) return `${start}>${this.#leaf(span)}</${name}>`
    }
    const last = parts.length - 1
    const inner = parts.map((part, i) => {
      if (part.start === part.end && i < last) return ''
      const own = components.find(({ position }) => position === i + 1)?.composite ?? ''
      return this.write(`${partName(type)}.${i + 1}`, own, part, level + 1, depth + 1)
    })
    return `${start}>${inner.join('')}${this.#indent(depth)}</${name}>`
  }

  /** A `&` in text is one that its sender did not escape: a text has no subcomponents. */
  #isProse(type: string, { start, end }: Span, level: number): boolean {
    if (level > 1 || !PROSE.has(type)) return false
    return level === 1 || !this.#writer.index.text.slice(start, end).includes(this.#writer.delimiters.component)
  }

  #hasSubcomponents({ start, end }: Span): boolean {
    const { index, delimiters } = this.#writer
    return delimiters.subcomponent !== null && index.text.slice(start, end).includes(delimiters.subcomponent)
  }

  #leaf({ start, end }: Span): string {
    return writeLeaf(this.#writer.index.text.slice(start, end), this.#writer.delimiters, this.#report)
  }
}

const PROSE: ReadonlySet<string> = new Set(['ST', 'TX', 'FT'])

/** There are no schemas for 2.1; HAPI, which reads it nevertheless, has its TS without components. */
function isSimple(version: Hl7Version, type: string): boolean {
  return version === '2.1' && type === 'TS'
}

/** Types that are another one with fewer parts; readers know the other one's name alone. */
const USUAL_NAMES: ReadonlyMap<string, string> = new Map([['CQ_SIMPLE', 'CQ']])

function partName(type: string): string {
  const usual = USUAL_NAMES.get(type)
  if (usual !== undefined) return usual
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(type) && type !== 'varies' ? type : UNKNOWN_TYPE
}
