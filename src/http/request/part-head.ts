// Reads what the header of a part of a form says, and the boundary of the form (RFC 7578, RFC 2046), and refuses what it does not understand.
import { ProblemError } from '../../core/problem.ts'

export interface PartHead {
  readonly name: string
  readonly contentType: string | undefined
}

/** The lines of a header in UTF-8. */
export function decodeHeader(bytes: Uint8Array, error: () => ProblemError): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\r\n').filter(Boolean)
  } catch {
    throw error()
  }
}

/** Name and type of a part by its header lines; anything unexpected in them is an error. */
export function readPartHead(lines: readonly string[], error: (message: string) => ProblemError): PartHead {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) throw error('A header line of a part has no name.')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (headers.has(name)) throw error('A header of a part is repeated.')
    headers.set(name, line.slice(colon + 1).trim())
  }
  const disposition = headers.get('content-disposition')
  if (disposition === undefined) throw error('A part has no Content-Disposition.')
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['binary', '8bit', '7bit'].includes(encoding)) throw error('A part has a Content-Transfer-Encoding, which RFC 7578 §4.7 retires.')
  const { kind, parameters } = parseParameters(disposition, error)
  const name = parameters.get('name')
  if (kind !== 'form-data' || name === undefined || name === '') throw error('A part has no name.')
  return {
    name: name.replace(/%(22|0[AaDd])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    contentType: headers.get('content-type'),
  }
}

/** `kind; name=value; name="quoted value"`, refusing what is neither and a parameter that stands twice. */
function parseParameters(text: string, error: (message: string) => ProblemError): { kind: string; parameters: Map<string, string> } {
  const semicolon = text.indexOf(';')
  const kind = (semicolon < 0 ? text : text.slice(0, semicolon)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  let at = semicolon < 0 ? text.length : semicolon
  while (at < text.length) {
    const equals = text.indexOf('=', at)
    if (text[at] !== ';' || equals < 0) {
      if (text.slice(at + 1).trim() === '') break
      throw error('Invalid Content-Disposition of a part.')
    }
    const name = text
      .slice(at + 1, equals)
      .trim()
      .toLowerCase()
    const { value, end } = readParameterValue(text, equals + 1, error)
    if (parameters.has(name)) throw error('A parameter of a Content-Disposition header is repeated.')
    parameters.set(name, value)
    at = end
  }
  return { kind, parameters }
}

function readParameterValue(text: string, start: number, error: (message: string) => ProblemError): { value: string; end: number } {
  if (text[start] !== '"') {
    const semicolon = text.indexOf(';', start)
    const end = semicolon < 0 ? text.length : semicolon
    return { value: text.slice(start, end).trim(), end }
  }
  let value = ''
  let at = start + 1
  for (; at < text.length && text[at] !== '"'; at++) {
    // Browsers escape a quote as %22 and send a backslash of a Windows path bare; only \" and \\ are escapes.
    if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at++
    value += text[at]
  }
  if (at >= text.length) throw error('A quoted value in a Content-Disposition does not end.')
  let end = at + 1
  while (text[end] === ' ' || text[end] === '\t') end++
  return { value, end }
}

/** @throws ProblemError `malformed_multipart` without a boundary of 1 to 70 characters (RFC 2046 §5.1.1) */
export function boundaryOf(contentType: string): string {
  const error = (): ProblemError => new ProblemError('The Content-Type has no boundary.', { code: 'malformed_multipart' })
  const boundary = parseParameters(contentType, error).parameters.get('boundary')
  if (boundary === undefined || boundary.length === 0 || boundary.length > 70) throw error()
  return boundary
}
