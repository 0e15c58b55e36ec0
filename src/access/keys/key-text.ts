// The text of a key: `<prefix>_<kind>_<id>_<secret><checksum>`, as `ht_live_…`. The checksum is for typing errors and no secret.

/** `client` is a client of the token endpoint: its secret is good there and nowhere else. */
export type KeyKind = 'live' | 'trial' | 'client'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 12
/** 32 × log2(62) = 190.5 bits. */
const SECRET_LENGTH = 32
/** 62⁶ > 2³². */
const CHECKSUM_LENGTH = 6
const TAIL_LENGTH = 1 + ID_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH
const MAX_LENGTH = 8 + 1 + 'client'.length + TAIL_LENGTH

const IS_BASE62 = new Uint8Array(128)
for (const letter of ALPHABET) IS_BASE62[letter.charCodeAt(0)] = 1

export interface KeyText {
  readonly kind: KeyKind
  readonly id: string
  /** Kind, id and secret: what is hashed, so that a hash stands for one id and kind alone. */
  readonly hashed: string
  /** The last letters of the secret, as many as an ID has: what is looked up in vain where the ID is known and the secret wrong. */
  readonly decoyId: string
}

export function isKeyPrefix(text: string): boolean {
  return /^[a-z][a-z0-9]{1,7}$/.test(text)
}

export function isKeyId(text: string): boolean {
  return text.length === ID_LENGTH && isBase62(text, 0, ID_LENGTH)
}

export function composeKey(prefix: string, kind: KeyKind, id: string, secret: string): { text: string; hashed: string } {
  const hashed = `${kind}_${id}_${secret}`
  const body = `${prefix}_${hashed}`
  return { text: body + checksumOf(body, body.length), hashed }
}

/** Whether it was meant as a key, typing errors or not: such a text is a secret of this server and nobody else's. */
export function looksLikeKey(text: string): boolean {
  return /^[a-z][a-z0-9]{1,7}_(?:live|trial|client)_/.test(text)
}

/** Whether the text is as long as a key. */
export function mayBeKey({ length }: string): boolean {
  return length <= MAX_LENGTH && length >= TAIL_LENGTH
}

/**
 * Undefined where the text is no key or has a typing error. The prefix is not compared: a key that was issued stays good when the
 * configuration names another prefix for new ones.
 */
export function parseKey(text: string): KeyText | undefined {
  const { length } = text
  if (!mayBeKey(text)) return undefined
  const idStart = length - TAIL_LENGTH + 1
  const secretStart = idStart + ID_LENGTH + 1
  const checksumStart = length - CHECKSUM_LENGTH
  const kindStart = text.indexOf('_') + 1
  const kind = text.slice(kindStart, idStart - 1)
  if (kind !== 'live' && kind !== 'trial' && kind !== 'client') return undefined
  if (text[idStart - 1] !== '_' || text[secretStart - 1] !== '_') return undefined
  if (!isBase62(text, idStart, idStart + ID_LENGTH) || !isBase62(text, secretStart, length)) return undefined
  if (text.slice(checksumStart) !== checksumOf(text, checksumStart)) return undefined
  return {
    kind,
    id: text.slice(idStart, secretStart - 1),
    hashed: text.slice(kindStart, checksumStart),
    decoyId: text.slice(checksumStart - ID_LENGTH, checksumStart),
  }
}

export function randomId(randomBytes: (length: number) => Uint8Array): string {
  return randomText(randomBytes, ID_LENGTH)
}

export function randomSecret(randomBytes: (length: number) => Uint8Array): string {
  return randomText(randomBytes, SECRET_LENGTH)
}

/** Bytes of 248 and more are thrown away: 248 = 4 × 62, so that every letter is equally likely. */
function randomText(randomBytes: (length: number) => Uint8Array, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

function isBase62(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > 127 || IS_BASE62[code] !== 1) return false
  }
  return true
}

const CRC_TABLE = new Uint32Array(256)
for (let i = 0; i < 256; i++) {
  let value = i
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  CRC_TABLE[i] = value
}

/** CRC-32 (ISO 3309) of the first `end` characters, in six digits of base 62. */
function checksumOf(text: string, end: number): string {
  let crc = 0xffffffff
  for (let i = 0; i < end; i++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff]!
  let rest = (crc ^ 0xffffffff) >>> 0
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62]! + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
