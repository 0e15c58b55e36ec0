// Documents inside of resources: text and HL7 v2 are cleaned as they are on their own; of all else nobody can say what it holds, and it goes.
import { readDocument } from '../../hl7/document.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { deidentifyText } from '../deidentify-text.ts'
import { deidentifyHl7 } from '../hl7/deidentify-hl7.ts'
import { isPlainText } from '../hl7/embedded-data.ts'
import { compilePlaceRules } from '../hl7/place-rules.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'

export interface Embedded {
  index: number
  path: string
  /** Null for one that was taken out. */
  mediaType: string | null
  /** What it was cleaned as; null for one that was taken out. */
  tool: 'phi/deidentify-text' | 'phi/deidentify-hl7' | null
  changes: number
}

export interface CleanedData {
  readonly data: string
  readonly mediaType: string
  readonly tool: 'phi/deidentify-text' | 'phi/deidentify-hl7'
  readonly changes: number
  /** Bytes. */
  readonly size: number
}

interface DataSettings {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly subject: string | undefined
}

/** @returns undefined for what cannot be cleaned, or is not what its media type says */
export function cleanData(base64: string, mediaType: string | undefined, settings: DataSettings): CleanedData | undefined {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const text = decode(base64)
  if (text === undefined) return undefined
  const { detect, deidentifier, subject } = settings
  if (type === 'x-application/hl7-v2+er7' || type === 'application/hl7-v2') {
    if (!/^\u000b?MSH/.test(text)) return undefined
    const actionFor = compilePlaceRules([], { policy: 'safe-harbor', hasKey: false })
    const cleaned = deidentifyHl7(readDocument(text), { deidentifier, detect, actionFor, unknown: 'block', subject })
    return encoded(cleaned.message, type, 'phi/deidentify-hl7', cleaned.changes.length)
  }
  const isMarkup = type === 'text/html' || type === 'application/xhtml+xml' || type === 'text/rtf' || type === 'application/rtf'
  if (!isMarkup && !(type.startsWith('text/') && isPlainText(text))) return undefined
  const cleaned = deidentifyText(text, detect, deidentifier)
  if (cleaned.residual.some(({ reason }) => reason === 'original')) return undefined
  return encoded(cleaned.text, type, 'phi/deidentify-text', cleaned.spans.length)
}

function encoded(text: string, mediaType: string, tool: CleanedData['tool'], changes: number): CleanedData {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { data: btoa(binary), mediaType, tool, changes, size: bytes.length }
}

/** UTF-8 without control characters; undefined for anything else. */
function decode(base64: string): string | undefined {
  const compact = base64.replace(/\s+/g, '')
  if (compact === '' || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined
  const bytes = Uint8Array.from(atob(compact), (character) => character.charCodeAt(0))
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
