// Folds letters for comparison: lower case, without diacritics, one code unit for one code unit, so that offsets stay.

const folds = new Uint16Array(0x2000)
for (let code = 0; code < folds.length; code++) folds[code] = foldCode(code)
for (const [letters, plain] of [
  ['ß', 's'],
  ['øØ', 'o'],
  ['łŁ', 'l'],
  ['đĐðÐ', 'd'],
  ['æÆ', 'a'],
  ['œŒ', 'o'],
  ['þÞ', 't'],
  ['ıİ', 'i'],
  ['ħĦ', 'h'],
] as const) {
  for (const letter of letters) folds[letter.charCodeAt(0)] = plain.charCodeAt(0)
}

function foldCode(code: number): number {
  const letter = String.fromCharCode(code)
  const plain = letter.normalize('NFD').toLowerCase()
  return plain.length > 0 ? plain.charCodeAt(0) : code
}

/** The folded code unit; the typographic apostrophe becomes the plain one. */
export function foldUnit(code: number): number {
  if (code < 0x2000) return folds[code]!
  return code === 0x2019 || code === 0x2018 ? 0x27 : code
}

export function foldWord(word: string): string {
  let folded = ''
  for (let i = 0; i < word.length; i++) folded += String.fromCharCode(foldUnit(word.charCodeAt(i)))
  return folded
}

/** The hash that lexicon and tokeniser share, continued from `hash` over one more folded unit. */
export function hashUnit(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

export const HASH_START = 0x811c9dc5 | 0

export function hashWord(word: string): number {
  let hash = HASH_START
  for (let i = 0; i < word.length; i++) hash = hashUnit(hash, foldUnit(word.charCodeAt(i)))
  return hash
}

/** The hashes of words that a blank divides. */
export function hashWords(words: string): ReadonlySet<number> {
  return new Set(words.split(' ').map(hashWord))
}
