// POST of one tool: reads the body in whatever form it came, has the tool run, answers in the form that was asked for.
import type { Awaitable } from '../../access/store.ts'
import { chain } from '../../core/chain.ts'
import { freeBodies } from '../../core/free-bytes.ts'
import type { Skimmer, Tool } from '../../core/tool.ts'
import { answerWork, type JobServices } from '../jobs/job-answer.ts'
import { receiveCall } from '../jobs/receive-call.ts'
import { chooseForm } from '../request/accept.ts'
import { collectBody, type Decoders, readInto, sizesOf } from '../request/body-limit.ts'
import { ByteSink } from '../request/byte-sink.ts'
import { headerValue } from '../request/environment.ts'
import { type FindBytes, openFormReader, type SkimPart } from '../request/multipart.ts'
import { isRepeatable } from '../request/prefer.ts'
import {
  type BodyLimits,
  jsonBytesFor,
  OVERHEAD_BYTES,
  openRequestBody,
  queryOf,
  queryTextOf,
  type RequestBody,
} from '../request/request-body.ts'
import { DOCUMENT_PART, type FormPart, fieldsOfParts } from '../request/request-fields.ts'
import { openSkimmer, SkimmingSink } from '../request/skim.ts'
import type { AnswerBody } from '../response/answer.ts'
import { addVersion, jsonHeadersOf } from '../response/version-headers.ts'
import { checkMediaType, contentOfForm, type Executor, isBeforeRun, type ToolCall } from './call.ts'
import type { Answer, Exchange, WorkContext } from './exchange-types.ts'
import type { Work } from './work.ts'
import type { WorkTask } from './work-task.ts'

export interface ToolServices extends JobServices {
  readonly limits: BodyLimits
  readonly decoders: Decoders
  readonly findBytes: FindBytes
  readonly executor: Executor
}

export function callTool(tool: Tool, exchange: Exchange, services: ToolServices): Awaitable<Answer> {
  return answerWork(
    tool.id,
    exchange,
    services,
    () => readCall(tool, exchange, services),
    async (intake) => {
      const { call, request, isRepeatable } = openCall(tool, exchange, services)
      const reading = request.upTo(maxBytesOf(tool, request.mediaType))
      return receiveCall(call, { reading, ...services, isRepeatable }, intake)
    },
  )
}

/** What a request says of its call without its body. */
function openCall(tool: Tool, exchange: Exchange, { limits, decoders }: ToolServices) {
  const query = queryOf(exchange.target.url)
  const form = chooseForm(tool, headerValue(exchange.environment.rawHeaders, 'accept'), query?.get('output') ?? undefined)
  const request = openRequestBody(exchange, limits, decoders)
  const { contentType, mediaType } = request
  checkMediaType(tool, mediaType)
  const call = { toolId: tool.id, contentType, mediaType, query: queryTextOf(exchange.target.url), form, jsonDepth: limits.jsonDepth }
  return { call, request, query, isRepeatable: isRepeatable(exchange.environment.rawHeaders) }
}

function readCall(tool: Tool, exchange: Exchange, services: ToolServices): Awaitable<Work> {
  const { call: head, request, query, isRepeatable } = openCall(tool, exchange, services)
  // The bytes of a request that may be repeated tell whether it is the same.
  const mayLeaveOut = tool.skim === undefined || !isRepeatable
  return chain(readCallBody(tool, request, services, mayLeaveOut ? (query ?? NO_QUERY) : undefined), ({ body, unseenBytes }) => {
    const call = { ...head, body, unseenBytes }
    return {
      total: 1,
      content: body instanceof Uint8Array ? [body] : contentOfForm(body),
      reserve: () => undefined,
      run: (task) => runCall(tool, exchange, services.executor, call, task),
      portable: () => ({ parts: [{ kind: 'call', call }], isList: false }),
    }
  })
}

/** The body of a call whose answer holds nothing of it goes at once: the garbage of refused uploads would stop the service to be collected. */
export function runCall(tool: Tool, context: WorkContext, executor: Executor, call: ToolCall, task: WorkTask): Awaitable<Answer> {
  const compose = ({ body, headers }: AnswerBody): Answer => {
    if (call.form === 'json') {
      freeBodies(documentsOf(call))
      return { status: 200, body, headers: jsonHeadersOf(tool, context.places), isGivenAway: true }
    }
    // A file may be a part of what was uploaded, which then stays.
    freeBodies(documentsOf(call).filter(({ buffer }) => typeof body === 'string' || buffer !== body.buffer))
    addVersion(headers, tool, context.places)
    return { status: 200, body, headers, isGivenAway: true }
  }
  const refuse = (error: unknown): never => {
    freeBodies(documentsOf(call))
    if (isBeforeRun(error)) context.units = 0
    throw error
  }
  context.units = 1
  try {
    const answer = executor.answer(tool, call, context.caller?.credentialId ?? '', task)
    return answer instanceof Promise ? answer.then(compose, refuse) : compose(answer)
  } catch (error) {
    return refuse(error)
  }
}

const NO_QUERY = new URLSearchParams()

type CallBody = Required<Pick<ToolCall, 'body' | 'unseenBytes'>>

/** @param query of a call of which what the tool does not look at may be left out */
function readCallBody(
  tool: Tool,
  { contentType, mediaType, upTo }: RequestBody,
  { limits, findBytes }: ToolServices,
  query: URLSearchParams | undefined,
): Awaitable<CallBody> {
  const reading = upTo(maxBytesOf(tool, mediaType))
  if (mediaType === 'application/json') return chain(collectBody(reading), asCallBody)
  const sizes = sizesOf(reading)
  const skimBehind = (before: () => readonly FormPart[]): Skimmer | undefined =>
    query && openSkimmer(tool, sizes.announcedBytes, () => fieldsOfParts(tool, before(), query, limits))
  if (mediaType === 'multipart/form-data') {
    // A second document is refused: thousands of them are not worth a look at all parts before each.
    let isRequested = false
    const skimPart: SkimPart = (name, before) => {
      if (name !== DOCUMENT_PART || isRequested) return undefined
      isRequested = true
      return skimBehind(before)
    }
    const reader = openFormReader(contentType, sizes, limits, findBytes, skimPart)
    return readInto(reading, reader, () => ({ body: reader.finish(), unseenBytes: reader.unseenBytes }))
  }
  const skimmer = skimBehind(() => [])
  if (!skimmer) return chain(collectBody(reading), asCallBody)
  const sink = new SkimmingSink(new ByteSink(sizes.announcedBytes, sizes.maxBytes), skimmer)
  return readInto(reading, sink, () => ({ body: sink.view(), unseenBytes: sink.unseenBytes }))
}

function maxBytesOf({ maxInputBytes }: Tool, mediaType: string): number {
  if (mediaType === 'application/json') return jsonBytesFor(maxInputBytes)
  return mediaType === 'multipart/form-data' ? maxInputBytes + OVERHEAD_BYTES : maxInputBytes
}

function asCallBody(body: Uint8Array): CallBody {
  return { body, unseenBytes: 0 }
}

function documentsOf({ body }: ToolCall): Uint8Array[] {
  return body instanceof Uint8Array ? [body] : body.map(({ bytes }) => bytes)
}
