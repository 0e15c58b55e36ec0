// Character sets by their defined terms (PS3.3 §C.12.1.1.2) and the escape sequences that switch to them (PS3.3 Tables C.12-3, C.12-4).

/** A graphic set of one byte: how 0xA0 to 0xFF read while it is in G1. `katakana` is the upper half of JIS X 0201. */
export type SingleByteSet =
  | 'iso-8859-1'
  | 'iso-8859-2'
  | 'iso-8859-3'
  | 'iso-8859-4'
  | 'iso-8859-5'
  | 'iso-8859-6'
  | 'iso-8859-7'
  | 'iso-8859-8'
  | 'iso-8859-9'
  | 'iso-8859-15'
  | 'tis-620'
  | 'katakana'
/** Sets of two bytes: the Japanese ones stand in G0 (7-bit bytes), the others in G1 (8-bit bytes). */
export type DoubleByteSet = 'jis-x-0208' | 'jis-x-0212' | 'ks-x-1001' | 'gb-2312'
export type G0Set = 'ascii' | 'romaji' | 'jis-x-0208' | 'jis-x-0212'
export type G1Set = SingleByteSet | 'ks-x-1001' | 'gb-2312'

/** Encodings in which code extension has no place. */
export type StandaloneEncoding = 'utf-8' | 'gb18030' | 'gbk'

export interface CharacterSet {
  /** The terms as the file gives them. */
  readonly terms: readonly string[]
  /** Set where one encoding holds for whole values; then the rest does not apply. */
  readonly standalone: StandaloneEncoding | undefined
  /** In force at the start of a value and after each delimiter (PS3.5 §6.1.2.5.3). */
  readonly g0: 'ascii' | 'romaji'
  readonly g1: G1Set | undefined
  /** The sets that escape sequences may switch to. */
  readonly announced: ReadonlySet<G0Set | G1Set>
  /** What is wrong with the terms. */
  readonly problems: readonly ('charset_unknown' | 'charset_spelling')[]
}

interface Term {
  readonly g0?: G0Set
  readonly g1?: G1Set
  readonly standalone?: StandaloneEncoding
}

/** By what follows `ISO_IR ` and `ISO 2022 IR `. */
const REGISTRATIONS: Readonly<Record<string, Term>> = {
  '6': { g0: 'ascii' },
  '13': { g0: 'romaji', g1: 'katakana' },
  '58': { g1: 'gb-2312' },
  '87': { g0: 'jis-x-0208' },
  '100': { g0: 'ascii', g1: 'iso-8859-1' },
  '101': { g0: 'ascii', g1: 'iso-8859-2' },
  '109': { g0: 'ascii', g1: 'iso-8859-3' },
  '110': { g0: 'ascii', g1: 'iso-8859-4' },
  '126': { g0: 'ascii', g1: 'iso-8859-7' },
  '127': { g0: 'ascii', g1: 'iso-8859-6' },
  '138': { g0: 'ascii', g1: 'iso-8859-8' },
  '144': { g0: 'ascii', g1: 'iso-8859-5' },
  '148': { g0: 'ascii', g1: 'iso-8859-9' },
  '149': { g1: 'ks-x-1001' },
  '159': { g0: 'jis-x-0212' },
  '166': { g0: 'ascii', g1: 'tis-620' },
  '192': { standalone: 'utf-8' },
  '203': { g0: 'ascii', g1: 'iso-8859-15' },
}

const OTHER_TERMS: Readonly<Record<string, Term>> = { GB18030: { standalone: 'gb18030' }, GBK: { standalone: 'gbk' } }

/** Registered, but no defined terms: multi-byte sets without code extension, UTF-8 with it. */
const UNDEFINED_TERMS: ReadonlySet<string> = new Set(['ISO_IR 6', 'ISO_IR 58', 'ISO_IR 87', 'ISO_IR 149', 'ISO_IR 159', 'ISO 2022 IR 192'])

/** Spellings met in real files, letters and digits only. */
const MISSPELT: Readonly<Record<string, string>> = {
  ISO88591: '100',
  LATIN1: '100',
  ISO88592: '101',
  ISO88593: '109',
  ISO88594: '110',
  ISO88595: '144',
  ISO88596: '127',
  ISO88597: '126',
  ISO88598: '138',
  ISO88599: '148',
  ISO885915: '203',
  UTF8: '192',
  ISO10646: '192',
  ISO10646UTF8: '192',
}

const cache = new Map<string, CharacterSet>()
/** Terms come from the file: the cache must not grow with the files that were seen. */
const MAX_CACHED = 200

/** @param value Specific Character Set (0008,0005) as it stands in the file; empty where it is absent */
export function resolveCharacterSet(value: string): CharacterSet {
  let set = cache.get(value)
  if (set) return set
  set = resolveTerms(value === '' ? [] : value.split('\\').map((term) => term.trim()))
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(value, set)
  return set
}

function resolveTerms(terms: readonly string[]): CharacterSet {
  const problems = new Set<'charset_unknown' | 'charset_spelling'>()
  const resolved = terms.map((term) => resolveTerm(term, problems))
  const first = resolved[0] ?? { g0: 'ascii' }
  if (resolved.slice(1).some((term) => term?.standalone) || (first.standalone && terms.length > 1)) problems.add('charset_unknown')
  const announced = new Set<G0Set | G1Set>(['ascii'])
  for (const { g0, g1 } of resolved) {
    if (g0) announced.add(g0)
    if (g1) announced.add(g1)
  }
  return {
    terms,
    standalone: first.standalone,
    g0: first.g0 === 'romaji' ? 'romaji' : 'ascii',
    g1: first.g1,
    announced,
    problems: [...problems],
  }
}

function resolveTerm(term: string, problems: Set<'charset_unknown' | 'charset_spelling'>): Term {
  if (term === '') return { g0: 'ascii' }
  const number = term.startsWith('ISO_IR ') ? term.slice(7) : term.startsWith('ISO 2022 IR ') ? term.slice(12) : undefined
  const known = number === undefined ? ownEntry(OTHER_TERMS, term) : ownEntry(REGISTRATIONS, number)
  if (known) {
    if (UNDEFINED_TERMS.has(term)) problems.add('charset_spelling')
    return known
  }
  const bare = term.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const misspelt = ownEntry(MISSPELT, bare) ?? /^ISO(?:2022)?IR0*([1-9][0-9]{0,2})$/.exec(bare)?.[1]
  const meant = misspelt === undefined ? ownEntry(OTHER_TERMS, bare) : ownEntry(REGISTRATIONS, misspelt)
  problems.add(meant ? 'charset_spelling' : 'charset_unknown')
  return meant ?? { g0: 'ascii', g1: 'iso-8859-1' }
}

function ownEntry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

export interface Escape {
  /** Bytes after ESC. */
  readonly bytes: readonly number[]
  readonly g0?: G0Set
  readonly g1?: G1Set
}

const escapeTo = (text: string, target: { g0: G0Set } | { g1: G1Set }): Escape => ({
  bytes: [...text].map((char) => char.charCodeAt(0)),
  ...target,
})

/** Longer sequences before those that they begin with. */
export const ESCAPES: readonly Escape[] = [
  escapeTo('$(D', { g0: 'jis-x-0212' }),
  escapeTo('$)C', { g1: 'ks-x-1001' }),
  escapeTo('$)A', { g1: 'gb-2312' }),
  escapeTo('$B', { g0: 'jis-x-0208' }),
  escapeTo('$@', { g0: 'jis-x-0208' }),
  escapeTo('(B', { g0: 'ascii' }),
  escapeTo('(J', { g0: 'romaji' }),
  escapeTo(')I', { g1: 'katakana' }),
  escapeTo('-A', { g1: 'iso-8859-1' }),
  escapeTo('-B', { g1: 'iso-8859-2' }),
  escapeTo('-C', { g1: 'iso-8859-3' }),
  escapeTo('-D', { g1: 'iso-8859-4' }),
  escapeTo('-F', { g1: 'iso-8859-7' }),
  escapeTo('-G', { g1: 'iso-8859-6' }),
  escapeTo('-H', { g1: 'iso-8859-8' }),
  escapeTo('-L', { g1: 'iso-8859-5' }),
  escapeTo('-M', { g1: 'iso-8859-9' }),
  escapeTo('-T', { g1: 'tis-620' }),
  escapeTo('-b', { g1: 'iso-8859-15' }),
]
