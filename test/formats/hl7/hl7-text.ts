// Small builders of messages for the tests.

/** A message of its segments, with the line end that HL7 asks for. */
export function lines(...segments: readonly string[]): string {
  return segments.map((segment) => `${segment}\r`).join('')
}

export const MSH = 'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910||ORU^R01^ORU_R01|M-1|P|2.5.1'

/** An MSH whose field 18 names character sets. */
export function mshWithCharset(charset: string): string {
  return `${MSH}||||||${charset}`
}

/** Bytes of parts: texts as ISO-8859-1, numbers as they are. */
export function bytesOf(...parts: (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : [...part])))
}
