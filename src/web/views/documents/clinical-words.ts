// Values of clinical documents as a person reads them: codes by their names, times without seconds that nobody gave, quantities with units.
import { msgs, t } from '../../language/language.ts'

export interface Code {
  readonly code?: string
  readonly system?: string
  readonly systemName?: string
  readonly display?: string
  readonly originalText?: string
  readonly reference?: { readonly text?: string }
  readonly translations?: readonly Code[]
  readonly text?: string
  readonly nullFlavor?: string
}

export interface Quantity {
  readonly value?: string
  readonly unit?: string
  readonly low?: Quantity
  readonly high?: Quantity
  readonly text?: string
  readonly nullFlavor?: string
}

export interface Time {
  readonly value?: string
  readonly raw?: string
  readonly low?: Time
  readonly high?: Time
  readonly center?: Time
  readonly offset?: string
  readonly period?: Quantity
  readonly text?: string
  readonly nullFlavor?: string
}

export interface NameValue {
  readonly text: string
}

const NULL_FLAVORS: Readonly<Record<string, string>> = msgs({
  NI: 'no information',
  UNK: 'unknown',
  NA: 'not applicable',
  ASKU: 'asked but unknown',
  NASK: 'not asked',
  NAV: 'not available now',
  MSK: 'masked',
  OTH: 'other',
})

/** A value that is missing says why. */
export function nullWords(flavor: string): string {
  return NULL_FLAVORS[flavor] ? t(NULL_FLAVORS[flavor]) : t('none ({flavor})', { flavor })
}

/** The name that people know; empty where the document has none. */
export function codeName(code: Code | undefined): string {
  const translated = code?.translations?.map(({ display }) => display).find(Boolean)
  return code?.display ?? clean(code?.originalText) ?? clean(code?.reference?.text) ?? translated ?? clean(code?.text) ?? ''
}

/** The name; the code where there is none. */
export function codeWords(code: Code | undefined): string {
  const words = codeName(code) || code?.code
  return words ?? (code?.nullFlavor === undefined ? '' : nullWords(code.nullFlavor))
}

export function quantityWords(quantity: Quantity | undefined): string {
  if (!quantity) return ''
  const { value, unit, low, high, text, nullFlavor } = quantity
  if (low || high) return rangeWords(quantityWords(low), quantityWords(high))
  if (value !== undefined) return unit === undefined || unit === '1' ? value : `${value} ${unit}`
  return text ?? (nullFlavor === undefined ? '' : nullWords(nullFlavor))
}

/** `2026-01-02 08:09 +01:00`, `2012 to 2014`, `since 2012`. */
export function timeWords(time: Time | undefined): string {
  if (!time) return ''
  const { value, raw, low, high, center, offset, period, text, nullFlavor } = time
  if (period) return t('every {period}', { period: quantityWords(period) })
  if (value !== undefined) return `${value.replace('T', ' ').replace(/Z$|[+-]\d\d:\d\d$/, '')}${offset === undefined ? '' : ` ${offset}`}`
  if (low || high) {
    const [from, to] = [
      low && low.nullFlavor === undefined ? timeWords(low) : '',
      high && high.nullFlavor === undefined ? timeWords(high) : '',
    ]
    if (from !== '' && to !== '') return from === to ? from : t('{from} to {to}', { from, to })
    return from === '' ? (to === '' ? '' : t('until {to}', { to })) : t('since {from}', { from })
  }
  if (center) return timeWords(center)
  return raw ?? text ?? (nullFlavor === undefined ? '' : nullWords(nullFlavor))
}

function rangeWords(low: string, high: string): string {
  if (low === '') return t('up to {high}', { high })
  return high === '' ? t('from {low}', { low }) : t('{from} to {to}', { from: low, to: high })
}

/** What is a text, where a nullFlavor may stand instead. */
export function plainWords(value: unknown): string {
  if (typeof value === 'string') return clean(value) ?? ''
  const flavor = (value as { nullFlavor?: string } | undefined)?.nullFlavor
  return flavor === undefined ? '' : nullWords(flavor)
}

function clean(text: string | undefined): string | undefined {
  const words = text?.replace(/\s+/g, ' ').trim()
  return words === '' ? undefined : words
}
