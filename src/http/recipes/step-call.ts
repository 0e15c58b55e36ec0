// One step of a recipe as a call of its tool.
import { documentParts } from '../../core/describe.ts'
import { type Place, PROBLEMS, type ProblemCode, ProblemError, type ProblemItem } from '../../core/problem.ts'
import type { RecipeStep } from '../../core/recipe/recipe.ts'
import { resultFromJson } from '../../core/wire.ts'
import type { FormPart } from '../request/request-fields.ts'
import type { ToolCall } from '../routes/call.ts'
import { answerRequest } from '../routes/exchange.ts'
import type { Exchange, ExchangeServices } from '../routes/exchange-types.ts'
import { answerOf, environmentOfCall, type InnerAnswer } from '../routes/inner-call.ts'
import { runCall, type ToolServices } from '../routes/tool-route.ts'
import type { WorkTask } from '../routes/work-task.ts'

/**
 * @param task of the whole recipe: no step begins once its client has hung up
 * @throws ProblemError that the call is answered with
 */
export async function askStep(
  step: RecipeStep,
  input: Readonly<Record<string, unknown>>,
  exchange: Exchange,
  services: ExchangeServices & ToolServices,
  task: WorkTask,
): Promise<Record<string, unknown>> {
  const { tool } = step
  if (task.signal?.aborted) throw task.signal.reason
  const path = `${services.places.basePath}/v1/tools/${tool.id}`
  const call = composeCall(step, input, services.limits.jsonDepth)
  const bytes = call.body instanceof Uint8Array ? call.body.length : call.body.reduce((sum, part) => sum + part.bytes.length, 0)
  const environment = environmentOfCall(exchange.environment, {
    contentType: call.mediaType,
    bytes: new Uint8Array(0),
    announcedBytes: bytes,
  })
  const target = { method: 'POST', url: path, path, param: () => undefined }
  const sent = await answerRequest(
    services,
    { route: path, tool: tool.id },
    (inner) => {
      inner.bytesIn = bytes
      refuseBeyondPlan(inner, bytes)
      return runCall(tool, inner, services.executor, call, task)
    },
    target,
    environment,
  )
  const answer = await answerOf(sent)
  const json = JSON.parse(new TextDecoder().decode(answer.bytes)) as Record<string, unknown>
  if (answer.status !== 200) throw errorOf(answer, json)
  return resultFromJson(tool, json)
}

/** As for the body of a call: a document can grow from step to step. */
function refuseBeyondPlan({ lease }: Exchange, bytes: number): void {
  const limitBytes = lease?.plan.maxBodyBytes
  if (limitBytes != null && bytes > limitBytes)
    throw new ProblemError(`The plan allows ${limitBytes} bytes for one call.`, { code: 'body_too_large', facts: { limitBytes } })
}

/** Bytes travel as parts of a form, which keeps them as they are; texts in JSON, which says that they are decoded. */
function composeCall({ tool, options }: RecipeStep, input: Readonly<Record<string, unknown>>, jsonDepth: number): ToolCall {
  const facts = { toolId: tool.id, query: '', form: 'json' as const, jsonDepth }
  if (!Object.values(input).some((value) => value instanceof Uint8Array)) {
    const mediaType = 'application/json'
    return { ...facts, contentType: mediaType, mediaType, body: encode({ ...input, options }) }
  }
  const names = new Map(documentParts(tool).map(({ part, field }) => [field, part]))
  const parts = Object.entries(input).map(([field, value]): FormPart => {
    // A copy: the call gives its bytes away, and a later step may need them.
    const bytes = value instanceof Uint8Array ? value.slice() : typeof value === 'string' ? new TextEncoder().encode(value) : encode(value)
    return { name: names.get(field) ?? field, bytes, contentType: undefined }
  })
  const mediaType = 'multipart/form-data'
  return {
    ...facts,
    contentType: mediaType,
    mediaType,
    body: [...parts, { name: 'options', bytes: encode(options), contentType: undefined }],
  }
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** The error that a problem document describes. */
function errorOf(answer: InnerAnswer, problem: Record<string, unknown>): ProblemError {
  const { code, detail, at, errors } = problem as { code: ProblemCode; detail: string; at?: Place; errors?: readonly ProblemItem[] }
  const known = Object.hasOwn(PROBLEMS, code) ? code : 'internal'
  const retryAfter = Number(answer.headerOf('retry-after'))
  return new ProblemError(detail, {
    code: known,
    ...(at && { at }),
    ...(errors && { errors }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  })
}
