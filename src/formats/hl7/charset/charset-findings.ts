// Reports parts of a document whose bytes speak against the character set that MSH-18 names and by which they were read.
import type { Hl7Document } from '../document-types.ts'
import { UTF_8 } from './charsets.ts'
import { likelierCharset } from './source-charset.ts'

/** @param pathAt the field that holds a code unit of the text */
export function reportCharsets({ source, findings }: Hl7Document, pathAt: (unit: number) => string | null): void {
  const { bytes, runs } = source
  if (!bytes || runs[0]!.ascii) return
  for (const [i, { charset, from, byteStart, charStart }] of runs.entries()) {
    if (from !== 'msh-18' || charset?.kind !== 'single') continue
    const part = bytes.subarray(byteStart, runs[i + 1]?.byteStart)
    const likelier = likelierCharset(part, charset)
    if (!likelier) continue
    const isUtf8 = likelier === UTF_8
    // Each byte is a code unit of the text in these sets.
    const unit = charStart + part.findIndex((byte) => byte >= 0x80 && (isUtf8 || byte < 0xa0))
    findings.add(isUtf8 ? 'charset_is_utf8' : 'charset_is_windows', unit, unit + 1, () => pathAt(unit))
  }
}
