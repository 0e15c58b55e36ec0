// How the lines of a message end.
import { CR, LF } from './line-start.ts'

/** The line end of a message is that of its header; 0 where the header is the last line. */
export type Style = 0 | typeof CR | typeof LF | typeof CRLF
export const CRLF = 2

/** The line end at i. */
export function styleAt(text: string, i: number): Style {
  const code = text.charCodeAt(i)
  if (code === CR) return text.charCodeAt(i + 1) === LF ? CRLF : CR
  return code === LF ? LF : 0
}
