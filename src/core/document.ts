// The kinds of input field that hold a whole document. A document is bytes (Uint8Array) inside the program and base64 in JSON.
//
// Bytes rather than z.file(): a File copies its bytes when it is made and reads them back asynchronously, which a 10 kB upload
// pays for twice; a Uint8Array is transferred to a worker as it is.
import * as z from 'zod'

/** How one field of an input or output travels: `bytes` as base64 in JSON, `text-or-bytes` as text in JSON and as bytes in an upload. */
export type FieldKind = 'text' | 'bytes' | 'text-or-bytes' | 'json'

const KIND = 'x-health-tools-kind'

/** A binary document: base64 in JSON, a part of a multipart form, a raw body, a path on the command line. */
export function bytesField(description: string) {
  return z
    .custom<Uint8Array>((value) => value instanceof Uint8Array)
    .meta({ type: 'string', contentEncoding: 'base64', description, [KIND]: 'bytes' })
}

/** A text document whose character set only its format knows: text in JSON, undecoded bytes in every other form. */
export function textOrBytesField(description: string) {
  return z
    .custom<string | Uint8Array>((value) => typeof value === 'string' || value instanceof Uint8Array)
    .meta({ type: 'string', description, [KIND]: 'text-or-bytes' })
}

/** A text with one entry a line, or a list of the entries: text in an upload, either in JSON. */
export function linesField(description: string, { maxEntries, maxLength }: { readonly maxEntries: number; readonly maxLength: number }) {
  return z.union([z.string(), z.array(z.string().max(maxLength)).max(maxEntries)]).meta({ description, [KIND]: 'text' })
}

/** The kind of one field of an object schema. */
export function fieldKind(schema: z.core.$ZodType): FieldKind {
  const inner = innermost(schema)
  const marked = z.globalRegistry.get(inner)?.[KIND]
  if (marked === 'bytes' || marked === 'text-or-bytes' || marked === 'text') return marked
  return inner._zod.def.type === 'string' ? 'text' : 'json'
}

/** The schema below its wrappers (optional, default, nullable …). */
export function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema
  for (;;) {
    const next = (inner._zod.def as { innerType?: z.core.$ZodType }).innerType
    if (!next) return inner
    inner = next
  }
}

/** Bytes of all bytes and text fields of an input, lists of texts among them; a text counts its UTF-16 code units, which no encoding of it undercuts. */
export function documentBytes(input: Readonly<Record<string, unknown>>): number {
  let total = 0
  for (const name in input) {
    const value = input[name]
    if (value instanceof Uint8Array) total += value.byteLength
    else if (typeof value === 'string') total += value.length
    else if (Array.isArray(value)) for (const entry of value) total += typeof entry === 'string' ? entry.length : 0
  }
  return total
}
