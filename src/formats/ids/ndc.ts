// National Drug Codes: ten digits in three layouts, eleven as claims write them, and the twelve of the FDA's final rule.
import type { Forms } from './scheme.ts'

/** Lengths of labeler, product and package in the layouts of ten digits (21 CFR 207.33). */
const LAYOUTS = [
  [4, 4, 2],
  [5, 3, 2],
  [5, 4, 1],
] as const

/**
 * Other forms of a code. Ten digits without hyphens have three readings; all of them are given.
 * @param text with or without hyphens; its shape fits
 * @returns `ndc11` without hyphens, `ndc10` with hyphens, `ndc12` with hyphens
 */
export function convertNdc(text: string): Forms {
  const parts = text.split('-')
  if (parts.length === 3) return formsOf([parts as [string, string, string]])
  if (text.length === 12) return formsOf([[text.slice(0, 6), text.slice(6, 10), text.slice(10)]])
  if (text.length === 11) return formsOf([[text.slice(0, 5), text.slice(5, 9), text.slice(9)]])
  return formsOf(
    LAYOUTS.map(([labeler, product]) => [text.slice(0, labeler), text.slice(labeler, labeler + product), text.slice(labeler + product)]),
  )
}

type Parts = readonly [labeler: string, product: string, packageCode: string]

function formsOf(readings: readonly Parts[]): Forms {
  const forms = { ndc11: [] as string[], ndc10: [] as string[], ndc12: [] as string[] }
  for (const parts of readings) {
    const [labeler, product, packageCode] = [parts[0], last(parts[1], 4), last(parts[2], 2)]
    if (labeler.length < 6 || labeler.startsWith('0')) addNew(forms.ndc11, last(labeler, 5) + product + packageCode)
    for (const ten of tenDigits(parts)) addNew(forms.ndc10, ten)
    addNew(forms.ndc12, `${last(labeler, 6)}-${product}-${packageCode}`)
  }
  return forms
}

/** A part with zeros before it, or without those that are more than its length. */
function last(part: string, length: number): string {
  return part.padStart(length, '0').slice(-length)
}

/** The forms of ten digits: of longer ones those in which one zero can be left out. */
function tenDigits([labeler, product, packageCode]: Parts): string[] {
  if (labeler.length + product.length + packageCode.length === 10) return [`${labeler}-${product}-${packageCode}`]
  if (labeler.length === 6 && !labeler.startsWith('0')) return []
  const five = last(labeler, 5)
  return LAYOUTS.filter(([a, b, c]) => fits(five, a) && fits(last(product, 4), b) && fits(last(packageCode, 2), c)).map(
    ([a, b, c]) => `${five.slice(-a)}-${last(product, 4).slice(-b)}-${last(packageCode, 2).slice(-c)}`,
  )
}

function fits(part: string, length: number): boolean {
  return /^0*$/.test(part.slice(0, part.length - length))
}

function addNew(list: string[], value: string): void {
  if (!list.includes(value)) list.push(value)
}
