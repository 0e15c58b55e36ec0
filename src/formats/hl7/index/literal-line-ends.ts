// Line ends that an export wrote as text: \r, \n, \r\n, <cr>, <lf>, {CR} and their like, where a segment begins behind them.
import { ISO_8859_1 } from '../charset/charsets.ts'
import { decodeBytes } from '../charset/decode-bytes.ts'
import { isV2Xml } from '../v2xml/xml-names.ts'

/** With what a segment begins with, or the end of the text. A field separator is any punctuation, as MSH-1 may be. */
const LITERAL =
  /(?:\\r\\n|\\[rn]|\\x0[dD]|<(?:cr><lf|CR><LF|cr|CR|lf|LF|0x0[dD])>|[{[](?:cr|CR)[}\]]|&#(?:13|x[dD]|x0[dD]);)\s{0,4}(?=[A-Z][A-Z0-9]{2}[|^#!$%*:;,@+]|$)/g

/** @returns the place of the first one in the text of a line */
export function findLiteralLineEnd(line: string): { readonly start: number; readonly end: number } | undefined {
  for (const match of line.matchAll(LITERAL)) {
    const end = match.index + match[0].length
    // An escape sequence that ends a field is no line end; what begins a segment is.
    if (end < line.length) return { start: match.index, end }
  }
  return undefined
}

/**
 * Puts a carriage return in the place of each. Line ends that are there stay.
 * @returns with count, how many there were
 */
export function repairLineEnds<Text extends string | Uint8Array>(document: Text): { readonly document: Text; readonly count: number } {
  // In XML the same characters are markup.
  if (isV2Xml(document)) return { document, count: 0 }
  const isText = typeof document === 'string'
  // One code unit for each byte, so that no character set can come between.
  const text = isText ? document : decodeBytes(document, ISO_8859_1).text
  let count = 0
  const repaired = text.replace(LITERAL, () => {
    count++
    return '\r'
  })
  if (count === 0) return { document, count }
  return { document: (isText ? repaired : bytesOf(repaired)) as Text, count }
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
