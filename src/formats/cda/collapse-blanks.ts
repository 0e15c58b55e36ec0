// Runs of blanks as one blank each.

/** Single blanks are passed over: a text of ten million words would be cut into as many pieces. */
const RUN = /[\t\r\n][ \t\r\n]*| [ \t\r\n]+/g

export function collapseBlanks(text: string): string {
  return text.replace(RUN, ' ')
}
