// What one cell is by its form alone. Every cell of a column that is not known is asked, not a sample: one identifier in row 10,000 is enough.
import type { PhiCategory } from '../category.ts'
import { type DateOrder, readDate } from '../policy/read-date.ts'

export type CellShape = 'empty' | 'small-number' | 'number' | 'words' | PhiCategory

/** Digits before the point that a measurement has; a whole number with more is taken for an identifier. */
const MEASURE_DIGITS = 6
const SMALL_DIGITS = 4

/** The form of a whole cell. `words` is what only the detector can judge. */
export function shapeOf(cell: string): CellShape {
  const text = cell.trim()
  if (text === '') return 'empty'
  if (text.length > 100) return 'words'
  const number = /^[<>≤≥~]?\s?[-+]?(\d{1,18})?(?:[.,](\d{1,18}))?(?:[eE][-+]?\d{1,3})?\s?%?$/.exec(text)
  if (number && (number[1] ?? number[2]) !== undefined) return shapeOfNumber(number[1] ?? '', number[2])
  if (/^[^\s@]{1,64}@[^\s@]{1,80}\.[^\s@.]{2,}$/.test(text)) return 'email'
  if (/^(?:https?|ftp):\/\/\S{3,}$/i.test(text)) return 'url'
  if (/^\d{3}-\d{2}-\d{4}$/.test(text)) return 'ssn'
  if (isWholeDate(text)) return 'date'
  if (isObjectIdentifier(text)) return 'words'
  if (/^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) || /^[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}$/i.test(text)) return 'ip'
  if (/^[+(]?[\d\s().+/-]{7,24}$/.test(text) && digitsOf(text) >= 7 && digitsOf(text) <= 15 && !/^\d+(?:[-/]\d+)$/.test(text))
    return 'phone'
  return isIdentifier(text) ? 'other-id' : 'words'
}

/** A version or an object identifier of four arcs and more, which is no address of a network and no telephone number. */
function isObjectIdentifier(text: string): boolean {
  if (!/^[0-2](?:\.\d{1,20}){3,24}$/.test(text)) return false
  return !/^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) && !/^1\.\d{3}\.\d{3}\.\d{4}$/.test(text)
}

function shapeOfNumber(whole: string, fraction: string | undefined): CellShape {
  if (fraction !== undefined) return whole.length <= MEASURE_DIGITS + 3 ? 'small-number' : 'other-id'
  if (whole.length <= SMALL_DIGITS) return 'small-number'
  return whole.length <= MEASURE_DIGITS ? 'number' : 'other-id'
}

/** A full date, in signs or words: 20240602 is a number first. */
function isWholeDate(text: string): boolean {
  if (!/\d/.test(text) || !/[-/.\s]|\p{L}/u.test(text)) return false
  const parts = readDate(text)
  return parts?.day !== undefined && parts.month !== undefined && (parts.year !== undefined || /\p{L}{3}/u.test(text))
}

/** One token with enough digits to tell people apart: letters and digits mixed, or groups of digits. */
function isIdentifier(text: string): boolean {
  if (/\s/.test(text) || /[^\p{L}\p{N}._/#:-]/u.test(text)) return false
  const digits = digitsOf(text)
  return digits >= 4 && text.replace(/[^\p{L}\p{N}]/gu, '').length >= 6
}

function digitsOf(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) count++
  return count
}

/** True where a cell has the form of a code of a clinical terminology: ICD-9 and -10, LOINC, CPT, ATC, NDC, and short or SNOMED CT numbers. */
export function isClinicalCode(cell: string): boolean {
  const text = cell.trim()
  return (
    /^[A-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?$/i.test(text) ||
    /^[EV]?\d{2,3}(?:\.\d{1,2})?$/.test(text) ||
    /^\d{1,5}-\d$/.test(text) ||
    /^\d{4}[0-9A-Z]$/i.test(text) ||
    /^[A-Z]\d{4}$/i.test(text) ||
    /^[A-Z]\d{2}[A-Z]{2}\d{2}$/i.test(text) ||
    /^\d{4,5}-\d{3,4}-\d{1,2}$/.test(text) ||
    isSnomed(text)
  )
}

/** A SNOMED CT identifier: 6 to 18 digits whose last is a Verhoeff check digit, with a concept partition (00 or 10). */
function isSnomed(text: string): boolean {
  return /^\d{3,15}[01]0\d$/.test(text) && isVerhoeff(text)
}

const DIHEDRAL = '0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210'
const PERMUTATION = '01234567891576283094580379614289160435279453126870428657390127938064157046913258'

function isVerhoeff(digits: string): boolean {
  let check = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    check = Number(DIHEDRAL[check * 10 + Number(PERMUTATION[(i % 8) * 10 + digit])])
  }
  return check === 0
}

const STATES = new Set(
  'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc pr gu vi as mp,alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia,washington,west virginia,wisconsin,wyoming,district of columbia,puerto rico,guam,american samoa'
    .split(',')
    .flatMap((names, i) => (i === 0 ? names.split(' ') : [names])),
)

/** States stay under every policy: Safe Harbor bars only what is smaller. */
export function isState(cell: string): boolean {
  return STATES.has(cell.trim().toLowerCase())
}

/** Which of month and day stands first in a column of figures: what a single value cannot tell, some other row does. */
export function orderOfColumn(cells: Iterable<string>, fallback: DateOrder): DateOrder {
  for (const cell of cells) {
    const match = /^\s{0,3}(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(cell)
    if (!match) continue
    if (Number(match[1]) > 12) return 'dmy'
    if (Number(match[2]) > 12) return 'mdy'
  }
  return fallback
}
