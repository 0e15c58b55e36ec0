// What a comparison leaves out, what it takes for the same, and which fields tell a segment from others of its name.
import { ProblemError } from '../../../core/problem.ts'
import { type Hl7Path, type Occurrence, parsePath } from '../paths.ts'
import { type Locator, readLocator } from '../query/locator.ts'
import { readEach } from '../query/text-reader.ts'

export const TREAT_EQUAL = ['trailing', 'escapes', 'case', 'whitespace', 'numeric', 'empty-null', 'delimiters', 'order'] as const
export type TreatEqual = (typeof TREAT_EQUAL)[number]

export interface DiffChoices {
  readonly ignore: readonly string[]
  readonly match: Readonly<Record<string, readonly string[]>>
  readonly treatEqual: readonly TreatEqual[]
}

/** Without an index, every segment of the name and every repetition. */
export interface IgnoreRule extends Omit<Hl7Path, 'segmentIndex' | 'repetition'> {
  readonly segmentIndex: Occurrence
  readonly repetition: Occurrence
}

export interface DiffRules {
  /** By segment. */
  readonly ignore: ReadonlyMap<string, readonly IgnoreRule[]>
  readonly match: ReadonlyMap<string, readonly Locator[]>
  readonly equal: ReadonlySet<TreatEqual>
}

/** @throws ProblemError `invalid_input` with the pointer of each path that breaks the notation */
export function readDiffRules({ ignore, match, treatEqual }: DiffChoices): DiffRules {
  const rules = readEach(ignore, readIgnore)
  const keys = readEach(Object.entries(match), ([segment, paths]) => readMatch(segment, paths))
  return { ignore: Map.groupBy(rules, ({ segment }) => segment), match: new Map(keys), equal: new Set(treatEqual) }
}

function readIgnore(text: string, i: number): IgnoreRule {
  const path = parsePath(text)
  if (!path) throw refuse(`/options/ignore/${i}`, 'expected a path such as MSH-7, OBX-14, OBX[2]-5.1 or ZPI')
  return { ...path, segmentIndex: text[3] === '[' ? path.segmentIndex : 'all', repetition: path.repetition ?? 'all' }
}

/** The pointer does not repeat the name of the member: a caller chose it. */
function readMatch(segment: string, paths: readonly string[]): [string, Locator[]] {
  if (!/^[A-Z][A-Z0-9]{2}$/.test(segment)) throw refuse('/options/match/*', 'expected segment identifiers such as OBX as names')
  const locators = paths.map((path, i) => {
    const pointer = `/options/match/${segment}/${i}`
    const locator = readLocator(path, pointer)
    if (locator.segment !== segment || locator.field === undefined || locator.groups.length > 0)
      throw refuse(pointer, `expected a field of ${segment}`)
    return locator
  })
  return [segment, locators]
}

function refuse(pointer: string, detail: string): ProblemError {
  return new ProblemError('Invalid rule of the comparison.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_format', detail }],
  })
}
