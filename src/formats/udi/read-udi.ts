// Finds out which agency's form a text is of, and has it read.
import { isGs1 } from '../ids/check-sums.ts'
import { readBasicUdi } from './basic-udi.ts'
import { findAi } from './gs1/ai-table.ts'
import { isBracketed, readBracketed } from './gs1/bracketed.ts'
import { isDigitalLink, readDigitalLink } from './gs1/digital-link.ts'
import { checkElement } from './gs1/element.ts'
import { readElementString, writeBracketed, writeElementString } from './gs1/element-string.ts'
import { readHibc } from './hibcc.ts'
import { readIsbt } from './iccbba.ts'
import { isIfa, readIfa } from './ifa.ts'
import { EOT, GS, RS, readSeparators, type Separated } from './separators.ts'
import { makeIssue, type ReadUdi, type UdiIssue, unread } from './udi-result.ts'

export type RequestedFormat = 'auto' | 'aidc' | 'hrf'

/** ISO/IEC 15424: a bracket, a letter for the symbology, a modifier. */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/
/** Modifiers that say that GS1 element strings follow. */
const GS1_SYMBOLOGIES: ReadonlySet<string> = new Set([']C1', ']e0', ']e1', ']e2', ']d2', ']Q3', ']J1'])
/** EAN, UPC and ITF-14 hold a bare GTIN. */
const GTIN_SYMBOLOGY = /^\](?:E[04]|I[01])$/

/**
 * Reads one UDI carrier. Never throws: what cannot be read is an issue.
 * @param given one line; blanks around it are not part of it
 */
export function readUdi(given: string, format: RequestedFormat, currentYear: number): ReadUdi {
  const lead = given.length - given.trimStart().length
  const trimmed = given.trim()
  const symbology = SYMBOLOGY.exec(trimmed)?.[0] ?? ''
  const text = trimmed.slice(symbology.length)
  const base = lead + symbology.length
  if (text === '') return unread(given, 'unknown_format')
  const read =
    symbology === '' ? readByContent(text, base, format, currentYear, given) : readBySymbology(symbology, text, base, currentYear, given)
  if (read.agency === null) return { ...read, issues: [makeIssue('unknown_format', lead, lead + trimmed.length)] }
  return symbology === '' || read.aidc === null ? read : { ...read, aidc: symbology + read.aidc }
}

function readBySymbology(symbology: string, text: string, base: number, currentYear: number, given: string): ReadUdi {
  if (GS1_SYMBOLOGIES.has(symbology)) return readGs1(readSeparators(text, base), currentYear)
  if (GTIN_SYMBOLOGY.test(symbology)) return readGtin(text, base, currentYear) ?? unread(given, 'unknown_format')
  return readByContent(text, base, 'aidc', currentYear, given)
}

function readByContent(text: string, base: number, format: RequestedFormat, currentYear: number, given: string): ReadUdi {
  const isPrinted = format !== 'aidc'
  if (isDigitalLink(text)) return readDigitalLink(text, base, currentYear)
  if (isBracketed(text) && isPrinted) return readPrinted(text, base, currentYear)
  const basic = text.startsWith('01') ? undefined : readBasicUdi(text, base)
  if (basic) return basic
  if (text.startsWith('+')) return readHibc(withCheckBlank(text, given), base, currentYear)
  if (text.startsWith('*+') && isPrinted) return readHibc(text, base, currentYear)
  if (/^[=&][^\s=&]/.test(text)) return readIsbt(text, base, currentYear)
  if (text.startsWith('[)>')) return readEnvelope(readSeparators(text, base), currentYear, given)
  if (isIfa(text)) return readIfa(readSeparators(text, base), currentYear)
  if (format === 'hrf') return unread(given, 'unknown_format')
  const gtin = readGtin(text, base, currentYear)
  if (gtin) return gtin
  const separated = readSeparators(text, base)
  const first = separated.text.startsWith(GS) ? 1 : 0
  return /^\d\d/.test(separated.text.slice(first, first + 2)) ? readGs1(separated, currentYear) : unread(given, 'unknown_format')
}

/** A blank may be the check character, which trimming took away. */
function withCheckBlank(text: string, given: string): string {
  const blanked = `${text} `
  if (!given.trimStart().startsWith(blanked)) return text
  const { issues, elements } = readHibc(blanked, 0, 2000)
  return [...issues, ...elements.flatMap((element) => element.issues)].length === 0 ? blanked : text
}

function readPrinted(text: string, base: number, currentYear: number): ReadUdi {
  const { elements, issues } = readBracketed(text, base, currentYear)
  return gs1Result('bracketed', elements, issues)
}

function readGs1(separated: Separated, currentYear: number): ReadUdi {
  const { elements, issues, readings } = readElementString(separated, currentYear)
  const { offsets, isAssumed } = separated
  const assumed: UdiIssue[] = isAssumed ? [makeIssue('separator_assumed', offsets[0]!, offsets.at(-1)!)] : []
  const result = gs1Result('element-string', elements, [...issues, ...assumed])
  return readings ? { ...result, readings } : result
}

function gs1Result(form: ReadUdi['form'], elements: ReadUdi['elements'], issues: readonly UdiIssue[]): ReadUdi {
  const gtin = elements.find(({ id }) => id === '01')?.value
  return {
    agency: 'GS1',
    form,
    elements,
    issues,
    packageLevel: gtin !== undefined && /^\d{14}$/.test(gtin) ? Number(gtin[0]) : undefined,
    hrf: writeBracketed(elements),
    aidc: writeElementString(elements),
  }
}

/** Eight, 12, 13 or 14 digits whose check digit holds. */
function readGtin(text: string, base: number, currentYear: number): ReadUdi | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text) || !isGs1(text)) return undefined
  const place = { start: base, valueStart: base, end: base + text.length }
  const element = checkElement(findAi('01')!, text.padStart(14, '0'), place, currentYear)
  const issues = text.length < 14 ? [makeIssue('padded', base, base + text.length)] : []
  return { ...gs1Result('gtin', [element], issues), aidc: text }
}

/** ISO/IEC 15434: format 05 holds GS1's AIs, format 06 data identifiers. */
function readEnvelope(separated: Separated, currentYear: number, given: string): ReadUdi {
  const { text, offsets } = separated
  const body = text.slice(3).startsWith(RS) ? 4 : 3
  const format = text.slice(body, body + 2)
  if (format === '06') return readIfa(separated, currentYear)
  if (format !== '05') return unread(given, 'unknown_format')
  let to = text.length
  while (to > body + 2 && [RS, EOT, GS].includes(text[to - 1]!)) to--
  const inner = { text: text.slice(body + 2, to), offsets: offsets.slice(body + 2, to + 1), isAssumed: false }
  const read = readGs1(inner, currentYear)
  return { ...read, form: 'format-05', aidc: `[)>${RS}05${GS}${read.aidc}${RS}${EOT}` }
}
