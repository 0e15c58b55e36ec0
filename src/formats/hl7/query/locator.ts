// The notation of places that queries and edits use: that of paths.ts with groups before the segment and a condition behind it.
//
//   PID-5-1   PID-5[2].1   OBX[*]-5   OBX[last]-5   OBX(OBX-3.1="2345-7")-5   PID-3(CX.5="MR").1   ORDER_OBSERVATION[2]/OBX-5
//
// Where a path has no index it means the first; a segment or a repetition with a condition and no index means all that meet it. In the
// condition of a repetition a part is named by its data type, whatever version and type the field has.
import { type PathNames, QUOTES } from '../dictionary/path-names.ts'
import type { Occurrence } from '../paths.ts'
import { TextReader } from './text-reader.ts'

/** A 1-based position, `all`, or `last`. */
export type Index = Occurrence | 'last'

export interface GroupStep {
  readonly name: string
  readonly index: Index
}

export interface Locator {
  readonly groups: readonly GroupStep[]
  /** Segment identifier. */
  readonly segment: string
  readonly condition: Condition | undefined
  /** Counted among the segments that meet the condition, inside of the group that was chosen. */
  readonly segmentIndex: Index
  /** Undefined for the whole segment. */
  readonly field: number | undefined
  /** Undefined where the path does not say: all of a field, the first repetition of a component. */
  readonly repetition: Index | undefined
  /** Of a repetition: its paths name no segment, and the field of this one. The repetition is counted among those that meet it. */
  readonly repetitionCondition: Condition | undefined
  readonly component: number | undefined
  readonly subcomponent: number | undefined
}

export const COMPARISONS = ['!=', '<=', '>=', '^=', '$=', '*=', '=', '<', '>'] as const
export type Comparison = (typeof COMPARISONS)[number]

export type Condition =
  | { readonly kind: 'valued'; readonly locator: Locator }
  /** Null is the explicit null of HL7. */
  | { readonly kind: 'compare'; readonly locator: Locator; readonly comparison: Comparison; readonly values: readonly (string | null)[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }

/** Conditions inside of conditions. */
const MAX_DEPTH = 8

/** @throws ProblemError `invalid_input` with the place of the first character that does not fit */
export function readLocator(text: string, pointer: string, names?: PathNames): Locator {
  const reader = new TextReader(text, pointer, names)
  const locator = readPath(reader, 0)
  if (!reader.isDone) throw reader.problem('expected the end of the path')
  return locator
}

/** @throws ProblemError `invalid_input` with the place of the first character that does not fit */
export function readCondition(text: string, pointer: string, names?: PathNames): Condition {
  const reader = new TextReader(text, pointer, names)
  reader.skipBlanks()
  const condition = readChoice(reader, 0)
  if (!reader.isDone) throw reader.problem('expected and, or, or the end of the condition')
  return condition
}

/** True where the path may choose more than one place of a message. */
export function mayChooseSeveral({ groups, segmentIndex, repetition }: Locator): boolean {
  return segmentIndex === 'all' || repetition === 'all' || groups.some(({ index }) => index === 'all')
}

function readPath(reader: TextReader, depth: number): Locator {
  const groups: GroupStep[] = []
  let start = reader.at
  let word = reader.readWord()
  let index = readIndex(reader)
  while (reader.take('/')) {
    if (!/^[A-Z][A-Z0-9_]*$/.test(word)) throw failAt(reader, start, 'expected the name of a group')
    groups.push({ name: word, index: index ?? 1 })
    start = reader.at
    word = reader.readWord()
    index = readIndex(reader)
  }
  if (!/^[A-Z][A-Z0-9]{2}$/.test(word)) throw failAt(reader, start, 'expected a segment identifier such as PID')
  const condition = index === undefined && reader.peek('(') ? readSegmentCondition(reader, word, depth) : undefined
  const segmentIndex = index ?? readIndex(reader) ?? (condition ? 'all' : 1)
  const find: FindPosition = (above, name) => reader.names?.ofSegment(word, above, name)
  const field = readPosition(reader, find, [])
  const repetitionCondition = field === undefined || !reader.peek('(') ? undefined : readRepetitionCondition(reader, word, field, depth)
  const repetition = field === undefined ? undefined : (readIndex(reader) ?? (repetitionCondition && 'all'))
  const component = field === undefined ? undefined : readPosition(reader, find, [field])
  const subcomponent = component === undefined ? undefined : readPosition(reader, find, [field!, component])
  return { groups, segment: word, condition, segmentIndex, field, repetition, repetitionCondition, component, subcomponent }
}

function failAt(reader: TextReader, at: number, detail: string): Error {
  reader.at = at
  return reader.problem(detail)
}

/** `[2]`, `[*]` or `[last]`. */
function readIndex(reader: TextReader): Index | undefined {
  if (!reader.take('[')) return undefined
  const index = reader.take('*') ? 'all' : reader.take('last') ? 'last' : reader.readNumber()
  reader.expect(']')
  return index
}

type FindPosition = (above: readonly number[], name: string) => number | undefined

/** `-5`, `.5`, or where definitions have the name `-"Policy number"`. */
function readPosition(reader: TextReader, find: FindPosition, above: readonly number[]): number | undefined {
  if (!reader.takeOne(['-', '.'])) return undefined
  if (!reader.names || !QUOTES.some((quote) => reader.peek(quote))) return reader.readNumber()
  const start = reader.at
  const position = find(above, reader.readQuoted())
  if (position === undefined) throw failAt(reader, start, 'expected a name that the definitions have once at this place')
  return position
}

type ReadPath = (reader: TextReader, depth: number) => Locator

/** `(CX.5="MR")`: of one repetition of a field. */
function readRepetitionCondition(reader: TextReader, segmentId: string, field: number, depth: number): Condition {
  const readPart: ReadPath = () => {
    const start = reader.at
    const type = reader.readWord()
    const find: FindPosition = (above, name) => reader.names?.ofType(type, above, name)
    const isType = /^[A-Z][A-Z0-9]{1,2}$/.test(type) || (reader.names !== undefined && /^[A-Z][A-Z0-9]{1,19}$/.test(type))
    const component = isType && type !== segmentId ? readPosition(reader, find, []) : undefined
    if (component === undefined) throw failAt(reader, start, 'expected a component by its data type, such as CX.5')
    const subcomponent = readPosition(reader, find, [component])
    return { ...PART, segment: type, field, component, subcomponent }
  }
  reader.expect('(')
  reader.skipBlanks()
  const condition = readChoice(reader, depth + 1, readPart)
  reader.expect(')')
  return condition
}

const PART = { groups: [], condition: undefined, segmentIndex: 1, repetition: undefined, repetitionCondition: undefined } as const

/** The condition of a segment speaks of that segment alone. */
function readSegmentCondition(reader: TextReader, segment: string, depth: number): Condition {
  const start = reader.at
  reader.expect('(')
  reader.skipBlanks()
  const condition = readChoice(reader, depth + 1)
  reader.expect(')')
  if (!locatorsOf(condition).every((locator) => isPlainPartOf(locator, segment)))
    throw failAt(reader, start, `expected conditions of fields of ${segment} alone, without index of the segment`)
  return condition
}

function isPlainPartOf(locator: Locator, segment: string): boolean {
  const { groups, condition, segmentIndex, field } = locator
  return groups.length === 0 && locator.segment === segment && !condition && segmentIndex === 1 && field !== undefined
}

/** All paths of a condition, but not those of conditions inside of these. */
function locatorsOf(condition: Condition): Locator[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap(locatorsOf)
    case 'not':
      return locatorsOf(condition.of)
    default:
      return [condition.locator]
  }
}

/** Every reader of a part of a condition takes the blanks behind it. */
function readChoice(reader: TextReader, depth: number, path: ReadPath = readPath): Condition {
  return readList(reader, 'or', () => readList(reader, 'and', () => readTerm(reader, depth, path)))
}

function readList(reader: TextReader, word: 'and' | 'or', read: () => Condition): Condition {
  const of = [read()]
  while (takeWord(reader, word)) of.push(read())
  return of.length === 1 ? of[0]! : { kind: word, of }
}

function takeWord(reader: TextReader, word: string): boolean {
  const start = reader.at
  if (reader.readWord() === word) {
    reader.skipBlanks()
    return true
  }
  reader.at = start
  return false
}

function readTerm(reader: TextReader, depth: number, path: ReadPath): Condition {
  if (depth > MAX_DEPTH) throw reader.problem(`expected at most ${MAX_DEPTH} conditions inside of each other`)
  if (takeWord(reader, 'not')) return { kind: 'not', of: readTerm(reader, depth + 1, path) }
  if (!reader.take('(')) return readComparison(reader, depth, path)
  reader.skipBlanks()
  const condition = readChoice(reader, depth + 1, path)
  reader.expect(')')
  reader.skipBlanks()
  return condition
}

function readComparison(reader: TextReader, depth: number, path: ReadPath): Condition {
  const locator = path(reader, depth)
  reader.skipBlanks()
  if (takeWord(reader, 'in')) {
    reader.expect('(')
    const values: (string | null)[] = []
    do values.push(readValue(reader))
    while (reader.take(','))
    reader.expect(')')
    reader.skipBlanks()
    return { kind: 'compare', locator, comparison: '=', values }
  }
  const comparison = reader.takeOne(COMPARISONS)
  if (!comparison) return { kind: 'valued', locator }
  return { kind: 'compare', locator, comparison, values: [readValue(reader)] }
}

function readValue(reader: TextReader): string | null {
  reader.skipBlanks()
  const value = takeWord(reader, 'null') ? null : reader.readQuoted()
  reader.skipBlanks()
  return value
}
