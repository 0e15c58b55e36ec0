// The builder's Ed25519 key as an OpenPGP key, and signatures that apt, dnf and gpgv verify (RFC 4880, EdDSA as in RFC 9580 §5.5.5.5).
// Made by hand, so that one key signs everything and a build needs no keyring.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

const OID_ED25519 = Buffer.from('2b06010401da470f01', 'hex')
const EDDSA = 22
const SHA512 = 10
const TAGS = { signature: 2, publicKey: 6, userId: 13 } as const
const SIGNATURE_TYPES = { document: 0x00, certification: 0x13 } as const
/** Subpackets of a signature (RFC 4880 §5.2.3.1). */
const SUBPACKETS = { created: 2, issuer: 16, keyFlags: 27, issuerFingerprint: 33 } as const
const CERTIFY_AND_SIGN = 0x03

export interface OpenPgpSigner {
  /** The public key, as `signed-by` and `gpgkey` take it. */
  readonly publicKey: string
  /** A detached signature, with armor. */
  sign(bytes: Uint8Array): string
}

/**
 * @param pem an Ed25519 private key
 * @param seconds since 1970: when key and signatures were made
 */
export function openPgpSigner(pem: string, userId: string, seconds: number): OpenPgpSigner {
  const key = createPrivateKey(pem)
  const body = keyBody(key, seconds)
  const signature = (type: keyof typeof SIGNATURE_TYPES, data: Uint8Array): Buffer => signaturePacket(key, body, { type, data, seconds })
  const name = Buffer.from(userId)
  const certified = Buffer.concat([hashedKey(body), Buffer.from([0xb4]), uint32(name.length), name])
  const packets = [packet(TAGS.publicKey, body), packet(TAGS.userId, name), signature('certification', certified)]
  return {
    publicKey: armor('PUBLIC KEY BLOCK', Buffer.concat(packets)),
    sign: (bytes) => armor('SIGNATURE', signature('document', bytes)),
  }
}

function keyBody(key: KeyObject, seconds: number): Buffer {
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url')
  const point = Buffer.concat([Buffer.from([0x40]), raw])
  return Buffer.concat([Buffer.from([4]), uint32(seconds), Buffer.from([EDDSA, OID_ED25519.length]), OID_ED25519, bigNumber(point)])
}

interface Signed {
  readonly type: keyof typeof SIGNATURE_TYPES
  readonly data: Uint8Array
  readonly seconds: number
}

function signaturePacket(key: KeyObject, body: Buffer, { type, data, seconds }: Signed): Buffer {
  const fingerprint = createHash('sha1').update(hashedKey(body)).digest()
  const hashed = Buffer.concat([
    subpacket(SUBPACKETS.created, uint32(seconds)),
    subpacket(SUBPACKETS.issuerFingerprint, Buffer.concat([Buffer.from([4]), fingerprint])),
    ...(type === 'certification' ? [subpacket(SUBPACKETS.keyFlags, Buffer.from([CERTIFY_AND_SIGN]))] : []),
  ])
  const head = Buffer.concat([Buffer.from([4, SIGNATURE_TYPES[type], EDDSA, SHA512]), uint16(hashed.length), hashed])
  const digest = createHash('sha512')
    .update(data)
    .update(head)
    .update(Buffer.from([4, 0xff]))
    .update(uint32(head.length))
    .digest()
  const value = sign(null, digest, key)
  const unhashed = subpacket(SUBPACKETS.issuer, fingerprint.subarray(-8))
  const numbers = [bigNumber(value.subarray(0, 32)), bigNumber(value.subarray(32))]
  return packet(TAGS.signature, Buffer.concat([head, uint16(unhashed.length), unhashed, digest.subarray(0, 2), ...numbers]))
}

/** What stands for a key in what is hashed (RFC 4880 §5.2.4). */
function hashedKey(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x99]), uint16(body.length), body])
}

function packet(tag: number, body: Buffer): Buffer {
  const length = body.length < 192 ? Buffer.from([body.length]) : Buffer.concat([Buffer.from([0xff]), uint32(body.length)])
  return Buffer.concat([Buffer.from([0xc0 | tag]), length, body])
}

function subpacket(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([content.length + 1, type]), content])
}

/** A number without leading zeros behind the count of its bits (RFC 4880 §3.2). */
function bigNumber(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const significant = bytes.subarray(first === -1 ? bytes.length : first)
  const bits = significant.length === 0 ? 0 : (significant.length - 1) * 8 + (32 - Math.clz32(significant[0]!))
  return Buffer.concat([uint16(bits), significant])
}

function armor(kind: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  const sum = Buffer.from(checksum(bytes)).toString('base64')
  return `-----BEGIN PGP ${kind}-----\n\n${lines.join('\n')}\n=${sum}\n-----END PGP ${kind}-----\n`
}

/** CRC-24 (RFC 4880 §6.1). */
function checksum(bytes: Buffer): number[] {
  let crc = 0xb704ce
  for (const byte of bytes) {
    crc ^= byte << 16
    for (let i = 0; i < 8; i++) crc = crc & 0x800000 ? (crc << 1) ^ 0x1864cfb : crc << 1
  }
  return [(crc >> 16) & 0xff, (crc >> 8) & 0xff, crc & 0xff]
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
