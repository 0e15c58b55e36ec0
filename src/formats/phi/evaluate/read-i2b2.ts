// Annotations in the XML of the i2b2 and MEDDOCAN tasks: <TEXT><![CDATA[…]]></TEXT><TAGS><NAME start="0" end="5" TYPE="PATIENT" …/></TAGS>.
// A scanner for this one shape: no entity but the five of XML is ever resolved, nothing outside is ever read.
import { ProblemError } from '../../../core/problem.ts'
import { type AnnotatedDocument, type AnnotatedSpan, categoryOfLabel, codePointOffsets, type LabelRules } from './annotation.ts'

/** @throws ProblemError `unreadable_input` with the offset of what is no such XML or does not fit its text */
export function readI2b2(source: string, rules: LabelRules): AnnotatedDocument[] {
  const documents: AnnotatedDocument[] = []
  let at = 0
  for (;;) {
    const open = source.indexOf('<TEXT>', at)
    if (open < 0) break
    const content = readText(source, open + 6)
    const tagsOpen = source.indexOf('<TAGS', content.end)
    const next = source.indexOf('<TEXT>', content.end)
    if (tagsOpen < 0 || (next >= 0 && next < tagsOpen)) throw refuse(content.end, 'A text has no tags.')
    const isEmpty = /^<TAGS\s{0,9}\/>/.test(source.slice(tagsOpen, tagsOpen + 20))
    const tagsEnd = isEmpty ? tagsOpen : source.indexOf('</TAGS>', tagsOpen)
    if (tagsEnd < 0) throw refuse(tagsOpen, 'The tags have no end.')
    documents.push(readDocument(content.text, isEmpty ? '' : source.slice(tagsOpen, tagsEnd), tagsOpen, rules))
    at = tagsEnd + 7
  }
  if (documents.length === 0) throw refuse(0, 'The XML has no element TEXT.')
  return documents
}

function readText(source: string, from: number): { text: string; end: number } {
  const start = from + (/^\s{0,99}/.exec(source.slice(from, from + 99))?.[0].length ?? 0)
  if (source.startsWith('<![CDATA[', start)) {
    const close = source.indexOf(']]>', start)
    if (close < 0) throw refuse(start, 'A CDATA section has no end.')
    return { text: breakLines(source.slice(start + 9, close)), end: close + 3 }
  }
  const close = source.indexOf('</TEXT>', from)
  if (close < 0) throw refuse(from, 'A text has no end.')
  return { text: decodeEntities(breakLines(source.slice(from, close))), end: close }
}

/** XML 1.0 §2.11: every line end is one LF before anything counts characters. */
function breakLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function readDocument(text: string, tags: string, offset: number, rules: LabelRules): AnnotatedDocument {
  const toUnits = codePointOffsets(text)
  const spans: AnnotatedSpan[] = []
  const ignore: [number, number][] = []
  for (const { name, attributes, at } of readTags(tags)) {
    if (name === 'TAGS') continue
    const place = (attribute: string) => {
      const value = attributes.get(attribute)
      const unit = value !== undefined && /^\d{1,9}$/.test(value) ? toUnits(Number(value)) : undefined
      if (unit === undefined) throw refuse(offset + at, 'A tag has no place in the text.')
      return unit
    }
    const start = place('start')
    const end = place('end')
    if (end <= start) throw refuse(offset + at, 'A tag ends before it starts.')
    const stated = attributes.get('text')
    // Attribute values have their line ends turned to blanks (XML 1.0 §3.3.3).
    if (stated !== undefined && stated.replace(/\s/g, ' ') !== text.slice(start, end).replace(/\s/g, ' ')) {
      throw refuse(offset + at, 'The text of a tag does not stand at its offsets.')
    }
    const category = categoryOfTag(name, attributes.get('TYPE'), rules)
    if (category === undefined) ignore.push([start, end])
    else spans.push({ start, end, category })
  }
  return { id: undefined, text, spans, ignore, traps: [] }
}

/** The type is the finer label; where it is not known (`OTHER`), the element is. */
function categoryOfTag(name: string, type: string | undefined, rules: LabelRules): AnnotatedSpan['category'] | undefined {
  const fine = type === undefined || /^OTHER$/i.test(type) ? 'other' : categoryOfLabel(type, rules)
  return fine === 'other' ? categoryOfLabel(name, rules) : fine
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly at: number
}

function readTags(source: string): Tag[] {
  const tags: Tag[] = []
  let at = source.indexOf('<')
  while (at >= 0) {
    const name = /^[A-Za-z][\w.-]{0,63}/.exec(source.slice(at + 1, at + 66))?.[0]
    if (name === undefined) {
      at = source.indexOf('<', at + 1)
      continue
    }
    const { attributes, end } = readAttributes(source, at + 1 + name.length)
    tags.push({ name, attributes, at })
    at = source.indexOf('<', end)
  }
  return tags
}

function readAttributes(source: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    while (at < source.length && /[\s/]/.test(source[at]!)) at++
    if (at >= source.length || source[at] === '>') return { attributes, end: Math.min(at + 1, source.length) }
    const equals = source.indexOf('=', at)
    const quote = source[equals + 1]
    const close = quote === '"' || quote === "'" ? source.indexOf(quote, equals + 2) : -1
    if (equals < 0 || equals - at > 100 || close < 0) throw refuse(at, 'An attribute is broken.')
    attributes.set(source.slice(at, equals).trim(), decodeEntities(source.slice(equals + 2, close)))
    at = close + 1
  }
}

function refuse(offset: number, message: string): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { path: `character ${offset}` } })
}
