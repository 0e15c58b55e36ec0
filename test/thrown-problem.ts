// The ProblemError of work that must fail. Anything else that happens is an error of the test.
import { ProblemError } from '../src/core/problem.ts'

export function thrownProblem(work: () => unknown): ProblemError {
  try {
    work()
  } catch (error) {
    return asProblem(error)
  }
  throw new Error('no error was thrown')
}

/** The same of a promise. */
export function rejectedProblem(work: Promise<unknown>): Promise<ProblemError> {
  return work.then(() => Promise.reject(new Error('no error was thrown')), asProblem)
}

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  throw error
}
