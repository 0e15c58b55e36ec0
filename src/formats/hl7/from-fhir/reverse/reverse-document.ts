// Documents as encapsulated data (ED), pointers (RP) or lines of text: what OBX has for an attachment.
import type { Scope } from '../draft/claim-log.ts'
import { addressText, type DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import type { PatientPlan } from '../plan/patient-plan.ts'
import { decodedText } from './reverse-value.ts'

/** Subtypes that to-fhir completes to their type. */
const SUBTYPES: Readonly<Record<string, readonly [string, string]>> = {
  'application/pdf': ['application', 'pdf'],
  'application/rtf': ['application', 'rtf'],
  'text/html': ['text', 'html'],
  'application/xml': ['application', 'xml'],
  'text/plain': ['text', 'plain'],
  'image/jpeg': ['image', 'jpeg'],
  'image/png': ['image', 'png'],
  'image/gif': ['image', 'gif'],
  'image/tiff': ['image', 'tiff'],
  'application/dicom': ['application', 'dicom'],
}

/** The document that an Observation is derived from. */
export function reverseDocument({ builder, contents }: PatientPlan, segment: DraftSegment, observation: SourceResource): void {
  for (const reference of observation.element.all('derivedFrom')) {
    const found = contents.bundle.resolve(reference)
    if (found?.type !== 'DocumentReference') continue
    const attachment = found.element.first('content')?.first('attachment')
    const scope = builder.scopeOf(found.element)
    const text = reference.first('reference')
    const kind = kindOf(builder, observation)
    if (!attachment || !writeAttachment(builder, segment, attachment, scope, kind)) continue
    contents.use(found)
    if (text) builder.context.log.claim(builder.scopeOf(observation.element), text, 'OBX-5')
    const status = found.element.first('status')
    if (status?.text === 'current') builder.context.log.claim(scope, status, '')
    return
  }
}

/** ED.2, which to-fhir keeps in a note where it is no part of the type. */
function kindOf(builder: MessageBuilder, { element }: SourceResource): string {
  for (const note of element.all('note')) {
    const text = note.first('text')
    const kind = /^OBX-5: ([A-Za-z]{1,20})$/.exec(text?.text ?? '')?.[1]
    if (kind === undefined || !text) continue
    builder.context.log.claim(builder.scopeOf(element), text, 'OBX-5.2')
    return kind
  }
  return ''
}

/** @returns whether OBX-5 holds the attachment */
function writeAttachment(builder: MessageBuilder, segment: DraftSegment, attachment: FhirElement, scope: Scope, kind = ''): boolean {
  const data = attachment.first('data')
  const url = attachment.first('url')
  if (kind !== '') builder.complete(segment, 5, kind, [2])
  if (data?.text !== undefined) return writeData(builder, segment, attachment, data, scope)
  if (url?.text === undefined || !put(builder, segment, [1], url.text, url, scope)) return false
  segment.put({ field: 2, repetition: 1, inner: [] }, 'RP')
  const type = attachment.first('contentType')
  const [, main = '', sub = ''] = /^([^/]{1,40})\/([^/]{1,80})$/.exec(type?.text ?? '') ?? []
  if (type && main !== '' && put(builder, segment, [3], main, type, scope)) put(builder, segment, [4], sub, type, scope)
  return true
}

function writeData(builder: MessageBuilder, segment: DraftSegment, attachment: FhirElement, data: FhirElement, scope: Scope): boolean {
  segment.put({ field: 2, repetition: 1, inner: [] }, 'ED')
  const type = attachment.first('contentType')
  const title = attachment.first('title')
  const [main, sub] = SUBTYPES[type?.text ?? ''] ?? ['', '']
  // A type that HL7 does not know stands in the title.
  if (title?.text !== undefined && type?.text === 'application/octet-stream') {
    put(builder, segment, [3], title.text, title, scope)
    builder.context.log.claim(scope, type, 'OBX-5.3')
  } else if (type?.text !== undefined && type.text !== 'application/octet-stream') {
    put(builder, segment, [3], sub || type.text, type, scope)
    builder.complete(segment, 5, main || type.text.split('/')[0]!, [2])
  } else if (type) builder.context.log.claim(scope, type, 'OBX-5.3')
  segment.put({ field: 5, repetition: 1, inner: [4] }, 'Base64')
  return put(builder, segment, [5], data.text!, data, scope)
}

function put(
  builder: MessageBuilder,
  segment: DraftSegment,
  inner: readonly number[],
  text: string,
  element: FhirElement,
  scope: Scope,
): boolean {
  const address = { field: 5, repetition: 1, inner }
  const { log } = builder.context
  if (!log.put(segment, address, text, element)) return false
  log.claim(scope, element, addressText(segment.id, address))
  return true
}

/** Codes of table 0085; any other document is not verified (R). */
const RESULT_STATUS: Readonly<Record<string, string>> = { final: 'F', amended: 'C', preliminary: 'P', 'entered-in-error': 'W' }

/** The content of a document (MDM): plain text in a line each, anything else whole. */
export function addContents({ builder }: PatientPlan, document: SourceResource): void {
  const scope = builder.scopeOf(document.element)
  const before = builder.segments.length
  let number = 0
  for (const content of document.element.all('content')) {
    const attachment = content.first('attachment')
    const data = attachment?.first('data')
    const type = attachment?.first('contentType')
    const text = data?.text !== undefined && type?.text === 'text/plain' ? decodedText(data.text) : undefined
    if (!attachment) continue
    if (text === undefined) {
      const segment = builder.add('OBX')
      if (writeAttachment(builder, segment, attachment, scope)) builder.complete(segment, 1, String(++number))
      else builder.remove(segment)
      continue
    }
    for (const line of text.split('\n')) {
      const segment = builder.add('OBX')
      builder.complete(segment, 1, String(++number))
      builder.complete(segment, 2, 'TX')
      builder.complete(segment, 5, line)
    }
    for (const each of [data, type]) if (each) builder.context.log.claim(scope, each, 'OBX-5')
  }
  const segments = builder.segments.slice(before).filter(({ id }) => id === 'OBX')
  const contents = document.element.all('content')
  // The kind of document stands in OBX-3 of every line, its completion in OBX-11 where TXA-17 does not hold it.
  for (const segment of segments) {
    builder.fillBy(segment, 'OBX[DocumentReference]', document.element, contents)
    builder.complete(segment, 11, RESULT_STATUS[document.element.textAt('docStatus') ?? ''] ?? 'R')
  }
}
