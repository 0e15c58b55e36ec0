// Brings what people type as a unit into the characters of UCUM: micro signs, superscripts, dots, dashes, words for operators.
import { partSpellings } from './common-mistakes.ts'

/** Characters that stand for others, looked up before and after NFKC, which folds the micro sign and the signs of ohm and angstrom. */
const CHARACTERS: Readonly<Record<string, string>> = {
  μ: 'u',
  '·': '.',
  '⋅': '.',
  '∙': '.',
  '•': '.',
  '∗': '*',
  '×': 'x',
  '−': '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '⁄': '/',
  '∕': '/',
  '÷': '/',
  '\\': '/',
  º: '°',
  '˚': '°',
  Ω: 'Ohm',
  Å: 'Ao',
  '’': "'",
  '′': "'",
  '″': '"',
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  '⁰': '0',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
  '⁻': '-',
  '⁺': '+',
}

/** One blank between words, none at the ends; `10⁹` becomes `10*9`, `m²` becomes `m2`. */
export function foldCharacters(text: string): string {
  let folded = ''
  let wasSuperscript = false
  for (const character of text) {
    const superscript = SUPERSCRIPTS[character]
    if (superscript === undefined) folded += CHARACTERS[character] ?? (character < '\u0080' ? character : foldCompatible(character))
    else folded += !wasSuperscript && /(?:^|[^0-9])10$/.test(folded) ? `*${superscript}` : superscript
    wasSuperscript = superscript !== undefined
  }
  return folded.split(/\s/).filter(Boolean).join(' ')
}

function foldCompatible(character: string): string {
  return Array.from(character.normalize('NFKC'), (each) => CHARACTERS[each] ?? each).join('')
}

/** Marks that end a sentence or a cell, not a unit. */
export function trimMarks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && ' "\'`,;:='.includes(text[start]!)) start++
  while (end > start && ' "\'`,;:=.?!*~'.includes(text[end - 1]!)) end--
  return text.slice(start, end)
}

export interface PowerOfTen {
  /** Such as `10*9`; other readings behind it. */
  readonly codes: readonly string[]
  /** What follows, such as `/L`. */
  readonly rest: string
}

const LEADING_POWER = /^(?:[x*] ?)?10 ?(?:\*\*|\^|\*|e\+|e|exp|x|\(|\[|'| |(?=[+-])) ?([+-]?\d{1,2})[)\]]? ?(.*)$/i
const TRAILING_POWER = /^(\/.*?) ?(?:x ?|\* ?|\()10 ?(?:\*\*|\^|\*|e\+|e|x| |)(\d{1,2})\)?$/i
const SHORT_POWER = /^(?:x ?)?e\+?(\d{1,2}) ?(\/.*)$/i
const COUNTED_POWER = /^([a-z]+) (?:x ?)?(10 ?[*^e].*)$/i

/** Reads `x10^9/L`, `10E3 / uL`, `E9/L`, `/uL x10^3` and the like; `10-3/uL`, where the dash mostly is none, both ways. */
export function readPowerOfTen(text: string): PowerOfTen | undefined {
  const counted = COUNTED_POWER.exec(text)
  if (counted && partSpellings().get(counted[1]!.toLowerCase())?.startsWith('{')) return readPowerOfTen(counted[2]!)
  const thousands = /^x ?1,?000 ?(\/.*)$/i.exec(text)
  if (thousands) return { codes: ['10*3'], rest: thousands[1]! }
  const leading = LEADING_POWER.exec(text)
  if (leading) {
    const exponent = Number(leading[1])
    const codes = /^(?:x ?)?10-/i.test(text) ? [`10*${-exponent}`, `10*${exponent}`] : [`10*${exponent}`]
    return { codes, rest: leading[2]! }
  }
  const trailing = TRAILING_POWER.exec(text)
  if (trailing) return { codes: [`10*${Number(trailing[2])}`], rest: trailing[1]! }
  const short = SHORT_POWER.exec(text)
  return short ? { codes: [`10*${Number(short[1])}`], rest: short[2]! } : undefined
}

/** `per`, `x` and blanks as operators: `mg per kg` becomes `mg/kg`. */
export function foldOperators(text: string): string {
  return text
    .replace(/ per /gi, '/')
    .replace(/^per /i, '/')
    .replaceAll('//', '/')
    .split('/')
    .map((part) => part.trim())
    .join('/')
    .replace(/([a-z])\*{1,2}(?=[a-z])/gi, '$1.')
    .replace(/([a-z])(?:\^|\*{1,2})([+-]?\d)/gi, '$1$2')
}

const BODY_SURFACE = /\/ ?(?:per )?[({]? ?1[.,]73 ?(?:m ?\^? ?2|m\*{1,2}2|m\(2\)|sqm|qm|sq\.? ?m|_m2)?[)}]?\.?$/i

/** Every way to write `/1.73 m2` at the end of a unit. */
export function foldBodySurface(text: string): string {
  return text.replace(BODY_SURFACE, '/{1.73_m2}')
}

/** `ng/mL FEU` as `ng{FEU}/mL`: what kind of D-dimer unit it is stands behind the whole. */
export function foldDimerUnit(text: string): string {
  const match = /^([a-z]+) ?(\/[a-z]+) ?\(?(FEU|DDU)\)?$/i.exec(text) ?? /^([a-z]+) ?(FEU|DDU) ?(\/[a-z]+)$/i.exec(text)
  if (!match) return text
  const [, mass, second = '', third = ''] = match
  const [divisor, kind] = second.startsWith('/') ? [second, third] : [third, second]
  return `${mass}{${kind.toUpperCase()}}${divisor}`
}

/** Prefixes as the nomenclature of ISO/IEEE 11073-10101 writes them in names of units; `X` is none. */
const DEVICE_PREFIXES: Readonly<Record<string, string>> = {
  x: '',
  kilo: 'k',
  hecto: 'h',
  deca: 'da',
  deci: 'd',
  centi: 'c',
  milli: 'm',
  micro: 'u',
  nano: 'n',
  pico: 'p',
  femto: 'f',
  mega: 'M',
  giga: 'G',
}

/** `MDC_DIM_MILLI_L_PER_MIN`, as devices and gateways send it, as `mL/min`; undefined for other texts. */
export function foldDeviceUnit(text: string): string | undefined {
  const lower = text.toLowerCase()
  if (!lower.startsWith('mdc_dim_')) return undefined
  const parts = lower.slice(8).split('_per_')
  return parts
    .map((part) => {
      const [prefix = '', ...rest] = part.split('_')
      const symbol = DEVICE_PREFIXES[prefix]
      const unit = symbol === undefined || rest.length === 0 ? part.replaceAll('_', ' ') : symbol + rest.join(' ')
      return /^[a-z]?l$/.test(unit) ? `${unit.slice(0, -1)}L` : unit
    })
    .join('/')
}

const MISSING_SLASH = /^(m?mol|[unp]mol|m?g|[unp]g|mcg|meq|[mu]?iu|mosm)(d?l|ml|kg|g|min|hr?|d)$/i
const MISSING_SLASH_OF_RATE = /^([mul]l|l)(min|hr?|d|kg)$/i

/** `MMOLL` is mmol/L: interfaces drop the slash. Undefined for other texts. */
export function restoreSlash(text: string): string | undefined {
  const match = MISSING_SLASH.exec(text) ?? MISSING_SLASH_OF_RATE.exec(text)
  return match ? `${match[1]}/${match[2]}` : undefined
}
