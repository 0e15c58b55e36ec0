// Reads DS and IS (PS3.5 §6.2) as numbers where a double holds the same number, digit for digit.

/**
 * @returns the number; undefined where the text is no decimal number, or one that a double would change
 */
export function readDecimal(text: string): number | undefined {
  const digits = significantDigits(text)
  if (digits === undefined) return undefined
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  // Every decimal of up to 15 significant digits survives a double within its normal range (IEEE 754).
  const magnitude = Math.abs(number)
  if (digits.length <= 15 && (magnitude === 0 ? digits === '' : magnitude >= 1e-300)) return number + 0
  return significantDigits(String(number)) === digits && digits.length <= 17 ? number : undefined
}

/** True for the grammar of DS: sign, digits, point, exponent. */
export function isDecimal(text: string): boolean {
  return significantDigits(text) !== undefined
}

/** The digits of the mantissa without zeros at either end, or undefined where the text is no decimal number. */
function significantDigits(text: string): string | undefined {
  let at = text[0] === '+' || text[0] === '-' ? 1 : 0
  const start = at
  let point = -1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x2e && point < 0) point = at
    else if (code < 0x30 || code > 0x39) break
  }
  if (at - start - (point < 0 ? 0 : 1) === 0) return undefined
  if (at < text.length && !isExponent(text, at)) return undefined
  const mantissa = text.slice(start, at).replace('.', '')
  let first = 0
  let last = mantissa.length
  while (first < last && mantissa[first] === '0') first++
  while (last > first && mantissa[last - 1] === '0') last--
  return mantissa.slice(first, last)
}

function isExponent(text: string, at: number): boolean {
  if (text[at] !== 'e' && text[at] !== 'E') return false
  const start = text[at + 1] === '+' || text[at + 1] === '-' ? at + 2 : at + 1
  if (start >= text.length) return false
  for (let i = start; i < text.length; i++) if (text.charCodeAt(i) < 0x30 || text.charCodeAt(i) > 0x39) return false
  return true
}
