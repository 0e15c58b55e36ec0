// Acknowledgments of interchanges: TA1 for the envelope, 999 (or 997) for each functional group, from what was found (X12.5, X12C 231).
import { countLeading } from '../../../core/count-leading.ts'
import type { Delimiters } from '../delimiters.ts'
import type { X12Document } from '../document.ts'
import type { Group, Interchange, Transaction } from '../envelope.ts'
import { type AckLevel, ISSUES, type Issue } from '../issue.ts'
import type { SegmentRange } from '../segment-range.ts'
import {
  DATE,
  GROUP_AGENCY,
  GUIDE_LENGTH,
  groupControl,
  groupPartner,
  groupType,
  interchangeControl,
  orElse,
  PARTNER_LENGTH,
  QUALIFIER,
  SET_CONTROL,
  SET_TYPE,
  TIME,
  TYPE_OF_GROUP,
  usableDelimiters,
  VERSION_LENGTH,
} from './valid-elements.ts'

export type AckKind = 'ta1' | '999' | '997'

export interface AckOptions {
  readonly kind: AckKind
  /** ISA13 of the first acknowledgment; further ones count on. */
  readonly controlNumber: number
  /** YYYYMMDDHHMM; undefined for the time of the interchange, so that one document always gives one result. */
  readonly timestamp: string | undefined
  /** Whether IK404 repeats the value that is wrong. */
  readonly copyBadData: boolean
}

export interface Acknowledgment {
  readonly text: string
  readonly interchanges: number
  readonly groups: number
  readonly transactions: number
  /** TA105, AK905 and IK502 codes that stand in the text, each once. */
  readonly codes: readonly string[]
}

const VERSION = '005010X231A1'
const LONGEST_BAD_DATA = 99
/** For IK301, which is mandatory, if the input has no valid identifier: the invalid one is not repeated. */
const NO_IDENTIFIER = 'ZZZ'

/** One interchange for each that is acknowledged, with its own delimiters. */
export function writeAcks({ interchanges, issues }: X12Document, options: AckOptions): Acknowledgment {
  const errors = new ErrorsByPlace(issues.filter(({ code }) => ISSUES[code].severity === 'error'))
  const accepted = { interchanges: 0, groups: 0, transactions: 0 }
  const codes = new Set<string>()
  const texts = interchanges.map((interchange, i) => {
    const end = interchanges[i + 1]?.header.start ?? Number.POSITIVE_INFINITY
    const writer = new AckWriter({ interchange, end, errors }, options, options.controlNumber + i, { accepted, codes })
    return writer.write()
  })
  return { text: texts.join(''), ...accepted, codes: [...codes] }
}

/** True for a group that a 999 or 997 answers: all except acknowledgments. */
export function isAnswered({ header }: Group): boolean {
  return header.elements[0] !== 'FA'
}

/** Issues of a part of a document that are reported at its level. Lists by part would take more memory than the parts themselves. */
class ErrorsByPlace {
  readonly #errors: readonly Issue[]

  /** @param errors in the order of their places */
  constructor(errors: readonly Issue[]) {
    this.#errors = errors
  }

  /** @param end behind the first character of the last segment */
  within(start: number, end: number, isOfLevel: (level: AckLevel) => boolean): Issue[] {
    const found: Issue[] = []
    const first = countLeading(this.#errors.length, (i) => this.#errors[i]!.start < start)
    for (let i = first; i < this.#errors.length && this.#errors[i]!.start < end; i++) {
      if (isOfLevel(ISSUES[this.#errors[i]!.code].level)) found.push(this.#errors[i]!)
    }
    return found
  }
}

const isInterchange = (level: AckLevel): boolean => level === 'interchange'
const isGroup = (level: AckLevel): boolean => level === 'group'
const isTransaction = (level: AckLevel): boolean => level === 'transaction' || level === 'segment'

interface Tally {
  readonly accepted: { interchanges: number; groups: number; transactions: number }
  readonly codes: Set<string>
}

/** The answers to the transaction sets of a group: as text, because there may be very many. */
class WrittenSets {
  text = ''
  segments = 0
  count = 0
  accepted = 0

  add(text: string, segments: number, isAccepted: boolean): void {
    this.text += text
    this.segments += segments
    this.count++
    if (isAccepted) this.accepted++
  }
}

interface Judged {
  readonly interchange: Interchange
  /** Where the next one begins. */
  readonly end: number
  readonly errors: ErrorsByPlace
}

class AckWriter {
  private readonly interchange: Interchange
  private readonly end: number
  private readonly errors: ErrorsByPlace
  private readonly options: AckOptions
  private readonly control: string
  private readonly tally: Tally
  private readonly delimiters: Delimiters

  constructor({ interchange, end, errors }: Judged, options: AckOptions, control: number, tally: Tally) {
    this.interchange = interchange
    this.end = end
    this.errors = errors
    this.options = options
    this.control = String(control).padStart(9, '0')
    this.tally = tally
    this.delimiters = usableDelimiters(interchange.delimiters)
  }

  write(): string {
    const { date, time } = this.time
    const at = (position: number) => this.interchange.header.elements[position - 1] ?? ''
    const idAt = (position: number) => at(position).slice(0, PARTNER_LENGTH).padEnd(PARTNER_LENGTH)
    const swapped = [orElse(at(7), QUALIFIER, 'ZZ'), idAt(8), orElse(at(5), QUALIFIER, 'ZZ'), idAt(6)]
    const standard = this.delimiters.repetition ?? 'U'
    const header = [
      'ISA',
      '00',
      ' '.repeat(10),
      '00',
      ' '.repeat(10),
      ...swapped,
      date.slice(2),
      time,
      standard,
      orElse(at(12), /^[0-9]{5}$/, '00501'),
      this.control,
      '0',
      orElse(at(15), /^[IPT]$/, 'T'),
      this.delimiters.component,
    ]
    const { kind } = this.options
    // Acknowledgments are not acknowledged. An interchange with nothing else gets a TA1.
    const groups = kind === 'ta1' ? [] : this.groups(kind)
    const body = groups.length === 0 ? [this.segment(this.ta1())] : groups
    return [this.segment(header), ...body, this.segment(['IEA', String(groups.length), this.control])].join('')
  }

  /** TA1: the interchange as a whole, by its first error. */
  private ta1(): string[] {
    const at = (position: number) => this.interchange.header.elements[position - 1] ?? ''
    const code = this.ownErrors.map((issue) => ISSUES[issue.code].ack).find((ack) => ack !== null) ?? '000'
    if (code === '000') this.tally.accepted.interchanges++
    else this.tally.codes.add(code)
    const { date, time } = this.timeOfInterchange
    return ['TA1', interchangeControl(at(13)), date, time, code === '000' ? 'A' : 'R', code]
  }

  private get ownErrors(): readonly Issue[] {
    return this.errors.within(this.interchange.header.start, this.end, isInterchange)
  }

  private groups(kind: '999' | '997'): string[] {
    const { groups } = this.interchange
    const written: string[] = []
    groups.forEach((group, i) => {
      if (isAnswered(group)) written.push(this.group(group, groups[i + 1]?.header.start ?? this.end, written.length + 1, kind))
    })
    if (written.length > 0 && this.ownErrors.length === 0) this.tally.accepted.interchanges++
    return written
  }

  private group(group: Group, end: number, number: number, kind: '999' | '997'): string {
    const { date, time } = this.time
    const at = (position: number) => group.header.elements[position - 1] ?? ''
    const ofInterchange = (position: number) => this.interchange.header.elements[position - 1] ?? ''
    const id = groupType(group)
    const version = this.version(group)
    const is999 = kind === '999'
    const own = this.errors.within(group.header.start, end, isGroup)
    const sets = new WrittenSets()
    for (const transaction of group.transactions) this.transaction(transaction, TYPE_OF_GROUP[id], is999, sets)
    const { accepted: acceptedSets, count } = sets
    const codes = [...new Set(own.flatMap(({ code }) => ISSUES[code].ack ?? []))]
    for (const code of codes) this.tally.codes.add(code)
    const isWhole = codes.length === 0
    const verdict = isWhole && acceptedSets === count ? 'A' : isWhole && acceptedSets > 0 ? 'P' : 'R'
    this.tally.accepted.transactions += isWhole ? acceptedSets : 0
    if (verdict === 'A') this.tally.accepted.groups++
    const counted = group.trailer?.elements[0]?.trim() || String(count)
    const setNumber = String(number).padStart(4, '0')
    const first = [
      [
        'GS',
        'FA',
        groupPartner(at(3), ofInterchange(8)),
        groupPartner(at(2), ofInterchange(6)),
        date,
        time,
        String(number),
        is999 ? 'X' : orElse(at(7), GROUP_AGENCY, 'X'),
        is999 ? VERSION : version.slice(0, 6),
      ],
      ['ST', kind, setNumber, ...(is999 ? [VERSION] : [])],
      ['AK1', id, groupControl(at(6)), ...(is999 ? [version] : [])],
    ]
    const given = /^[0-9]{1,6}$/.test(counted) ? counted : String(count)
    const last = [
      ['AK9', verdict, given, String(count), String(isWhole ? acceptedSets : 0), ...codes.slice(0, 5)],
      // ST, AK1, AK9 and itself.
      ['SE', String(sets.segments + 4), setNumber],
      ['GE', '1', String(number)],
    ]
    return this.join(first) + sets.text + this.join(last)
  }

  /** GS08; the guide of the first transaction set or the version of the interchange in place of an invalid one. */
  private version({ header, transactions }: Group): string {
    const given = [header.elements[7], transactions[0]?.guide].map((text = '') => text.trimEnd())
    const found = given.find((text) => text !== '' && text.length <= VERSION_LENGTH)
    return found ?? `${orElse(this.interchange.header.elements[11] ?? '', /^[0-9]{5}$/, '00501')}0`
  }

  /** @param likely type of the sets in the group, for AK201 if ST01 is invalid (IK502 is 6); undefined if unknown */
  private transaction({ type, control, guide, range }: Transaction, likely: string | undefined, is999: boolean, sets: WrittenSets): void {
    const set = [orElse(type, SET_TYPE, likely ?? type), orElse(control, SET_CONTROL, '0000')]
    const named = guide.trimEnd()
    const isNamed = is999 && named !== '' && named.length <= GUIDE_LENGTH
    const segments: string[][] = [['AK2', ...set, ...(isNamed ? [named] : [])]]
    const codes: string[] = []
    for (const issue of this.errors.within(range.start, range.end, isTransaction)) {
      const { level, ack } = ISSUES[issue.code]
      if (ack === null) continue
      if (level === 'transaction') codes.push(ack)
      else segments.push(...this.segmentError(issue, range, is999))
    }
    if (segments.length > 1) codes.push('5')
    const listed = [...new Set(codes)]
    for (const code of listed) this.tally.codes.add(code)
    const isAccepted = listed.length === 0
    segments.push([is999 ? 'IK5' : 'AK5', isAccepted ? 'A' : 'R', ...listed.slice(0, 5)])
    sets.add(this.join(segments), segments.length, isAccepted)
  }

  /** IK3, and IK4 for the element that is wrong. */
  private segmentError({ code, segment, position, element }: Issue, range: SegmentRange, is999: boolean): string[][] {
    const { ack, elementAck } = ISSUES[code]
    const id = segment !== null && /^[A-Z][0-9A-Z]{1,2}$/.test(segment) ? segment : NO_IDENTIFIER
    const segmentNote = [is999 ? 'IK3' : 'AK3', id, String(position ?? 1), '', ack ?? '']
    if (elementAck === null || element === null || position === null) return [segmentNote]
    const bad = this.options.copyBadData ? (range.get(position - 1).elements[element - 1] ?? '') : ''
    return [segmentNote, [is999 ? 'IK4' : 'AK4', String(element), '', elementAck, bad.slice(0, LONGEST_BAD_DATA)]]
  }

  private get time(): { readonly date: string; readonly time: string } {
    const { timestamp } = this.options
    if (timestamp !== undefined) return { date: timestamp.slice(0, 8), time: timestamp.slice(8) }
    const { date, time } = this.timeOfInterchange
    return { date: `20${date}`, time }
  }

  /** YYMMDD and HHMM. */
  private get timeOfInterchange(): { readonly date: string; readonly time: string } {
    const at = (position: number) => this.interchange.header.elements[position - 1] ?? ''
    return { date: orElse(at(9), DATE, '000101'), time: orElse(at(10), TIME, '0000') }
  }

  private join(segments: readonly (readonly string[])[]): string {
    return segments.map((elements) => this.segment(elements)).join('')
  }

  /** Empty elements at the end are left out. */
  private segment(elements: readonly string[]): string {
    const used = elements[0] === 'ISA' ? elements : elements.slice(0, elements.findLastIndex((element) => element !== '') + 1)
    return `${used.join(this.delimiters.element)}${this.delimiters.segment}${this.interchange.lineEnd}`
  }
}
