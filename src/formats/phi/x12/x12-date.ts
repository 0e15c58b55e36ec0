// Dates of X12 by the policy: a date keeps its format, or the receiver would refuse the transaction. Where only the year may stay, it is the
// first day of the year; where nothing may, it is 19000101.
import type { Deidentifier, Replacement } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'

/** Nobody's date. */
const NO_DATE = '19000101'
/** Times of day alone (data element 1250). */
const TIMES: ReadonlySet<string> = new Set(['TM', 'TS', 'RTM', 'RTS'])

export interface DateContext {
  readonly deidentifier: Deidentifier
  /** In place of the policy's. */
  readonly action: PhiAction | undefined
  readonly path: string
  readonly subject: string | undefined
  /** True where the header would be none without a date. */
  readonly isRequired: boolean
}

/**
 * @param text a date or a range of two, of any format of data element 1250 or of DT
 * @param format the qualifier before it; empty for DT, whose length tells it
 * @returns undefined for a time of day, which is no date
 */
export function changeX12Date(text: string, format: string, context: DateContext): Replacement | undefined {
  if (TIMES.has(format) && /^\d{4,8}(?:-\d{4,8})?$/.test(text) && !holdsDay(text)) return undefined
  const ends = text.split('-')
  const parts = ends.length > 2 ? [] : ends.map((end) => readEnd(end, format))
  if (parts.length === 0 || parts.includes(undefined)) return changeWhole(text, context)
  const changed = parts.map((end) => changeEnd(end!, context))
  const { action } = changed.find((each) => each.action !== 'remove') ?? changed[0]!
  return { action, text: changed.every((each) => each.text === '') ? '' : changed.map((each) => each.text).join('-') }
}

/** 19:42:11.07 is a time of day, but a date is written in its place far more often. */
function holdsDay(text: string): boolean {
  return text.split('-').some((part) => /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(part))
}

interface DateEnd {
  /** YYYYMMDD, YYYYMM or YYYY. */
  readonly date: string
  readonly time: string
  /** Digits of the year that are not written: YYMMDD. */
  readonly cut: 0 | 2
}

function readEnd(text: string, format: string): DateEnd | undefined {
  const [, six, eight = six, time = ''] = /^(?:(\d{6})|(\d{8})((?:[01]\d|2[0-4])[0-5]\d(?:[0-5]\d)?)?)$/.exec(text) ?? []
  if (eight === undefined) return /^(?:19|20)\d{2}$/.test(text) ? { date: text, time: '', cut: 0 } : undefined
  if (six === undefined) return { date: eight, time, cut: 0 }
  const isMonth = format === 'CM' || !/^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(six)
  return isMonth ? { date: six, time, cut: 0 } : { date: (Number(six.slice(0, 2)) < 70 ? '20' : '19') + six, time, cut: 2 }
}

function changeEnd({ date, time, cut }: DateEnd, { deidentifier, action: own, path, subject, isRequired }: DateContext): Replacement {
  const value = { category: 'date' as const, text: date, path, subject }
  const { action, text } = own === undefined ? deidentifier.replace(value) : deidentifier.apply(own, value)
  if (text === date) return { action, text: date.slice(cut) + time }
  if (action === 'remove' && !isRequired) return { action, text: '' }
  if (/^\d+$/.test(text) && text.length === date.length) return { action, text: text.slice(cut) + time }
  const isYear = /^\d{4}$/.test(text)
  const day = isYear ? `${text}0101` : NO_DATE
  return { action: isYear ? action : 'replace', text: day.slice(cut, date.length) + '0'.repeat(time.length) }
}

/** What is no date of a known format goes whole. */
function changeWhole(text: string, { deidentifier, action, path, subject }: DateContext): Replacement {
  const chosen = action ?? deidentifier.actionFor('date', path)
  const done = chosen === 'keep' || chosen === 'remove' || chosen === 'mask' ? chosen : 'replace'
  return deidentifier.apply(done, { category: 'date', text, path, subject })
}
