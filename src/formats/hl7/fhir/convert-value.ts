// A text of a message as a value of a primitive type of FHIR, or the reason why it is none: nothing is put in that R4 does not allow.
import { escapeXmlText } from '../../xml/escape-xml.ts'
import { isAddress, type MappedCode, officialAddress, systemAddress } from './code-systems.ts'
import { convertDate, convertTime, type DateKind, type Zone } from './date-values.ts'
import { readDecimal } from './decimal.ts'
import type { Primitive } from './fhir-node.ts'
import type { R4Element } from './r4-model.ts'
import type { Reason } from './reason.ts'

export interface ValueContext {
  readonly zone: Zone
  readonly systems: ReadonlyMap<string, string>
  /** Who sent the message; empty where it does not say. */
  readonly sender: string
}

/** A value, a reason why there is none, or both where a part of the text is left out. */
export interface Converted {
  readonly value?: Primitive | undefined
  readonly reason?: Reason
}

const INVALID: Converted = { reason: 'invalid_value' }

/** What the conversion of a text depends on. */
type Target = Pick<R4Element, 'name' | 'type' | 'codes'>

export function convertValue(text: string, element: Target, mapped: MappedCode | undefined, context: ValueContext): Converted {
  switch (element.type) {
    case 'code':
      return convertCode(text, element, mapped)
    case 'boolean':
      return convertBoolean(mapped?.code ?? text)
    case 'decimal':
      return convertDecimal(text)
    case 'integer':
    case 'unsignedInt':
    case 'positiveInt':
      return convertInteger(text, element.type)
    case 'date':
    case 'dateTime':
    case 'instant':
      return convertInstant(text, element.type, context.zone)
    case 'time': {
      const value = convertTime(text)
      return value === undefined ? INVALID : { value }
    }
    case 'uri':
    case 'url':
    case 'canonical':
      return element.name === 'system' ? { value: systemAddress(text, context.systems, context.sender) } : convertAddress(text)
    case 'base64Binary':
      return { value: base64Of(new TextEncoder().encode(text)) }
    case 'id':
      return /^[A-Za-z0-9.-]{1,64}$/.test(text) ? { value: text } : INVALID
    case 'xhtml':
      // txt-2: a narrative says something.
      if (!isText(text)) return INVALID
      return { value: `<div xmlns="http://www.w3.org/1999/xhtml">${escapeXmlText(text)}</div>` }
    default:
      return isText(text) ? { value: mapped?.code ?? text } : INVALID
  }
}

function convertCode(text: string, { codes }: Target, mapped: MappedCode | undefined): Converted {
  const code = mapped?.code ?? text.trim()
  if (!codes) return isCode(code) ? { value: code } : INVALID
  if (codes.has(code)) return { value: code }
  return codes.has(code.toLowerCase()) ? { value: code.toLowerCase() } : { reason: 'no_code' }
}

/** No blanks but single ones inside (R4 §2.24.0.1), and nothing but characters. */
function isCode(text: string): boolean {
  if (text === '' || text.startsWith(' ') || text.endsWith(' ') || text.includes('  ')) return false
  return isText(text) && !/[\t\n\r\u00a0]/.test(text)
}

/** Characters that R4 allows in a text, one of them no blank. */
export function isText(text: string): boolean {
  let isBlank = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return false
    if (code > 32 && code !== 0xa0) isBlank = false
  }
  return !isBlank
}

function convertBoolean(text: string): Converted {
  const plain = text.trim().toLowerCase()
  if (plain === 'true' || plain === 'y') return { value: true }
  return plain === 'false' || plain === 'n' ? { value: false } : INVALID
}

function convertDecimal(text: string): Converted {
  const value = readDecimal(text)
  return value === undefined ? INVALID : { value }
}

function convertInteger(text: string, type: string): Converted {
  const plain = text.trim()
  if (!/^[+-]?[0-9]{1,10}$/.test(plain)) return INVALID
  const value = Number(plain)
  const least = type === 'positiveInt' ? 1 : type === 'unsignedInt' ? 0 : -2_147_483_648
  return value >= least && value <= 2_147_483_647 ? { value } : INVALID
}

function convertInstant(text: string, kind: DateKind, zone: Zone): Converted {
  const found = convertDate(text, kind, zone)
  if (!found) return INVALID
  return found.isCut ? { value: found.value, reason: 'no_timezone' } : { value: found.value }
}

function convertAddress(text: string): Converted {
  const oid = text.startsWith('urn:oid:') ? text.slice('urn:oid:'.length) : undefined
  const value = oid !== undefined ? officialAddress(oid) : isAddress(text) ? text : officialAddress(text)
  return value === undefined ? INVALID : { value }
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += CHUNK) binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK))
  return btoa(binary)
}

const CHUNK = 8192

/** The data of ED by its encoding (table 0299) as base64; undefined for what is not of the encoding. */
export function encodedData(text: string, encoding: string): string | undefined {
  const plain = text.replace(/\s+/g, '')
  if (encoding.toLowerCase() === 'base64') return isBase64(plain) ? plain : undefined
  if (encoding.toLowerCase() !== 'hex') return base64Of(new TextEncoder().encode(text))
  if (plain.length === 0 || plain.length % 2 === 1 || !/^[0-9A-Fa-f]*$/.test(plain)) return undefined
  return base64Of(Uint8Array.from({ length: plain.length / 2 }, (_, i) => Number.parseInt(plain.slice(2 * i, 2 * i + 2), 16)))
}

function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
