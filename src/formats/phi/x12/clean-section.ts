// Cleans the parts of one section: what is an identifier by its place, by its form, by what other places say, or by the detector in all of its
// texts taken together.
import { countLeading } from '../../../core/count-leading.ts'
import type { Delimiters } from '../../x12/delimiters.ts'
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { readEmbeddedText } from '../hl7/embedded-data.ts'
import { locateNames } from '../hl7/known-names.ts'
import type { LocatedValue, OriginalValues } from '../hl7/original-values.ts'
import { locateEscapedText } from '../normalize/escaped-text.ts'
import type { Deidentifier, Replacement } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import type { NamedWords } from '../search/named-words.ts'
import { detectInWindows } from '../search/search-windows.ts'
import { addStrange } from '../words/strange-words.ts'
import { locateStreets } from '../words/street-lines.ts'
import { fitPart } from './fit-part.ts'
import { type PartWork, policyPath } from './part-work.ts'
import { changeX12Date } from './x12-date.ts'
import type { X12Part } from './x12-part.ts'
import type { X12Reason } from './x12-reasons.ts'

export interface X12Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface X12Place {
  /** `ISA[1]/GS[1]/ST[2]`. */
  readonly path: string
  readonly position: number | null
  /** In the text of the document. */
  readonly start: number
  /** `NM109`; null for the identifier of a segment. */
  readonly element: string | null
  readonly category: PhiCategory
}

export interface X12Change extends X12Place {
  readonly action: PhiAction
  readonly reason: X12Reason
}

export interface CleanedSection {
  readonly edits: X12Edit[]
  readonly changes: X12Change[]
  readonly residual: X12Place[]
}

export interface CleanSettings {
  readonly deidentifier: Deidentifier
  /** With what the section and those around it say of their persons: made for sections with a text alone. */
  readonly detectOptions: () => DetectOptions
  readonly delimiters: Delimiters
  readonly lastCode: number
  readonly subject: string | undefined
  /** Values of the section and those around it. */
  readonly near: OriginalValues
  /** Numbers of the whole document. */
  readonly far: OriginalValues
  /** Names and places of the whole document that are no ordinary words. */
  readonly words: OriginalValues
  /** For a section that is cleaned in runs: what the texts of all of them say are names. */
  readonly named: NamedWords | undefined
}

interface TextSpan {
  readonly start: number
  readonly end: number
  readonly category: PhiCategory
  readonly reason: X12Reason
}

/** Amounts have a point or few digits. */
const KNOWN_NUMBER = /^\d{7,}$/
const LONG_NUMBER = /^\d{9,}$/

/** @throws ProblemError where a text cannot be searched */
export function cleanSection(works: readonly PartWork[], settings: CleanSettings): CleanedSection {
  const cleaned: CleanedSection = { edits: [], changes: [], residual: [] }
  for (const work of works) {
    const known = holdsKnown(work, settings)
    if (known === undefined) continue
    if (isStructural(work.part)) cleaned.residual.push(placeOf(work.part, known))
    else {
      work.category = known
      work.reason = 'known_value'
    }
  }
  const spans = searchTexts(works, settings)
  for (const [i, work] of works.entries()) {
    if (work.category !== undefined) replaceWhole(work, work.category, settings, cleaned)
    else if (work.isScanned) replaceSpans(work, spans[i]!, settings, cleaned)
  }
  return cleaned
}

/** What another place says is an identifier; undefined where nothing does, or something else decided already. */
function holdsKnown({ part, category, isScanned, isRuled }: PartWork, { near, far }: CleanSettings): PhiCategory | undefined {
  if (category !== undefined || isScanned || isRuled) return undefined
  if (part.rule.treatment === 'total' && LONG_NUMBER.test(part.text)) return 'other-id'
  if (part.rule.treatment === 'number') return KNOWN_NUMBER.test(part.text) ? far.find(part.text)[0] : undefined
  return near.find(part.text)[0] ?? far.find(part.text)[0]
}

/** Without these counts, sums and headers the document would be another one. */
function isStructural({ rule }: X12Part): boolean {
  return ['control', 'count', 'number', 'total', 'delimiter', 'release'].includes(rule.treatment)
}

function placeOf({ owner, shown, start }: X12Part, category: PhiCategory): X12Place {
  return { path: owner.path, position: owner.position, start, element: shown, category }
}

/** Fills `named` with what the texts of a run say, before any run is cleaned. @throws ProblemError as cleanSection */
export function collectNames(works: readonly PartWork[], settings: CleanSettings): void {
  const { text, owners } = joinTexts(works)
  if (owners.length > 0) detectTexts(text, settings)
}

interface JoinedTexts {
  readonly text: string
  /** By text, which work it is of and where it begins. */
  readonly owners: readonly number[]
  readonly starts: readonly number[]
}

function joinTexts(works: readonly PartWork[]): JoinedTexts {
  const owners: number[] = []
  const starts: number[] = []
  let text = ''
  let previous: X12Part | undefined
  for (const [i, { part, isScanned, category }] of works.entries()) {
    if (!isScanned || category !== undefined) continue
    if (previous) text += separatorBetween(previous, part)
    owners.push(i)
    starts.push(text.length)
    text += part.text
    previous = part
  }
  return { text, owners, starts }
}

/** What the detector finds in each writing of the text. */
function detectTexts(text: string, { detectOptions, named }: CleanSettings): PhiSpan[][] {
  const detect = detectOptions()
  const judge = (detect.mode ?? 'balanced') === 'balanced' ? addStrange : undefined
  return writingsOf(text).map((written) => detectInWindows(written, detect, judge, named))
}

/** One search over all texts, so that each helps to understand the others; then one for numbers of the document. */
function searchTexts(works: readonly PartWork[], settings: CleanSettings): TextSpan[][] {
  const { near, far, words } = settings
  const found: TextSpan[][] = works.map(() => [])
  const { text, owners, starts } = joinTexts(works)
  if (owners.length === 0) return found
  const take = (spans: readonly LocatedValue[], begins: readonly number[]): void => {
    let at = 0
    for (const span of spans) {
      while (at + 1 < begins.length && begins[at + 1]! <= span.start) at++
      for (let k = at; k < begins.length && begins[k]! < span.end; k++) {
        const start = Math.max(0, span.start - begins[k]!)
        const end = Math.min(works[owners[k]!]!.part.text.length, span.end - begins[k]!)
        if (end > start) addSpans(found[owners[k]!]!, [{ start, end, category: span.category }], 'text')
      }
    }
  }
  for (const spans of detectTexts(text, settings)) take(spans, starts)
  // A separator in a note may split a street between two words, or within a word.
  take(streetsOf(text.replaceAll('\n', ' ')), starts)
  const texts = owners.map((i) => works[i]!.part.text)
  take(streetsOf(texts.join('')), startsOf(texts))
  for (const i of owners) {
    const { text: own } = works[i]!.part
    addSpans(found[i]!, streetsOf(own), 'text')
    addSpans(
      found[i]!,
      locateEscapedText(own).map((span) => ({ ...span, category: 'other-id' as const })),
      'text',
    )
    addSpans(found[i]!, far.locate(own))
    addSpans(found[i]!, locateNames(own, near))
    addSpans(found[i]!, locateNames(own, words))
    addSpans(found[i]!, words.locate(own))
    addSpans(found[i]!, locateEncoded(works[i]!.part.text, near, far))
  }
  return found
}

function streetsOf(text: string): LocatedValue[] {
  return locateStreets(text).map((span) => ({ ...span, category: 'location' }))
}

/** Where each text begins if they follow each other without anything between. */
function startsOf(texts: readonly string[]): number[] {
  let at = 0
  return texts.map((text) => {
    at += text.length
    return at - text.length
  })
}

/** Parts of one element belong together, and notes that follow each other. */
function separatorBetween(before: X12Part, after: X12Part): string {
  if (before.owner === after.owner) return before.place.split('-')[0] === after.place.split('-')[0] ? ' ' : '\n'
  return before.owner.segment.id === after.owner.segment.id ? '\n' : '\n\n'
}

/**
 * A longer stretch takes the place of those within it, and one that begins in another is added behind it.
 * @param spans in order, without overlaps
 */
function addSpans(spans: TextSpan[], located: readonly LocatedValue[], reason: X12Reason = 'known_value'): void {
  for (const { start, end, category } of located) {
    const from = countLeading(spans.length, (i) => spans[i]!.end <= start)
    let to = from
    while (to < spans.length && spans[to]!.start < end) to++
    const over = spans.slice(from, to)
    if (over.some((span) => span.start <= start && end <= span.end)) continue
    // The longest tells what the whole is.
    const kind = over.reduce((longest: TextSpan, span) => (span.end - span.start > longest.end - longest.start ? span : longest), {
      start,
      end,
      category,
      reason,
    })
    const whole = { ...kind, start: Math.min(start, over[0]?.start ?? start), end: Math.max(end, over.at(-1)?.end ?? end) }
    spans.splice(from, over.length, whole)
  }
}

/** X12 is written in capitals, which the detector can read. A text in small letters is searched in capitals, too. */
function writingsOf(text: string): string[] {
  const upper = text.toUpperCase()
  return /\p{Ll}/u.test(text) && upper.length === text.length ? [text, upper] : [text]
}

function isNumber(text: string): boolean {
  return /^[\p{L}\d .,:#/-]{7,}$/u.test(text) && text.replace(/\D/g, '').length >= 7
}

/** Base64, shorter too than the detector looks at, of a number or a text with a value of the document. */
function locateEncoded(text: string, near: OriginalValues, far: OriginalValues): LocatedValue[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)].flatMap(({ 0: encoded, index }) => {
    const bare = encoded
      .replace(/={1,2}$/, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/')
    const plain = readEmbeddedText(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='))
    const category =
      plain === undefined ? undefined : (near.find(plain)[0] ?? far.find(plain)[0] ?? (isNumber(plain) ? 'other-id' : undefined))
    return category === undefined ? [] : [{ start: index, end: index + encoded.length, category }]
  })
}

function replaceWhole(work: PartWork, category: PhiCategory, settings: CleanSettings, cleaned: CleanedSection): void {
  const { part, action, reason } = work
  const changed = changeValue(part, category, action, settings)
  const written = changed && fitPart(changed.text, part.rule.max, fixedLength(part), settings)
  if (!changed || changed.text === part.text || written === part.text) return
  cleaned.changes.push({ ...placeOf(part, category), action: changed.action, reason })
  cleaned.edits.push({ start: part.start, end: part.end, text: written! })
}

function changeValue(
  part: X12Part,
  category: PhiCategory,
  action: PhiAction | undefined,
  settings: CleanSettings,
): Replacement | undefined {
  const { deidentifier, subject } = settings
  const path = policyPath(part, deidentifier)
  const { treatment } = part.rule
  if (category === 'date' && (treatment === 'date' || treatment === 'period')) {
    const isRequired = part.owner.segment.id === 'ISA'
    return changeX12Date(part.text, treatment === 'period' ? part.qualifier : '', { deidentifier, action, path, subject, isRequired })
  }
  // Data without its length, and a length without its data.
  if (treatment === 'binary' && action === 'remove') return { action, text: isLength(part) ? '0' : '' }
  // Blanks fill an element of a fixed length.
  const value = { category, text: part.text.trimEnd(), path, subject, numbered: part.owner.segment.id === 'HL' }
  const changed = action === undefined ? deidentifier.replace(value) : deidentifier.apply(action, value)
  return changed.text === '' && value.text !== '' && REQUIRED.has(part.place) ? { ...changed, text: 'REMOVED' } : changed
}

/** Sender and receiver of an interchange: TA1 refuses blanks there (notes 006 and 008). */
const REQUIRED = new Set(['ISA06', 'ISA08'])

function isLength({ place, text }: X12Part): boolean {
  return (place === 'BIN01' || place === 'BDS02') && /^\d{1,15}$/.test(text)
}

/** Elements of ISA have one length each (X12.5), unless they did not have it before. */
function fixedLength({ owner, rule, text }: X12Part): number | undefined {
  return owner.segment.id === 'ISA' && text.length === rule.max ? rule.max : undefined
}

function replaceSpans({ part }: PartWork, spans: readonly TextSpan[], settings: CleanSettings, cleaned: CleanedSection): void {
  const { deidentifier, subject, near, far } = settings
  const path = policyPath(part, deidentifier)
  let result = ''
  let at = 0
  for (const { start, end, category, reason } of spans) {
    const value = part.text.slice(start, end)
    const { action, text } = deidentifier.replace({ category, text: value, path, subject })
    result += part.text.slice(at, start) + (text === value ? text : fitPart(text, Number.POSITIVE_INFINITY, undefined, settings))
    at = end
    if (text !== value) cleaned.changes.push({ ...placeOf(part, category), action, reason })
  }
  result += part.text.slice(at)
  if (result === part.text) return
  const most = Math.max(part.rule.max, part.text.length)
  if (result.length > most) cleaned.changes.push({ ...placeOf(part, 'other-id'), action: 'remove', reason: 'length' })
  cleaned.edits.push({ start: part.start, end: part.end, text: result.slice(0, most) })
  const left = near.find(result)[0] ?? far.find(result)[0]
  if (left !== undefined) cleaned.residual.push(placeOf(part, left))
}
