// Plants invented identifiers, each of its own, into every part of messages that can hold one by the dictionary, and into places where none
// belongs; then tells which of them a result still holds. It knows data types alone, not the rules that are under test.
import { componentDefinitions, type FieldDefinition, segmentDefinition } from '../../../../src/formats/hl7/dictionary/dictionary.ts'
import type { Hl7Document, Hl7Message } from '../../../../src/formats/hl7/document-types.ts'
import { fieldSpan, isDelimiterField, partSpans, pieceCount, segmentId } from '../../../../src/formats/hl7/field-spans.ts'
import { LINE } from '../../../../src/formats/hl7/index/line-start.ts'
import { lineEnd, lineKind, lineStart } from '../../../../src/formats/hl7/index/segment-index.ts'

const PERSON = new Set('PN XPN XCN PPN CN CNN CNS'.split(' '))
const CONTACT = new Set('XAD AD SAD XTN TN'.split(' '))
const ID = new Set('CX EI CK HD XON PL EIP DLN PLN LA1 LA2'.split(' '))
const DATE = new Set('TS DT DTM DR'.split(' '))
const TEXT = new Set('FT TX'.split(' '))
/** Fields of plain text that name what they hold. */
const TELLING =
  /SSN|Social Security|Birth Place|Maiden|Driver|License|Employer Name|Company Name|Group Name|Policy Number|Insured's.*Number|E-Mail|Control ID|Organization Name|Guarantor Employe|Facility$/i

const SYLLABLES = 'vor zel quin tarb mox wux plen dra gith brum sklo fesp nuv yarg jeph kolz'.split(' ')

export interface Planted {
  readonly text: string
  /** Lower-case marks, none of which may stand in a result. */
  readonly marks: ReadonlySet<string>
}

class Planter {
  readonly marks = new Set<string>()
  #next = 0
  #names: readonly string[] = []

  /** A name that nobody has. */
  name(): string {
    let n = this.#next++
    let word = ''
    for (let i = 0; i < 4; i++) {
      word += SYLLABLES[n % 16]
      n = Math.floor(n / 16)
    }
    this.marks.add(word)
    return word.charAt(0).toUpperCase() + word.slice(1)
  }

  id(): string {
    return this.#mark(`7${String(this.#next++ * 7919 + 10_000_019).slice(-8)}4`)
  }

  phone(): string {
    const n = String(this.#next++ * 37 + 2_000_003).slice(-7)
    return this.#mark(`419${n.replace(/^[01]/, '4')}`)
  }

  /** A day from 1951 to 1999 with a time. */
  date(): string {
    const n = this.#next++
    const day = `${1951 + (n % 49)}${String((n % 12) + 1).padStart(2, '0')}${String((Math.floor(n / 12) % 28) + 1).padStart(2, '0')}`
    return this.#mark(day)
  }

  #mark(text: string): string {
    this.marks.add(text.toLowerCase())
    return text
  }

  /** What a note may say of the persons of its message and others. */
  sentence(): string {
    const [given, family, id] = this.#names.length > 0 ? this.#names : this.person()
    const phone = this.phone()
    const shown = `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`
    this.marks.add(shown)
    const day = this.date()
    const slashed = `${day.slice(4, 6)}/${day.slice(6)}/${day.slice(0, 4)}`
    this.marks.add(slashed)
    return `Mr. ${given} ${family} (MRN: ${id}) called ${shown}, mail ${this.name()}@example.org, seen ${slashed} by Dr. ${this.name()}.`
  }

  person(): readonly string[] {
    this.#names = [this.name(), this.name(), this.id()]
    return this.#names
  }
}

/** The document with an identifier in every place that can hold one. */
export function plant(document: Hl7Document): Planted {
  const planter = new Planter()
  const { index } = document
  let text = ''
  let copied = 0
  for (const message of document.messages) {
    const [given, family, id] = planter.person()
    for (let line = message.firstLine; line < message.endLine; line++) {
      if (lineKind(index, line) !== LINE.segment && lineKind(index, line) !== LINE.header) continue
      text +=
        index.text.slice(copied, lineStart(index, line)) +
        plantLine(document, message, line, planter, { given: given!, family: family!, id: id! })
      copied = lineEnd(index, line)
    }
    const end = index.text.slice(copied, copied + 1) || '\r'
    const { field, component } = message.delimiters
    text += `${end}ZPH${field}${planter.name()}${component}${planter.id()}${field}${planter.sentence()}`
    text += `${end}QZX${field}${planter.name()}${component}${planter.date()}`
  }
  return { text: text + index.text.slice(copied), marks: planter.marks }
}

interface Person {
  readonly given: string
  readonly family: string
  readonly id: string
}

function plantLine(document: Hl7Document, message: Hl7Message, line: number, planter: Planter, person: Person): string {
  const { index } = document
  const id = segmentId(index, line)
  const { used } = message.version
  const { field: separator, component, repetition, subcomponent } = message.delimiters
  const segment = segmentDefinition(used, id)
  const last = Math.max(pieceCount(index, line), segment?.fields.length ?? 0)
  const fields: string[] = [id]
  const isHeader = lineKind(index, line) === LINE.header
  for (let position = isHeader ? 2 : 1; position < last; position++) {
    const span = fieldSpan(index, line, position)
    const raw = span ? index.text.slice(span.start, span.end) : ''
    const definition = segment?.fields[position]
    if (isDelimiterField(index, line, position) || (isHeader && [9, 11, 12, 18].includes(position))) fields.push(raw)
    else if (id === 'PID' && (position === 5 || position === 3)) {
      fields.push(position === 5 ? `${person.family}${component}${person.given}` : `${person.id}${component.repeat(4)}MR`)
    } else if (id === 'OBX' && position === 5) fields.push(plantValue(document, line, raw, planter, message))
    else if (id === 'OBX' && position === 2) fields.push(raw)
    else if (!definition) fields.push(segment && raw !== '' ? planter.name() : raw)
    else {
      const own = plantField(definition, used, planter, component, subcomponent)
      const count = raw === '' ? 1 : partSpans(raw, { start: 0, end: raw.length }, repetition).length
      const values =
        own === undefined ? [raw] : Array.from({ length: count }, () => plantField(definition, used, planter, component, subcomponent)!)
      fields.push(values.join(repetition))
    }
  }
  // Behind the last field of any version, and nested where nothing is nested.
  if (segment) while (fields.length < 190) fields.push('')
  if (segment && !isHeader) fields.push(`${planter.name()}${component}${planter.id()}`)
  if (id === 'PID') fields[8] = `F${component}${planter.name()}${subcomponent ?? component}${planter.id()}`
  return fields.join(separator)
}

function plantValue(document: Hl7Document, line: number, raw: string, planter: Planter, { delimiters, version }: Hl7Message): string {
  const span = fieldSpan(document.index, line, 2)
  const type = span ? document.index.text.slice(span.start, span.end) : ''
  if (TEXT.has(type) || type === 'ST') return planter.sentence()
  const definition = { composite: type, name: '' } as FieldDefinition
  return plantField(definition, version.used, planter, delimiters.component, delimiters.subcomponent) ?? raw
}

/** Undefined for a field that holds no identifier by its type or name. */
function plantField(
  { composite, name }: Pick<FieldDefinition, 'composite' | 'name'>,
  version: Hl7Message['version']['used'],
  planter: Planter,
  component: string,
  subcomponent: string | null,
): string | undefined {
  if (DATE.has(composite)) return planter.date()
  if (TEXT.has(composite)) return planter.sentence()
  if (composite === 'ST' && TELLING.test(name)) return /number|ssn|security|control/i.test(name) ? planter.id() : planter.name()
  if (!PERSON.has(composite) && !CONTACT.has(composite) && !ID.has(composite)) return undefined
  const parts = componentDefinitions(version, composite)
  if (parts.length === 0) return composite === 'TN' ? planter.phone() : planter.name()
  return parts
    .map(({ composite: type, position }) => {
      if (DATE.has(type)) return planter.date()
      if (type === 'NM' || type === 'SNM') return planter.phone()
      if (position === 1 && (ID.has(composite) || /^(?:XCN|PPN|CN)/.test(composite))) return planter.id()
      if (position === 1 && /^(?:XTN|TN)$/.test(composite)) return planter.phone()
      const inner = componentDefinitions(version, type)
      if (inner.length > 1 && subcomponent !== null) return inner.map(() => planter.name()).join(subcomponent)
      return planter.name()
    })
    .join(component)
}

/** The marks that stand in a text, whatever the case of letters. */
export function survivors(text: string, marks: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  const lower = text.toLowerCase()
  for (const [token] of lower.matchAll(/[\p{L}\p{N}]+/gu)) if (marks.has(token)) found.add(token)
  for (const [shown] of lower.matchAll(/\(\d{3}\) \d{3}-\d{4}|\d{2}\/\d{2}\/\d{4}/g)) if (marks.has(shown)) found.add(shown)
  return [...found]
}
