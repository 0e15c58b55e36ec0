// The text of an interchange that came as bytes: UTF-8, else one character a byte, so that nothing is lost.
import { ProblemError } from '../../core/problem.ts'

export interface InterchangeText {
  readonly text: string
  readonly charset: 'utf-8' | 'iso-8859-1'
  readonly bom: boolean
}

export function readText(source: string | Uint8Array): InterchangeText {
  if (typeof source === 'string') return withoutBom(source, 'utf-8')
  try {
    return withoutBom(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source), 'utf-8')
  } catch {
    return { text: oneByOne(source), charset: 'iso-8859-1', bom: false }
  }
}

function withoutBom(text: string, charset: 'utf-8'): InterchangeText {
  const bom = text.startsWith('\uFEFF')
  return { text: bom ? text.slice(1) : text, charset, bom }
}

const CHUNK = 8192

/** Not the label `iso-8859-1` of TextDecoder, which means windows-1252. */
function oneByOne(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(i, i + CHUNK)))
  return parts.join('')
}

/** The result of `read`; places of its errors become bytes of the document instead of characters of its text. */
export function withByteOffsets<Result>(source: InterchangeText, read: (text: string) => Result): Result {
  try {
    return read(source.text)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.at?.byteOffset === undefined || source.charset !== 'utf-8') throw error
    const { code, at, facts, message } = error
    const byteOffset = new TextEncoder().encode(source.text.slice(0, at.byteOffset)).length + (source.bom ? 3 : 0)
    throw new ProblemError(message, { code, at: { ...at, byteOffset }, cause: error, ...(facts ? { facts } : {}) })
  }
}

/** The bytes of a text in the character set that its document had; characters that this does not have were not put in. */
export function encodeText(text: string, { charset, bom }: Pick<InterchangeText, 'charset' | 'bom'>): Uint8Array {
  if (charset === 'utf-8') return new TextEncoder().encode(bom ? `\uFEFF${text}` : text)
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
