// Made GS1 scans: lots, serial numbers and dates as makers write them, from a seed, with the elements that they were made of.
import { gs1CheckDigit } from '../../../src/formats/ids/check-sums.ts'

const DIGITS = '0123456789'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const EITHER = `${CAPITALS}${DIGITS}`
const ANY = `${EITHER}${CAPITALS.toLowerCase()}`

export interface GeneratedScan {
  readonly elements: readonly (readonly [ai: string, value: string])[]
}

/** Makes scans one after the other; the same seed makes the same. */
export function scanMaker(seed: number) {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 4) / 2 ** 28
  }
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  const text = (set: string, least: number, most: number): string =>
    Array.from({ length: between(least, most) }, () => set[between(0, set.length - 1)]).join('')
  const one = (of: readonly (() => string)[]): string => of[between(0, of.length - 1)]!()
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = (first: number, last: number): string =>
    `${two(between(first, last))}${two(between(1, 12))}${random() < 0.3 ? '00' : two(between(1, 28))}`
  const gtin = (): string => {
    const body = `0${text(DIGITS, 12, 12)}`
    return body + gs1CheckDigit(body)
  }
  const lot = (): string =>
    one([
      () => text(DIGITS, 5, 9),
      () => text(CAPITALS, 1, 3) + text(DIGITS, 3, 7),
      () => text(EITHER, 5, 10),
      () => text(DIGITS, 2, 2) + text(CAPITALS, 1, 1) + text(DIGITS, 2, 5),
      () => `${text(CAPITALS, 2, 2)}-${text(DIGITS, 3, 6)}`,
    ])
  const serial = (): string =>
    one([
      () => text(DIGITS, 4, 12),
      () => text(EITHER, 8, 14),
      () => text(ANY, 10, 16),
      () => `SN${text(DIGITS, 4, 8)}`,
      () => text(CAPITALS, 1, 1) + text(DIGITS, 5, 9),
    ])
  const dates = (): [string, string][] => [['17', date(24, 33)], ...(random() < 0.4 ? [['11', date(18, 25)] as [string, string]] : [])]
  const numbers = (): [string, string][] => {
    const kind = random()
    if (kind < 0.1)
      return [
        ['21', serial()],
        ['10', lot()],
      ]
    if (kind < 0.2)
      return [
        ['10', lot()],
        ['30', String(between(1, 99))],
      ]
    const both: [string, string][] = [
      ['10', lot()],
      ['21', serial()],
    ]
    return kind < 0.3 ? [...both, ['240', text(EITHER, 4, 10)]] : both
  }
  return {
    /** Two or three numbers of variable length, dates before, between or behind them. */
    several(): GeneratedScan {
      const [first, ...rest] = numbers()
      const style = random()
      const days = dates()
      const elements = style < 0.6 ? [...days, first!, ...rest] : [first!, ...days, ...rest]
      return { elements: [['01', gtin()], ...elements] }
    },
    /** One number of variable length, at the end: no separator is missing. */
    single(): GeneratedScan {
      return { elements: [['01', gtin()], ...dates(), random() < 0.5 ? ['10', lot()] : ['21', serial()]] }
    },
    character: (): string => String.fromCharCode(between(29, 126)),
    between,
  }
}

export function withoutSeparators({ elements }: GeneratedScan): string {
  return elements.map(([ai, value]) => ai + value).join('')
}

export function withSeparators({ elements }: GeneratedScan): string {
  return elements.map(([ai, value]) => ai + value + (/^(?:10|21|240|30)$/.test(ai) ? '\x1d' : '')).join('')
}

export function bracketed({ elements }: GeneratedScan): string {
  return elements.map(([ai, value]) => `(${ai})${value}`).join('')
}
