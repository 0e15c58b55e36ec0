// Interchanges made by seed: several transactions and groups, unusual delimiters and line ends, small letters, with the identifiers of made-up people in
// every element that takes one and in notes of every writing.
import { readInterchanges } from '../../../../src/formats/x12/read-segments.ts'
import type { Segment } from '../../../../src/formats/x12/segment.ts'
import { makePerson, type Person } from '../../phi/cda/made/people.ts'
import { Random } from '../../phi/cda/made/random.ts'
import { makeRemark } from '../../phi/cda/made/remarks.ts'
import { SAMPLES } from '../sample-interchanges.ts'
import { FURTHER_SAMPLES } from './further-samples.ts'

export interface MadeX12 {
  readonly text: string
  readonly people: readonly Person[]
}

/** Element, component, repetition, segment. */
const DELIMITERS = ['*:^~', '|>^\n', '*>!\r', '\x1d\x1f\x1e\x1c', "\\<&'", '_:^?', '+:%~', '\t;^~', '^:@~'] as const
const LINE_ENDS = ['', '\n', '\r\n', '']
const NOTES: Readonly<Record<string, (note: string) => readonly string[]>> = {
  CLM: (note) => ['NTE', 'ADD', note],
  INS: (note) => ['MSG', note],
  HL: (note) => ['NTE', 'CER', note],
  LX: (note) => ['K3', note],
  CLP: (note) => ['NTE', 'ADD', note],
  EB: (note) => ['MSG', note],
  STC: (note) => ['MSG', note],
  UM: (note) => ['MSG', note],
}

type Plant = (person: Person) => string

const whole: Plant = ({ given, family }) => `${given} ${family}`
const record: Plant = (person) => person.record
const phone: Plant = (person) => person.phone

/** By segment and element from 1. */
const PLACES: Readonly<Record<string, Readonly<Record<number, Plant>>>> = {
  NM1: { 3: ({ family }) => family, 4: ({ given }) => given, 9: record },
  N1: { 2: whole, 4: record },
  N2: { 1: whole, 2: whole },
  N3: { 1: ({ street }) => street, 2: ({ street }) => street },
  N4: { 1: ({ city }) => city, 3: ({ postal }) => postal },
  PER: { 2: whole, 4: phone, 6: phone, 8: ({ mail }) => mail },
  REF: { 2: ({ ssn }) => ssn, 3: whole },
  BHT: { 3: record, 4: ({ born }) => born },
  BGN: { 2: record, 3: ({ born }) => born },
  TRN: { 2: record, 4: record },
  SBR: { 3: record, 4: ({ family }) => `${family} TRUST` },
  CLM: { 1: record },
  CLP: { 1: record, 7: record },
  HCP: { 4: record },
  PWK: { 6: record, 7: whole },
  ACT: { 1: record, 2: whole },
  COB: { 2: record },
  RMR: { 2: record },
  ENT: { 4: ({ ssn }) => ssn },
  SVD: { 1: record },
  LX: {},
}
const DATES: ReadonlySet<string> = new Set(['DTP', 'DMG', 'INS', 'PAT'])

export function makeX12(seed: number, names: 'any' | 'invented' = 'any'): MadeX12 {
  const random = new Random(seed)
  const all = [...Object.values(SAMPLES), ...Object.values(FURTHER_SAMPLES)]
  const people: Person[] = []
  const parts = Array.from({ length: random.int(1, 3) }, (_, i) =>
    plant(i === 0 ? all[seed % all.length]! : random.pick(all), random, names, people),
  )
  const before = random.pick(['', '', '\uFEFF', '\r\n', '  '])
  return { text: before + parts.join(random.pick(['', '\n', '\r\n\r\n'])), people }
}

function plant(sample: string, random: Random, names: 'any' | 'invented', people: Person[]): string {
  const [element, component, repetition, segmentEnd] = [...random.pick(DELIMITERS)] as [string, string, string, string]
  const lineEnd = random.pick(LINE_ENDS)
  const isSmall = random.chance(0.15)
  const own = Array.from({ length: 3 }, () => makePerson(random, names))
  people.push(...own)
  const safe = (text: string) =>
    [...text].map((sign) => ([element, component, repetition, segmentEnd, '*', ':', '^', '~'].includes(sign) ? ' ' : sign)).join('')
  // Notes name people whom the fields of their own part name, too.
  let person = own[0]!
  const lines: string[] = []
  let added = 0
  const add = (fields: readonly string[]) => {
    const written = fields.map((field) => field.replaceAll(':', component).replaceAll('^', repetition)).join(element)
    lines.push(isSmall && fields[0] !== 'ISA' ? written.toLowerCase().replace(/^[a-z0-9]+/, (id) => id.toUpperCase()) : written)
  }
  for (const { segments } of readInterchanges(sample)) {
    for (const segment of segments) {
      if (segment.id === 'NM1' || segment.id === 'N1') person = random.pick(own)
      if (segment.id === 'ISA') lines.push(header(segment, { element, component, repetition }))
      else if (segment.id === 'SE') add(['SE', String(Number(segment.elements[0]) + added), ...segment.elements.slice(1)])
      else add([segment.id, ...segment.elements.map((value, i) => planted(segment, i, value, person, safe))])
      if (segment.id === 'ST') added = 0
      const note = NOTES[segment.id]
      if (!note || !random.chance(0.7)) continue
      for (let count = random.int(1, 3); count > 0; count--, added++) add(note(safe(writeNote(random.pick(own), random))))
    }
  }
  return lines.map((line) => line + segmentEnd + lineEnd).join('')
}

function header(
  { elements }: Segment,
  { element, component, repetition }: { element: string; component: string; repetition: string },
): string {
  return ['ISA', ...elements.slice(0, 10), repetition, ...elements.slice(11, 15), component].join(element)
}

function planted({ id, elements }: Segment, i: number, value: string, person: Person, safe: (text: string) => string): string {
  if (value.trim() === '') return value
  const isDate = DATES.has(id) && elements[i - 1] === 'D8'
  const made = isDate ? person.born : PLACES[id]?.[i + 1]?.(person)
  return made === undefined ? value : safe(made)
}

function writeNote(person: Person, random: Random): string {
  const note = makeRemark(person, random)
  return random.pick([note, note.toUpperCase(), note.toUpperCase(), note.toLowerCase()])
}
