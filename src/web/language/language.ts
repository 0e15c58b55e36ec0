// The language of the page: every text of it is looked up by its English form, which is shown where there is no other.
import type { ComponentChild } from 'preact'

/** The forms of a text that counts, by the names of `Intl.PluralRules`. */
export type PluralForms = Readonly<Record<string, string>> & { readonly other: string }
export type Texts = Readonly<Record<string, string | PluralForms>>
type Values = Readonly<Record<string, string | number>>

export const ENGLISH = 'en'

let language = ENGLISH
let texts: Record<string, string | PluralForms> = {}
let rules = new Intl.PluralRules(ENGLISH)

/** From the next drawing on. */
export function setTexts(name: string, all: Texts): void {
  language = name
  rules = new Intl.PluralRules(name)
  texts = { ...all }
  document.documentElement.lang = name
}

/** Adds the texts of a part, such as those of a tool. */
export function addTexts(more: Texts): void {
  Object.assign(texts, more)
}

export function currentLanguage(): string {
  return language
}

/** @param text in English; `{name}` stands for the value of that name */
export function t(text: string, values?: Values): string {
  const found = Object.hasOwn(texts, text) ? texts[text] : undefined
  return fill(typeof found === 'string' ? found : text, values)
}

/** @param other the text for several, by which it is looked up; `{count}` stands for the number in both */
export function plural(count: number, one: string, other: string, values?: Values): string {
  const found = Object.hasOwn(texts, other) ? texts[other] : undefined
  const rule = rules.select(count)
  const form = typeof found === 'object' ? (found[rule] ?? found.other) : rule === 'one' ? one : other
  return fill(form, { ...values, count: formatCount(count) })
}

/** Like `t`, with elements in the places of values. */
export function rich(text: string, nodes: Readonly<Record<string, ComponentChild>>): ComponentChild[] {
  return t(text)
    .split(/\{(\w+)\}/)
    .map((piece, i) => (i % 2 === 0 ? piece : nodes[piece]))
}

/** Marks a text that is looked up where it is shown. */
export function msg(text: string): string {
  return text
}

/** Marks texts that are looked up where they are shown. */
export function msgs<Name extends string>(record: Readonly<Record<Name, string>>): Readonly<Record<Name, string>> {
  return record
}

function fill(text: string, values: Values | undefined): string {
  if (values === undefined) return text
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** `999`, `5000`, `12,000`. */
export function formatCount(value: number): string {
  return numbers({ useGrouping: 'min2' }).format(value)
}

/** @param digits after the decimal separator */
export function formatFixed(value: number, digits: number): string {
  return numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: 'min2' }).format(value)
}

/** The sign between whole and decimal digits. */
export function decimalSign(): string {
  return (
    numbers({})
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  )
}

/** `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['kilobyte', 'megabyte', 'gigabyte']
  if (bytes < 1000) return numbers({ style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes)
  let value = bytes / 1000
  let at = 0
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000
    at++
  }
  const digits = value < 10 ? 1 : 0
  return numbers({ style: 'unit', unit: units[at]!, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

/** The time of a day; with its date if it is not today. */
export function formatClock(at: Date): string {
  const tag = language === ENGLISH ? undefined : language
  return at.toDateString() === new Date().toDateString() ? at.toLocaleTimeString(tag) : at.toLocaleString(tag)
}

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(language, options)
}
