// Divides an interchange into the parts that are about one patient each, and says whom their dates belong to.
import type { InterchangeSegments } from '../../x12/read-segments.ts'
import type { Segment } from '../../x12/segment.ts'
import type { PlacedSegment } from './x12-part.ts'
import type { X12Reason } from './x12-reasons.ts'

export interface Section {
  readonly segments: PlacedSegment[]
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
export function divideSections({ segments }: InterchangeSegments, number: number): Section[] {
  const envelope: Section = newSection()
  const sections = [envelope]
  const path = `ISA[${number}]`
  const control = segments[0]?.elements[12]
  let group = { number: 0, sets: 0, version: '', control: '' as string | undefined }
  let set: SetDivider | undefined
  for (const segment of segments) {
    if (segment.id === 'GS')
      group = { number: group.number + 1, sets: 0, version: segment.elements[7]?.trim() ?? '', control: segment.elements[5] }
    if (segment.id === 'ST') set = new SetDivider(`${path}/GS[${group.number}]/ST[${++group.sets}]`, segment, group.version, sections)
    else if (segment.id === 'GS' || segment.id === 'GE' || segment.id === 'IEA') set = undefined
    if (set) set.take(segment)
    else {
      const own = group.number === 0 || segment.id === 'IEA' ? path : `${path}/GS[${group.number}]`
      const header = segment.id === 'IEA' ? control : segment.id === 'GE' ? group.control : undefined
      const isMismatched = header !== undefined && !isSameNumber(segment.elements[1], header)
      envelope.segments.push({ segment, path: own, position: null, entity: '', blocked: undefined, isMismatched })
    }
    if (segment.id === 'SE') set = undefined
  }
  for (const section of sections) {
    section.subject = (section.parent?.head && section.parent.subject) ?? subjectOf(section)
    if (section.subject === undefined) continue
    if (section.head) section.head.subject ??= section.subject
    envelope.subject ??= section.subject
  }
  return sections
}

function newSection(parent?: Section, head?: Section): Section {
  return { segments: [], parent, head, subject: undefined }
}

function isSameNumber(trailer: string | undefined, header: string): boolean {
  return (trailer ?? '').trim().replace(/^0+/, '') === header.trim().replace(/^0+/, '')
}

/** Headers, trailers and levels stay in every transaction set, or its segments could not be counted. */
const STRUCTURE: ReadonlySet<string> = new Set(['ST', 'SE', 'HL'])

class SetDivider {
  readonly #path: string
  readonly #sections: Section[]
  readonly #head: Section
  readonly #blocked: X12Reason | undefined
  readonly #levels = new Map<string, Section>()
  readonly #isRemittance: boolean
  readonly #control: string
  #current: Section
  #position = 0
  #entity = ''

  constructor(path: string, { elements }: Segment, version: string, sections: Section[]) {
    this.#path = path
    this.#sections = sections
    this.#head = newSection()
    this.#current = this.#head
    this.#isRemittance = elements[0] === '835'
    this.#control = elements[1] ?? ''
    const guide = elements[2]?.trim() || version
    if (!SETS.has(elements[0] ?? '') || !/^00[3-8]/.test(guide)) this.#blocked = 'unknown_transaction'
    sections.push(this.#head)
  }

  take(segment: Segment): void {
    const { id, elements } = segment
    if (id === 'SE') this.#current = this.#head
    else if (STARTS.has(id) || (this.#isRemittance && (id === 'LX' || id === 'PLB'))) this.#current = this.#open(id, elements)
    if (id === 'NM1' || id === 'N1') this.#entity = elements[0] ?? ''
    else if (!OF_NAME.has(id)) this.#entity = ''
    this.#position++
    const blocked = STRUCTURE.has(id) ? undefined : this.#blocked
    const isMismatched = id === 'SE' && !isSameNumber(elements[1], this.#control)
    this.#current.segments.push({ segment, path: this.#path, position: this.#position, entity: this.#entity, blocked, isMismatched })
  }

  #open(id: string, elements: readonly string[]): Section {
    const parent = id === 'HL' ? (this.#levels.get(elements[1] ?? '') ?? this.#head) : this.#head
    const section = newSection(parent, this.#head)
    if (id === 'HL') this.#levels.set(elements[0] ?? '', section)
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
  const first = segments[0]?.segment
  if (head === undefined || first === undefined || (first.id === 'HL' && !PATIENTS.has(first.elements[2] ?? ''))) return undefined
  for (const [id, qualifier, element] of NUMBERS) {
    for (const { segment, entity } of segments) {
      // Behind CLM the persons are those of other insurance.
      if (segment.id === 'CLM' && id === 'NM1') break
      if (segment.id !== id || !PERSONS.has(entity) || (qualifier !== '' && segment.elements[0] !== qualifier)) continue
      const value = segment.elements[element - 1]?.trim()
      if (value) return value
    }
  }
  return undefined
}
