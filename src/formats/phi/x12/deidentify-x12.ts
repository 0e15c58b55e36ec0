// De-identifies X12: every element of every segment by what it is in all healthcare transactions, all text by the detector, and nothing that
// neither of them knows. The rest of the text is copied; the result has the shape of the document, or there is none.
import { ProblemError } from '../../../core/problem.ts'
import { type InterchangeSegments, readInterchanges } from '../../x12/read-segments.ts'
import { encodeText, type InterchangeText, withByteOffsets } from '../../x12/read-text.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { isOrdinary } from '../hl7/known-names.ts'
import { type FieldValue, knownOf } from '../hl7/known-of-message.ts'
import { OriginalValues } from '../hl7/original-values.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import { checkX12Shape } from './check-x12-shape.ts'
import { cleanSection, type X12Change, type X12Edit, type X12Place } from './clean-section.ts'
import { fieldValues, judgeWork, mayChange, type PartWork } from './part-work.ts'
import { divideSections, type Section } from './sections.ts'
import { isKnownX12Segment } from './segment-rules.ts'
import { type PlacedSegment, readParts, UNKNOWN_SEGMENT } from './x12-part.ts'
import type { X12RuleFor } from './x12-rules.ts'

export interface X12Settings {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly ruleFor: X12RuleFor
  readonly unknown: 'block' | 'keep'
  /** Whom all dates belong to; of each patient his own where it is left out. */
  readonly subject: string | undefined
}

export interface DeidentifiedX12 {
  readonly interchange: string
  readonly content: Uint8Array
  readonly changes: Omit<X12Change, 'start'>[]
  readonly residual: Omit<X12Place, 'start'>[]
}

const MAX_CHANGES = 1_000_000
/** Levels above a section whose persons its texts may name: more than any guide has. */
const MAX_LEVELS = 8

/** @throws ProblemError as readInterchanges; `unsupported_variant` where the result cannot be read back; `resource_limit` */
export function deidentifyX12(source: InterchangeText, settings: X12Settings): DeidentifiedX12 {
  const interchanges = withByteOffsets(source, readInterchanges)
  const sections = interchanges.flatMap((read, i) => divideSections(read, i + 1).map((section) => ({ section, read })))
  const values = new Map<Section, FieldValue[]>()
  for (const { section, read } of sections) values.set(section, fieldValues(worksOf(section, read, settings), settings.deidentifier))
  const all = [...values.values()].flat()
  const far = new OriginalValues(all.filter(isNumber))
  const words = new OriginalValues(all.filter(isRareWord))
  const edits: X12Edit[] = []
  const changes: X12Change[] = []
  const residual: X12Place[] = []
  for (const { section, read } of sections) {
    const near = valuesAround(section, values)
    const cleaned = cleanSection(worksOf(section, read, settings), {
      deidentifier: settings.deidentifier,
      detect: knownOf(near, settings.detect),
      delimiters: read.delimiters,
      lastCode: source.charset === 'utf-8' ? 0x10ffff : 0xff,
      subject: settings.subject ?? section.subject ?? section.head?.subject,
      near: new OriginalValues(near),
      far,
      words,
    })
    for (const edit of cleaned.edits) edits.push(edit)
    for (const change of cleaned.changes) changes.push(change)
    for (const place of cleaned.residual) residual.push(place)
    for (const segment of section.segments) hideIdentifier(segment, settings.unknown, edits, changes)
    if (changes.length > MAX_CHANGES) throw tooMany()
  }
  const text = applyEdits(source.text, edits)
  checkX12Shape(interchanges, text)
  return { interchange: text, content: encodeText(text, source), changes: inOrder(changes), residual: inOrder(residual) }
}

function worksOf(
  { segments }: Section,
  { delimiters }: InterchangeSegments,
  { deidentifier, detect, ruleFor, unknown }: X12Settings,
): PartWork[] {
  const judge = { deidentifier, mode: detect.mode ?? 'balanced', ruleFor, unknown }
  const works: PartWork[] = []
  for (const segment of segments) {
    for (const part of readParts(segment, delimiters)) {
      const work = judgeWork(part, judge)
      if (mayChange(work)) works.push(work)
    }
  }
  return works
}

/** Categories whose values are words; ordinary ones are compared within a patient alone. */
const WORDS: ReadonlySet<string> = new Set(['name', 'location', 'organization', 'facility', 'profession', 'age', 'date'])

function isNumber({ category }: FieldValue): boolean {
  return !WORDS.has(category)
}

/** Names and places of words that no text has otherwise. */
function isRareWord({ category, text }: FieldValue): boolean {
  if (category !== 'name' && category !== 'location') return false
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => word.length >= LEAST_WORD && !isOrdinary(word))
}

const LEAST_WORD = 4

function valuesAround(section: Section, values: ReadonlyMap<Section, FieldValue[]>): FieldValue[] {
  const around: FieldValue[] = []
  let offset = 0
  const add = (each: Section) => {
    const own = values.get(each)!
    for (const value of own) around.push({ ...value, repetition: value.repetition + offset })
    offset += own.length + 1
  }
  let at: Section | undefined = section
  for (let level = 0; at && level < MAX_LEVELS; level++) {
    add(at)
    at = at.parent
  }
  return around
}

/** What stands in the place of an identifier is one, or it may be anything. */
const IDENTIFIER = /^[A-Z][A-Z0-9]{1,2}$/
const NO_IDENTIFIER = '?'

function hideIdentifier(
  { segment, path, position, blocked }: PlacedSegment,
  unknown: 'block' | 'keep',
  edits: X12Edit[],
  changes: X12Change[],
): void {
  const { id, start } = segment
  const isIdentifier = IDENTIFIER.test(id)
  if (isKnownX12Segment(id) || (isIdentifier && unknown === 'keep')) return
  const text = isIdentifier ? UNKNOWN_SEGMENT : NO_IDENTIFIER
  if (text === id) return
  edits.push({ start, end: start + id.length, text })
  changes.push({ path, position, start, element: null, category: 'other-id', action: 'replace', reason: blocked ?? 'unknown_segment' })
}

function applyEdits(text: string, edits: X12Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  parts.push(text.slice(at))
  return parts.join('')
}

/** By place; where it stood in the text is no part of the result. */
function inOrder<Place extends { readonly start: number }>(places: Place[]): Omit<Place, 'start'>[] {
  return places.sort((a, b) => a.start - b.start).map(({ start: _, ...place }) => place)
}

function tooMany(): ProblemError {
  return new ProblemError(`The document has more than ${MAX_CHANGES} identifiers.`, {
    code: 'resource_limit',
    facts: { limit: MAX_CHANGES },
  })
}
