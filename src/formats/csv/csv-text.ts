// The text of a CSV file that came as bytes, and the way back from a place in the text to a place in the file.
import { ProblemError } from '../../core/problem.ts'

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface CsvText {
  /** Without a byte order mark. */
  readonly text: string
  readonly encoding: CsvEncoding
  readonly bom: boolean
}

/** UTF-8 or UTF-16 by its mark, else UTF-8 where the bytes are valid, else windows-1252, which spreadsheets write. */
export function decodeCsv(csv: string | Uint8Array): CsvText {
  if (typeof csv === 'string')
    return csv.startsWith('\uFEFF') ? { text: csv.slice(1), encoding: 'utf-8', bom: true } : { text: csv, encoding: 'utf-8', bom: false }
  if (csv[0] === 0xff && csv[1] === 0xfe) return { text: decodeWith('utf-16le', csv.subarray(2)), encoding: 'utf-16le', bom: true }
  if (csv[0] === 0xfe && csv[1] === 0xff) return { text: decodeWith('utf-16be', csv.subarray(2)), encoding: 'utf-16be', bom: true }
  const bom = csv[0] === 0xef && csv[1] === 0xbb && csv[2] === 0xbf
  const body = bom ? csv.subarray(3) : csv
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), encoding: 'utf-8', bom }
  } catch {
    if (bom) throw new ProblemError('The file declares UTF-8 but is not UTF-8.', { code: 'unreadable_input' })
    return { text: new TextDecoder('windows-1252').decode(csv), encoding: 'windows-1252', bom: false }
  }
}

function decodeWith(encoding: 'utf-16le' | 'utf-16be', bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ProblemError('The file declares UTF-16 but is not UTF-16.', { code: 'unreadable_input' })
  }
}

/** Offset in the file of a UTF-16 code unit of the text. */
export function byteOffsetOf({ text, encoding, bom }: CsvText, offset: number): number {
  if (encoding === 'windows-1252') return offset
  if (encoding !== 'utf-8') return 2 + offset * 2
  return (bom ? 3 : 0) + new TextEncoder().encode(text.slice(0, offset)).length
}
