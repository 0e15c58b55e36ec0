// Writes the JSON of results: one writer for the API, the command line and the page, so that their bytes are the same.
import { ProblemError } from './problem.ts'

/**
 * JSON.stringify for results.
 * @throws ProblemError `resource_limit` where the JSON is longer than a text can be (about 512 million characters)
 */
export function writeJson(value: unknown): string {
  return writeText(() => JSON.stringify(value))
}

/**
 * JSON that somebody puts together.
 * @throws ProblemError as writeJson
 */
export function writeText(write: () => string): string {
  try {
    return write()
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new ProblemError('The result is too large for one JSON document.', { code: 'resource_limit', cause })
  }
}
