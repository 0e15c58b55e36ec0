// The media type of encapsulated data: ED.2 (table 0191) and ED.3 (table 0291) together, as one of RFC 2046.
import { firstLeaf, isValued, partAt, type SourceSegment } from '../source-message.ts'
import { placeAt } from './place-part.ts'

/** Types of RFC 2046, which senders put into ED.2; the codes of table 0191 say no more than the subtype does. */
const MEDIA: ReadonlySet<string> = new Set(['application', 'audio', 'image', 'message', 'model', 'multipart', 'text', 'video'])
const CODES: Readonly<Record<string, string>> = { AP: 'application', AU: 'audio', FT: 'text', IM: 'image', TEXT: 'text', TX: 'text' }

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  html: 'text/html',
  xml: 'application/xml',
  text: 'text/plain',
  plain: 'text/plain',
  txt: 'text/plain',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  tiff: 'image/tiff',
  dicom: 'application/dicom',
  msword: 'application/msword',
  // Types of HL7 v2 (table 0191) with a subtype of another one.
  'application/text': 'text/plain',
  'application/plain': 'text/plain',
  'application/html': 'text/html',
  'text/pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'application/jpeg': 'image/jpeg',
}

/** The media type that a subtype, or a type that only HL7 v2 has, stands for; undefined for any other text. */
export function mediaTypeOf(text: string): string | undefined {
  const key = text.toLowerCase()
  return Object.hasOwn(CONTENT_TYPES, key) ? CONTENT_TYPES[key] : undefined
}

/** Completes the media types of OBX-5 that hold the subtype alone. */
export function joinMediaTypes({ fields }: SourceSegment): void {
  for (const part of fields[5] ?? []) {
    const main = firstLeaf(partAt(part, 2))
    const type = firstLeaf(partAt(part, 3))?.nodes.find(({ element }) => element?.name === 'contentType')
    if (!main || !isValued(main) || typeof type?.value !== 'string') continue
    const named = main.value.trim().toLowerCase()
    const media = MEDIA.has(named) ? named : CODES[named.toUpperCase()]
    if (media === undefined) continue
    const known = mediaTypeOf(type.value)
    if (known === undefined && /^[A-Za-z0-9.+-]{1,80}$/.test(type.value)) type.value = `${media}/${type.value.toLowerCase()}`
    // Application says nothing of what the data is; any other kind that the subtype is not of is told.
    if (known === undefined || media === 'application' || known.startsWith(`${media}/`)) placeAt(main, type)
  }
}
