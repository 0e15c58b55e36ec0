// What one part of a batch says of one item, taken apart without being read: its text was written by this program in a known form.
import { ProblemError } from '../../core/problem.ts'

export interface OutcomeText {
  readonly failed: boolean
  /** `"status":…` up to the end of the object, without its closing brace. */
  readonly members: Uint8Array
  /** The text of the result alone. */
  readonly result: Uint8Array
}

const encoder = new TextEncoder()

/** The members of an outcome whose result stands elsewhere. */
export const DONE_MEMBERS = encoder.encode('"status":200')

/**
 * @param outcome `{"index":N,"status":200,"result":{…}}` or `{"index":N,"status":…,"error":{…}}`
 * @param fileName where the document is a file: its name in `{"index":N,"status":200,"result":{…},"file":"…"}`, which is left out
 */
export function readOutcome(outcome: Uint8Array, index: number, fileName?: string): OutcomeText {
  const head = `{"index":${index},`
  const resultHead = `${head}"status":200,"result":`
  const tail = fileName === undefined ? '}' : `,"file":${JSON.stringify(fileName)}}`
  if (!startsWith(outcome, head) || !endsWith(outcome, tail))
    throw new ProblemError('A worker thread returned no result.', { code: 'internal' })
  const end = outcome.length - encoder.encode(tail).length
  const members = outcome.subarray(head.length, end)
  const failed = !startsWith(outcome, resultHead)
  return { failed, members, result: failed ? outcome.subarray(0, 0) : outcome.subarray(resultHead.length, end) }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return encoder.encode(text).every((byte, i) => bytes[i] === byte)
}

function endsWith(bytes: Uint8Array, text: string): boolean {
  const tail = encoder.encode(text)
  return tail.length <= bytes.length && tail.every((byte, i) => bytes[bytes.length - tail.length + i] === byte)
}

/** One line of the answer: `{"index":N,` the given members, those of the outcome, `}`. */
export function composeLine(index: number, given: Readonly<Record<string, string | undefined>>, members: Uint8Array): Uint8Array[] {
  const head = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
  return [encoder.encode(`{"index":${index},${head.join('')}`), members, encoder.encode('}\n')]
}
