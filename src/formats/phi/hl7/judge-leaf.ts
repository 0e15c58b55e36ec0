// Whether a part that is no identifier by its place may stay as it stands.
import { codeTable } from '../../hl7/dictionary/code-tables.ts'
import { HL7_VERSIONS } from '../../hl7/dictionary/versions.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord } from '../fold.ts'
import type { PhiMode } from '../layers/layer.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { isClinicalCode, isState, shapeOf } from '../table/cell-shapes.ts'
import { kindOfWords } from '../table/cell-words.ts'
import { isUnitWord } from '../words/unit-words.ts'
import { isPlainWording, type PartOfCode } from './coded-displays.ts'
import { isNameAndSurname, isTermOfNames, judgeJoined } from './joined-words.ts'
import { isDeviceNumber, isRange, judgeCode, judgeForm } from './judge-code.ts'
import { isShortCode } from './short-codes.ts'
import type { Treatment } from './type-rules.ts'

/** keep: it may stay. scan: only the detector can tell. A category: it is of it. */
export type Verdict = 'keep' | 'scan' | PhiCategory

export interface Judged {
  readonly treatment: Treatment
  readonly text: string
  readonly table: string | null
  readonly mode: PhiMode
  /** What the leaf is of a value that a terminology codes. */
  readonly part: PartOfCode | undefined
  /** False if the caller judges words without blanks and numbers of codes itself. Default: true. */
  readonly isStrict?: boolean
}

const MAX_STRICT = 3
const MAX_UNSPACED = 100

/** @param judged a leaf whose treatment is no category */
export function judgeLeaf({ treatment, text, table, mode, part, isStrict = true }: Judged): Verdict {
  if (text === '""' || text.trim() === '') return 'keep'
  switch (treatment) {
    case 'number':
      return isPlainNumber(text) || isRange(text) || isPlainKind(text) || (isUnitWord(text) && !isName(text)) ? 'keep' : 'other-id'
    case 'result':
      return isPlainNumber(text) ? 'keep' : judgeText(text, mode, { isStrict })
    case 'time':
      return /^\d{2}(?:\d{2}(?:\d{2}(?:\.\d{1,4})?)?)?(?:[+-]\d{4})?$/.test(text) ? 'keep' : 'other-id'
    case 'strict':
      return isInTable(table, text) || isPlainKind(text) ? 'keep' : 'other-id'
    case 'title':
      return isTitle(text) ? 'keep' : 'name'
    case 'state':
      return isState(text) ? 'keep' : 'location'
    case 'code':
      return isInTable(table, text) || isOfTerminology(text, part)
        ? 'keep'
        : (judgeCode(text, mode, isStrict) ?? judgeText(text, mode, { isStrict }))
    case 'block':
      return mayBeWholeName(text) ? 'name' : judgeText(text, mode, { isStrict })
    case 'wording':
      if (isDisplayOf(table, text) || (mode === 'balanced' && isShortCode(text.trim()))) return 'keep'
      return isPlainWording(text) && !mayBeWholeName(text) ? (judgeUnspaced(text) ?? 'scan') : 'other-id'
    case 'label':
      return isDisplayOf(table, text) || isDeviceNumber(text) || isDefinition(text)
        ? 'keep'
        : judgeText(text, mode, { isStrict, mayBeName: false })
    default:
      return judgeText(text, mode, { isStrict })
  }
}

function isName(word: string): boolean {
  return (lookUp(hashWord(word)) & LEX_PROPER) !== 0
}

/** Where HL7 publishes a table. */
function isDefinition(text: string): boolean {
  return /^https?:\/\/(?:www\.|terminology\.)?hl7\.org\/fhir\/(?:R\d\/)?v2\/\d{4}\/?$/.test(text)
}

/** Kinds of names, addresses, telephones and identifiers that senders write and no table has. */
const PLAIN_KINDS = new Set(
  'HOME WORK CELL MOBILE CURRENT LEGAL MRN EMRN EPI SSN NHSNBR DRNBR PRSNL ORGDR BED VISITID OFFICE PERMANENT TEMPORARY PRIMARY INTERNET PHONE ISO DNS GUID UUID URI CLIA'.split(
    ' ',
  ),
)

function isPlainKind(text: string): boolean {
  return (text.length <= MAX_STRICT && /^[A-Z0-9]+$/.test(text)) || PLAIN_KINDS.has(text.toUpperCase())
}

/** True for a value of the code table of any version. */
export function isInTable(table: string | null, text: string): boolean {
  return table !== null && text.length <= 60 && (codeTable(HL7_VERSIONS.at(-1)!, table)?.codes.has(text) ?? false)
}

/** Race and ethnic group: HL7 has no categories of the NHS (data dictionary, ethnic category), which senders fill in. */
const OF_GROUPS: ReadonlySet<string> = new Set(['0005', '0189'])
const NHS_GROUPS =
  /^(?:(?:white|mixed|asian|black)(?: or (?:asian|black) british)? - (?:(?:any )?other (?:white|mixed|asian|black)? ?background|british|irish|white and (?:black caribbean|black african|asian)|indian|pakistani|bangladeshi|caribbean|african)|not stated|other - chinese)$/

const COUNTRIES = '0399'
/** Citizenship and nationality: senders fill them with countries, HL7 does not. */
const OF_COUNTRIES: ReadonlySet<string> = new Set(['0171', '0212', COUNTRIES])
const displays = new Map<string, ReadonlySet<string>>()

/** True for what the code table of any version calls one of its codes, in two words or more unless it is a country: of one word only the message tells whether it is a name. */
function isDisplayOf(table: string | null, text: string): boolean {
  if (table === null || (!OF_COUNTRIES.has(table) && !/\S\s+\S/.test(text))) return false
  if (OF_GROUPS.has(table) && NHS_GROUPS.test(plainDisplay(text))) return true
  let known = displays.get(table)
  if (known === undefined) {
    const codes = codeTable(HL7_VERSIONS.at(-1)!, OF_COUNTRIES.has(table) ? COUNTRIES : table)?.codes ?? new Map<string, never>()
    known = new Set([...codes.values()].map(({ display }) => plainDisplay(display)))
    if (OF_COUNTRIES.has(table)) known = new Set([...known, 'united states of america'])
    displays.set(table, known)
  }
  return known.has(plainDisplay(text))
}

function plainDisplay(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}

function isPlainNumber(text: string): boolean {
  return /^\s?[-+]?\d{0,9}(?:\.\d{0,9})?\s?$/.test(text)
}

const EDITION = /^(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:199|20\d)\d$/i

/** 10368-9, 260415000, B95.6, or the edition of a terminology: 2.68, 20200901, 07/31/2012. */
function isOfTerminology(text: string, part: PartOfCode | undefined): boolean {
  const trimmed = text.trim()
  if (part === 'version') return /^v?\d{1,8}(?:[./-]\d{1,4}){0,3}$|^v?[ _-]?unknown$/i.test(trimmed) || EDITION.test(trimmed)
  if (part === 'listed' && /^\d{1,18}$/.test(trimmed)) return true
  return part !== undefined && (/^\d{1,7}-\d$/.test(trimmed) || /^[A-Z]\d{2}(?:\.\d{1,4})?$/.test(trimmed) || /^[A-Z]{2,3}$/.test(trimmed))
}

/** A field of no known meaning that holds what a person may be called and nothing else, in whatever case: `hope baker`, `BRANDVOLD`. */
function mayBeWholeName(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}'’]+/gu) ?? []
  if (words.length === 0 || words.length > 4 || !/^[\p{L}\p{M}\s,.'’-]+$/u.test(text)) return false
  const titled = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' ')
  const kind = kindOfWords(titled)
  if (kind === 'name') return true
  if (kind === 'proper') return !/^[A-Z]{1,4}$/.test(text)
  if (words.length === 1) return false
  const bits = words.filter((word) => [...word].length > 1).map((word) => lookUp(hashWord(word)))
  // Verity Wickham: words that are a virtue and a sign of disease, written as a name is.
  if (words.every((word) => /^\p{Lu}\p{L}/u.test(word)) && bits.every((lex) => (lex & LEX.common) === 0)) return true
  return bits.every((lex) => lex === 0 || (lex & (LEX_PROPER | LEX.eponym)) !== 0) && bits.some((lex) => (lex & LEX_NAME) !== 0)
}

/** A text without blanks: the detector reads it as one word. */
function judgeUnspaced(text: string): PhiCategory | undefined {
  const trimmed = text.trim()
  if (/\s/.test(trimmed) || trimmed.length > MAX_UNSPACED) return undefined
  return judgeForm(trimmed) ?? (judgeJoined(trimmed) === 'name' ? 'name' : undefined)
}

function judgeText(
  text: string,
  mode: PhiMode,
  { isStrict, mayBeName = true }: { readonly isStrict: boolean; readonly mayBeName?: boolean },
): Verdict {
  const trimmed = text.trim()
  if (isRange(trimmed)) return 'keep'
  const unspaced = isStrict ? judgeUnspaced(trimmed) : undefined
  if (unspaced !== undefined) return unspaced
  if (isNameAndSurname(trimmed)) return 'name'
  if (mode === 'balanced' && isTermOfNames(trimmed)) return 'scan'
  const shape = shapeOf(trimmed)
  if (shape === 'empty' || shape === 'small-number' || shape === 'number') return 'keep'
  if (shape !== 'words') return shape === 'other-id' && isClinicalCode(trimmed) && mode !== 'fail-closed' ? 'keep' : shape
  // The letters of a word may stand apart.
  if (!/\p{L}{2}|\d{3}/u.test(trimmed) && (trimmed.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 4) return 'keep'
  // A word that is an eponym, a drug or a test too is left to the detector.
  if (!mayBeName || (lookUp(hashWord(trimmed)) & LEX_MEDICAL) !== 0) return 'scan'
  const kind = kindOfWords(trimmed)
  if (kind === 'name') return 'name'
  return kind === 'place' ? 'location' : 'scan'
}

const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame rev fr sra frau herr mme mlle jr sr i ii iii iv v md rn phd do dds dmd np pa mbbs bs ba ma ms msn bsn dnp lpn cnm crna pharmd rph facs frcs esq bch aprn arnp pac lcsw psyd dpm od dc dvm mph mba'.split(
    ' ',
  ),
)

/** A form of address, a suffix or a degree: it says nothing of whose it is. */
function isTitle(text: string): boolean {
  return text.length <= 30 && text.split(/[\s,/]+/).every((word) => TITLES.has(word.toLowerCase().replaceAll('.', '')) || word === '')
}
