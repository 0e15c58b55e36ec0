/** Up to a full stop that ends a sentence; a dot within a name or number ends none. */
export function firstSentence(text: string): string {
  return /^.*?[^\s.]{3}\.(?=\s|$)/s.exec(text)?.[0] ?? text
}
