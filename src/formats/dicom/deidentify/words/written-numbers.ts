// Dates, telephone numbers and social security numbers as people write them, in values where a long number is not one word: 14-03-1961, 8 Mar 1961,
// 0113 496 0123. Only forms that no list of sizes, b-values or versions has.

const DATES: readonly RegExp[] = [
  /(?<!\d|\d[-./_])(?:19|20)\d\d([-./_ ])(?:0?[1-9]|[12]\d|3[01])\1(?:0?[1-9]|[12]\d|3[01])(?!\d|[-./_]\d)/gu,
  /(?<!\d|\d[-./_])(?:0?[1-9]|[12]\d|3[01])([-./_ ])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?!\d|[-./_]\d)/gu,
  // A year of two digits only beside two of two digits.
  /(?<!\d|\d[-./_])(?:0[1-9]|[12]\d|3[01])([-./])(?:0[1-9]|[12]\d|3[01])\1\d\d(?!\d|[-./_]\d)/gu,
  /(?<![\p{L}\d])(?:0?[1-9]|[12]\d|3[01])[ ._/-]{0,2}(?:jan|feb|f[eé]v|mar|mär|maa|apr|abr|avr|ma[iyjg]|mei|jun|juin|giu|jul|juil|lug|aug|ago|ao[uû]|sep|set|o[ck]t|ott|out|nov|de[cz]|d[ié]c|gen|ene)\p{L}{0,12}[ .,_/-]{0,2}(?:(?:19|20)\d\d|\d\d)(?!\d)/giu,
  /(?<!\p{L})(?:jan|feb|f[eé]v|mar|mär|maa|apr|abr|avr|ma[iyjg]|mei|jun|juin|giu|jul|juil|lug|aug|ago|ao[uû]|sep|set|o[ck]t|ott|out|nov|de[cz]|d[ié]c|gen|ene)\p{L}{0,12}[ ._/-]{0,2}(?:0?[1-9]|[12]\d|3[01])[ .,_/-]{1,2}(?:19|20)\d\d(?!\d)/giu,
]

const NUMBERS: readonly RegExp[] = [
  /\+\d(?:[ ()./_-]{0,2}\d){7,14}(?!\d)/gu,
  /\(\d{2,5}\)[ ./_-]{0,2}\d{3,4}[ ./_-]?\d{3,4}(?!\d)/gu,
  /(?<!\d|\d[-./_])0\d{1,4}[ ./_-]\d{3,4}[ ./_-]\d{3,4}(?!\d|[-./_]\d)/gu,
  /(?<!\d|\d[-./_])\d{3}([ ._-])\d{3}\1\d{4}(?!\d|[-./_]\d)/gu,
  /(?<!\d|\d[-./_])\d{3}([ _-])\d{2}\1\d{4}(?!\d|[-./_]\d)/gu,
  /(?<!\d|\d[-./_])\d{2}(?:([ -])\d{2})(?:\1\d{2}){2,3}(?!\d|[-./_]\d)/gu,
]

/** Fewer digits are no date with a year and no telephone number. */
export const LEAST_WRITTEN_DIGITS = 3

/**
 * The same text with the digits of such numbers masked; its length stays.
 * @param dates false where dates are those of programs and devices
 */
export function maskWrittenNumbers(text: string, mask: string, dates = true): string {
  if ((text.match(/\d/g)?.length ?? 0) < LEAST_WRITTEN_DIGITS) return text
  let masked = text
  for (const pattern of dates ? [...NUMBERS, ...DATES] : NUMBERS) {
    masked = masked.replace(pattern, (match) => match.replace(/\d/g, mask))
  }
  return masked
}

export function containsWrittenNumbers(text: string): boolean {
  return maskWrittenNumbers(text, '*') !== text
}
