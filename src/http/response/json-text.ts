// Reads JSON strictly: an error has its byte offset and no excerpt, a name that stands twice in one object is refused
// because the parser would keep the last one silently, and nesting is limited before anything recursive sees the value.
import { parseJson } from '../../core/parse-json.ts'
import { scanJson } from '../request/json-scan.ts'
import { firstInvalidUtf8, notUtf8 } from '../request/utf8-check.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * @param bytes UTF-8 text, with or without a byte order mark
 * @throws ProblemError `malformed_json` with the byte offset, `resource_limit` where it nests deeper than maxDepth
 */
export function parseJsonBytes(bytes: Uint8Array, maxDepth: number): unknown {
  return parseJson(readJsonBytes(bytes, maxDepth))
}

/**
 * The text without a byte order mark; it is JSON.
 * @throws ProblemError as parseJsonBytes
 */
function readJsonBytes(bytes: Uint8Array, maxDepth: number): string {
  const text = decode(bytes)
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  scanJson(text, hasMark ? bytes.subarray(3) : bytes, maxDepth)
  return text
}

/** The same for a text; byte offsets count its UTF-8 form. */
export function parseJsonText(text: string, maxDepth: number): unknown {
  scanJson(text, new TextEncoder().encode(text), maxDepth)
  return parseJson(text)
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw notUtf8(firstInvalidUtf8(bytes))
  }
}
