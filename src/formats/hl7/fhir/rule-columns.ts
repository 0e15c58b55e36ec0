// The columns of a row of the v2-to-FHIR guide, and what they mean: the field, the data type map, the code map. The tables of the guide and the
// rules of a site are read by the same.
import { r4Type } from './r4-model.ts'

export interface RuleColumns {
  readonly from: string
  readonly dataType: string
  readonly condition: string
  readonly narrative: string
  readonly target: string
  readonly beside: string
  readonly mapping: string
  readonly vocabulary: string
  readonly assignment: string
}

/** @param row cells of the guide's columns; what is not given is empty */
export function columnsOf(row: readonly string[]): RuleColumns {
  const [
    sort = '',
    from = '',
    ,
    dataType = '',
    ,
    ,
    condition = '',
    ,
    narrative = '',
    target = '',
    beside = '',
    ,
    ,
    ,
    mapping = '',
    vocabulary = '',
    assignment = '',
  ] = row
  // One table names the segment alone and the field by its order.
  const field = /^[A-Z][A-Z0-9]{2}$/.test(from) && /^[0-9]+$/.test(sort) && dataType !== '' ? `${from}-${sort}` : from
  return { from: field, dataType, condition, narrative, target, beside, mapping, vocabulary, assignment }
}

/** `3` for PID-3, `4` for CWE.4, `0` for the whole. @throws Error where it is no field */
export function positionOf(from: string): string {
  const match = /^[A-Z][A-Z0-9]{1,2}[-.]([0-9]{1,2})$/.exec(from)
  if (match) return match[1]!
  if (from === '' || /^[A-Z][A-Z0-9]{1,2}$/.test(from)) return '0'
  throw new Error('the field is not named')
}

/** The names of the maps that there are, by their names in small letters. */
export type MapNames = ReadonlyMap<string, string>

/** The data type map: the named one, or that of the data type for the target's type; empty for what is converted by its primitive type. */
export function mappingOf({ mapping, dataType }: RuleColumns, type: string, target: string, names: MapNames): string | undefined {
  const named = mapping === '' ? '' : mapping.replace(/\s/g, '')
  const isPrimitive = !r4Type(type)
  if (isPrimitive && named !== '' && PRIMITIVE_MAPS.test(named)) return ''
  const own = named === '' ? undefined : names.get(named.toLowerCase())
  if (own !== undefined) return own
  if (isPrimitive) return ''
  if (isLink(target) && named === '') return undefined
  const byType = [dataType, 'CWE'].map((each) => `${each}[${type}]`.toLowerCase())
  return byType.map((each) => names.get(each)).find((each) => each !== undefined)
}

/** Maps of one primitive to another: the conversion of the primitive type does what they say. */
const PRIMITIVE_MAPS =
  /^(?:ID\[(?:code|string|boolean)\]|IS\[(?:code|string)\]|DTM\[dateTime\]|TS\[dateTime\]|DR\[dateTime\]|NM\[(?:positiveInt|Quantity)\]|CQ\[decimal\])$/i

/** The name of a code map as it is kept. */
export function vocabularyName(text: string): string {
  return text.replace(/[\s/]/g, '')
}

/** Kinds of Quantity have the same elements; a map to a primitive gives one text. */
export function fits(root: string, type: string): boolean {
  if (root === type || (root === 'Quantity' && (type === 'Duration' || type === 'Age'))) return true
  return !r4Type(root) && !r4Type(type)
}

/** True for a target that is a resource which the message has otherwise. */
export function isLink(target: string): boolean {
  return /\([A-Z][A-Za-z]*\)\)?$/.test(target)
}
