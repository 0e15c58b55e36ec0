// Surrogates of identifiers: a keyed permutation of all identifiers of one shape, so that no two of them ever get the same surrogate.
//
// A balanced Feistel network with HMAC-SHA-256 as its round function over mixed radices, the construction of NIST SP 800-38G (FF1)
// without its claim to be that standard. Whoever holds the key can undo it, as with any table of pseudonyms.
import { type PhiKey, toHex, wholeNumber } from '../key.ts'

const ROUNDS = 10
/** Below this many values a permutation could be learnt from a handful of pairs: NIST SP 800-38G Rev. 1 asks for a million. */
const MIN_DOMAIN = 1_000_000n
/** Longer identifiers get a keystream: nothing collides there, and the numbers stay small. */
const MAX_SYMBOLS = 48

interface Shape {
  /** 10 for a digit, 26 for a letter, in order. */
  readonly radices: readonly number[]
  readonly symbols: readonly number[]
}

/**
 * The identifier with other digits and letters, its signs, letter case and length kept; a first digit that is not zero stays so.
 * Identifiers of fewer than a million possible values become `ID` and ten hexadecimal digits instead.
 */
export function permuteId(key: PhiKey, domain: string, value: string): string {
  const text = value.normalize('NFKC')
  const { radices, symbols } = readShape(text)
  const size = radices.reduce((product, radix) => product * BigInt(radix), 1n)
  if (size < MIN_DOMAIN) return `ID${shortCode(key, domain, text)}`
  if (radices.length > MAX_SYMBOLS) return writeSymbols(text, streamSymbols(key, domain, { radices, symbols }))
  const shape = radices.map((radix) => (radix === 10 ? 'd' : 'a')).join('')
  const startsAtZero = radices[0] === 10 && symbols[0] === 0
  let next = permuteOnce(key, `${domain}:${shape}`, radices, symbols)
  // Walking on until the first digit is of the same sort keeps the whole a permutation.
  while (radices[0] === 10 && (next[0] === 0) !== startsAtZero) next = permuteOnce(key, `${domain}:${shape}`, radices, next)
  return writeSymbols(text, next)
}

/** Ten hexadecimal digits of the HMAC of the value. */
export function shortCode(key: PhiKey, domain: string, text: string): string {
  return toHex(key.digest(`${domain}:short`, text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')), 5).toUpperCase()
}

function readShape(text: string): Shape {
  const radices: number[] = []
  const symbols: number[] = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) {
      radices.push(10)
      symbols.push(code - 48)
    } else if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
      radices.push(26)
      symbols.push((code | 32) - 97)
    }
  }
  return { radices, symbols }
}

function permuteOnce(key: PhiKey, domain: string, radices: readonly number[], symbols: readonly number[]): number[] {
  const middle = radices.length >> 1
  const radicesA = radices.slice(0, middle)
  const radicesB = radices.slice(middle)
  const sizeA = sizeOf(radicesA)
  const sizeB = sizeOf(radicesB)
  let a = toNumber(symbols.slice(0, middle), radicesA)
  let b = toNumber(symbols.slice(middle), radicesB)
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) a = (a + roundValue(key, domain, round, b)) % sizeA
    else b = (b + roundValue(key, domain, round, a)) % sizeB
  }
  return [...toSymbols(a, radicesA), ...toSymbols(b, radicesB)]
}

function sizeOf(radices: readonly number[]): bigint {
  return radices.reduce((product, radix) => product * BigInt(radix), 1n)
}

/** 256 bits: at least 2^128 more than any half of 24 symbols, so that the remainder is even. */
function roundValue(key: PhiKey, domain: string, round: number, half: bigint): bigint {
  return wholeNumber(key.digest(domain, `${round}:${half}`))
}

function toNumber(symbols: readonly number[], radices: readonly number[]): bigint {
  return symbols.reduce((value, symbol, i) => value * BigInt(radices[i]!) + BigInt(symbol), 0n)
}

function toSymbols(value: bigint, radices: readonly number[]): number[] {
  const symbols: number[] = []
  let rest = value
  for (let i = radices.length - 1; i >= 0; i--) {
    const radix = BigInt(radices[i]!)
    symbols.unshift(Number(rest % radix))
    rest /= radix
  }
  return symbols
}

function streamSymbols(key: PhiKey, domain: string, { radices, symbols }: Shape): number[] {
  const seed = toHex(key.digest(`${domain}:seed`, symbols.join(',')))
  let block = new Uint8Array()
  return radices.map((radix, i) => {
    if (i % 16 === 0) block = new Uint8Array(key.digest(`${domain}:stream`, `${i}:${seed}`))
    return ((block[(i % 16) * 2]! << 8) | block[(i % 16) * 2 + 1]!) % radix
  })
}

function writeSymbols(text: string, symbols: readonly number[]): string {
  let next = 0
  let result = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) result += String.fromCharCode(48 + symbols[next++]!)
    else if (code >= 65 && code <= 90) result += String.fromCharCode(65 + symbols[next++]!)
    else if (code >= 97 && code <= 122) result += String.fromCharCode(97 + symbols[next++]!)
    else if (/[\p{L}\p{N}]/u.test(text[i]!)) result += 'X'
    else result += text[i]
  }
  return result
}
