// POST /v1/recipes/run: tools in a row. Each step is a call of its tool by the same caller: permissions, quota, rate, audit and counts are those
// of POST /v1/tools/…. A problem names the step.
import { chain } from '../../core/chain.ts'
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import { readRecipe } from '../../core/recipe/recipe.ts'
import { type RunStep, recipeTool, stepError } from '../../core/recipe/recipe-tool.ts'
import { runTool } from '../../core/run.ts'
import type { Tool } from '../../core/tool.ts'
import { inputFromJson, resultToJson } from '../../core/wire.ts'
import { writeJson } from '../../core/write-json.ts'
import { chooseForm } from '../request/accept.ts'
import { collectBody, readInto, sizesOf } from '../request/body-limit.ts'
import { headerValue } from '../request/environment.ts'
import { openFormReader } from '../request/multipart.ts'
import { jsonBytesFor, openRequestBody, queryOf } from '../request/request-body.ts'
import { type FormPart, fieldsFromForm } from '../request/request-fields.ts'
import { composeAnswer } from '../response/answer.ts'
import { sha256Digest } from '../response/content-digest.ts'
import { parseJsonBytes } from '../response/json-text.ts'
import type { Answer, Exchange, ExchangeServices } from '../routes/exchange-types.ts'
import type { ToolServices } from '../routes/tool-route.ts'
import { DirectTask } from '../routes/work.ts'
import { askStep } from './step-call.ts'

export interface RecipeServices extends ExchangeServices, ToolServices {
  readonly catalogue: readonly Tool[]
}

/** Of one document. */
const MAX_DOCUMENT_BYTES = 200_000_000

interface RecipeCall {
  readonly tool: Tool
  readonly input: Readonly<Record<string, unknown>>
}

/** @throws ProblemError of the request before anything runs, or of a step with its number */
export async function callRecipe(exchange: Exchange, services: RecipeServices): Promise<Answer> {
  checkAnyTool(exchange, services)
  const task = new DirectTask(exchange)
  const runStep: RunStep = (step, input) => askStep(step, input, exchange, services, task)
  const { tool, input } = await readCall(exchange, services, runStep)
  const form = chooseForm(
    tool,
    headerValue(exchange.environment.rawHeaders, 'accept'),
    queryOf(exchange.target.url)?.get('output') ?? undefined,
  )
  const result = await runTool(tool, input)
  if (form !== 'json') return { status: 200, ...(await composeAnswer(tool, result, form, sha256Digest)) }
  return { status: 200, body: writeJson(resultToJson(tool, result)), headers: { 'Content-Type': 'application/json' } }
}

/** Nothing is read of a caller who may run no tool at all. @throws ProblemError of the last tool */
function checkAnyTool({ caller }: Exchange, { access, catalogue }: RecipeServices): void {
  let refusal: unknown
  for (const { id } of catalogue) {
    try {
      access.admission.checkTool(caller!, id)
      return
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}

/** Of the document of a recipe in JSON. */
const MAX_JSON_DOCUMENT_BYTES = 4_000_000

async function readCall(exchange: Exchange, services: RecipeServices, runStep: RunStep): Promise<RecipeCall> {
  const { limits, decoders, findBytes } = services
  const { mediaType, contentType, upTo } = openRequestBody(exchange, limits, decoders)
  // JSON is read in one go, which stops every other call meanwhile: larger documents come as parts of a form.
  const maxBytes = jsonBytesFor(mediaType === 'application/json' ? MAX_JSON_DOCUMENT_BYTES : MAX_DOCUMENT_BYTES)
  const { maxBodyBytes } = services.access.admission.planOf(exchange.caller!)
  const reading = upTo(Math.min(maxBytes, maxBodyBytes ?? maxBytes))
  if (mediaType === 'application/json') {
    const { recipe, input = {}, ...others } = objectAt(parseJsonBytes(await collectBody(reading), limits.jsonDepth), '')
    refuseOthers(Object.keys(others))
    const tool = toolOf(recipe, exchange, services, runStep)
    return { tool, input: inputFromJson(tool, objectAt(input, '/input')) }
  }
  if (mediaType !== 'multipart/form-data')
    throw new ProblemError('A recipe is sent as application/json or multipart/form-data.', { code: 'unsupported_media_type' })
  const reader = openFormReader(contentType, sizesOf(reading), limits, findBytes)
  const parts = await chain(
    readInto(reading, reader, () => reader.finish()),
    (found) => found,
  )
  return readForm(parts, exchange, services, runStep)
}

function readForm(parts: readonly FormPart[], exchange: Exchange, services: RecipeServices, runStep: RunStep): RecipeCall {
  const [recipe, second] = parts.filter(({ name }) => name === 'recipe')
  if (!recipe) throw invalid([{ pointer: '/recipe', code: 'required', detail: 'the part recipe is missing' }])
  if (second) throw invalid([{ pointer: '/recipe', code: 'duplicate_field', detail: 'the part is repeated' }])
  const tool = toolOf(parseJsonBytes(recipe.bytes, services.limits.jsonDepth), exchange, services, runStep)
  const others = parts.filter((part) => part !== recipe)
  return { tool, input: fieldsFromForm(tool, others, services.limits).input }
}

/** Only the tools that the server offers, and all steps before the first one runs. */
function toolOf(recipe: unknown, exchange: Exchange, { access, catalogue }: RecipeServices, runStep: RunStep): Tool {
  const ids = catalogue.map(({ id }) => id)
  const steps = readRecipe(recipe, (id) => catalogue.find((tool) => tool.id === id), ids, '/recipe')
  for (const [index, step] of steps.entries()) {
    try {
      access.admission.checkTool(exchange.caller!, step.tool.id)
    } catch (error) {
      throw stepError(error, index, step)
    }
  }
  return recipeTool((recipe as { name?: string }).name, steps, runStep)
}

function objectAt(value: unknown, pointer: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalid([{ pointer, code: 'invalid_type', detail: 'expected object' }])
}

function refuseOthers(names: readonly string[]): void {
  if (names.length > 0) throw invalid([{ pointer: '', code: 'unknown_field', detail: 'only recipe and input are known' }])
}

function invalid(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('The request does not match the schema of a recipe call.', { code: 'invalid_input', errors })
}
