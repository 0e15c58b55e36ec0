// Finds message headers in undecoded bytes and reads MSH-18 there, before the character set is known.
import { charsetNamed } from './charsets.ts'
import { decodeMultiByte } from './decode-multi-byte.ts'

const CR = 0x0d
const LF = 0x0a

/** Offsets of every MSH, FHS and BHS that begins a line or a block of MLLP. */
export function findHeaders(bytes: Uint8Array): number[] {
  const headers: number[] = []
  for (let i = 0; i + 3 < bytes.length; i++) {
    const first = bytes[i]
    if (first !== 0x4d && first !== 0x46 && first !== 0x42) continue
    const isHeader = first === 0x4d ? bytes[i + 1] === 0x53 && bytes[i + 2] === 0x48 : bytes[i + 1] === 0x48 && bytes[i + 2] === 0x53
    if (isHeader && !isAlphanumeric(bytes[i + 3]!) && beginsLine(bytes, i)) headers.push(i)
  }
  return headers
}

function beginsLine(bytes: Uint8Array, i: number): boolean {
  let before = i - 1
  while (before >= 0 && (bytes[before] === 0x20 || bytes[before] === 0x09)) before--
  const byte = bytes[before]
  return byte === undefined || byte === CR || byte === LF || byte === 0x0b || byte === 0x1c
}

function isAlphanumeric(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}

/** The repetitions of MSH-18 of a message, the first one empty where only alternates are named; empty without MSH-18. */
export function declaredCharsets(message: Uint8Array): string[] {
  let end = 0
  while (end < message.length && message[end] !== CR && message[end] !== LF) end++
  const header = message.subarray(0, end)
  const plain = repetitionsOf(String.fromCharCode(...header.subarray(0, 4_096)))
  if (plain.some((name) => charsetNamed(name)) || header.every((byte) => byte < 0x80)) return plain
  // A trail byte of MSH-3 to 6 may have been taken for a delimiter: the character set is the one by which the header names it.
  for (const label of ['shift_jis', 'gb18030', 'big5']) {
    const names = repetitionsOf(decodeMultiByte(header, label).text)
    const first = names[0] && charsetNamed(names[0])?.charset
    if (first && (first.label === label || (first.label === 'gbk' && label === 'gb18030'))) return names
  }
  return plain
}

function repetitionsOf(header: string): string[] {
  const separator = header.charAt(3)
  let start = 0
  for (let field = 1; field < 18; field++) {
    start = header.indexOf(separator, start) + 1
    if (start === 0) return []
  }
  const end = header.indexOf(separator, start)
  const value = header.slice(start, end < 0 ? undefined : end)
  const repetition = header.charAt(5)
  return value === '' ? [] : value.split(repetition === '' || repetition === separator ? '~' : repetition)
}
