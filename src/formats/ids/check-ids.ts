// Checks identifiers: by the scheme that is named, or by every scheme whose shape fits, the most telling match first.
import { SCHEMES } from './all-schemes.ts'
import { GivenId, type JudgeOptions, judgeId, type Match, testId } from './judge-id.ts'
import type { Scheme } from './scheme.ts'

export const SCHEME_IDS: readonly string[] = SCHEMES.map(({ id }) => id)

const byId = new Map(SCHEMES.map((scheme) => [scheme.id, scheme]))
/** For each length of a text the schemes that may fit it: a text is never longer than its longest shape and its separators. */
const SHORTEST = SCHEMES.map(({ shapes }) => Math.min(...shapes.map(({ length }) => length)))

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
  const { given, digitsFolded } = readGiven(text)
  const exact = byId.get(options.type)
  if (exact) {
    const match = judgeId(given, exact, options)
    return { index, status: match.valid ? 'valid' : 'invalid', digitsFolded, matches: [match] }
  }
  const { valid, invalid } = listFitting(given, options)
  const matches = (valid.length > 0 ? valid : invalid).map((scheme) => judgeId(given, scheme, options))
  const status = valid.length > 0 ? statusOf(matches) : invalid.length > 0 ? 'invalid' : 'unknown'
  return { index, status, digitsFolded, matches: rank(matches, options.countries) }
}

/** Schemes whose shape the text fits. */
function listFitting(given: GivenId, options: CheckIdsOptions): { readonly valid: readonly Scheme[]; readonly invalid: readonly Scheme[] } {
  const found = { valid: [] as Scheme[], invalid: [] as Scheme[] }
  for (let i = 0; i < SCHEMES.length; i++) {
    const scheme = SCHEMES[i]!
    if (given.text.length < SHORTEST[i]! || !isWanted(scheme, options.countries)) continue
    const verdict = testId(given, scheme, options)
    if (verdict !== 'unlike') found[verdict].push(scheme)
  }
  return found
}

function isWanted({ country }: Scheme, countries: readonly string[]): boolean {
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
  const rarity = ({ type }: Match): number => byId.get(type)!.rarity
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

function readGiven(text: string): { given: GivenId; digitsFolded: boolean } {
  const trimmed = text.trim()
  const offset = text.length - text.trimStart().length
  if (!/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/.test(trimmed)) return { given: new GivenId(trimmed, offset), digitsFolded: false }
  const folded = trimmed.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (char) => {
    const code = char.charCodeAt(0)
    return String(code - ZEROS.find((zero) => code >= zero && code < zero + 10)!)
  })
  return { given: new GivenId(folded, offset), digitsFolded: true }
}
