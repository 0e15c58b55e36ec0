// Texts of blanks alone: an indented document has as many as elements, so those of one length share a string.

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BLANK = 0x20
const TAB = 0x09
/** Deeper indentations are rare. */
const MAX_SHARED = 128

/** Indentations by their length: of blanks or tabs, behind a line end or without one. */
const shared: Readonly<Record<'blanks' | 'tabs' | 'lineBlanks' | 'lineTabs', string[]>> = {
  blanks: [],
  tabs: [],
  lineBlanks: [],
  lineTabs: [],
}

/**
 * A line end, blanks or tabs, or a line end with either behind it, line ends as \n.
 * @returns undefined for any other text between two places, blank or not
 */
export function indentOf(text: string, start: number, end: number): string | undefined {
  let i = start
  if (text.charCodeAt(i) === CARRIAGE_RETURN) i++
  const hasLineEnd = text.charCodeAt(i) === LINE_FEED
  if (hasLineEnd) i++
  else if (i > start) return undefined
  const from = i
  const fill = from < end ? text.charCodeAt(from) : BLANK
  if ((fill !== BLANK && fill !== TAB) || end - from >= MAX_SHARED) return undefined
  while (i < end && text.charCodeAt(i) === fill) i++
  if (i < end) return undefined
  const isTab = fill === TAB
  const indents = hasLineEnd ? (isTab ? shared.lineTabs : shared.lineBlanks) : isTab ? shared.tabs : shared.blanks
  const known = indents[end - from]
  if (known !== undefined) return known
  const indent = `${hasLineEnd ? '\n' : ''}${(isTab ? '\t' : ' ').repeat(end - from)}`
  indents[end - from] = indent
  return indent
}
