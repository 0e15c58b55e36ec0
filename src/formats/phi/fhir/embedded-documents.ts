// Documents inside of resources: text, HL7 v2, DICOM and FHIR are cleaned as they are on their own; of all else nobody can say what it holds, and it goes.
import { ProblemError } from '../../../core/problem.ts'
import { type DeidentifiedFile, deidentifyFile } from '../../dicom/deidentify/deidentify-file.ts'
import { readDicom } from '../../dicom/read/read-dicom.ts'
import type { FhirVersion } from '../../fhir/model/versions.ts'
import { readDocument } from '../../hl7/document.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { deidentifyText } from '../deidentify-text.ts'
import { deidentifyHl7 } from '../hl7/deidentify-hl7.ts'
import { isPlainText } from '../hl7/embedded-data.ts'
import { compilePlaceRules } from '../hl7/place-rules.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import { gluedNames } from './plain-words.ts'

export const EMBEDDED_TOOLS = [
  'phi/deidentify-text',
  'phi/deidentify-hl7',
  'phi/deidentify-dicom',
  'phi/deidentify-fhir',
  'phi/deidentify-cda',
] as const
type EmbeddedTool = (typeof EMBEDDED_TOOLS)[number]

export interface Embedded {
  index: number
  path: string
  /** Null for one that was taken out. */
  mediaType: string | null
  /** What it was cleaned as; null for one that was taken out. */
  tool: EmbeddedTool | null
  changes: number
}

interface CleanedData {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly tool: EmbeddedTool
  readonly changes: number
}

export interface DataSettings {
  readonly version: FhirVersion
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly key: string | undefined
  /** Whose dates they are; null where that is not to be told. */
  readonly subject: string | undefined | null
  /** A document of FHIR in the same graph of ids; undefined where it cannot be read. */
  readonly fhir: (bytes: Uint8Array) => { readonly text: string; readonly changes: number } | undefined
  /** A document of CDA; undefined where something of it still stands. */
  readonly cda?:
    | ((bytes: Uint8Array, settings: DataSettings) => { readonly content: Uint8Array; readonly changes: number } | undefined)
    | undefined
}

/** @returns undefined for what cannot be cleaned, or is not what its media type says */
export function cleanData(base64: string, mediaType: string | undefined, settings: DataSettings): CleanedData | undefined {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const bytes = bytesOf(base64)
  if (bytes === undefined) return undefined
  try {
    if (type === 'application/dicom') return cleanDicom(bytes, type, settings)
    const text = textOf(bytes)
    if (text === undefined) return undefined
    if (HL7.has(type)) return cleanHl7(text, type, settings)
    if (CDA.has(type)) return cleanCda(bytes, type, settings)
    if (
      /^(?:application|text)\/(?:fhir\+)?(?:json|xml)(?:\+fhir)?$|^application\/fhir\+ndjson$|^application\/(?:json|xml)\+fhir$/.test(type)
    )
      return cleanFhir(bytes, type, settings)
    return cleanText(text, type, settings)
  } catch (error) {
    // What its own tool refuses nobody has looked at.
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

const HL7: ReadonlySet<string> = new Set(['x-application/hl7-v2+er7', 'application/hl7-v2', 'application/hl7-v2+er7'])
const CDA: ReadonlySet<string> = new Set(['application/hl7-cda+xml', 'application/cda+xml', 'application/hl7-sda+xml'])
const MARKUP: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'text/rtf', 'application/rtf'])

function cleanHl7(text: string, mediaType: string, settings: DataSettings): CleanedData | undefined {
  if (!/^\u000b?MSH/.test(text)) return undefined
  const actionFor = compilePlaceRules([], { policy: 'safe-harbor', hasKey: false })
  const { deidentifier, detect, subject } = settings
  const cleaned = deidentifyHl7(readDocument(text), { deidentifier, detect, actionFor, unknown: 'block', subject: subject ?? undefined })
  if (cleaned.residual.length > 0) return undefined
  return written(cleaned.message, mediaType, 'phi/deidentify-hl7', cleaned.changes.length)
}

/** A file needs a key: its UIDs have to go on leading to each other. */
function cleanDicom(bytes: Uint8Array, mediaType: string, { key, subject, deidentifier, detect }: DataSettings): CleanedData | undefined {
  if (key === undefined) return undefined
  const cleaned: DeidentifiedFile = deidentifyFile(readDicom(bytes), {
    options: deidentifier.shiftsDates && subject !== null ? ['retain-modified-dates'] : [],
    unlisted: 'remove',
    key,
    subject: subject ?? undefined,
    pseudonyms: deidentifier.actionFor('mrn') === 'surrogate' ? 'surrogate' : 'none',
    regions: [],
    onBurnedIn: 'fail',
    mode: detect.mode === 'fail-closed' ? 'fail-closed' : 'high-recall',
  })
  if (cleaned.residuals.length > 0) return undefined
  return { bytes: cleaned.bytes, mediaType, tool: 'phi/deidentify-dicom', changes: cleaned.changes.length + cleaned.changesOmitted }
}

function cleanFhir(bytes: Uint8Array, mediaType: string, settings: DataSettings): CleanedData | undefined {
  // XML that does not say so may be CDA.
  if (/xml$/.test(mediaType) && !mediaType.includes('fhir') && isClinicalDocument(bytes)) return cleanCda(bytes, mediaType, settings)
  const cleaned = settings.fhir(bytes)
  return cleaned && written(cleaned.text, mediaType, 'phi/deidentify-fhir', cleaned.changes)
}

function isClinicalDocument(bytes: Uint8Array): boolean {
  return /<(?:[A-Za-z][A-Za-z0-9]{0,20}:)?ClinicalDocument[\s>]/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 20_000)))
}

function cleanCda(bytes: Uint8Array, mediaType: string, settings: DataSettings): CleanedData | undefined {
  const cleaned = settings.cda?.(bytes, settings)
  return cleaned && { bytes: cleaned.content, mediaType, tool: 'phi/deidentify-cda', changes: cleaned.changes }
}

function cleanText(text: string, type: string, { detect, deidentifier, subject, version }: DataSettings): CleanedData | undefined {
  if (!MARKUP.has(type) && !(type.startsWith('text/') && isPlainText(text))) return undefined
  const glued = gluedNames(text, version).map(({ start, end }) => text.slice(start, end))
  const known = glued.length === 0 ? detect : { ...detect, deny: [...(detect.deny ?? []), ...glued] }
  const cleaned = deidentifyText(text, known, ofSubject(deidentifier, subject))
  if (cleaned.residual.some(({ reason }) => reason === 'original')) return undefined
  return written(cleaned.text, type, 'phi/deidentify-text', cleaned.spans.length)
}

/** The same for one person: where nobody says whose a date is, it does not move but goes. */
export function ofSubject(deidentifier: Deidentifier, subject: string | undefined | null): Deidentifier {
  return {
    ...deidentifier,
    replace(value) {
      const isLost = subject === null && value.category === 'date' && deidentifier.actionFor('date', value.path) === 'date-shift'
      return isLost ? deidentifier.apply('replace', value) : deidentifier.replace({ ...value, subject: subject ?? undefined })
    },
  }
}

function written(text: string, mediaType: string, tool: EmbeddedTool, changes: number): CleanedData {
  return { bytes: new TextEncoder().encode(text), mediaType, tool, changes }
}

export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** @returns undefined for what is no base64 */
function bytesOf(base64: string): Uint8Array | undefined {
  const compact = base64.replace(/\s+/g, '')
  if (compact === '' || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined
  return Uint8Array.from(atob(compact), (character) => character.charCodeAt(0))
}

/** UTF-8 without NUL; undefined for anything else. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
