// Looks at the result as a stranger would: reads it again, asks the rules of every element, and searches all bytes but the pixels for what
// was taken out.
import { ProblemError } from '../../../../core/problem.ts'
import { characterSetOf } from '../../describe/describe-element.ts'
import type { DicomElement, DicomFile, DicomItem } from '../../dicom-file.ts'
import { formatPath } from '../../dicom-issue.ts'
import { lookUpVr } from '../../read/implicit-vr.ts'
import { isPrivateTag, PIXEL_DATA } from '../../tag.ts'
import { type CharacterSet, resolveCharacterSet } from '../../value/character-set.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import { splitValues } from '../../value/split-values.ts'
import { traitsOf, type Vr } from '../../value/vr.ts'
import { containsLetterRun } from '../hidden/letter-run.ts'
import { createNumberSearch } from '../hidden/number-search.ts'
import { type ByteRange, listPixelMargins } from '../pixels/pixel-margins.ts'
import { containsForeignText } from '../pixels/pixel-texts.ts'
import type { Decider, Decision } from '../profile/decide.ts'
import { listSafePrivate } from '../profile/safe-private.ts'
import { isRegistered } from '../pseudonyms.ts'
import { createTextCleaner } from '../words/clean-text.ts'
import { judgesWords } from '../words/mask-words.ts'
import { containsTextInNumbers, isFloatVr } from '../words/value-shape.ts'
import { createFoldedSearch } from './folded-search.ts'
import { type IdentityKind, pseudonymKind } from './identity.ts'
import type { Needle } from './originals.ts'
import { createRespelledSearch } from './respelled-search.ts'
import { createScanner, lengthOf, type Scanner } from './scan-bytes.ts'

export interface Residual {
  readonly path: string
  /** What was found again; `rule` where an element stands against the rules, `text` where words beside the pixels, or that are no words of the field, were not judged. */
  readonly kind: IdentityKind | 'rule' | 'text'
}

export interface ResidualElement extends Residual {
  readonly vr: Vr
  readonly tag: number
}

interface VerifySettings {
  readonly decide: Decider
  readonly keepsSafePrivate: boolean
  readonly needles: readonly Needle[]
  /** Originals that are not ASCII, folded. */
  readonly foreign: ReadonlyMap<string, IdentityKind>
  /** YYYYMMDD; of those that are no date of an examination */
  readonly birthDates: ReadonlySet<string>
  /** Tags that the result has by right whatever the rules say. */
  readonly added: ReadonlySet<number>
}

const TEXTS: ReadonlySet<Vr> = new Set(['LO', 'SH', 'ST', 'LT', 'UT', 'UC', 'PN', 'AE', 'UR', 'UN'])

/** @throws ProblemError `unreadable_input` where damage of the original keeps the result from being read to its last byte */
export function findResiduals(
  result: DicomFile,
  { decide, keepsSafePrivate, needles, foreign, birthDates, added }: VerifySettings,
): ResidualElement[] {
  if (!result.complete) {
    throw new ProblemError('The file is too damaged to write a complete new file.', {
      code: 'unreadable_input',
      at: { byteOffset: result.dataset.start },
    })
  }
  const residuals: ResidualElement[] = []
  const scanner = createScanner(needles)
  const names = createScanner(listLongNames(needles))
  const births = createScanner(listBirthDates(birthDates))
  const numbers = createNumberSearch(needles)
  const folded = createFoldedSearch(needles, foreign)
  const respelled = createRespelledSearch(needles, scanner)
  const { data } = result
  const steps: number[] = []
  const cleaner = createTextCleaner(data, {})
  const visit = (item: DicomItem, parent: number, inherited: CharacterSet): void => {
    const set = characterSetOf(data, item, inherited)
    const safe = keepsSafePrivate && item.creators ? listSafePrivate(data, item) : undefined
    for (const element of item.elements) {
      const { tag } = element
      steps.push(tag)
      const vr = element.vr === 'UN' ? lookUpVr(data, tag, item) : element.vr
      const report = (kind: Residual['kind']) => residuals.push({ path: formatPath(steps), kind, vr, tag })
      const decision = decide(tag, vr, parent)
      const isAdded = parent === 0 && added.has(tag)
      if (isPrivateTag(tag) ? !safe?.has(tag) : !isAdded && breaksRule(element, decision)) report('rule')
      if (element.items) {
        for (const [index, child] of element.items.entries()) {
          steps.push(index)
          visit(child, tag, set)
          steps.pop()
        }
      } else if (tag === PIXEL_DATA) {
        const margins = listPixelMargins(result, element)
        const found = findInMargins(result, margins, scanner)
        if (found) report(found.kind)
        else if (containsForeignText(result, margins)) report('text')
      } else {
        const isKept = vr === 'UI' && decision.treatment === 'keep'
        const found =
          scanner.find(data, element.valueStart, element.valueEnd, (needle) => counts(needle, tag, vr, isKept)) ??
          (isFloatVr(vr) ? names.find(data, element.valueStart, element.valueEnd, () => true) : undefined) ??
          (isKept ? births.find(data, element.valueStart, element.valueEnd, () => true) : undefined)
        const isOurs = isAdded || pseudonymKind(tag) !== undefined
        const kind =
          found?.kind ??
          (isOurs
            ? undefined
            : (numbers.find(data, element, vr) ?? (TEXTS.has(vr) || vr === 'CS' ? findRespelled(element, vr, set) : undefined)))
        if (kind) report(kind)
        else if (containsWordsInBytes(element, vr)) report('text')
        else if (!isAdded && containsUnknownWords(element, vr, decision, set)) report('text')
      }
      steps.pop()
    }
  }
  const findRespelled = (element: DicomElement, vr: Vr, set: CharacterSet): IdentityKind | undefined =>
    (vr === 'CS' ? undefined : folded.find(data, element, set)) ?? respelled.find(data, element, set)
  const containsUnknownWords = (element: DicomElement, vr: Vr, decision: Decision, set: CharacterSet): boolean => {
    if (isPrivateTag(element.tag) || !judgesWords(decision, vr)) return false
    return cleaner.clean(element, vr, set, { detect: false, words: true }) !== 'same'
  }
  const containsWordsInBytes = (element: DicomElement, vr: Vr): boolean => {
    if (element.fragments || traitsOf(vr).kind !== 'bytes' || element.tag === ICC_PROFILE) return false
    if (isFloatVr(vr)) return containsTextInNumbers(data, element, vr)
    return containsLetterRun(data, element.valueStart, element.valueEnd)
  }
  const breaksRule = (element: DicomElement, { treatment }: Decision): boolean => {
    const isEmpty = element.valueEnd === element.valueStart
    if (isEmpty) return false
    if (treatment === 'remove') return true
    if (treatment === 'uid')
      return splitValues(readAsciiValue(data, element, 65_536)).some((uid) => uid !== '' && !uid.startsWith('2.25.') && !isRegistered(uid))
    return treatment === 'empty' && pseudonymKind(element.tag) === undefined
  }
  visit(result.dataset, 0, resolveCharacterSet(''))
  for (const { tag, vr, valueStart, valueEnd } of result.meta?.elements ?? []) {
    if (!CLASS_AND_INSTANCE.has(tag)) continue
    const found =
      scanner.find(result.bytes, valueStart, valueEnd, (needle) => counts(needle, tag, vr, true)) ??
      births.find(result.bytes, valueStart, valueEnd, () => true)
    if (found) residuals.push({ path: formatPath([tag]), kind: found.kind, vr, tag })
  }
  return residuals
}

/** Its texts are gone, and its tags are words. */
const ICC_PROFILE = 0x00282000

/** Shorter words are in too many codes. */
const LEAST_CODE_BYTES = 5
/** Words of Image Type, of parts of the body and of colours, by which test images and people are called too. */
const CODE_WORDS: ReadonlySet<string> = new Set(
  (
    'abdomen angio ankle axial black brain breast brown cardiac chest contrast derived diffusion dynamic elbow extremity green heart image ' +
    'localizer mixed multi original pelvis perfusion phantom phase primary right secondary sharp shoulder skull smooth spine static stress ' +
    'volume white whole young'
  ).split(' '),
)

/** Of group 0002, the rest of which is made anew. */
const CLASS_AND_INSTANCE: ReadonlySet<number> = new Set([0x00020002, 0x00020003])

/** Among samples only what is too long to be chance. */
const LEAST_CHANCE_BYTES = 6

/** Floats have no word boundaries: a name counts between other letters, too. */
function listLongNames(needles: readonly Needle[]): Needle[] {
  return needles
    .filter(({ kind, text }) => kind === 'name' && text.length >= LEAST_CHANCE_BYTES)
    .map((needle) => ({ ...needle, inside: true }))
}

/** In UIDs a time may follow the date, and a number precede it. */
function listBirthDates(birthDates: ReadonlySet<string>): Needle[] {
  return Array.from(birthDates, (text) => ({ text, wide: false, kind: 'date', weak: false, inside: true }))
}

function findInMargins(result: DicomFile, margins: readonly ByteRange[], scanner: Scanner): Needle | undefined {
  for (const { start, end, header } of margins) {
    const found = scanner.find(result.data, start, end, (needle) => header || lengthOf(needle) >= LEAST_CHANCE_BYTES)
    if (found) return found
  }
  return undefined
}

/** Values from the key are numbers and words that may be anything; short originals mean something in texts alone. */
function counts(needle: Needle, tag: number, vr: Vr, isKept: boolean): boolean {
  const { kind, weak, text, wide } = needle
  // A kept UID may be made of a record number, as some makers do; dates of examinations are in most.
  if (vr === 'UI') return kind === 'uid' || (isKept && !weak && kind !== 'date')
  if (pseudonymKind(tag) !== undefined) return kind === 'uid'
  if (vr === 'CS') return !weak || (lengthOf(needle) >= LEAST_CODE_BYTES && (wide || !CODE_WORDS.has(text)))
  return !weak || TEXTS.has(vr) || (lengthOf(needle) >= LEAST_CHANCE_BYTES && traitsOf(vr).kind !== 'text')
}
