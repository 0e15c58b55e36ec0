// Escapes of JSON (RFC 8259 §7): a name with \u00e9 in it, or behind \n, is read as what it says.
import { type PlainText, PlainTextWriter } from './plain-text.ts'

/** A quotation mark in a string becomes another one, so that the string still ends where it does. */
const SHORT: Readonly<Record<string, string>> = { '"': "'", '\\': '\\', '/': '/', b: ' ', f: '\n', n: '\n', r: '\r', t: '\t' }

/** Undefined where there are none. Escapes of one letter are those of JSON only where members of JSON are: C:\new is a folder. */
export function readJsonEscapes(given: string): PlainText | undefined {
  let at = given.indexOf('\\')
  if (at < 0) return undefined
  const isJson = /"\s{0,3}:/.test(given)
  const writer = new PlainTextWriter(given)
  while (at >= 0 && at + 1 < given.length) {
    const code = given[at + 1] === 'u' ? hexadecimal(given, at + 2) : undefined
    const short = isJson ? SHORT[given[at + 1]!] : undefined
    if (code !== undefined) writer.replace(at, at + 6, String.fromCharCode(code))
    else if (short !== undefined) writer.replace(at, at + 2, short)
    at = given.indexOf('\\', at + (code !== undefined ? 6 : short !== undefined ? 2 : 1))
  }
  return writer.finish()
}

function hexadecimal(text: string, at: number): number | undefined {
  const digits = text.slice(at, at + 4)
  return /^[0-9A-Fa-f]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}
