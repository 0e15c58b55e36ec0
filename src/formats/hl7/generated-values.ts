// Values that are new in each call, a time and identifiers; with a time and a seed of the caller's, the same in each call.
import { sha256 } from '../phi/policy/hmac-sha256.ts'

export interface Generator {
  /** The time as HL7 writes it, in UTC with its offset unless the caller gives another one. */
  now(): string
  /** Another UUID each time: of version 4, with a seed of version 8. */
  uuid(): string
}

/** @param seed of the identifiers; undefined for random ones */
export function createGenerator(timestamp: string | undefined, seed: string | undefined): Generator {
  let time = timestamp
  let count = 0
  return {
    now: () => {
      time ??= formatTime(new Date())
      return time
    },
    uuid: () => (seed === undefined ? crypto.randomUUID() : seededUuid(`${seed}\n${count++}`)),
  }
}

function formatTime(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace(/\D/g, '')}+0000`
}

/** A UUID of version 8 (RFC 9562): the first bits of the text's digest. */
export function seededUuid(text: string): string {
  const bytes = sha256(bytesOf(text))
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  let at = 0
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) digits[at++] = HYPHEN
    digits[at++] = HEX.charCodeAt(bytes[i]! >> 4)
    digits[at++] = HEX.charCodeAt(bytes[i]! & 0x0f)
  }
  return String.fromCharCode.apply(null, digits)
}

const encoder = new TextEncoder()
/** Most texts are names of resources: their bytes stand here until the next one. */
const shortBytes = new Uint8Array(512)

function bytesOf(text: string): Uint8Array {
  if (text.length > shortBytes.length) return encoder.encode(text)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return encoder.encode(text)
    shortBytes[i] = code
  }
  return shortBytes.subarray(0, text.length)
}

const HEX = '0123456789abcdef'
const HYPHEN = 45
/** Characters of one UUID after the other: a text that is made at once needs no others on the way. */
const digits: number[] = Array.from({ length: 36 }, () => 0)
