// De-identifies X12: every element of every segment by what it is in all healthcare transactions, all text by the detector, and nothing that
// neither of them knows. The rest of the text is copied; the result has the shape of the document, or there is none.
import { ProblemError } from '../../../core/problem.ts'
import { type InterchangeSegments, readInterchanges } from '../../x12/read-segments.ts'
import { encodeText, type InterchangeText, withByteOffsets } from '../../x12/read-text.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { isOrdinary } from '../hl7/known-names.ts'
import type { FieldValue } from '../hl7/known-of-message.ts'
import { OriginalValues } from '../hl7/original-values.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import { NamedWords } from '../search/named-words.ts'
import { checkX12Shape } from './check-x12-shape.ts'
import { cleanSection, collectNames, type X12Change, type X12Place } from './clean-section.ts'
import { EditList, InOrder } from './edit-list.ts'
import { fieldValues, judgeWork, mayChange, type PartWork } from './part-work.ts'
import type { PlacedSegment } from './section-segments.ts'
import { divideSections, type Section } from './sections.ts'
import { isKnownX12Segment } from './segment-rules.ts'
import { ValuesAround } from './values-around.ts'
import { readParts, UNKNOWN_SEGMENT } from './x12-part.ts'
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
const MAX_INVALID = 10_000

/** @throws ProblemError as readInterchanges; `unsupported_variant` where the result cannot be read back; `resource_limit` */
export function deidentifyX12(source: InterchangeText, settings: X12Settings): DeidentifiedX12 {
  return withByteOffsets(source, () => deidentifySource(source, settings))
}

interface PlacedSection {
  readonly section: Section
  readonly read: InterchangeSegments
}

function deidentifySource(source: InterchangeText, settings: X12Settings): DeidentifiedX12 {
  const interchanges = readInterchanges(source.text)
  refuseInvalid(interchanges)
  const sections: PlacedSection[] = interchanges.flatMap((read, i) => divideSections(read, i + 1).map((section) => ({ section, read })))
  const values = new Map<Section, FieldValue[]>()
  const long = new Set<Section>()
  for (const each of sections) {
    const works = countParts(worksOf(each, settings), () => long.add(each.section))
    values.set(each.section, fieldValues(works, settings.deidentifier))
  }
  const all = [...values.values()].flat()
  const far = new OriginalValues(all.filter(isNumber))
  const words = new OriginalValues(all.filter(isRareWord))
  const edits = new EditList()
  const changes = new InOrder<X12Change>()
  const residual = new InOrder<X12Place>()
  const around = new ValuesAround(values, settings.detect, source.text.length)
  for (const each of sections) {
    const { section, read } = each
    const clean = {
      deidentifier: settings.deidentifier,
      ...around.of(section),
      delimiters: read.delimiters,
      lastCode: source.charset === 'utf-8' ? 0x10ffff : 0xff,
      subject: settings.subject ?? section.subject ?? section.head?.subject,
      far,
      words,
      named: long.has(section) ? new NamedWords() : undefined,
    }
    if (clean.named) {
      for (const works of runsOf(worksOf(each, settings))) collectNames(works, clean)
      clean.named.complete()
    }
    for (const works of runsOf(worksOf(each, settings))) {
      const cleaned = cleanSection(works, clean)
      for (const edit of cleaned.edits) edits.add(edit)
      for (const change of cleaned.changes) changes.add(change)
      for (const place of cleaned.residual) residual.add(place)
    }
    for (const segment of section.segments) hideIdentifier(segment, settings.unknown, edits, changes)
    if (changes.length > MAX_CHANGES) throw tooMany()
  }
  const text = edits.applyTo(source.text)
  checkX12Shape(interchanges, text)
  return { interchange: text, content: encodeText(text, source), changes: changes.list(), residual: residual.list() }
}

function* worksOf(
  { section: { segments }, read: { delimiters } }: PlacedSection,
  { deidentifier, detect, ruleFor, unknown }: X12Settings,
): Generator<PartWork, void, undefined> {
  const judge = { deidentifier, mode: detect.mode ?? 'balanced', ruleFor, unknown }
  for (const segment of segments) {
    for (const part of readParts(segment, delimiters)) {
      const work = judgeWork(part, judge)
      if (mayChange(work)) yield work
    }
  }
}

/** Far more than a patient has: a section of more parts is cleaned in runs, so that their objects do not exist all at once. */
const PARTS_OF_RUN = 20_000

function* countParts(works: Iterable<PartWork>, onLong: () => void): Generator<PartWork, void, undefined> {
  let parts = 0
  for (const work of works) {
    if (++parts === PARTS_OF_RUN) onLong()
    yield work
  }
}

/** Runs end between segments of different names: notes that follow each other are one text. */
function* runsOf(works: Iterable<PartWork>): Generator<PartWork[], void, undefined> {
  let run: PartWork[] = []
  for (const work of works) {
    const last = run.at(-1)?.part.owner
    const { owner } = work.part
    if (run.length >= PARTS_OF_RUN && (last!.segment.id !== owner.segment.id || run.length >= 2 * PARTS_OF_RUN)) {
      yield run
      run = []
    }
    run.push(work)
  }
  if (run.length > 0) yield run
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

/** What stands in the place of an identifier is one, or it may be anything. */
const IDENTIFIER = /^[A-Z][A-Z0-9]{1,2}$/
const NO_IDENTIFIER = '?'

function hideIdentifier(
  { segment, path, position, blocked }: PlacedSegment,
  unknown: 'block' | 'keep',
  edits: EditList,
  changes: InOrder<X12Change>,
): void {
  const { id, start } = segment
  const isIdentifier = IDENTIFIER.test(id)
  if (isKnownX12Segment(id) || (isIdentifier && unknown === 'keep')) return
  const text = isIdentifier ? UNKNOWN_SEGMENT : NO_IDENTIFIER
  if (text === id) return
  edits.add({ start, end: start + id.length, text })
  changes.add({ path, position, start, element: null, category: 'other-id', action: 'replace', reason: blocked ?? 'unknown_segment' })
}

function tooMany(): ProblemError {
  return new ProblemError(`The document has more than ${MAX_CHANGES} identifiers.`, {
    code: 'resource_limit',
    facts: { limit: MAX_CHANGES },
  })
}

/** Before anything is made of them. */
function refuseInvalid(interchanges: readonly InterchangeSegments[]): void {
  let invalid = 0
  for (const { columns } of interchanges) {
    for (let row = 0; row < columns.length; row++) {
      if (IDENTIFIER.test(columns.idAt(row)) || ++invalid <= MAX_INVALID) continue
      throw new ProblemError(`More than ${MAX_INVALID} segments have an invalid identifier. Check whether the document is X12.`, {
        code: 'resource_limit',
        at: { byteOffset: columns.starts[row]! },
        facts: { limit: MAX_INVALID },
      })
    }
  }
}
