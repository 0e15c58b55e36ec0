// Divides an interchange into the parts that are about one patient each, and says whom their dates belong to.
import type { InterchangeSegments } from '../../x12/read-segments.ts'
import type { Segment } from '../../x12/segment.ts'
import type { SegmentColumns } from '../../x12/segment-columns.ts'
import { type PlaceOfSegment, SectionSegments } from './section-segments.ts'
import type { X12Reason } from './x12-reasons.ts'

export interface Section {
  readonly segments: SectionSegments
  /** What it lies in: the level above, the head of the transaction set. */
  readonly parent: Section | undefined
  /** The head of its transaction set; undefined for one itself. */
  readonly head: Section | undefined
  /** Whom the dates are about: the member number, else another number of the patient. */
  subject: string | undefined
}

/** Transaction sets of healthcare, whose segments are read by their rules. */
const SETS: ReadonlySet<string> = new Set('269 270 271 275 276 277 278 820 834 835 837 997 999'.split(' '))
/** Segments that go on about the name before them. */
const OF_NAME: ReadonlySet<string> = new Set(['N2', 'N3', 'N4', 'PER', 'REF', 'DMG', 'PRV', 'LUI'])
const STARTS: ReadonlySet<string> = new Set(['HL', 'INS', 'CLP', 'ENT'])

/** @param number of the interchange, from 1. The first section is that of the headers and trailers around transaction sets. */
export function divideSections({ columns }: InterchangeSegments, number: number): Section[] {
  const envelope: Section = newSection(columns)
  const sections = [envelope]
  const path = `ISA[${number}]`
  const control = columns.get(0).elements[12]
  let group = { path, sets: 0, version: '', control: '' as string | undefined }
  let groups = 0
  let set: SetDivider | undefined
  for (let row = 0; row < columns.length; row++) {
    const segment = columns.get(row)
    const { id } = segment
    if (id === 'GS') group = { path: `${path}/GS[${++groups}]`, sets: 0, version: segment.at(8)?.trim() ?? '', control: segment.at(6) }
    if (id === 'ST')
      set = new SetDivider({ path: `${path}/GS[${groups}]/ST[${++group.sets}]`, row, columns }, segment, group.version, sections)
    else if (id === 'GS' || id === 'GE' || id === 'IEA') set = undefined
    if (set) set.take(segment, row)
    else {
      const header = id === 'IEA' ? control : id === 'GE' ? group.control : undefined
      const isMismatched = header !== undefined && !isSameNumber(segment.at(2), header)
      envelope.segments.add(row, { path: id === 'IEA' ? path : group.path, first: undefined, entity: '', blocked: undefined, isMismatched })
    }
    if (id === 'SE') set = undefined
  }
  for (const section of sections) {
    section.subject = (section.parent?.head && section.parent.subject) ?? subjectOf(section)
    if (section.subject === undefined) continue
    if (section.head) section.head.subject ??= section.subject
    envelope.subject ??= section.subject
  }
  return sections
}

function newSection(columns: SegmentColumns, parent?: Section, head?: Section): Section {
  return { segments: new SectionSegments(columns), parent, head, subject: undefined }
}

function isSameNumber(trailer: string | undefined, header: string): boolean {
  return (trailer ?? '').trim().replace(/^0+/, '') === header.trim().replace(/^0+/, '')
}

/** Headers, trailers and levels stay in every transaction set, or its segments could not be counted. */
const STRUCTURE: ReadonlySet<string> = new Set(['ST', 'SE', 'HL'])

interface SetStart {
  readonly path: string
  /** Of ST. */
  readonly row: number
  readonly columns: SegmentColumns
}

class SetDivider {
  readonly #start: SetStart
  readonly #sections: Section[]
  readonly #head: Section
  readonly #levels = new Map<string, Section>()
  readonly #isRemittance: boolean
  readonly #control: string
  #current: Section
  /** Shared by the segments that have it. */
  #place: PlaceOfSegment
  readonly #ofStructure: PlaceOfSegment

  constructor(start: SetStart, { elements }: Segment, version: string, sections: Section[]) {
    this.#start = start
    this.#sections = sections
    this.#head = newSection(start.columns)
    this.#current = this.#head
    this.#isRemittance = elements[0] === '835'
    this.#control = elements[1] ?? ''
    const guide = elements[2]?.trim() || version
    const blocked: X12Reason | undefined = !SETS.has(elements[0] ?? '') || !/^00[3-8]/.test(guide) ? 'unknown_transaction' : undefined
    this.#place = { path: start.path, first: start.row, entity: '', blocked, isMismatched: false }
    this.#ofStructure = { ...this.#place, blocked: undefined }
    sections.push(this.#head)
  }

  take(segment: Segment, row: number): void {
    const { id } = segment
    if (id === 'SE') this.#current = this.#head
    else if (STARTS.has(id) || (this.#isRemittance && (id === 'LX' || id === 'PLB'))) this.#current = this.#open(segment)
    if (id === 'NM1' || id === 'N1') this.#setEntity(segment.at(1) ?? '')
    else if (!OF_NAME.has(id)) this.#setEntity('')
    const isMismatched = id === 'SE' && !isSameNumber(segment.at(2), this.#control)
    this.#current.segments.add(
      row,
      isMismatched ? { ...this.#ofStructure, isMismatched } : STRUCTURE.has(id) ? this.#ofStructure : this.#place,
    )
  }

  #setEntity(entity: string): void {
    if (this.#place.entity !== entity) this.#place = { ...this.#place, entity }
  }

  #open(segment: Segment): Section {
    const isLevel = segment.id === 'HL'
    const parent = isLevel ? (this.#levels.get(segment.at(2) ?? '') ?? this.#head) : this.#head
    const section = newSection(this.#start.columns, parent, this.#head)
    if (isLevel) this.#levels.set(segment.at(1) ?? '', section)
    this.#sections.push(section)
    return section
  }
}

/** Levels of subscribers, dependents and patients (data element 735). */
const PATIENTS: ReadonlySet<string> = new Set(['22', '23', 'PT'])
const PERSONS: ReadonlySet<string> = new Set(['', '03', '74', 'IL', 'QC'])

/** Numbers of a patient, the first that is there: the segment, its qualifier, the element. A family shares its member number. */
const NUMBERS: readonly (readonly [segment: string, qualifier: string, element: number])[] = [
  ['REF', '0F', 2],
  ['NM1', 'QC', 9],
  ['NM1', 'IL', 9],
  ['NM1', '03', 9],
  ['REF', '1W', 2],
  ['REF', '23', 2],
  ['REF', 'SY', 2],
  ['REF', 'EA', 2],
  ['ENT', '2J', 4],
  ['CLM', '', 1],
  ['CLP', '', 1],
]

function subjectOf({ segments, head }: Section): string | undefined {
  const first = segments.first
  if (head === undefined || first === undefined || (first.id === 'HL' && !PATIENTS.has(first.elements[2] ?? ''))) return undefined
  let best = NUMBERS.length
  let subject: string | undefined
  let isBehindClaim = false
  for (const { segment, entity } of segments) {
    const { id } = segment
    if (id === 'CLM') isBehindClaim = true
    // Behind CLM the persons are those of other insurance.
    if (!OF_SUBJECT.has(id) || !PERSONS.has(entity) || (id === 'NM1' && isBehindClaim)) continue
    for (let i = 0; i < best; i++) {
      const [segmentId, qualifier, element] = NUMBERS[i]!
      if (segmentId !== id || (qualifier !== '' && segment.at(1) !== qualifier)) continue
      const value = segment.at(element)?.trim()
      if (!value) continue
      best = i
      subject = value
    }
  }
  return subject
}

const OF_SUBJECT: ReadonlySet<string> = new Set(NUMBERS.map(([id]) => id))
