// Which segments and parts of them a caller asked for.
import { ProblemError } from '../../../core/problem.ts'
import type { PathNames } from '../dictionary/path-names.ts'
import { type Hl7Path, type Occurrence, parsePath } from '../paths.ts'

/** Paths by segment identifier. */
export type Selection = ReadonlyMap<string, readonly Hl7Path[]>

/**
 * @param paths in the notation of paths.ts
 * @param pointer JSON pointer of the list in the request
 * @returns undefined for an empty list: everything
 * @throws ProblemError `invalid_input` with a pointer to each that is no path
 */
export function readSelection(paths: readonly string[], pointer: string, names?: PathNames): Selection | undefined {
  if (paths.length === 0) return undefined
  const selection = new Map<string, Hl7Path[]>()
  const wrong: number[] = []
  for (const [i, text] of paths.entries()) {
    const path = parsePath(text, names)
    if (!path) wrong.push(i)
    else if (selection.has(path.segment)) selection.get(path.segment)!.push(path)
    else selection.set(path.segment, [path])
  }
  if (wrong.length === 0) return selection
  throw new ProblemError('Invalid HL7 path.', {
    code: 'invalid_input',
    errors: wrong.map((i) => ({
      pointer: `${pointer}/${i}`,
      code: 'invalid_format',
      detail: 'expected a path such as PID-5, PID-3[2].1, OBX[*]-5 or OBX[2]-5.1.2',
    })),
  })
}

export function includes(requested: Occurrence, occurrence: number): boolean {
  return requested === 'all' || requested === occurrence
}
