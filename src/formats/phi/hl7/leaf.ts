// The parts of a message that are divided no further, each with what the standard says of it.
import type { Delimiters } from '../../hl7/delimiters.ts'
import { isDataType, isKnownSegment } from '../../hl7/dictionary/dictionary.ts'
import type { Hl7Version } from '../../hl7/dictionary/versions.ts'
import type { Hl7Document } from '../../hl7/document-types.ts'
import { fieldCount, fieldSpan, isDelimiterField, partSpans, type Span, segmentId } from '../../hl7/field-spans.ts'
import { LINE } from '../../hl7/index/line-start.ts'
import { lineKind } from '../../hl7/index/segment-index.ts'
import { isForeignField, lookUpComponent, lookUpField } from './field-lookup.ts'
import { AGE_CODES, fieldTreatment } from './field-rules.ts'
import { BARE_CODE, primitiveTreatment, type Treatment, TYPE_RULES } from './type-rules.ts'

export interface Leaf {
  /** Code units of the document. */
  readonly start: number
  readonly end: number
  readonly treatment: Treatment
  /** `PID-5.1`: without repetitions, as rules name places. */
  readonly place: string
  /** `PID[2]-5[3].1`, as results name places; null where the segment has no identifier. */
  readonly path: string | null
  readonly segment: string
  readonly version: Hl7Version
  /** Data types from the field down to the part. */
  readonly types: readonly string[]
  readonly table: string | null
  /** Equal for the leaves of one repetition. */
  readonly repetition: number
  /** Equal for leaves whose text goes on from one to the next. */
  readonly flow: string
}

export interface LineFacts {
  readonly line: number
  readonly delimiters: Delimiters
  readonly version: Hl7Version
  /** `OBX[2]`; null for what is no segment. */
  readonly shown: string | null
}

/** Adds the leaves of a line that are not empty. */
export function readLeaves(document: Hl7Document, facts: LineFacts, leaves: Leaf[]): void {
  new LineReader(document, facts, leaves).run()
}

interface Part {
  readonly span: Span
  readonly place: string
  readonly suffix: string
  readonly treatment: Treatment | undefined
  readonly composite: string
  readonly main: Treatment | undefined
  readonly table: string | null
  readonly types: readonly string[]
}

class LineReader {
  readonly #document: Hl7Document
  readonly #facts: LineFacts
  readonly #leaves: Leaf[]
  readonly #id: string
  readonly #known: boolean
  #repetition = 0
  /** True in a field that the version's own segment does not have. */
  #isForeign = false

  constructor(document: Hl7Document, facts: LineFacts, leaves: Leaf[]) {
    this.#document = document
    this.#facts = facts
    this.#leaves = leaves
    this.#repetition = leaves.at(-1)?.repetition ?? 0
    const { index } = document
    this.#id = lineKind(index, facts.line) === LINE.odd ? '' : segmentId(index, facts.line)
    this.#known = isKnownSegment(this.#id)
  }

  run(): void {
    const { index } = this.#document
    const { line } = this.#facts
    if (this.#id === '') this.#addOdd(fieldSpan(index, line, 0)!)
    const count = fieldCount(index, line)
    for (let position = 1; position <= count; position++) {
      if (isDelimiterField(index, line, position)) continue
      const span = fieldSpan(index, line, position)!
      if (span.start < span.end) this.#readField(position, span)
    }
  }

  #addOdd(span: Span): void {
    if (span.start === span.end) return
    this.#repetition++
    this.#leaves.push({
      ...span,
      treatment: 'block',
      place: '?',
      path: null,
      segment: '',
      version: this.#facts.version,
      types: [],
      table: null,
      repetition: this.#repetition,
      flow: '',
    })
  }

  #readField(position: number, span: Span): void {
    const { delimiters, version } = this.#facts
    const definition = this.#known ? lookUpField(version, this.#id, position) : undefined
    const rule = this.#known ? fieldTreatment(this.#id, position) : undefined
    let declared = definition?.composite ?? ''
    if (this.#id === 'OBX' && position === 5) declared = this.#observationType()
    if (rule === 'text' || rule === 'code' || rule === 'number') declared = PLAIN_TYPES[rule]
    const place = `${this.#id || '?'}-${position}`
    const isBlocked = rule === undefined && (!this.#known || definition === undefined)
    this.#isForeign = isForeignField(version, this.#id, position)
    const age = this.#id === 'OBX' && position === 5 && AGE_CODES.has(this.#componentText(3, 1))
    const { text } = this.#document.index
    for (const [i, repetition] of partSpans(text, span, delimiters.repetition).entries()) {
      this.#repetition++
      if (repetition.start === repetition.end) continue
      const composite = this.#typeOfRepetition(declared, repetition)
      this.#divide(1, {
        span: repetition,
        place,
        suffix: `-${position}${i === 0 ? '' : `[${i + 1}]`}`,
        treatment: isBlocked
          ? 'block'
          : age
            ? 'age'
            : TYPE_RULES.has(composite)
              ? undefined
              : composite === 'varies'
                ? (rule ?? 'text')
                : rule,
        composite,
        main: rule,
        table: definition?.table ?? null,
        types: composite === '' ? [] : [dataTypeOf(composite)],
      })
    }
  }

  /** `F^Final results^HL70123` or `F^Final` where the standard has a bare code. */
  #typeOfRepetition(declared: string, repetition: Span): string {
    if (declared !== 'ID' && declared !== 'IS') return declared
    const { text } = this.#document.index
    const components = partSpans(text, repetition, this.#facts.delimiters.component)
    if (components.length < 2) return declared
    const system = components[2]
    return system !== undefined && /^HL7\d{4}$/.test(text.slice(system.start, system.end)) ? 'CWE' : BARE_CODE
  }

  /** OBX-2, where it is a data type; otherwise the value is text. */
  #observationType(): string {
    const type = this.#componentText(2, 1)
    return isDataType(type) ? type : 'ST'
  }

  #componentText(position: number, component: number): string {
    const { index } = this.#document
    const { line, delimiters } = this.#facts
    const field = fieldSpan(index, line, position)
    if (!field) return ''
    const repetition = partSpans(index.text, field, delimiters.repetition)[0]!
    const span = partSpans(index.text, repetition, delimiters.component)[component - 1]
    return span ? index.text.slice(span.start, span.end) : ''
  }

  /** @param level 1 for the components of a repetition, 2 for the subcomponents of a component, 3 for what is divided no further */
  #divide(level: 1 | 2 | 3, part: Part): void {
    const { delimiters } = this.#facts
    const { text } = this.#document.index
    if (level === 3) {
      let leaf = part
      // A composite that is not divided is the first of its parts, and that the first of its own.
      for (let depth = 0; depth < 4 && leaf.treatment === undefined; depth++) leaf = this.#typeOf(leaf, 1, true).part
      this.#addLeaf({ ...leaf, place: part.place, suffix: part.suffix })
      return
    }
    const spans = partSpans(text, part.span, level === 1 ? delimiters.component : delimiters.subcomponent)
    for (const [i, span] of spans.entries()) {
      if (span.start === span.end) continue
      const position = i + 1
      // A part that is not divided is the first one of what its type has.
      const inner = this.#typeOf(part, position, spans.length === 1)
      const step = `.${position}`
      const place = spans.length > 1 || inner.isComposite ? part.place + step : part.place
      const suffix = spans.length > 1 || (level === 1 && inner.isComposite) ? part.suffix + step : part.suffix
      this.#divide((level + 1) as 2 | 3, { ...inner.part, span, place, suffix })
    }
  }

  #typeOf(part: Part, position: number, isOnly: boolean): { part: Part; isComposite: boolean } {
    const { treatment, composite, main } = part
    // Whatever stands in a part of a category is of it, however it is divided.
    if (treatment !== undefined && treatment !== 'text') return { part: this.#inherit(part, isOnly), isComposite: false }
    const definition = composite === '' ? undefined : lookUpComponent(this.#facts.version, composite, position)
    const rule = TYPE_RULES.get(composite)
    const type = definition?.composite ?? ''
    const types = type === '' ? part.types : [...part.types, dataTypeOf(type)]
    const table = definition?.table ?? (isOfTable(composite, position) ? part.table : null)
    if (rule) {
      const word = rule.positions[position - 1] ?? rule.rest
      const isNested = TYPE_RULES.has(type) && (word === '-' || isIdentifyingType(type))
      if (word === '-' || isNested) {
        const inherited = word === '-' ? undefined : word === 'main' ? main : word
        return { part: { ...part, composite: type, treatment: undefined, main: inherited, table, types }, isComposite: true }
      }
      const own = word === 'main' ? (main ?? rule.main) : word
      return { part: { ...part, composite: '', treatment: own, table, types }, isComposite: true }
    }
    if (definition) {
      const own = TYPE_RULES.has(type) || hasComponents(this.#facts.version, type) ? undefined : primitiveTreatment(type)
      return { part: { ...part, composite: type, treatment: own, table, types }, isComposite: true }
    }
    return { part: this.#withoutDefinition(part, isOnly), isComposite: false }
  }

  /** A primitive that is divided all the same, or a position behind the last one of a composite. */
  #withoutDefinition(part: Part, isOnly: boolean): Part {
    const { composite, treatment } = part
    const isComposite = hasComponents(this.#facts.version, composite)
    const primitive: Treatment = isComposite ? 'block' : (treatment ?? primitiveTreatment(composite))
    if (isOnly || primitive === 'text') return { ...part, treatment: primitive, composite: '' }
    return { ...part, treatment: isIdentifying(primitive) ? primitive : 'block', composite: '', table: null }
  }

  /** Below a part whose treatment is known. */
  #inherit(part: Part, isOnly: boolean): Part {
    const { treatment } = part
    const keeps = isOnly || isIdentifying(treatment!) || treatment === 'data'
    return keeps ? part : { ...part, treatment: 'block', table: null }
  }

  #addLeaf({ span, place, suffix, treatment = 'text', table, types }: Part): void {
    const { shown } = this.#facts
    const own = treatment === 'number' && place.startsWith('OBX-5') ? 'result' : treatment
    const sure = this.#isForeign ? (FOREIGN[own] ?? own) : own
    const isFlow = treatment === 'text' && (this.#id === 'NTE' || (this.#id === 'OBX' && place.startsWith('OBX-5')))
    this.#leaves.push({
      start: span.start,
      end: span.end,
      treatment: sure,
      place,
      path: shown === null ? null : shown + suffix,
      segment: this.#id,
      version: this.#facts.version,
      types,
      table,
      repetition: this.#repetition,
      flow: isFlow ? this.#id : place,
    })
  }
}

function hasComponents(version: Hl7Version, composite: string): boolean {
  return composite !== '' && lookUpComponent(version, composite, 1) !== undefined
}

/** The codes and displays of a coded value are of the table of its field. */
function isOfTable(composite: string, position: number): boolean {
  return /^(?:CE|CF|CWE|CNE|ID_CODED)$/.test(composite) && [1, 2, 4, 5, 10, 11].includes(position)
}

/** Types whose parts say more than the component that holds them. */
function isIdentifyingType(type: string): boolean {
  return !/^(?:CE|CF|CWE|CNE)$/.test(type)
}

function isIdentifying(treatment: Treatment): boolean {
  return !['text', 'label', 'wording', 'code', 'number', 'result', 'time', 'data', 'block'].includes(treatment)
}

/** What a field of another version is taken for: less of it is known. */
const FOREIGN: Partial<Record<Treatment, Treatment>> = { code: 'strict', text: 'block', label: 'wording' }

const PLAIN_TYPES = { text: 'ST', code: 'ID', number: 'NM' } as const

/** `CM_MSG` is a CM. */
function dataTypeOf(composite: string): string {
  const end = composite.indexOf('_')
  return end < 0 ? composite : composite.slice(0, end)
}
