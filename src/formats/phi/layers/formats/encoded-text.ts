// Base64 that decodes to a text in which something is found: the whole of it goes. Fail closed, any text in base64 does.
import { RANK } from '../../candidate.ts'
import type { LayerContext } from '../layer.ts'

const LEAST_UNITS = 16
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Int8Array(128).fill(-1)
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i
VALUES['-'.charCodeAt(0)] = 62
VALUES['_'.charCodeAt(0)] = 63

interface Span {
  readonly start: number
  readonly end: number
}

/** `find` finds spans in a text; it is asked once, for all that was decoded. */
export function findEncodedText({ tokens: { text }, mode, found }: LayerContext, find: (text: string) => readonly Span[]): void {
  const runs: Span[] = []
  const ends: number[] = []
  let decoded = ''
  for (let at = 0; at < text.length; at++) {
    let end = at
    while (end < text.length && valueAt(text, end) >= 0) end++
    const plain = end - at >= LEAST_UNITS ? decodeText(text, at, end) : undefined
    if (plain !== undefined) {
      let last = end
      while (last < end + 2 && text[last] === '=') last++
      runs.push({ start: at, end: last })
      decoded += `${plain}\n\n`
      ends.push(decoded.length)
    }
    at = end
  }
  if (runs.length === 0) return
  const spans = mode === 'fail-closed' ? [] : find(decoded)
  let next = 0
  runs.forEach((run, i) => {
    while (next < spans.length && spans[next]!.end <= (ends[i - 1] ?? 0)) next++
    const holds = next < spans.length && spans[next]!.start < ends[i]!
    if (holds || mode === 'fail-closed')
      found.push({ ...run, category: 'other-id', score: 0.9, rule: 'encoded/base64', rank: RANK.checksum })
  })
}

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 128 ? VALUES[code]! : -1
}

/** The text that the units stand for; undefined where they are no text of letters, digits and blanks. */
function decodeText(text: string, first: number, end: number): string | undefined {
  const bytes = new Uint8Array(((end - first) * 6) >> 3)
  let bits = 0
  let size = 0
  let at = 0
  for (let i = first; i < end && at < bytes.length; i++) {
    bits = ((bits << 6) | valueAt(text, i)) & 0xffff
    size += 6
    if (size < 8) continue
    size -= 8
    const byte = (bits >> size) & 0xff
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) return undefined
    bytes[at++] = byte
  }
  const decoded = new TextDecoder().decode(bytes)
  return decoded.includes('\ufffd') || !/[\p{L}\d]/u.test(decoded) ? undefined : decoded
}
