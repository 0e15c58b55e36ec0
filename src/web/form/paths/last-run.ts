// The end of a text that is being typed.

/** @param member matches one character of the run @returns the longest end of the text of which each character matches */
export function lastRun(text: string, member: RegExp): string {
  let from = text.length
  while (from > 0 && member.test(text[from - 1]!)) from--
  return text.slice(from)
}
