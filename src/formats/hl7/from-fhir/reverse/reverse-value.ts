// A value of a primitive type of FHIR as the text of a field: the way back from convertValue.
import { officialAddress, systemName } from '../../fhir/code-systems.ts'

/** @returns undefined for a value that has no form in HL7 v2 */
export function reverseValue(text: string, type: string, name: string, systems: ReadonlyMap<string, string>): string | undefined {
  switch (type) {
    case 'date':
    case 'dateTime':
    case 'instant':
      return reverseDate(text)
    case 'time':
      return /^[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?$/.test(text) ? text.replaceAll(':', '') : undefined
    case 'boolean':
      return text === 'true' ? 'Y' : 'N'
    case 'uri':
    case 'url':
    case 'canonical':
      return name === 'system' ? systemName(text, systems) : plainAddress(text)
    case 'base64Binary':
      return decodedText(text)
    case 'xhtml':
      return plainNarrative(text)
    default:
      return text
  }
}

/** @returns undefined for what is no date of FHIR */
export function reverseDate(text: string): string | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2}))?)?)?$/.exec(text)
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction, offset = ''] = match
  // HL7 v2 has four digits of a second.
  const part = fraction === undefined ? '' : `.${fraction.slice(0, 4)}`
  return `${year}${month}${day}${hour}${minute}${second}${part}${offset === 'Z' ? '+0000' : offset.replace(':', '')}`
}

/** An OID or UUID without its scheme, as to-fhir reads it; any other address as it is. */
function plainAddress(text: string): string {
  const plain = /^urn:(?:oid|uuid):(.*)$/.exec(text)?.[1]
  return plain !== undefined && officialAddress(plain) === text ? plain : text
}

/** UTF-8 in base64; undefined for what is no text. */
export function decodedText(text: string): string | undefined {
  const plain = text.replace(/\s+/g, '')
  if (plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return undefined
  try {
    const bytes = Uint8Array.from(atob(plain), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

/** The text of a narrative without markup; undefined for one with any. */
function plainNarrative(text: string): string | undefined {
  const inner = /^<div[^<>]*>([^<]*)<\/div>$/.exec(text.trim())?.[1]
  return inner?.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]!)
}
