// The part of a long text that a control shows: a browser lays out all lines of a control with every key, so a megabyte in one blocks it.

/** Offsets in UTF-16 code units; the end is exclusive. */
export interface TextPart {
  readonly start: number
  readonly end: number
}

/** Longer texts are shown in parts. In UTF-16 code units, as all sizes here. */
export const MOST_SHOWN = 60_000
const PART = 30_000
/** How far from its place a part may end at a line. */
const NEAR = 2000

/** @param at is in the part @returns the whole text where it is short */
export function partAround(text: string, at: number): TextPart {
  if (text.length <= MOST_SHOWN) return { start: 0, end: text.length }
  const start = cutBefore(text, Math.min(at - PART / 2, text.length - PART))
  return { start, end: start + PART + NEAR >= text.length ? text.length : cutBefore(text, start + PART) }
}

/** Whether a part can be shown as it is: the whole of a short text, or not too much of a long one. */
export function isShownAs(text: string, { start, end }: TextPart): boolean {
  return end - start <= MOST_SHOWN && (end - start === text.length || text.length > MOST_SHOWN)
}

/** Undefined at the end. */
export function partAfter(text: string, { end }: TextPart): TextPart | undefined {
  return end >= text.length ? undefined : { start: end, end: cutBefore(text, end + PART) }
}

/** Undefined at the beginning. */
export function partBefore(text: string, { start }: TextPart): TextPart | undefined {
  return start <= 0 ? undefined : { start: cutBefore(text, start - PART), end: start }
}

/** A place where a text may be cut: behind a line end where one is near, never within a character. */
function cutBefore(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  for (let place = at; place > at - NEAR && place > 0; place--) if (isLineStart(text, place)) return place
  return /[\udc00-\udfff]/.test(text[at]!) && /[\ud800-\udbff]/.test(text[at - 1]!) ? at - 1 : at
}

function isLineStart(text: string, at: number): boolean {
  return text[at - 1] === '\n' || (text[at - 1] === '\r' && text[at] !== '\n')
}

/** A text as a control of HTML shows it: with LF at the end of each line. */
export function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** @param shown an offset in `shownText(text)` @returns the offset in the text */
export function offsetInText(text: string, shown: number): number {
  let at = 0
  for (let left = shown; left > 0 && at < text.length; left--) at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  return at
}

/** Line ends stay as they are where nothing was typed; new ones are like the first of the text. @param typed what a control has after a change of `shownText(text)` */
export function withTyped(text: string, typed: string): string {
  const shown = shownText(text)
  const most = Math.min(shown.length, typed.length)
  let before = 0
  while (before < most && shown[before] === typed[before]) before++
  let behind = 0
  while (behind < most - before && shown[shown.length - 1 - behind] === typed[typed.length - 1 - behind]) behind++
  const start = offsetInText(text, before)
  const end = start + offsetInText(text.slice(start), shown.length - behind - before)
  const [lineEnd = '\n'] = /\r\n?|\n/.exec(text) ?? []
  return text.slice(0, start) + typed.slice(before, typed.length - behind).replaceAll('\n', lineEnd) + text.slice(end)
}
