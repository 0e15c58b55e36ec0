// What the answer of a batch says of its items.
import type { ItemOutcome } from '../../core/batch.ts'
import { describeProblem } from '../../core/problem.ts'
import type { FeedProblem, Json, Tool } from '../../core/tool.ts'
import { resultToJson } from '../../core/wire.ts'
import { writeJson } from '../../core/write-json.ts'
import { problemBody } from '../response/problem.ts'
import type { FeedForm } from './feed-form.ts'

/** The JSON form of one outcome. */
export function describeOutcome(
  tool: Tool,
  { index, id, result, error }: ItemOutcome,
  requestId: string,
  problemBase?: string,
): Record<string, unknown> {
  if (result) return { index, id, status: 200, result: resultToJson(tool, result) }
  const problem = problemBody(error, requestId, problemBase)
  return { index, id, status: problem.status, error: problem }
}

/** Which item of a stream failed; without an index the stream as a whole. */
export interface FailedItem {
  readonly index: number | undefined
  /** Name of its file, or its own id. */
  readonly id?: string | undefined
}

/** The line of an item that failed, or of a stream that broke off. */
export function describeFailure(
  tool: Tool,
  form: FeedForm,
  { index, id }: FailedItem,
  error: unknown,
  requestId: string,
  problemBase?: string,
): string {
  if (form !== 'outcomes') return tool.download!.lines!.failure(index, describeProblem(error).body as unknown as FeedProblem, id)
  if (index === undefined) return writeJson({ error: problemBody(error, requestId, problemBase) })
  return writeJson(describeOutcome(tool, { index, id, error }, requestId, problemBase))
}

/** The same as JSON, in pieces, of a result that is JSON already. */
export function composeOutcome(
  tool: Tool,
  { index, id, result, error }: ItemOutcome<Json>,
  requestId: string,
  problemBase?: string,
): readonly Json[] {
  if (result === undefined) return [writeJson(describeOutcome(tool, { index, id, error }, requestId, problemBase))]
  const head = `{"index":${index},${id === undefined ? '' : `"id":${JSON.stringify(id)},`}"status":200,"result":`
  return typeof result === 'string' ? [`${head}${result}}`] : [head, result, '}']
}

/**
 * The same of several outcomes whose results are values, with a comma between them. In one call: one for each costs more than to write a
 * small result.
 * @returns with `unwritten`, how many results have no JSON and became errors
 */
export function writeOutcomes(
  tool: Tool,
  outcomes: readonly ItemOutcome[],
  requestId: string,
  problemBase?: string,
): { readonly text: string; readonly unwritten: number } {
  try {
    const described = outcomes.map((outcome) => describeOutcome(tool, outcome, requestId, problemBase))
    return { text: JSON.stringify(described).slice(1, -1), unwritten: 0 }
  } catch {
    // One has no JSON, or they are too long together.
    return writeSingly(tool, outcomes, requestId, problemBase)
  }
}

function writeSingly(...[tool, outcomes, requestId, problemBase]: Parameters<typeof writeOutcomes>): ReturnType<typeof writeOutcomes> {
  let unwritten = 0
  const texts = outcomes.map((outcome) => {
    try {
      return writeJson(describeOutcome(tool, outcome, requestId, problemBase))
    } catch (error) {
      unwritten++
      return writeJson(describeOutcome(tool, { index: outcome.index, id: outcome.id, error }, requestId, problemBase))
    }
  })
  return { text: texts.join(','), unwritten }
}
