// Texts without the differences between spellings: case, diacritics, width, digits of other scripts.

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}
const SPECIAL = /[ıßøæœłđðþħŧς]/gu
/** The zeros of other scripts; the digits 1 to 9 follow each. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

const KATAKANA = { first: 0x30a1, last: 0x30f6, toHiragana: -0x60 }
const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/[äæ]/giu, 'ae'],
  [/[öøœ]/giu, 'oe'],
  [/ü/giu, 'ue'],
  [/å/giu, 'aa'],
  [/đ/giu, 'dj'],
]

/** Lowercase without diacritics, with ASCII letters and digits where they exist; Katakana becomes Hiragana. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    .replace(/[^\0-\x7f]/gu, toCommonSign)
}

function toCommonSign(sign: string): string {
  const code = sign.codePointAt(0)!
  if (code >= KATAKANA.first && code <= KATAKANA.last) return String.fromCodePoint(code + KATAKANA.toHiragana)
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? sign : String(code - zero)
}

/** With two letters for each umlaut and the like, as systems without umlauts write names. */
export function spellOut(text: string): string {
  return SPELLED_OUT.reduce((spelled, [letters, pair]) => spelled.replace(letters, pair), text.normalize('NFC'))
}

/** The forms of a name in ASCII: without diacritics, and spelled out. Empty if the name is ASCII or of another script. */
export function asciiForms(text: string): string[] {
  const forms = [text, spellOut(text)].map(foldText)
  return [...new Set(forms)].filter((form) => form !== text.toLowerCase() && /^[\0-\x7f]*$/.test(form))
}
