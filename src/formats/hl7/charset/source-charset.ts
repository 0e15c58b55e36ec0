// Chooses the character set of a document if a caller overrides MSH-18 or wants its usual errors corrected.
import * as z from 'zod'
import { type Charset, charsetNamed, ISO_8859_1, UTF_8 } from './charsets.ts'
import { decodeValidUtf8 } from './decode-bytes.ts'

/** auto: by MSH-18, as sent; mend: by MSH-18, but by what the bytes are where that is plain; or one set for all of the document. */
export type SourceCharset = 'auto' | 'mend' | Charset

/** Option of every tool that reads messages. */
export const SOURCE_OPTIONS = {
  sourceCharset: z
    .string()
    .max(40)
    .refine((name) => readSourceCharset(name) !== undefined, { error: 'expected auto, mend or a character set that MSH-18 may name' })
    .default('auto')
    .describe(
      'Character set of the bytes. It has no effect on a text. auto: by a byte order mark, by MSH-18, else as detected. mend: the same, but UTF-8 as UTF-8 where MSH-18 names a set of single bytes, and bytes from 0x80 to 0x9F as windows-1252 where it names 8859/1 (windows-1254 for 8859/9). Any other: a name of table 0211 or of the IANA registry, for the whole document whatever MSH-18 says.',
    ),
}

/** @returns undefined for a name that is not known */
export function readSourceCharset(name: string): SourceCharset | undefined {
  return name === 'auto' || name === 'mend' ? name : charsetNamed(name)?.charset
}

/** What bytes are although MSH-18 names another set; undefined where nothing speaks against it. */
export function likelierCharset(bytes: Uint8Array, declared: Charset): Charset | undefined {
  if (declared.kind !== 'single' || !bytes.some((byte) => byte >= 0x80)) return undefined
  if (decodeValidUtf8(bytes) !== undefined) return UTF_8
  const windows = WINDOWS.get(declared.name)
  return windows && bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? windows : undefined
}

/** The sets of Windows that have letters where these have control characters, and nothing else otherwise (WHATWG Encoding, §4.2). */
const WINDOWS: ReadonlyMap<string, Charset> = new Map([
  [ISO_8859_1.name, charsetNamed('WINDOWS-1252')!.charset],
  ['ISO-8859-9', charsetNamed('WINDOWS-1254')!.charset],
])
