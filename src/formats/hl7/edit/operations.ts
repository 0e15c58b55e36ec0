// The operations of an edit as callers write them, and as they are carried out once their paths and values have been read.
import * as z from 'zod'
import { ProblemError } from '../../../core/problem.ts'
import type { PathNames } from '../dictionary/path-names.ts'
import { type Hl7Dictionary, STANDARD } from '../dictionary/standard.ts'
import { createGenerator, type Generator } from '../generated-values.ts'
import { type Condition, type Locator, mayChooseSeveral, readCondition, readLocator } from '../query/locator.ts'
import { readEach } from '../query/text-reader.ts'
import { type Replacement, readReplacement } from './replace-text.ts'
import { readTypedPath, type TypedPath } from './typed-places.ts'

const path = z.string().max(500)

export const operationSchema = z.strictObject({
  op: z
    .enum(['set', 'clear', 'null', 'delete', 'insert', 'copy', 'move', 'map', 'replace'])
    .describe(
      'set: write a value. clear: make a part empty. null: write the explicit null (""). delete: remove a segment or a repetition. insert: insert a segment before or after another one, or a repetition. copy, move: from one place to another of the same message. map: replace values by a table. replace: replace what a pattern finds.',
    ),
  path: path
    .min(2)
    .describe(
      'Where: PID-5.1, PID-3[2], PID-3(CX.5="MR").1, OBX[*]-8, OBX[last], OBX(OBX-3.1="2345-7")-5, ORDER_OBSERVATION[2]/OBX-5. Without an index, the first; a segment or repetition with a condition, all that meet it; [*], all; [last], the last one. HD or HD.1, a data type: every place of the message that has it, of what is valued; for set, clear, null, map and replace.',
    ),
  value: z
    .union([z.string().max(10_000_000), z.record(z.string().max(10_000), z.string().max(10_000))])
    .optional()
    .describe(
      'set: the plain text; delimiters in it are escaped. insert: the segment as ER7 with the usual delimiters, or the text of the repetition. map: an object of old and new values. replace: the replacement text; $1 is the first group of the pattern, $0 all of it, $$ the character.',
    ),
  pattern: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('replace: the pattern to find, in RE2 syntax, in each value without its escapes: ^0+, (?i)north, ^(\\d+)-(\\d)$.'),
  generate: z
    .enum(['now', 'uuid'])
    .optional()
    .describe('set, in place of a value. now: the time of the call (or the option timestamp). uuid: a new UUID for each place.'),
  from: path.min(3).optional().describe('copy, move: the source path.'),
  when: z.string().max(4_000).optional().describe('Apply only to messages that meet this condition: MSH-9.1="ADT" and PID-8="F".'),
  encoded: z
    .boolean()
    .default(false)
    .describe('set, insert, map: the value is ER7 with the usual delimiters |^~\\& and is written with those of the message.'),
  position: z
    .enum(['before', 'after'])
    .default('after')
    .describe('insert, and copy and move of a segment: on which side of the one that path names.'),
  otherwise: z
    .enum(['keep', 'clear', 'null', 'fail'])
    .default('keep')
    .describe('map: what to do with a value that is not in the table. keep reports it.'),
})

/** Members that an operation can have beside its path and condition. */
export const OPERATION_MEMBERS = {
  set: ['value', 'generate', 'encoded', 'when'],
  clear: ['when'],
  null: ['when'],
  delete: ['when'],
  insert: ['value', 'position', 'encoded', 'when'],
  copy: ['from', 'position', 'when'],
  move: ['from', 'position', 'when'],
  map: ['value', 'otherwise', 'encoded', 'when'],
  replace: ['pattern', 'value', 'when'],
} satisfies Record<z.infer<typeof operationSchema>['op'], readonly string[]>

export type OperationInput = z.infer<typeof operationSchema>
export type OperationName = OperationInput['op']

export interface Operation extends Omit<OperationInput, 'value' | 'path' | 'from' | 'when' | 'pattern' | 'generate'> {
  readonly locator: Locator
  readonly source: Locator | undefined
  readonly when: Condition | undefined
  /** Of set and insert. */
  readonly text: string
  /** Of set: a value that is new each time. */
  readonly newText: (() => string) | undefined
  readonly replacement: Replacement | undefined
  /** A path that begins with a data type; the locator names no place then. */
  readonly typed: TypedPath | undefined
  /** Of map. */
  readonly table: ReadonlyMap<string, string>
  readonly pointer: string
}

/** @throws ProblemError `invalid_input` with the pointer of everything that does not fit */
export function readOperations(operations: readonly OperationInput[], pointer: string, means = USUAL): Operation[] {
  return readEach(operations, (operation, i) => readOperation(operation, `${pointer}/${i}`, means))
}

/** What operations are read with. */
export interface OperationMeans {
  readonly names?: PathNames | undefined
  readonly dictionary: Pick<Hl7Dictionary, 'isDataType'>
  readonly generator: Generator
}

const USUAL: OperationMeans = { dictionary: STANDARD, generator: createGenerator(undefined, undefined) }

function readOperation(input: OperationInput, pointer: string, { names, dictionary, generator }: OperationMeans): Operation {
  const { op, value, encoded, position, otherwise, generate } = input
  const typed = readTypedPath(input.path, dictionary)
  if (typed && !['set', 'clear', 'null', 'map', 'replace'].includes(op)) throw refuse(`${pointer}/path`, 'expected a segment or a field')
  // A data type stands for fields, and takes what they do.
  const locator = readLocator(typed ? 'ZZZ-1' : input.path, `${pointer}/path`, names)
  checkPath(op, locator, `${pointer}/path`)
  const source = readSource(input, locator, pointer, names)
  const when = input.when === undefined ? undefined : readCondition(input.when, `${pointer}/when`, names)
  checkValue(input, locator, `${pointer}/value`)
  checkUse(input, locator, pointer)
  const newText = generate === undefined ? undefined : () => generator[generate]()
  const table = new Map(typeof value === 'object' ? Object.entries(value) : [])
  const text = typeof value === 'string' ? value : ''
  const replacement = op === 'replace' ? readReplacement(input.pattern!, text, pointer) : undefined
  return { op, locator, source, when, text, newText, replacement, typed, table, pointer, encoded, position, otherwise }
}

function checkPath(op: OperationName, { segment, field, repetition, component }: Locator, pointer: string): void {
  if (['FHS', 'BHS', 'BTS', 'FTS'].includes(segment)) throw refuse(pointer, 'expected a segment of a message, not of a batch')
  if (segment === 'MSH' && field !== undefined && field <= 2)
    throw refuse(pointer, 'MSH-1 and MSH-2 are changed by normalizing the delimiters')
  const isSegment = field === undefined
  if (['set', 'clear', 'null', 'map', 'replace'].includes(op) && isSegment) throw refuse(pointer, 'expected a field or a part of one')
  if (op === 'delete' && !isSegment && (repetition === undefined || component !== undefined))
    throw refuse(pointer, 'expected a segment, or a repetition such as PID-3[2]; clear empties other parts')
  if (op === 'delete' && isSegment && segment === 'MSH') throw refuse(pointer, 'a message needs its MSH')
  if (op === 'insert' && (component !== undefined || repetition === 'all'))
    throw refuse(pointer, 'expected a segment, a field or one repetition')
}

function readSource({ op, from }: OperationInput, target: Locator, pointer: string, names: PathNames | undefined): Locator | undefined {
  if (op !== 'copy' && op !== 'move') {
    if (from !== undefined) throw refuse(`${pointer}/from`, 'only copy and move read from another place')
    return undefined
  }
  if (from === undefined) throw refuse(`${pointer}/from`, 'expected the place that is read')
  const source = readLocator(from, `${pointer}/from`, names)
  if (mayChooseSeveral(source)) throw refuse(`${pointer}/from`, 'expected one place; put an index behind a condition')
  if ((source.field === undefined) !== (target.field === undefined))
    throw refuse(`${pointer}/from`, 'expected a segment for a segment, a part of a field for a part of a field')
  checkPath('clear', source.field === undefined ? { ...source, field: 3 } : source, `${pointer}/from`)
  if (source.field === undefined && source.segment === 'MSH') throw refuse(`${pointer}/from`, 'a message has one MSH')
  return source
}

function checkValue({ op, value, encoded, pattern, generate }: OperationInput, { field }: Locator, pointer: string): void {
  if ((op === 'replace') !== (pattern !== undefined))
    throw refuse(pointer.replace(/value$/, 'pattern'), op === 'replace' ? 'expected a pattern' : 'only replace takes a pattern')
  if (generate !== undefined) {
    if (op !== 'set' || encoded) throw refuse(pointer.replace(/value$/, 'generate'), 'only set, and not encoded, takes a new value')
    if (value !== undefined) throw refuse(pointer, 'expected either a value or one that is new')
    return
  }
  if (op === 'map') {
    if (typeof value !== 'object') throw refuse(pointer, 'expected an object of old and new values')
    for (const text of Object.values(value)) checkText(text, encoded, pointer)
    return
  }
  if (op !== 'set' && op !== 'insert' && op !== 'replace') {
    if (value !== undefined) throw refuse(pointer, 'only set, insert, map and replace take a value')
    return
  }
  if (typeof value !== 'string') throw refuse(pointer, 'expected a text')
  const isSegment = op === 'insert' && field === undefined
  checkText(value, encoded || isSegment, pointer)
  if (!isSegment) return
  if (!/^[A-Z][A-Z0-9]{2}(?:\||$)/.test(value)) throw refuse(pointer, 'expected a segment such as NTE|1||text')
  if (/^(?:MSH|FHS|BHS|BTS|FTS)/.test(value)) throw refuse(pointer, 'a header or batch segment cannot be put into a message')
}

/** What would have no effect is a mistake; a default that is given has none either way. */
function checkUse({ op, encoded, position, otherwise }: OperationInput, { field }: Locator, pointer: string): void {
  if (encoded && !['set', 'insert', 'map'].includes(op)) throw refuse(`${pointer}/encoded`, 'only set, insert and map take a value')
  const putsIn = op === 'insert' || (field === undefined && (op === 'copy' || op === 'move'))
  if (position === 'before' && !putsIn) throw refuse(`${pointer}/position`, 'only what is put in stands before or after something')
  if (otherwise !== 'keep' && op !== 'map') throw refuse(`${pointer}/otherwise`, 'only map has a table')
}

function checkText(text: string, encoded: boolean, pointer: string): void {
  if (!text.isWellFormed()) throw refuse(pointer, 'holds a half of a surrogate pair')
  if (encoded && /[\r\n\v\x1c]/.test(text)) throw refuse(pointer, 'holds a line end, which would end the segment')
}

function refuse(pointer: string, detail: string): ProblemError {
  return new ProblemError('Invalid operation.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_value', detail }],
  })
}
