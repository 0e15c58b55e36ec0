// Identifiers planted in interchanges, and the search for what is left of them in any writing.
import { readInterchanges } from '../../../src/formats/x12/read-segments.ts'
import type { Segment } from '../../../src/formats/x12/segment.ts'

/** Invented. */
const PERSON = { family: 'ZAMBRANOWSKA', given: 'PHILOMENA', middle: 'QUILLFEATHER' }
const OTHER = { family: 'OSTERGAARDSEN', given: 'BARTHOLOMEW' }
const SSN = '541827736'
const MEMBER = 'WQX830174625'
const RECORD = '7730295518'
const CONTROL = 'PCN-88316402'
const PHONE = '3124455178'
const STREET = '4417 KRUMMHORN TERRACE'
const TOWN = 'VANDERBECKTON'
const ZIP = '605047713'
const BORN = '19610517'
const DAY = '20231119'
const MAIL = 'P.ZAMBRANOWSKA@QUILLMAIL.TEST'

export const PLANTED: readonly string[] = [
  PERSON.family,
  PERSON.given,
  PERSON.middle,
  OTHER.family,
  OTHER.given,
  SSN,
  MEMBER,
  RECORD,
  CONTROL,
  PHONE,
  STREET,
  TOWN,
  ZIP,
  BORN,
  DAY,
  MAIL,
]

/** What belongs at a place: the segment, the element from 1, and a value for it. */
const PLACES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  NM1: { 3: PERSON.family, 4: PERSON.given, 5: PERSON.middle, 9: MEMBER },
  N1: { 2: `${OTHER.family}, ${OTHER.given}`, 4: RECORD },
  N2: { 1: `${OTHER.given} ${OTHER.family}` },
  N3: { 1: STREET, 2: STREET },
  N4: { 1: TOWN, 3: ZIP },
  PER: { 2: `${OTHER.given} ${OTHER.family}`, 4: PHONE, 6: PHONE, 8: MAIL },
  REF: { 2: SSN },
  BHT: { 3: CONTROL, 4: DAY },
  BGN: { 2: CONTROL, 3: DAY, 6: CONTROL },
  TRN: { 2: CONTROL, 3: RECORD, 4: CONTROL },
  SBR: { 3: MEMBER, 4: `${OTHER.family} TRUST` },
  CLM: { 1: CONTROL },
  CLP: { 1: CONTROL, 7: MEMBER },
  BPR: { 9: RECORD, 10: RECORD, 15: RECORD, 16: DAY },
  HCP: { 4: RECORD },
  PWK: { 6: CONTROL, 7: `${PERSON.given} ${PERSON.family} ${SSN}` },
  ACT: { 1: RECORD, 2: `${OTHER.given} ${OTHER.family}` },
  COB: { 2: MEMBER },
  PLB: { 1: RECORD, 2: DAY },
  TS3: { 1: RECORD, 3: DAY },
  SVD: { 1: RECORD },
  GS: { 2: OTHER.family, 3: RECORD, 4: DAY },
  DTM: { 2: DAY },
}

const NOTE = `${PERSON.given} ${PERSON.family}`
const NOTES = [
  NOTE,
  `${PERSON.family} ${PERSON.given}`,
  NOTE.toLowerCase(),
  `PT ${PERSON.family} SSN ${SSN.slice(0, 3)}-${SSN.slice(3, 5)}-${SSN.slice(5)}`,
  `ID ${SSN} CALL (${PHONE.slice(0, 3)}) ${PHONE.slice(3, 6)}-${PHONE.slice(6)}`,
  `MEMBER ${MEMBER.toLowerCase()} REC ${RECORD}`,
  `LIVES AT ${STREET} ${TOWN}`,
  `BORN 05/17/1961 SEEN 11/19/2023 BY DR ${OTHER.family}`,
  btoa(NOTE),
  btoa(SSN),
  `WRITE TO ${MAIL.toLowerCase()}`,
]

export interface Plants {
  readonly text: string
  readonly count: number
  readonly values: readonly string[]
}

/** A value wherever its kind belongs, dates in their formats, and behind each claim or member a note in each writing. */
export function plantEverywhere(text: string): Plants {
  let count = 0
  let result = ''
  for (const { segments, delimiters, lineEnd } of readInterchanges(text)) {
    const mark = delimiters.element
    for (const segment of segments) {
      const elements = segment.elements.map((value, i) => {
        const planted = value.trim() === '' ? undefined : (PLACES[segment.id]?.[i + 1] ?? dateAt(segment, i))
        if (planted === undefined) return value
        count++
        return planted
      })
      result += [segment.id, ...elements].join(mark) + delimiters.segment + lineEnd
      if (!['CLM', 'CLP', 'INS', 'BHT'].includes(segment.id)) continue
      for (const note of NOTES) {
        const plain = [...note].map((each) => (Object.values(delimiters).includes(each) ? ' ' : each)).join('')
        result += ['NTE', 'ADD', plain].join(mark) + delimiters.segment + lineEnd
        count++
      }
    }
  }
  return { text: result, count, values: PLANTED }
}

function dateAt({ id, elements }: Segment, i: number): string | undefined {
  const format = elements[i - 1]
  if (!['DTP', 'DMG', 'INS', 'PAT', 'DTM'].includes(id)) return undefined
  if (format === 'D8') return id === 'DMG' ? BORN : DAY
  return format === 'RD8' ? `${DAY}-${DAY}` : undefined
}

/** Values that a place may hold by mistake; the first person of the document has the others' names and numbers. */
const STRAYS = [PERSON.family, `${PERSON.given} ${PERSON.family}`, SSN, MEMBER, PHONE]

/** The same value as that of a person in the document, in one more element. */
export function plantOne(text: string, at: { readonly interchange: number; readonly segment: number; readonly element: number }): Plants {
  const stray = STRAYS[(at.segment + at.element) % STRAYS.length]!
  let result = ''
  for (const [i, { segments, delimiters, lineEnd }] of readInterchanges(text).entries()) {
    const mark = delimiters.element
    for (const [k, { id, elements }] of segments.entries()) {
      const own = i === at.interchange && k === at.segment ? elements.map((each, e) => (e === at.element ? stray : each)) : elements
      result += [id, ...own].join(mark) + delimiters.segment + lineEnd
    }
  }
  return { text: result, count: 1, values: [stray] }
}

/** The planted values that a text still holds: in capitals or not, in any order of words, without signs, in base64. */
export function leftOf(text: string, values: readonly string[]): string[] {
  const upper = text.toUpperCase()
  const bare = upper.replace(/[^A-Z0-9*~|^:>]/g, '')
  return values.filter((value) => {
    const words = value.split(' ').filter((word) => /^[A-Z]{6,}$/.test(word))
    return (
      upper.includes(value.toUpperCase()) ||
      words.some((word) => upper.includes(word) && word !== 'TERRACE') ||
      bare.includes(value.toUpperCase().replace(/[^A-Z0-9]/g, '')) ||
      [0, 1, 2].some((shift) => text.includes(innerBase64(value, shift)))
    )
  })
}

/** The middle of the base64 of a text that begins after so many other bytes. */
function innerBase64(value: string, shift: number): string {
  const encoded = btoa(' '.repeat(shift) + value).replace(/=/g, '')
  return encoded.slice(shift === 0 ? 0 : 4, -2)
}
