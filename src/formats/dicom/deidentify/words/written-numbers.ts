// Dates, telephone numbers and social security numbers as people write them, in values where a long number is not one word: 14-03-1961, 8 Mar 1961,
// 0113 496 0123. Only forms that no list of sizes, b-values or versions has.

const DATES: readonly RegExp[] = [
  /(?<!\d|\d[-./_])(?:19|20)\d\d([-./_ ])(?:0?[1-9]|[12]\d|3[01])\1(?:0?[1-9]|[12]\d|3[01])(?!\d|[-./_]\d)/gu,
  /(?<!\d|\d[-./_])(?:0?[1-9]|[12]\d|3[01])([-./_ ])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?!\d|[-./_]\d)/gu,
  // A year of two digits only beside two of two digits.
  /(?<!\d|\d[-./_])(?:0[1-9]|[12]\d|3[01])([-./])(?:0[1-9]|[12]\d|3[01])\1\d\d(?!\d|[-./_]\d)/gu,
  /(?<![\p{L}\d])(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?[ ._/-]{0,2}(?:(?:of|de) )?(?:jan|feb|f[eé]v|mar|mär|maa|apr|abr|avr|ma[iyjg]|mei|jun|juin|giu|jul|juil|lug|aug|ago|ao[uû]|sep|set|o[ck]t|ott|out|nov|de[cz]|d[ié]c|gen|ene)\p{L}{0,12}[ .,_/-]{0,2}(?:de )?(?:(?:19|20)\d\d|\d\d)(?!\d)/giu,
  /(?<!\p{L})(?:jan|feb|f[eé]v|mar|mär|maa|apr|abr|avr|ma[iyjg]|mei|jun|juin|giu|jul|juil|lug|aug|ago|ao[uû]|sep|set|o[ck]t|ott|out|nov|de[cz]|d[ié]c|gen|ene)\p{L}{0,12}[ ._/-]{0,2}(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?[ .,_/-]{1,2}(?:19|20)\d\d(?!\d)/giu,
]

/** First letters of the months in the languages of DATES. */
const MONTHS = [
  'jan gen ene',
  'feb fév',
  'mar mär maa',
  'apr abr avr',
  'mai may maj mag mei',
  'jun jui giu',
  'jul lug',
  'aug ago aoû aou',
  'sep set',
  'oct okt ott out',
  'nov',
  'dec dez déc dic',
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

/**
 * Whether a text may mean one of the dates: day and month in both orders, a year of two digits in both centuries.
 * @param dates YYYYMMDD
 */
export function containsWrittenDate(text: string, dates: ReadonlySet<string>): boolean {
  return DATES.some((pattern) => {
    for (const [written] of text.matchAll(pattern)) if (datesOf(written).some((date) => dates.has(date))) return true
    return false
  })
}

function datesOf(written: string): string[] {
  const month = monthOf(written)
  const numbers = written.match(/\d+/g)!
  const year = numbers.find(({ length }) => length === 4) ?? numbers.at(-1)!
  const others = numbers.toSpliced(numbers.lastIndexOf(year), 1)
  const [a = '', b = month] = others
  const years = year.length === 4 ? [year] : [`19${year}`, `20${year}`]
  return years.flatMap((one) => [`${one}${pad(b)}${pad(a)}`, `${one}${pad(a)}${pad(b)}`])
}

/** Empty where the month is a number. June and July begin alike in French. */
function monthOf(written: string): string {
  const words = written.normalize('NFC').toLowerCase()
  for (const [letters] of words.matchAll(/\p{L}+/gu)) {
    const first = letters.startsWith('juil') ? 'jul' : letters.slice(0, 3)
    const month = MONTHS.findIndex((names) => names.split(' ').includes(first))
    if (month >= 0) return String(month + 1)
  }
  return ''
}

function pad(number: string): string {
  return number.padStart(2, '0')
}

export function containsWrittenNumbers(text: string): boolean {
  return maskWrittenNumbers(text, '*') !== text
}
