// The text of a JSON Web Token (RFC 7515 §7.1) before anything of it is believed: strict base64url, small, and no header that brings a key.
import { parseJson } from '../../core/parse-json.ts'

export interface TokenText {
  readonly algorithm: string
  readonly type: string | undefined
  readonly keyId: string | undefined
  /** Not verified: only good to find the keys with which it has to be. */
  readonly issuer: string
}

/** A token with many groups is long; one beyond this is no token of an honest issuer. */
export const MAX_TOKEN_LENGTH = 8_192
const MAX_KEY_ID_LENGTH = 256
/** Headers by which a token would name or bring the key that verifies it, or wants something that is not understood (RFC 7515 §4.1.11). */
const REFUSED_HEADERS = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'enc']

/** Whether it has the three parts of a token, well formed or not. */
export function looksLikeToken(text: string): boolean {
  const first = text.indexOf('.')
  const second = text.indexOf('.', first + 1)
  return first > 0 && second > first && text.indexOf('.', second + 1) < 0
}

/** Undefined where the text is no token that may be looked at further. */
export function readTokenText(text: string): TokenText | undefined {
  if (text.length > MAX_TOKEN_LENGTH || !looksLikeToken(text)) return undefined
  const parts = text.split('.')
  if (!parts.every(isBase64url)) return undefined
  const header = decodeObject(parts[0]!)
  const claims = decodeObject(parts[1]!)
  if (!header || !claims) return undefined
  if (REFUSED_HEADERS.some((name) => Object.hasOwn(header, name))) return undefined
  const { alg, typ, kid } = header
  const { iss } = claims
  if (typeof alg !== 'string' || typeof iss !== 'string') return undefined
  if (typ !== undefined && typeof typ !== 'string') return undefined
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > MAX_KEY_ID_LENGTH)) return undefined
  return { algorithm: alg, type: typ, keyId: kid, issuer: iss }
}

/** The one form that these bytes have: no padding, no sign beyond the alphabet, no bits behind the last byte (RFC 4648 §3.5). */
function isBase64url(text: string): boolean {
  let last = -1
  for (let i = 0; i < text.length; i++) {
    last = digitOf(text.charCodeAt(i))
    if (last < 0) return false
  }
  const rest = text.length % 4
  if (text.length === 0 || rest === 1) return false
  return rest === 0 || (last & (rest === 2 ? 0x0f : 0x03)) === 0
}

function digitOf(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41
  if (code >= 0x61 && code <= 0x7a) return code - 0x61 + 26
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 52
  return code === 0x2d ? 62 : code === 0x5f ? 63 : -1
}

function decodeObject(part: string): Record<string, unknown> | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const value: unknown = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
