// Ids of requests: random UUIDs, many made at once. One made alone is put together from twenty pieces, which costs as much as reading the key.
import { randomFillSync } from 'node:crypto'

const BATCH = 128
const BYTES = 16
/** Hexadecimal digits and four hyphens. */
const LENGTH = 36

/** @returns what makes a version 4 UUID (RFC 9562 §5.4) with each call */
export function createRequestIds(): () => string {
  const random = Buffer.alloc(BATCH * BYTES)
  let texts = ''
  let at = 0
  return () => {
    if (at === texts.length) {
      texts = composeIds(randomFillSync(random))
      at = 0
    }
    at += LENGTH
    return texts.slice(at - LENGTH, at)
  }
}

function composeIds(random: Buffer): string {
  for (let i = 0; i < random.length; i += BYTES) {
    random[i + 6] = (random[i + 6]! & 0x0f) | 0x40
    random[i + 8] = (random[i + 8]! & 0x3f) | 0x80
  }
  const digits = random.toString('hex')
  let texts = ''
  for (let i = 0; i < digits.length; i += 2 * BYTES) {
    const id = digits.slice(i, i + 2 * BYTES)
    texts += `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`
  }
  return texts
}
