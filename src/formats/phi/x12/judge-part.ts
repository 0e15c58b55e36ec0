// Whether a part of an element may stay, must be searched, or is an identifier: by its rule, by the qualifier before it, and by its form.
import type { PhiCategory } from '../category.ts'
import { hashWord } from '../fold.ts'
import { judgeLeaf } from '../hl7/judge-leaf.ts'
import { isOrdinary } from '../hl7/known-names.ts'
import type { PhiMode } from '../layers/layer.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { INSTITUTION_KINDS } from '../policy/surrogates/surrogate-words.ts'
import { isState } from '../table/cell-shapes.ts'
import { kindOfWords } from '../table/cell-words.ts'
import { contactCategory, formOfCode, identificationCategory, referenceCategory } from './qualifiers.ts'
import type { X12Part } from './x12-part.ts'
import type { X12Reason } from './x12-reasons.ts'

export interface PartVerdict {
  /** keep: it has the form that its place wants. scan: only the detector can tell. */
  readonly is: PhiCategory | 'keep' | 'scan'
  readonly reason: X12Reason
}

const KEEP: PartVerdict = { is: 'keep', reason: 'form' }
const SCAN: PartVerdict = { is: 'scan', reason: 'text' }
const MISFIT: PartVerdict = { is: 'other-id', reason: 'form' }
const CODE = /^[A-Z0-9]{1,3}$/

/** Forms of what is a code or number by its place. */
const FORMS: Readonly<Record<string, RegExp>> = {
  code: CODE,
  reason: /^(?:[A-Z0-9]{1,3}|[A-Z]{0,3}\d{1,4}[A-Z]?)$/,
  count: /^\d{1,7}$/,
  // No claim or line is of a hundred million, but many a social security number is.
  number: /^[+-]?\d{0,8}(?:\.\d{0,9})?$/,
  total: /^[+-]?\d{0,11}(?:\.\d{0,9})?$/,
  unit: /^(?:[A-Z0-9]{1,3}|[+-]?\d{0,6}(?:\.\d{0,6})?)$/,
  time: /^(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{1,2})?)?$/,
  loop: /^(?:\d{4}[A-Z]{0,2}|[A-Z0-9]{1,3})$/,
  guide: /^00[3-8]\d{3}(?:X\d{3}[A-Z0-9]{0,4}|[A-Z]{1,4})?$/,
  release: /^00\d{3}$/,
  line: /^\d{1,6}$/,
  language: /^[a-z]{2,3}$/i,
  revenue: /^\d{3,4}$/,
  delimiter: /^[^\p{L}\p{N}]$|^[UX:]$/u,
}

/** The implementation guide of the transaction set, in sets of 004010. */
const GUIDE_REFERENCE = '87'

export function judgePart({ rule, text, qualifier, isOrganization, owner }: X12Part, mode: PhiMode): PartVerdict {
  const trimmed = text.trim()
  const { treatment } = rule
  const form = FORMS[treatment]
  if (form) return form.test(trimmed) ? KEEP : MISFIT
  switch (treatment) {
    case 'control':
      return isControlNumber(trimmed) && !owner.isMismatched ? KEEP : MISFIT
    case 'date':
    case 'period':
      return { is: 'date', reason: 'place' }
    case 'party':
      return { is: partyOf(trimmed, isOrganization), reason: 'place' }
    case 'state':
      return isState(trimmed) ? KEEP : { is: 'location', reason: 'place' }
    case 'title':
      return byText('title', text, mode)
    case 'text':
      return byText('text', text, mode)
    case 'entity-id':
      return byQualifier(identificationCategory(qualifier))
    case 'contact':
      return byQualifier(contactCategory(qualifier))
    case 'reference':
      if (qualifier === GUIDE_REFERENCE && FORMS.guide!.test(trimmed)) return KEEP
      return byQualifier(referenceCategory(qualifier))
    case 'medical':
      return judgeCode(trimmed, qualifier)
    case 'taxonomy':
      return (qualifier === 'PXC' || qualifier === 'ZZ') && /^\d{3}[A-Z0-9]{6}X$/.test(trimmed)
        ? KEEP
        : { is: 'license', reason: referenceCategory(qualifier) || qualifier === 'PXC' ? 'place' : 'unknown_qualifier' }
    case 'binary':
      return { is: 'other-id', reason: 'binary' }
    default:
      return { is: treatment as PhiCategory, reason: 'place' }
  }
}

/** Numbers of headers must meet those of trailers and acknowledgments; they say nothing of a person unless they are words. */
function isControlNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text) || (/^[A-Z0-9-]{1,9}$/i.test(text) && /\d/.test(text))
}

function partyOf(text: string, isOrganization: boolean | undefined): PhiCategory {
  if (isOrganization === false) return 'name'
  return kindOfWords(text) === 'name' || hasGivenName(text) ? 'name' : 'organization'
}

const OF_BUSINESS =
  /\b(?:INC|LLC|LTD|CO|CORP|COMPANY|PLAN|GROUP|TRUST|FUND|PLLC|PC|CENTER|CENTRE|SERVICES?|ASSOCIATES|PARTNERS|DEPT|DEPARTMENT|STATE|COUNTY|CITY|UNION)\b/i

/** Two to four words, none of a business: a person if one is a given name, or if none is an ordinary word. */
function hasGivenName(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}'-]+/gu) ?? []
  if (words.length < 2 || words.length > 4 || OF_BUSINESS.test(text)) return false
  const folded = text.toLowerCase()
  if (INSTITUTION_KINDS.some(([word]) => folded.includes(word))) return false
  if (words.every((word) => !isOrdinary(word))) return true
  return words.some((word) => {
    const bits = word.length < 3 ? 0 : lookUp(hashWord(word))
    return (bits & LEX.first) !== 0 && (bits & LEX_ENGLISH) === 0
  })
}

/** Digits alone that no amount or count of a note has. */
const LONE_NUMBER = /^[^\p{L}]*$/u
const LEAST_DIGITS = 5

function byText(treatment: 'title' | 'text', text: string, mode: PhiMode): PartVerdict {
  if (treatment === 'text' && LONE_NUMBER.test(text) && text.replace(/\D/g, '').length >= LEAST_DIGITS)
    return { is: 'other-id', reason: 'text' }
  const verdict = judgeLeaf({ treatment, text, table: null, mode, part: undefined })
  if (verdict === 'scan') return SCAN
  return verdict === 'keep' ? KEEP : { is: verdict, reason: 'text' }
}

function byQualifier(category: PhiCategory | undefined): PartVerdict {
  return category === undefined ? { is: 'other-id', reason: 'unknown_qualifier' } : { is: category, reason: 'place' }
}

function judgeCode(text: string, qualifier: string): PartVerdict {
  const form = formOfCode(qualifier)
  if (!form) return { is: 'other-id', reason: 'unknown_qualifier' }
  return form.test(text) ? KEEP : MISFIT
}
