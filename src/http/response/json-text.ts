// Reads JSON strictly: an error has its byte offset and no excerpt, a name that stands twice in one object is refused
// because the parser would keep the last one silently, and nesting is limited before anything recursive sees the value.
import { countLeading } from '../../core/count-leading.ts'
import { parseJson } from '../../core/parse-json.ts'
import { ProblemError } from '../../core/problem.ts'
import { scanJson } from '../request/json-scan.ts'

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
export function readJsonBytes(bytes: Uint8Array, maxDepth: number): string {
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
    throw new ProblemError('The JSON is not valid UTF-8.', { code: 'malformed_json', at: { byteOffset: firstInvalidUtf8(bytes) } })
  }
}

/** Offset of the first byte that no UTF-8 text can have there. */
function firstInvalidUtf8(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return countLeading(bytes.length, (place) => {
    try {
      // With `stream`, so that a sequence cut at the end counts as valid.
      decoder.decode(bytes.subarray(0, place + 1), { stream: true })
      return true
    } catch {
      return false
    } finally {
      resetDecoder(decoder)
    }
  })
}

function resetDecoder(decoder: TextDecoder): void {
  try {
    decoder.decode()
  } catch {
    // An unfinished sequence was pending; the decoder is empty now all the same.
  }
}
