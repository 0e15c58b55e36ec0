// The syntax of primitive types: JSON kind, grammar and calendar (R4 2.24.0.1; R5 2.1.28.0.1).
import { type JsonValue, numberText } from '../json/json-value.ts'
import { NumberText } from '../json/number-text.ts'
import type { FhirVersion } from '../model/versions.ts'
import type { IssueCode } from './issue-codes.ts'

export interface PrimitiveProblem {
  readonly code: IssueCode
  readonly expected: string
}

type Check = (text: string) => string | undefined

const error = (code: IssueCode, expected: string): PrimitiveProblem => ({ code, expected })

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/
const INTEGER = /^-?(?:0|[1-9]\d*)$/
const ID = /^[A-Za-z0-9.-]{1,64}$/
const DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?$/
const ZONE = /^(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/
const OID = /^urn:oid:[0-2](?:\.(?:0|[1-9]\d*))+$/
const UUID = /^urn:uuid:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const match = DATE.exec(text)
  if (!match) return false
  const year = Number(match[1])
  if (year === 0) return false
  if (match[2] === undefined) return true
  const month = Number(match[2])
  if (month < 1 || month > 12) return false
  if (match[3] === undefined) return true
  const day = Number(match[3])
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : DAYS[month - 1]!)
}

const checkDate: Check = (text) => (isDate(text) ? undefined : 'YYYY, YYYY-MM or YYYY-MM-DD')

const checkDateTime: Check = (text) => {
  const at = text.indexOf('T')
  if (at < 0) return isDate(text) ? undefined : 'YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+zz:zz'
  return isInstant(text, at) ? undefined : 'YYYY-MM-DDThh:mm:ss+zz:zz'
}

function isInstant(text: string, at: number): boolean {
  if (at !== 10 || !isDate(text.slice(0, at))) return false
  const zone = text.endsWith('Z') ? text.length - 1 : text.length - 6
  return zone > at && ZONE.test(text.slice(zone)) && TIME.test(text.slice(at + 1, zone))
}

/** R4 2.24.0.1: at most 1,048,576 characters. */
const MAX_STRING = 1 << 20

const checkString: Check = (text) => {
  if (text.length > MAX_STRING) return 'at most 1 MB'
  return CONTROL.test(text) ? 'a text without control characters' : undefined
}

const checkUri: Check = (text) => {
  if (/^(?:oid|uuid):/.test(text)) return 'urn: before oid: or uuid:'
  if (/\s/.test(text)) return 'a URI without white space'
  if (text.startsWith('urn:oid:')) return OID.test(text) ? undefined : 'urn:oid: with an object identifier'
  if (text.startsWith('urn:uuid:')) return UUID.test(text) ? undefined : 'urn:uuid: with a UUID in lower case'
  return undefined
}

/** Groups of four, with white space between them wherever it stands. */
export const isBase64: (text: string) => boolean = (text) => {
  let count = 0
  let padding = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) continue
    if (unit === 0x3d) padding++
    else if (padding > 0 || !isBase64Letter(unit)) return false
    count++
  }
  return count % 4 === 0 && padding <= 2
}

function isBase64Letter(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x2b || unit === 0x2f
  )
}

const inRange = (min: bigint, max: bigint, expected: string): Check => {
  return (text) => (INTEGER.test(text) && text.length <= 20 && BigInt(text) >= min && BigInt(text) <= max ? undefined : expected)
}

const LARGEST = 2n ** 31n - 1n

/** By type: how the text is judged. */
const CHECKS: Readonly<Record<string, Check>> = {
  integer: inRange(-(2n ** 31n), LARGEST, 'a whole number of 32 bits'),
  unsignedInt: inRange(0n, LARGEST, 'a whole number from 0'),
  positiveInt: inRange(1n, LARGEST, 'a whole number from 1'),
  integer64: inRange(-(2n ** 63n), 2n ** 63n - 1n, 'a whole number of 64 bits'),
  decimal: () => undefined,
  string: checkString,
  markdown: checkString,
  code: (text) => (/^\S+(?: \S+)*$/.test(text) ? undefined : 'a code: no blanks around it, single ones within'),
  uri: checkUri,
  url: checkUri,
  canonical: checkUri,
  oid: (text) => (OID.test(text) ? undefined : 'urn:oid: with an object identifier'),
  uuid: (text) => (UUID.test(text) ? undefined : 'urn:uuid: with a UUID in lower case'),
  id: (text) => (ID.test(text) ? undefined : 'up to 64 letters of A-Z, a-z, 0-9, - and .'),
  date: checkDate,
  dateTime: checkDateTime,
  instant: (text) => (isInstant(text, text.indexOf('T')) ? undefined : 'YYYY-MM-DDThh:mm:ss+zz:zz'),
  time: (text) => (TIME.test(text) ? undefined : 'hh:mm:ss'),
  base64Binary: (text) => (isBase64(text) ? undefined : 'base64'),
  xhtml: () => undefined,
}

const NUMBERS = new Set(['integer', 'unsignedInt', 'positiveInt', 'decimal'])

/** R5 2.1.28.0.1: decimals of a size that all programs can hold, and base64 as RFC 4648 has it. */
const CHECKS_OF_R5: Readonly<Record<string, Check>> = {
  decimal: (text) =>
    /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?(?:[eE](?:0|[+-]?[1-9]\d{0,9}))?$/.test(text)
      ? undefined
      : 'up to 18 digits, and up to 17 decimals',
  base64Binary: (text) => (isBase64(text) && !/\s/.test(text) ? undefined : 'base64 without white space'),
}

/** What is wrong with a value of a primitive type; undefined where nothing is. */
export function checkPrimitive(type: string, value: JsonValue, version: FhirVersion): PrimitiveProblem | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : error('json_type', 'true or false')
  if (NUMBERS.has(type)) {
    if (typeof value === 'number') {
      if (type === 'decimal' ? version !== 'R5' : Number.isInteger(value) && inRangeFast(type, value)) return undefined
    } else if (!(value instanceof NumberText)) return error('json_type', 'a number')
    const expected = checkOf(type, version)!(numberText(value)!)
    return expected === undefined ? undefined : error('invalid_value', expected)
  }
  if (typeof value !== 'string') return error('json_type', 'a text')
  if (value === '') return error('empty', 'a text that is not empty')
  // JSON can escape half a character, which no encoding can write.
  if (!value.isWellFormed()) return error('invalid_value', 'whole characters of Unicode')
  const expected = checkOf(type, version)?.(value)
  return expected === undefined ? undefined : error(type === 'id' ? 'invalid_id' : 'invalid_value', expected)
}

function checkOf(type: string, version: FhirVersion): Check | undefined {
  return (version === 'R5' ? CHECKS_OF_R5[type] : undefined) ?? CHECKS[type]
}

function inRangeFast(type: string, value: number): boolean {
  if (value > 2147483647 || value < -2147483648) return false
  return type === 'integer' || value >= (type === 'positiveInt' ? 1 : 0)
}
