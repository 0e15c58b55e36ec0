// Compresses answers for callers that accept it (RFC 9110 §12.5.3): texts above a size, never media that are compressed already.
// The compressors enter from outside, because they work off the event loop there.
import type { Answer } from '../routes/exchange-types.ts'
import { sha256Digest } from './content-digest.ts'
import type { Encoder, Encoders } from './encoders.ts'

/** Below this a compressed answer is hardly smaller than one packet all the same. */
export const MIN_COMPRESSED_BYTES = 1_024

/** @param acceptEncoding the header, or undefined where there is none */
export function encodeAnswer(
  answer: Answer,
  bytes: number,
  acceptEncoding: string | undefined,
  encoders: Encoders,
): Answer | Promise<Answer> {
  const { body, headers: own } = answer
  if (body === null || own['Content-Encoding'] !== undefined) return answer
  if (!(body instanceof ReadableStream) && bytes < MIN_COMPRESSED_BYTES) return answer
  if (!isCompressible(own['Content-Type'] ?? '')) return answer
  const vary = own.Vary === undefined ? 'Accept-Encoding' : `${own.Vary}, Accept-Encoding`
  const plain = { ...answer, headers: { ...own, Vary: vary } }
  const name = acceptEncoding === undefined ? undefined : chooseEncoding(acceptEncoding, Object.keys(encoders))
  const encoder = name === undefined ? undefined : encoders[name]
  if (name === undefined || !encoder) return plain
  if (body instanceof ReadableStream) {
    const headers = { ...plain.headers, 'Content-Encoding': name }
    // The pieces are the encoder's now.
    return { ...plain, body: body.pipeThrough(encoder.open()), headers, isGivenAway: false }
  }
  // An answer that cannot be compressed goes out as it is.
  return compress(plain, body, name, encoder).catch(() => plain)
}

async function compress(answer: Answer, body: string | Uint8Array, name: string, encoder: Encoder): Promise<Answer> {
  const encoded = await encoder.compress(typeof body === 'string' ? new TextEncoder().encode(body) : body)
  const headers: Record<string, string> = { ...answer.headers, 'Content-Encoding': name }
  // The digest is of the content as it is sent (RFC 9530 §2), and each form of a resource has a tag of its own (RFC 9110 §8.8.3.3).
  if (headers['Content-Digest'] !== undefined) headers['Content-Digest'] = await sha256Digest(encoded)
  if (headers.ETag !== undefined) headers.ETag = `${headers.ETag.slice(0, -1)}-${name}"`
  return { ...answer, body: encoded, headers }
}

/** The tag of the uncompressed form. */
export function plainTag(tag: string): string {
  return tag.replace(/-(?:gzip|zstd)"$/, '"')
}

/** Texts and what is written as text; documents such as application/dicom hold images that are compressed or do not gain much. */
function isCompressible(contentType: string): boolean {
  const semicolon = contentType.indexOf(';')
  const type = (semicolon < 0 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase()
  return type.startsWith('text/') || TEXT_TYPES.has(type) || type.endsWith('+json') || type.endsWith('+xml')
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/x-ndjson', 'application/xml', 'application/hl7-v2'])

/** The offered coding that is liked best; undefined where none is liked better than no coding at all. */
export function chooseEncoding(acceptEncoding: string, offered: readonly string[]): string | undefined {
  const qualities = new Map<string, number>()
  for (const piece of acceptEncoding.split(',', 32)) {
    const [coding = '', ...parameters] = piece.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    if (coding !== '') qualities.set(coding, quality >= 0 && quality <= 1 ? quality : 0)
  }
  const rest = qualities.get('*')
  let best: string | undefined
  let bestQuality = 0
  for (const coding of offered) {
    const quality = qualities.get(coding) ?? rest ?? 0
    if (quality > bestQuality) {
      best = coding
      bestQuality = quality
    }
  }
  return bestQuality >= (qualities.get('identity') ?? 0) ? best : undefined
}
