// GS1 Digital Link URIs: a primary key and its qualifiers in the path, data attributes in the query.
import { isError, makeIssue, type ReadUdi, type UdiElement, type UdiIssue, unread } from '../udi-result.ts'
import { type AiEntry, findAi } from './ai-table.ts'
import { checkElement } from './element.ts'
import { writeBracketed } from './element-string.ts'
import { checkPairings } from './pairings.ts'

/** Names that the first release of the standard allowed in the place of numbers. */
const NAMES: Readonly<Record<string, string>> = {
  gtin: '01',
  itip: '8006',
  gmn: '8013',
  cpid: '8010',
  shipTo: '410',
  billTo: '411',
  purchasedFrom: '412',
  shipFor: '413',
  gln: '414',
  payTo: '415',
  glnProd: '416',
  gsrnp: '8017',
  gsrn: '8018',
  gcn: '255',
  sscc: '00',
  gdti: '253',
  ginc: '401',
  gsin: '402',
  grai: '8003',
  giai: '8004',
  cpv: '22',
  lot: '10',
  ser: '21',
  glnx: '254',
  cpsn: '8011',
  refno: '8020',
  srin: '8019',
  exp: '17',
}

interface Part {
  readonly text: string
  readonly start: number
  readonly end: number
}

export function isDigitalLink(text: string): boolean {
  return /^https?:\/\//i.test(text) || /^id\.gs1\.org\//i.test(text)
}

/** @param text a URI; offsets are those of the text as given */
export function readDigitalLink(text: string, base: number, currentYear: number): ReadUdi {
  const hash = text.indexOf('#')
  const uri = hash < 0 ? text : text.slice(0, hash)
  const question = uri.indexOf('?')
  const pathEnd = question < 0 ? uri.length : question
  const scheme = uri.indexOf('://')
  const segments = split(uri, scheme < 0 ? 0 : scheme + 3, pathEnd, '/').slice(1)
  while (segments.at(-1)?.text === '') segments.pop()
  const keyAt = findKey(segments)
  if (keyAt < 0) return refuse(text, base, segments)
  const issues: UdiIssue[] = []
  const elements = readPath(segments.slice(keyAt), base, currentYear, issues)
  if (question >= 0) elements.push(...readQuery(split(uri, question + 1, uri.length, /[&;]/), base, currentYear, issues))
  issues.push(...checkPairings(elements))
  return { agency: 'GS1', form: 'digital-link', elements, issues, hrf: writeBracketed(elements), aidc: text }
}

function split(text: string, from: number, to: number, separator: string | RegExp): Part[] {
  let start = from
  return text
    .slice(from, to)
    .split(separator)
    .map((part) => {
      const place = { text: part, start, end: start + part.length }
      start = place.end + 1
      return place
    })
}

/** The primary key nearest to the end whose rest is pairs of AIs and values. */
function findKey(segments: readonly Part[]): number {
  for (let at = segments.length - 2; at >= 0; at -= 2) {
    const entry = entryOf(segments[at]!.text)
    if (!entry) return -1
    if (entry.qualifiers) return at
  }
  return -1
}

function entryOf(name: string): AiEntry | undefined {
  return findAi(Object.hasOwn(NAMES, name) ? NAMES[name]! : name)
}

/** A compressed link has no key but a last segment in base64url. */
function refuse(text: string, base: number, segments: readonly Part[]): ReadUdi {
  const last = segments.at(-1)?.text ?? ''
  const isCompressed = /^[-\w]{10,}$/.test(last) && (/\d/.test(last) || (/[a-z]/.test(last) && /[A-Z]/.test(last)))
  const { issues, ...rest } = unread(text, isCompressed ? 'compressed_digital_link' : 'unknown_format')
  const moved = issues.map((issue) => ({ ...issue, start: issue.start + base, end: issue.end + base }))
  return isCompressed ? { ...rest, agency: 'GS1', form: 'digital-link', issues: moved } : { ...rest, issues: moved }
}

function readPath(segments: readonly Part[], base: number, currentYear: number, issues: UdiIssue[]): UdiElement[] {
  const key = entryOf(segments[0]!.text)!
  const elements: UdiElement[] = []
  const qualifiers: string[] = []
  for (let at = 0; at < segments.length; at += 2) {
    const entry = entryOf(segments[at]!.text)!
    const value = segments[at + 1]!
    elements.push(readPair(entry, value, segments[at]!.start, base, currentYear))
    if (at > 0) qualifiers.push(entry.ai)
  }
  const fits = key.qualifiers!.some((sequence) => isSubsequence(qualifiers, sequence))
  if (!fits) issues.push(makeIssue('qualifier_order', base + segments[0]!.start, base + segments.at(-1)!.end))
  return elements
}

function isSubsequence(items: readonly string[], sequence: readonly string[]): boolean {
  let at = 0
  for (const item of items) {
    at = sequence.indexOf(item, at) + 1
    if (at === 0) return false
  }
  return true
}

function readQuery(parts: readonly Part[], base: number, currentYear: number, issues: UdiIssue[]): UdiElement[] {
  const elements: UdiElement[] = []
  for (const part of parts) {
    if (part.text === '') continue
    const equals = part.text.indexOf('=')
    const name = equals < 0 ? part.text : part.text.slice(0, equals)
    const entry = entryOf(name)
    if (entry && equals >= 0) {
      const value = { text: part.text.slice(equals + 1), start: part.start + equals + 1, end: part.end }
      const element = readPair(entry, value, part.start, base, currentYear)
      const isAllowed = entry.isDataAttribute && !entry.qualifiers
      elements.push(isAllowed ? element : { ...element, issues: [...element.issues, makeIssue('structure', element.start, element.end)] })
    } else if (/^\d+$/.test(name)) issues.push(makeIssue('unknown_identifier', base + part.start, base + part.end))
    else issues.push(makeIssue('parameter_ignored', base + part.start, base + part.end))
  }
  return elements
}

function readPair(entry: AiEntry, { text, start, end }: Part, aiStart: number, base: number, currentYear: number): UdiElement {
  const place = { start: base + aiStart, valueStart: base + start, end: base + end }
  const decoded = decode(text)
  if (decoded === undefined) {
    const issues = [makeIssue('structure', place.valueStart, place.end)]
    return { id: entry.ai, title: entry.title, value: text, start: place.start, end: place.end, issues, checks: [] }
  }
  // A GTIN of 8, 12 or 13 digits stands for itself with zeros in front.
  const isShort = (entry.ai === '01' || entry.ai === '02') && /^(?:\d{8}|\d{12}|\d{13})$/.test(decoded)
  const value = isShort ? decoded.padStart(14, '0') : decoded
  const element = checkElement(entry, value, place, currentYear)
  return isShort && !element.issues.some(isError)
    ? { ...element, issues: [...element.issues, makeIssue('padded', place.valueStart, place.end)] }
    : element
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
