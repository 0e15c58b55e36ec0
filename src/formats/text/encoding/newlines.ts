// Line ends of a text: which it has, and one for another.
import { TextWriter } from './text-writer.ts'

export const NEWLINE_STYLES = ['none', 'lf', 'crlf', 'cr', 'mixed'] as const
export type NewlineStyle = (typeof NEWLINE_STYLES)[number]

export interface NewlineCounts {
  readonly lf: number
  readonly crlf: number
  readonly cr: number
}

/** A CR LF pair counts once, as such. */
export function countNewlines(text: string): NewlineCounts {
  let lf = 0
  let crlf = 0
  let cr = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x0a) lf++
    else if (unit === 0x0d && text.charCodeAt(i + 1) === 0x0a) {
      crlf++
      i++
    } else if (unit === 0x0d) cr++
  }
  return { lf, crlf, cr }
}

export function newlineStyle({ lf, crlf, cr }: NewlineCounts): NewlineStyle {
  const kinds = [lf > 0, crlf > 0, cr > 0].filter(Boolean).length
  if (kinds !== 1) return kinds === 0 ? 'none' : 'mixed'
  return lf > 0 ? 'lf' : crlf > 0 ? 'crlf' : 'cr'
}

/** Every LF, CR LF and CR becomes the one line end. */
export function convertNewlines(text: string, to: 'lf' | 'crlf' | 'cr'): string {
  const writer = new TextWriter(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit !== 0x0a && unit !== 0x0d) {
      writer.writeUnit(unit)
      continue
    }
    if (unit === 0x0d && text.charCodeAt(i + 1) === 0x0a) i++
    if (to !== 'lf') writer.writeUnit(0x0d)
    if (to !== 'cr') writer.writeUnit(0x0a)
  }
  return writer.toString()
}
