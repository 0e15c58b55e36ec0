// Trims the end of a text in linear time, which a regular expression such as / +$/ does not.

/** @returns where the run of the given characters at the end of a text starts; the length of the text without one */
export function endWithout(text: string, characters: string): number {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return end
}
