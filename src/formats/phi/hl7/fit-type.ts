// Replacements that fit the data type of their place: a label is no number, date or object identifier, and a message that holds one there is invalid.
import { checkDateTime, type DateTimeType } from '../../hl7/validate/date-times.ts'
import { isOid, isPublicDefinition, isPublicScheme, isUuid } from '../cda/public-oids.ts'
import type { Leaf } from './leaf.ts'

const DATE_TYPES: ReadonlySet<string> = new Set(['DT', 'TM', 'DTM', 'TS'])

/**
 * @param replacement what the policy puts in place of the value, not escaped
 * @returns the replacement where its type allows it, a year alone as its first day in versions that want whole days, otherwise an empty text
 */
export function fitToType(replacement: string, original: string, leaf: Leaf): string {
  if (replacement === '' || replacement === original) return replacement
  const type = leaf.types.at(-1)
  if (type === 'NM') {
    if (isNumber(replacement) || !isNumber(original)) return replacement
    if (replacement === '90+') return '90'
    // The number of a person: a field that must not be empty stays filled.
    return leaf.types.includes('CK') || leaf.types.includes('CX') ? '0' : ''
  }
  if (type === 'SI') return /^\d{1,9}$/.test(replacement) ? replacement : ''
  const dateType = leaf.types.findLast((each) => DATE_TYPES.has(each))
  if (dateType !== undefined && (type === dateType || leaf.treatment === 'date'))
    return fitDate(replacement, dateType as DateTimeType, leaf)
  if (!isUniversalId(leaf)) return replacement
  const isForm = isOid(original) ? isOid : isUuid(original) ? isUuid : undefined
  return isForm === undefined || isForm(replacement) ? replacement : ''
}

const FRACTION = /^(\d{14})(\d{1,4})$/
const WRITTEN = /^(?:(\d{4})-?(\d\d)-?(\d\d)|(\d\d)\/(\d\d)\/(\d{4}))(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * A date that a sender writes in another form than HL7 as HL7 has it, so that it is moved or cut and does not go: 2026-01-15T14:30:00. Days and
 * months that could be either stay as they are.
 */
export function typedDate(text: string, leaf: Leaf): string {
  const type = leaf.types.findLast((each) => DATE_TYPES.has(each)) as DateTimeType | undefined
  const fits = (each: string) => type !== undefined && checkDateTime(type, each, leaf.version) === undefined
  if (type === undefined || type === 'TM' || fits(text)) return text
  const trimmed = text.trim()
  const candidates = [trimmed, trimmed.replace(FRACTION, '$1.$2'), rewritten(trimmed, type)]
  return candidates.find((each) => each !== '' && fits(each)) ?? text
}

function rewritten(text: string, type: DateTimeType): string {
  const match = WRITTEN.exec(text)
  if (!match) return ''
  const [, year = match[6]!, month = match[4]!, day = match[5]!] = match
  const [hour = '', minute = '', second = '', zone = ''] = match.slice(7)
  // Only a number over 12 tells the day from the month.
  const isAmbiguous = match[1] === undefined && Number(month) <= 12 && Number(day) <= 12 && month !== day
  if (isAmbiguous) return ''
  const date = match[1] === undefined && Number(month) > 12 ? year + day + month : year + month + day
  const offset = zone === 'Z' ? '+0000' : zone.replace(':', '')
  return type === 'DT' ? date : date + hour + minute + second + (hour === '' ? '' : offset)
}

function isNumber(text: string): boolean {
  return /^[+-]?(?:\d{1,64}(?:\.\d{0,64})?|\.\d{1,64})$/.test(text)
}

function fitDate(replacement: string, type: DateTimeType, { version }: Leaf): string {
  const fits = (text: string) => checkDateTime(type, text, version) === undefined
  if (fits(replacement)) return replacement
  const day = `${replacement}0101`
  return /^\d{4}$/.test(replacement) && fits(day) ? day : ''
}

/** The position of the universal identifier by the type that holds it. */
const UNIVERSAL_IDS: ReadonlyMap<string, string> = new Map([
  ['HD', '2'],
  ['EI', '3'],
])

function isUniversalId({ types, place }: Leaf): boolean {
  const holder = types.findLast((type) => UNIVERSAL_IDS.has(type))
  return holder !== undefined && place.endsWith(`.${UNIVERSAL_IDS.get(holder)}`)
}

/** True for the universal identifier of a code system or of a register of a whole nation: it says nothing of a site or a person. */
export function isPublicUniversalId(leaf: Leaf, text: string): boolean {
  return isUniversalId(leaf) && isOid(text) && (isPublicDefinition(text) || isPublicScheme(text))
}
