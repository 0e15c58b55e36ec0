// What a worker thread runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../core/problem.ts'

/** The bundle, which knows that it is in a thread, or `worker.ts` where the sources run. */
export function workerFile(): string {
  const file = ['health-tools.cjs', 'worker.ts'].map((name) => join(import.meta.dirname, name)).find((path) => existsSync(path))
  if (file === undefined) throw new ProblemError('The worker thread file is missing.', { code: 'internal' })
  return file
}
