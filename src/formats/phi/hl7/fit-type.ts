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
