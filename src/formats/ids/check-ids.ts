// Checks identifiers: by the scheme that is named, or by every scheme whose shape fits, the most telling match first.
import { SCHEMES } from './all-schemes.ts'
import { InputId, type JudgeOptions, judgeId, type Match, separatorKey } from './judge-id.ts'
import { beginsAsUdi, findOther, isOtherType, judgeByOtherTool, OTHER_TYPES } from './other-tools.ts'
import type { Scheme } from './scheme.ts'
import { firstMisfit, type Shape } from './shape.ts'

export const SCHEME_IDS: readonly string[] = [...SCHEMES.map(({ id }) => id), ...OTHER_TYPES]

const byId = new Map(SCHEMES.map((scheme) => [scheme.id, scheme]))

/** Schemes that drop the same separators, by the length of what is left of a text: of most texts a few fit. */
interface Group {
  /** One of them. */
  readonly scheme: Scheme
  readonly byLength: Map<number, { readonly scheme: Scheme; readonly shapes: Shape[] }[]>
}

const GROUPS = groupSchemes()

function groupSchemes(): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const scheme of SCHEMES) {
    const key = separatorKey(scheme)
    const { byLength } = groups.get(key) ?? { byLength: new Map() }
    groups.set(key, { scheme, byLength })
    for (const shape of scheme.shapes) {
      const same = byLength.get(shape.length) ?? []
      byLength.set(shape.length, same)
      const last = same.at(-1)
      if (last?.scheme === scheme) last.shapes.push(shape)
      else same.push({ scheme, shapes: [shape] })
    }
  }
  return [...groups.values()]
}

export interface CheckIdsOptions extends JudgeOptions {
  /** The id of a scheme, or `auto`. */
  readonly type: string
  /** ISO 3166-1 alpha-2 codes of the countries whose schemes are tried; all where empty. Schemes of no country are always tried. */
  readonly countries: readonly string[]
}

export type IdStatus = 'valid' | 'invalid' | 'ambiguous' | 'unknown'

export interface CheckedId {
  readonly index: number
  readonly status: IdStatus
  /** True where digits of another script were read as ASCII digits. */
  readonly digitsFolded: boolean
  readonly matches: readonly Match[]
}

/** @param index place of the identifier in what was given */
export function checkId(text: string, index: number, options: CheckIdsOptions): CheckedId {
  const { given, digitsFolded } = readInputId(text)
  const exact = byId.get(options.type)
  if (exact) {
    const match = judgeId(given, exact, options)
    return { index, status: match.valid ? 'valid' : 'invalid', digitsFolded, matches: [match] }
  }
  if (isOtherType(options.type)) {
    const match = judgeByOtherTool(given, options.type, options)
    return { index, status: match.valid ? 'valid' : 'invalid', digitsFolded, matches: [match] }
  }
  const { valid, invalid } = listFitting(given, options)
  const others = listOthers(given, valid.length > 0 || (invalid.length > 0 && isPower(given.text)), options)
  const judged = (schemes: readonly Scheme[]) => schemes.map((scheme) => judgeId(given, scheme, options))
  const fitting = [...judged(valid), ...others.filter((match) => match.valid)]
  const matches = fitting.length > 0 ? fitting : [...judged(invalid), ...others]
  const status = fitting.length > 0 ? statusOf(matches) : matches.length > 0 ? 'invalid' : 'unknown'
  return { index, status, digitsFolded, matches: rank(matches, options.countries) }
}

/** Letters, then digits, such as A12: UCUM reads it as a power, but an identifier with an error is more likely. */
function isPower(text: string): boolean {
  return /^[A-Za-z]+\d+$/.test(text)
}

/** A text that begins like a UDI is judged as one. Another text is tried as a unit and as a UDI only if it is not yet identified. */
function listOthers(given: InputId, isIdentified: boolean, options: CheckIdsOptions): readonly Match[] {
  if (beginsAsUdi(given.text)) return [judgeByOtherTool(given, 'udi', options)]
  const other = isIdentified ? undefined : findOther(given, options)
  return other ? [other] : []
}

/** Schemes whose shape the text fits. */
function listFitting(given: InputId, options: CheckIdsOptions): { readonly valid: readonly Scheme[]; readonly invalid: readonly Scheme[] } {
  const valid: Scheme[] = []
  const invalid: Scheme[] = []
  for (const group of GROUPS) {
    const { text } = given.normalizedFor(group.scheme)
    const candidates = group.byLength.get(text.length)
    if (!candidates) continue
    for (const { scheme, shapes } of candidates) {
      if (!matchesCountry(scheme, options.countries) || !fitsOne(shapes, text) || scheme.isOther?.(text)) continue
      if (passesRules(text, scheme, options)) valid.push(scheme)
      else invalid.push(scheme)
    }
  }
  return { valid, invalid }
}

function fitsOne(shapes: readonly Shape[], text: string): boolean {
  for (const shape of shapes) if (firstMisfit(shape, text) < 0) return true
  return false
}

/** Without the facts: most schemes that fit a number by shape do not hold. */
function passesRules(text: string, { rules }: Scheme, options: CheckIdsOptions): boolean {
  for (const { test } of rules) if (test(text, options) !== undefined) return false
  return true
}

function matchesCountry({ country }: Scheme, countries: readonly string[]): boolean {
  return countries.length === 0 || country === null || countries.includes(country)
}

/** A check digit, a date or a region tells more than a shape: matches by shape alone make nothing ambiguous beside one with more. */
function statusOf(valid: readonly Match[]): IdStatus {
  const telling = valid.filter(({ checked }) => checked.length > 2)
  return (telling.length || valid.length) > 1 ? 'ambiguous' : 'valid'
}

/** The strongest evidence first; equal ones by the order of the countries that were named, then by how common the scheme is. */
function rank(matches: readonly Match[], countries: readonly string[]): Match[] {
  const place = ({ country }: Match): number => {
    const at = country === null ? -1 : countries.indexOf(country)
    return at < 0 ? countries.length : at
  }
  const rarity = ({ type }: Match): number => byId.get(type)?.rarity ?? 1
  const evidence = ({ checked }: Match): number => Number(checked.includes('check')) * 2 + Number(checked.includes('date'))
  return [...matches].sort(
    (a, b) =>
      evidence(b) - evidence(a) ||
      Math.round(b.strength) - Math.round(a.strength) ||
      place(a) - place(b) ||
      rarity(a) - rarity(b) ||
      (a.type < b.type ? -1 : 1),
  )
}

/** Digits of other scripts that people type: Arabic-Indic, their Persian forms, full-width. */
const ZEROS = [0x0660, 0x06f0, 0xff10]

function readInputId(text: string): { given: InputId; digitsFolded: boolean } {
  const trimmed = text.trim()
  const offset = text.length - text.trimStart().length
  if (!/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/.test(trimmed)) return { given: new InputId(trimmed, offset), digitsFolded: false }
  const folded = trimmed.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (char) => {
    const code = char.charCodeAt(0)
    return String(code - ZEROS.find((zero) => code >= zero && code < zero + 10)!)
  })
  return { given: new InputId(folded, offset), digitsFolded: true }
}
