// Tells in which encoding a document is: by its byte order mark, by the form of its bytes, and where the form allows several, by how plausible a text they give.
import { decodeText } from './decode-text.ts'
import { guessEastAsian } from './detect-east-asian.ts'
import { guessSingleByte } from './detect-single-byte.ts'
import { type Guess, roundConfidence } from './encoding-guess.ts'
import { type EncodingName, startsWithMark } from './encoding-names.ts'
import { measureUtf8 } from './measure-utf8.ts'

export interface Detection extends Guess {
  /** The document begins with the byte order mark of the encoding. */
  readonly bom: boolean
  /** The best guesses, this one first. */
  readonly candidates: Guess[]
}

const MAX_CANDIDATES = 5
const MARKED: readonly EncodingName[] = ['utf-8', 'utf-32le', 'utf-32be', 'utf-16le', 'utf-16be', 'gb18030']

export function detectEncoding(bytes: Uint8Array): Detection {
  const marked = MARKED.find((name) => startsWithMark(bytes, name) && !(name === 'utf-32le' && bytes.length % 4 !== 0))
  if (marked) return settle([{ encoding: marked, confidence: 1 }], true)
  const wide = guessWide(bytes)
  if (wide) return settle([wide])
  const utf8 = measureUtf8(bytes)
  if (utf8.highBytes === 0) return settle([guessSevenBit(bytes)])
  if (utf8.invalid === 0) return settle([{ encoding: 'utf-8', confidence: roundConfidence(1 - 0.15 / utf8.characters ** 2) }])
  const sample = sampleOf(bytes)
  const guesses = [...guessEastAsian(sample), ...guessSingleByte(sample)]
  // Some stray bytes amid much valid UTF-8 come from joined documents, not from another encoding.
  if (utf8.characters > utf8.invalid * 4)
    guesses.push({ encoding: 'utf-8', confidence: roundConfidence((0.95 * utf8.characters) / (utf8.characters + utf8.invalid)) })
  guesses.sort((a, b) => b.confidence - a.confidence)
  return settle(guesses)
}

function settle(guesses: readonly Guess[], bom = false): Detection {
  const best = guesses[0]!
  return { encoding: best.encoding, confidence: best.confidence, bom, candidates: guesses.slice(0, MAX_CANDIDATES) }
}

/** ASCII, unless its escape sequences switch to Japanese characters (RFC 1468). */
function guessSevenBit(bytes: Uint8Array): Guess {
  const escapeAt = bytes.indexOf(0x1b)
  const isSwitch = escapeAt >= 0 && (bytes[escapeAt + 1] === 0x24 || bytes[escapeAt + 1] === 0x28)
  if (isSwitch && decodeText(bytes, 'iso-2022-jp').invalidCount === 0) return { encoding: 'iso-2022-jp', confidence: 0.99 }
  return { encoding: 'us-ascii', confidence: 1 }
}

const WIDE_SAMPLE = 64 * 1024

/**
 * UTF-16 and UTF-32 without a mark: text in them has zero bytes in the places that the high halves of ASCII have, such as spaces and line ends;
 * single-byte text has next to none.
 */
function guessWide(bytes: Uint8Array): Guess | undefined {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined
  const sample = bytes.subarray(0, WIDE_SAMPLE)
  const zeros = [0, 0, 0, 0]
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 4]!++
  const quarter = sample.length / 4
  const all = zeros[0]! + zeros[1]! + zeros[2]! + zeros[3]!
  if (all === 0 || all === sample.length) return undefined
  if (bytes.length % 4 === 0 && all > sample.length * 0.4) {
    if (zeros[3] === quarter && zeros[2]! > quarter * 0.9 && zeros[0]! < quarter * 0.1) return checkWide(sample, 'utf-32le')
    if (zeros[0] === quarter && zeros[1]! > quarter * 0.9 && zeros[3]! < quarter * 0.1) return checkWide(sample, 'utf-32be')
  }
  const even = zeros[0]! + zeros[2]!
  const odd = zeros[1]! + zeros[3]!
  if (odd > even * 4 && odd > sample.length * 0.01) return checkWide(sample, 'utf-16le')
  if (even > odd * 4 && even > sample.length * 0.01) return checkWide(sample, 'utf-16be')
  return undefined
}

/** Wide text without a flaw, in which hardly a character is a control, unassigned or for private use. */
function checkWide(sample: Uint8Array, encoding: EncodingName): Guess | undefined {
  const { text, invalidCount } = decodeText(sample.subarray(0, sample.length - (sample.length % 4)), encoding)
  // The end of the sample may part a surrogate pair.
  if (invalidCount > 1) return undefined
  let odd = 0
  let characters = 0
  for (const character of text) {
    characters++
    if (!/[\t\n\r\f\v\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(character)) odd++
  }
  return odd <= characters * 0.02 ? { encoding, confidence: roundConfidence(0.99 - 0.5 / (characters + 1)) } : undefined
}

const SAMPLE = 64 * 1024

/** Lines with bytes beyond ASCII, up to a bound; no encoding left here has a line feed inside a character. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE) return bytes
  const sample = new Uint8Array(SAMPLE)
  let length = 0
  let start = 0
  while (start < bytes.length && length < SAMPLE) {
    const lineFeed = bytes.indexOf(0x0a, start)
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE - length))
    if (line.some((byte) => byte >= 0x80)) {
      sample.set(line, length)
      length += line.length
    }
    start = end
  }
  return length > 0 ? sample.subarray(0, length) : bytes.subarray(bytes.findIndex((byte) => byte >= 0x80)).subarray(0, SAMPLE)
}
