// Runs of blanks as one blank each.

/** Single blanks are passed over: a text of ten million words would be cut into as many pieces. */
const RUN = /[\t\r\n][ \t\r\n]*| [ \t\r\n]+/g
/** A loop over a shorter text is faster than starting a regular expression. */
const SHORT = 60
const BLANK = 0x20

export function collapseBlanks(text: string): string {
  return text.length < SHORT && isCollapsed(text) ? text : text.replace(RUN, ' ')
}

/** No control character, and no two blanks in a row. */
function isCollapsed(text: string): boolean {
  let before = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < BLANK || (unit === BLANK && before === BLANK)) return false
    before = unit
  }
  return true
}
