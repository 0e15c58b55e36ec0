// Texts without what writers differ in: capitals, marks, width, digits of other scripts.

/** Letters that no decomposition takes apart. */
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
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
/** Zeros of other digits, in rows of ten. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

/** Small letters without marks, in the forms and digits of ASCII where there are such. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    .replace(/[^\0-\x7f]/gu, toDigit)
}

function toDigit(sign: string): string {
  const code = sign.codePointAt(0)!
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? sign : String(code - zero)
}

/** The forms of a name in ASCII: without marks, and with the vowels that stand for umlauts. Empty where the name is ASCII or of another script. */
export function asciiForms(text: string): string[] {
  const forms = [text, text.replace(/[äæ]/giu, 'ae').replace(/[öøœ]/giu, 'oe').replace(/ü/giu, 'ue').replace(/å/giu, 'aa')].map(foldText)
  return [...new Set(forms)].filter((form) => form !== text.toLowerCase() && /^[\0-\x7f]*$/.test(form))
}
