// What the answer of a batch says of one item.
import type { ItemOutcome } from '../core/batch.ts'
import type { Json, Tool } from '../core/tool.ts'
import { resultToJson } from '../core/wire.ts'
import { writeJson } from '../core/write-json.ts'
import { problemBody } from './problem.ts'

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
