// Cleans the leaves of one message or batch line: what is an identifier by its place, by its form, by what other places say, or by the
// detector in all text of the message taken together.
import { escapeValue } from '../../hl7/edit/escape-value.ts'
import type { EscapeContext } from '../../hl7/escapes.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { hasKnownValue, type PhiSpan } from '../detect-phi.ts'
import { readConventions } from '../language/conventions.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { isUnitWord } from '../words/unit-words.ts'
import { type CodeSystem, codedRepetitions, isCodeOf, isJoinedCode, isSystemOf, keepDisplays, partOfCode } from './coded-displays.ts'
import { hidesData, isPlainText, readEmbeddedText, writeEmbeddedText } from './embedded-data.ts'
import { isUnitPlace } from './field-rules.ts'
import { fitToType, isPublicUniversalId, typedDate } from './fit-type.ts'
import { spellOut } from './joined-words.ts'
import { isInTable, judgeLeaf } from './judge-leaf.ts'
import { type FieldValue, knownOf } from './known-of-message.ts'
import type { Leaf } from './leaf.ts'
import type { LeafChange, LeafEdit } from './leaf-edit.ts'
import { type LeafText, rawSpan, readLeafText } from './leaf-text.ts'
import { OriginalValues } from './original-values.ts'
import type { ActionFor } from './place-rules.ts'
import { refineCategories } from './refine-categories.ts'
import { scan } from './scan-leaves.ts'
import { isShortCode, shortNames } from './short-codes.ts'

export interface GroupSettings {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly actionFor: ActionFor
  readonly unknown: 'block' | 'keep'
}

export interface CleanedGroup {
  readonly edits: LeafEdit[]
  readonly changes: LeafChange[]
  readonly residual: { readonly path: string | null; readonly category: PhiCategory }[]
}

/** A leaf with what is decided of it so far. */
interface Work {
  readonly leaf: Leaf
  readonly raw: string
  readonly decoded: LeafText
  readonly subject: string | undefined
  category: PhiCategory | undefined
  action: PhiAction | undefined
  isScanned: boolean
  isExempt: boolean
  /** A text without blanks, split into words. A finding in it replaces the whole text. */
  spelled: string | undefined
  /** The text of an encapsulated document. */
  embedded: string | undefined
  result: string
}

const CATEGORIES: ReadonlySet<string> = new Set(PHI_CATEGORIES)

export interface GroupLeaf {
  readonly leaf: Leaf
  /** Whom the dates of the leaf's place belong to. */
  readonly subject: string | undefined
}

/** @throws ProblemError where a text cannot be searched, or a replacement cannot be written with the delimiters of the message */
export function cleanGroup(text: string, leaves: readonly GroupLeaf[], escapes: EscapeContext, settings: GroupSettings): CleanedGroup {
  const works = leaves.map(({ leaf, subject }) => prepare(text.slice(leaf.start, leaf.end), leaf, subject, escapes))
  refineCategories(works)
  const coded = codedRepetitions(works)
  for (const work of works) judge(work, settings, coded.get(work.leaf.repetition))
  const values: FieldValue[] = works.flatMap((work) => identifierOf(work, settings))
  const originals = new OriginalValues(values)
  for (const work of works)
    if (mayHoldOriginal(work) && originals.isOne(work.decoded.text)) work.category = originals.categoryOf(work.decoded.text)
  const short = shortNames(values, settings.detect.known)
  for (const work of works) if (mayHoldOriginal(work) && isShortName(work, short)) work.category = 'name'
  for (const work of works) if (mayHoldOriginal(work) && isKnownValue(work, settings.detect)) work.category = 'name'
  const cleaned: CleanedGroup = { edits: [], changes: [], residual: [] }
  const spans = scan(works, knownOf(values, settings.detect))
  if ((settings.detect.mode ?? 'balanced') === 'balanced') keepDisplays(works, spans, coded)
  for (const [i, work] of works.entries()) if (work.spelled !== undefined) work.category ??= spans[i]![0]?.category
  for (const [i, work] of works.entries()) {
    if (work.isScanned && work.category === undefined) replaceSpans(work, spans[i]!, escapes, settings, cleaned)
    else if (work.category !== undefined) replaceWhole(work, work.category, escapes, settings, cleaned)
  }
  for (const { leaf, result, isExempt } of works) {
    if (isExempt || result === '') continue
    for (const category of originals.find(result)) cleaned.residual.push({ path: leaf.path, category })
  }
  return cleaned
}

function prepare(raw: string, leaf: Leaf, subject: string | undefined, escapes: EscapeContext): Work {
  const decoded = readLeafText(raw, escapes)
  const { treatment } = leaf
  const category = CATEGORIES.has(treatment) ? (treatment as PhiCategory) : undefined
  return {
    leaf,
    raw,
    decoded,
    subject,
    category,
    action: undefined,
    isScanned: false,
    isExempt: false,
    spelled: undefined,
    embedded: undefined,
    result: decoded.text,
  }
}

function judge(work: Work, { deidentifier, detect, actionFor, unknown }: GroupSettings, system: CodeSystem | undefined): void {
  const { leaf, raw, decoded } = work
  const { treatment } = leaf
  const { mode = 'balanced' } = detect
  if (raw === '""' || decoded.text.trim() === '') {
    work.category = undefined
    work.isExempt = true
    return
  }
  // A comparator or a unit beside an age.
  if (work.category === 'age' && !/[\p{L}\p{N}]/u.test(decoded.text)) {
    work.category = undefined
    work.isExempt = true
    return
  }
  const own = actionFor(leaf)
  if (own !== undefined || deidentifier.hasRuleFor(leaf.place)) {
    work.action = own
    work.category ??= categoryByForm(work)
    return
  }
  if (isPublicUniversalId(leaf, decoded.text)) {
    work.category = undefined
    work.isExempt = true
    return
  }
  if (work.category !== undefined) return
  if (treatment === 'block' && system && isJoinedCode(system, leaf, decoded.text)) return
  if (treatment === 'block' && unknown === 'block') {
    work.category = 'other-id'
    work.action = leaf.segment === '' && leaf.place === '?' ? 'replace' : 'remove'
    return
  }
  if (decoded.isOpaque || !raw.isWellFormed()) {
    work.category = 'other-id'
    work.action = 'replace'
    return
  }
  if (treatment === 'data') {
    judgeData(work)
    return
  }
  work.isExempt = system !== undefined && isSystemOf(leaf, decoded.text)
  if (work.isExempt || (system && isCodeOf(system, leaf, decoded.text))) return
  if (treatment === 'code' && isUnitPlace(leaf.place) && isUnitWord(decoded.text)) return
  const verdict = judgeLeaf({
    treatment,
    text: decoded.text,
    table: leaf.table,
    mode,
    part: partOfCode(system, leaf.place),
  })
  if (verdict === 'scan') {
    work.isScanned = true
    if (!/\s/.test(decoded.text.trim()))
      work.spelled = spelledOf(decoded.text, mode !== 'balanced' || (treatment !== 'code' && isSigned(decoded.text)))
    if (hidesData(decoded.text)) work.category = 'other-id'
  } else if (verdict === 'keep') work.isExempt = isInTable(leaf.table, decoded.text) || isMessageType(leaf, decoded.text)
  else work.category = verdict
}

/** Signs show what a text is: `Hope@0930`, `www.example.org`. `_` joins the words of a code. */
function isSigned(text: string): boolean {
  return /[@;:/."()]/.test(text) && !text.includes('_')
}

/** The words of a text, and behind them the text as it stands. */
function spelledOf(text: string, hasOriginal: boolean): string {
  const spelled = spellOut(text)
  return !hasOriginal || spelled === text ? spelled : `${spelled} ${text}`
}

/** Message types, events and structures. They stay even if a person has the same name, such as ADT. */
function isMessageType({ place }: Leaf, text: string): boolean {
  return /^MSH-9(?:\.|$)/.test(place) && ['0076', '0003', '0354'].some((table) => isInTable(table, text))
}

function categoryByForm({ leaf, decoded }: Work): PhiCategory {
  const verdict = judgeLeaf({ treatment: leaf.treatment, text: decoded.text, table: null, mode: 'balanced', part: undefined })
  return CATEGORIES.has(verdict) ? (verdict as PhiCategory) : 'other-id'
}

/** What is neither plain text nor plain text in base64 goes. */
function judgeData(work: Work): void {
  const { text } = work.decoded
  const embedded = readEmbeddedText(text)
  if (embedded !== undefined && text.length >= 16) work.embedded = embedded
  work.isScanned = true
  if (work.embedded === undefined && (!isPlainText(text) || !/\s/.test(text.trim()))) {
    work.category = 'other-id'
    work.action = 'remove'
  }
}

/** Codes and numbers stay where no field says that they are someone's. */
function mayHoldOriginal({ category, isScanned, isExempt, action }: Work): boolean {
  return category === undefined && !isScanned && !isExempt && action === undefined
}

/** Shorter texts are codes more often than names. */
const LEAST_KNOWN = 5

/** A code that no table has and that the caller knows as a value of the patient, such as a name in the version of the message. */
function isKnownValue({ decoded: { text } }: Work, options: DetectOptions): boolean {
  return options.known !== undefined && text.trim().length >= LEAST_KNOWN && hasKnownValue(text, options)
}

function isShortName({ leaf, decoded }: Work, names: ReadonlySet<string>): boolean {
  const text = decoded.text.trim()
  return (
    !leaf.place.startsWith('MSH-9') &&
    (leaf.treatment === 'code' || leaf.treatment === 'wording') &&
    isShortCode(text) &&
    names.has(text.toLowerCase())
  )
}

/** What the message says of its persons; a value that the policy keeps is none that must go. */
function identifierOf({ category, action, leaf, decoded, raw }: Work, { deidentifier }: GroupSettings): FieldValue[] {
  if (category === undefined || leaf.treatment === 'block' || !raw.isWellFormed()) return []
  if ((action ?? deidentifier.actionFor(category, leaf.place)) === 'keep') return []
  return [{ category, text: decoded.text, repetition: leaf.repetition }]
}

function replaceSpans(
  work: Work,
  spans: readonly PhiSpan[],
  escapes: EscapeContext,
  { deidentifier, detect }: GroupSettings,
  into: CleanedGroup,
): void {
  const { leaf, decoded, embedded, subject } = work
  const text = embedded ?? decoded.text
  const conventions = readConventions(text, detect)
  let result = ''
  let at = 0
  let copied = 0
  for (const { start, end, category } of spans) {
    const value = { category, text: text.slice(start, end), path: leaf.place, subject, ...conventions({ start, category }) }
    const { action, text: replacement } = deidentifier.replace(value)
    result += text.slice(at, start) + replacement
    at = end
    if (replacement === value.text) continue
    into.changes.push({ path: leaf.path, category, action })
    const span = rawSpan(decoded, start, end)
    const from = Math.max(copied, span.start)
    if (embedded === undefined) {
      into.edits.push({
        start: leaf.start + from,
        end: leaf.start + Math.max(from, span.end),
        text: writeText(replacement, escapes, leaf.path),
      })
    }
    copied = Math.max(copied, span.end)
  }
  work.result = result + text.slice(at)
  if (embedded === undefined || work.result === embedded) return
  into.edits.push({ start: leaf.start, end: leaf.end, text: writeText(writeEmbeddedText(work.result), escapes, leaf.path) })
}

function replaceWhole(
  work: Work,
  category: PhiCategory,
  escapes: EscapeContext,
  { deidentifier }: GroupSettings,
  into: CleanedGroup,
): void {
  const { leaf, raw, decoded, subject } = work
  // Bytes that are no characters are no value that an action could read.
  const isReadable = raw.isWellFormed() && !decoded.isOpaque
  const value = { category, text: typedDate(decoded.text, leaf), path: leaf.place, subject }
  const { action, text: replacement } = !isReadable
    ? deidentifier.apply('replace', value)
    : work.action === undefined
      ? deidentifier.replace(value)
      : deidentifier.apply(work.action, value)
  const given = replacement === value.text ? decoded.text : replacement
  const text = action === 'mask' ? given : fitToType(given, decoded.text, leaf)
  work.result = text
  if (text === decoded.text) {
    // What the policy keeps is no identifier that must not stay.
    if (action === 'keep') work.isExempt = true
    return
  }
  into.changes.push({ path: leaf.path, category, action })
  const written = writeText(text, escapes, leaf.path)
  if (written !== raw) into.edits.push({ start: leaf.start, end: leaf.end, text: written })
}

function writeText(text: string, { delimiters }: EscapeContext, path: string | null): string {
  return escapeValue(text, delimiters, path ?? '?')
}
