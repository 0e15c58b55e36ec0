// Syllables of numbers as they are read aloud in English, which R. Flesch's rules ask for ("four for 1918").

const BELOW_TWENTY = [2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 2, 2, 2, 2, 3, 2, 2]
const TENS = [0, 0, 2, 2, 2, 2, 2, 3, 2, 2]

/** @param digits digits with commas between thousands or one point @returns at least 1 */
export function countNumberSyllables(digits: string): number {
  const [whole = '', ...decimals] = digits.replaceAll(',', '').split('.')
  let syllables = whole === '' ? 0 : digits.includes(',') ? groupedSyllables(whole) : integerSyllables(whole)
  for (const decimal of decimals) if (decimal !== '') syllables += 1 + oneByOne(decimal)
  return Math.max(1, syllables)
}

/** "1,500" is no year. */
function groupedSyllables(whole: string): number {
  return whole.length > 9 ? oneByOne(whole) : cardinalSyllables(Number(whole))
}

function integerSyllables(whole: string): number {
  if (whole.length > 9 || (whole.length > 1 && whole.startsWith('0'))) return oneByOne(whole)
  const number = Number(whole)
  if (whole.length === 4 && number >= 1100 && number <= 2099 && number % 1000 >= 10) return yearSyllables(number)
  return cardinalSyllables(number)
}

/** "nineteen eighteen", "nineteen oh five" */
function yearSyllables(year: number): number {
  const rest = year % 100
  const century = cardinalSyllables(Math.floor(year / 100))
  if (rest === 0) return century + 2
  return century + (rest < 10 ? 1 : 0) + cardinalSyllables(rest)
}

function cardinalSyllables(number: number): number {
  if (number < 20) return BELOW_TWENTY[number]!
  if (number < 100) return TENS[Math.floor(number / 10)]! + (number % 10 === 0 ? 0 : BELOW_TWENTY[number % 10]!)
  const [size] = number < 1000 ? [100] : number < 1_000_000 ? [1000] : [1_000_000]
  // hundred, thousand and million have two syllables each.
  return cardinalSyllables(Math.floor(number / size!)) + 2 + (number % size! === 0 ? 0 : cardinalSyllables(number % size!))
}

function oneByOne(digits: string): number {
  let syllables = 0
  for (const digit of digits) syllables += BELOW_TWENTY[Number(digit)]!
  return syllables
}
