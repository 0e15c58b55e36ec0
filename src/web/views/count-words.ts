// Numbers with what they count, in the singular or plural.

/** `1 row`, `2 rows`. */
export function countWords(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
