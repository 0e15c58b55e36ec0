// Sums from which check digits are made: weighted sums, ISO/IEC 7064, and sums of digits of products.

/** Σ digit × weight over the first places of a text of digits, one for each weight. */
export function weigh(text: string, weights: readonly number[], from = 0): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += (text.charCodeAt(from + i) - 48) * weights[i]!
  return sum
}

/** Σ of the digit sums of digit × weight. */
export function weighCross(text: string, weights: readonly number[], from = 0): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    const product = (text.charCodeAt(from + i) - 48) * weights[i]!
    sum += Math.floor(product / 10) + (product % 10)
  }
  return sum
}

/** The digit at a place. */
export function digit(text: string, at: number): number {
  return text.charCodeAt(at) - 48
}

/** A text of digits of any length modulo a small number. */
export function modulo(digits: string, modulus: number): number {
  let rest = 0
  for (let i = 0; i < digits.length; i++) rest = (rest * 10 + digits.charCodeAt(i) - 48) % modulus
  return rest
}

/** GS1 General Specifications 7.9: weights 3 and 1 from the right, the check digit last. */
export function isGs1(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += digit(digits, digits.length - 1 - i) * (i % 2 === 1 ? 3 : 1)
  return sum % 10 === 0
}

/** ISO/IEC 7064 MOD 11-10 over digits, the check digit last. */
export function isMod11And10(digits: string): boolean {
  let rest = 10
  for (let i = 0; i < digits.length - 1; i++) {
    rest = (rest + digit(digits, i)) % 10 || 10
    rest = (rest * 2) % 11
  }
  return (rest + digit(digits, digits.length - 1)) % 10 === 1
}

/** ISO/IEC 7064 MOD 11-2 over digits; the last may be X. */
export function isMod11And2(text: string): boolean {
  let rest = 0
  for (let i = 0; i < text.length - 1; i++) rest = ((rest + digit(text, i)) * 2) % 11
  const last = text.at(-1) === 'X' ? 10 : digit(text, text.length - 1)
  return (rest + last) % 11 === 1
}

export const ISO_37 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'

/** ISO/IEC 7064 MOD 37-2 over letters and digits; the last may be an asterisk. */
export function isMod37And2(text: string): boolean {
  let rest = 0
  for (let i = 0; i < text.length - 1; i++) rest = ((rest + ISO_37.indexOf(text[i]!)) * 2) % 37
  return (rest + ISO_37.indexOf(text.at(-1)!)) % 37 === 1
}

/** The value of a letter or digit: 0 to 9, A 10 to Z 35. */
export function alphaValue(char: string): number {
  const code = char.charCodeAt(0)
  return code < 58 ? code - 48 : code - 55
}

/** Luhn over digits and letters: a letter counts as its ASCII code less 48, as LOINC checks its parts, answers, lists and groups. */
export function isLuhnOfLetters(text: string): boolean {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(text.length - 1 - i) - 48
    sum += i % 2 === 1 ? 2 * value - Math.floor(value / 5) * 9 : value
  }
  return sum % 10 === 0
}

/** The digit that makes the text hold for isGs1. */
export function gs1CheckDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += digit(digits, digits.length - 1 - i) * (i % 2 === 0 ? 3 : 1)
  return String((10 - (sum % 10)) % 10)
}

/** The value from 0 to 36 that isMod37And2 expects behind a text of letters and digits. */
export function mod37And2Value(text: string): number {
  let rest = 0
  for (let i = 0; i < text.length; i++) rest = ((rest + ISO_37.indexOf(text[i]!)) * 2) % 37
  return (38 - rest) % 37
}

/** Character of ISO_37. */
export function mod37And2Character(value: number): string {
  return ISO_37[value]!
}

const HIBC_43 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

/** ANSI/HIBC 2.6, check character modulo 43; undefined if a character is none of the 43. */
export function hibcCheckCharacter(text: string): string | undefined {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const value = HIBC_43.indexOf(text[i]!)
    if (value < 0) return undefined
    sum += value
  }
  return HIBC_43[sum % 43]!
}

const CSET_82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const CSET_32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83]

/**
 * GS1 General Specifications 7.9.5, check character pair modulo 1021, also of HIBCC's Basic UDI-DI.
 * Undefined for more than 23 characters, or one outside of GS1's 82.
 */
export function alphaCheckPair(text: string): string | undefined {
  if (text.length > PRIMES.length) return undefined
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const value = CSET_82.indexOf(text[text.length - 1 - i]!)
    if (value < 0) return undefined
    sum += value * PRIMES[i]!
  }
  const rest = sum % 1021
  return CSET_32[rest >> 5]! + CSET_32[rest & 31]!
}

/** IFA, check digits modulo 97 over the characters' ASCII codes, weighed 2, 3, 4 from the left (PPN, Basic UDI-DI). */
export function ifaCheckDigits(text: string): string {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += text.charCodeAt(i) * (i + 2)
  return String(sum % 97).padStart(2, '0')
}

/** PZN-8: weights 1 to 7; PZN-7: weights 2 to 7; a remainder of 10 is not issued. */
export function isPzn(digits: string): boolean {
  const weights = digits.length === 8 ? [1, 2, 3, 4, 5, 6, 7] : [2, 3, 4, 5, 6, 7]
  return weigh(digits, weights) % 11 === digit(digits, digits.length - 1)
}
