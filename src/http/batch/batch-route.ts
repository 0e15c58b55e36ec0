// POST of a batch: many inputs of one tool with shared options, as JSON, as a form of files, or as a stream of JSON lines.
// The quota is reserved whole before any item is worked on; the error of an item is the problem that a single call would get.
import { ProblemError } from '../../core/problem.ts'
import { checkOptions } from '../../core/run.ts'
import type { Tool } from '../../core/tool.ts'
import { divideBatch } from '../jobs/divide-batch.ts'
import { answerWork, type JobServices } from '../jobs/job-answer.ts'
import type { JobIntake, ReceivedWork } from '../jobs/job-intake.ts'
import { chooseType } from '../request/accept.ts'
import { collectBody, type Decoders, readInto, sizesOf } from '../request/body-limit.ts'
import { headerValue } from '../request/environment.ts'
import { streamOf } from '../request/line-source.ts'
import { type FindBytes, openFormReader } from '../request/multipart.ts'
import { isRepeatable } from '../request/prefer.ts'
import { type BodyLimits, openRequestBody, queryOf, type RequestBody } from '../request/request-body.ts'
import { addQuery, type CallFields, type FormPart } from '../request/request-fields.ts'
import { sha256Digest } from '../response/content-digest.ts'
import { contentOfForm, type Executor } from '../routes/call.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import type { Work } from '../routes/work.ts'
import { type ParsedBatch, parseBatch, tooManyItems } from './batch-items.ts'
import { answerLines } from './batch-lines.ts'
import { type BatchWork, runBatch } from './batch-run.ts'
import { bytesOfGroup, groupItems, type ItemGroup, performTask } from './batch-task.ts'
import { type Options, optionsOfForm, receiveFiles } from './receive-files.ts'
import { receiveItems } from './receive-items.ts'
import { partsOfShares } from './share-cutter.ts'

/** What a request for a batch may hold. */
export function batchTypes(tool: Tool): string[] {
  const document = tool.document ? ['multipart/form-data'] : []
  return ['application/json', ...document, 'application/x-ndjson', ...(tool.document?.feed?.mediaTypes ?? [])]
}

export interface BatchServices extends JobServices {
  readonly limits: BodyLimits
  readonly decoders: Decoders
  readonly findBytes: FindBytes
  readonly executor: Executor
}

export async function callBatch(tool: Tool, exchange: Exchange, services: BatchServices): Promise<Answer> {
  const { limits } = services
  const query = queryOf(exchange.target.url)
  const accept = headerValue(exchange.environment.rawHeaders, 'accept')
  const output = query?.get('output') ?? undefined
  const body = openRequestBody(exchange, limits, services.decoders)
  const shared: CallFields = { input: {}, options: {} }
  if (query) addQuery(tool, shared, query, limits)
  if (Object.keys(shared.input).length > 0)
    throw new ProblemError('The query of a batch can contain only options.', { code: 'invalid_input' })
  const source = streamOf(tool, { mediaType: body.mediaType, accept, output, options: shared.options })
  if (source && services.isJobPath) {
    throw new ProblemError('A stream cannot run as a job. Send it to the path without /jobs.', {
      code: 'unsupported_media_type',
    })
  }
  if (source) {
    const options = { ...shared.options, ...source.shareOptions(checkOptions(tool, shared.options)) }
    return answerLines(tool, exchange, { options, source, body, services })
  }
  const wantsZip = choosesZip(tool, accept, output)
  const reserve = (total: number) => exchange.lease?.reserve(total, services.now())
  const read = async (): Promise<Work> => {
    const { content, ...found } = await readBatch(tool, exchange, body, shared, services)
    const batch = { ...found, wantsZip, firstIndex: 0 }
    checkOptions(tool, batch.options)
    return {
      total: batch.total,
      content,
      reserve: () => reserve(batch.total),
      run: (task) => runBatch(tool, exchange, { executor: services.executor, jsonDepth: limits.jsonDepth }, batch, task),
      portable: () => divideBatch(batch, bytesOfGroup),
    }
  }
  const receive = async (intake: JobIntake): Promise<ReceivedWork> => {
    const reading = body.upTo(Number.POSITIVE_INFINITY)
    const from = {
      contentType: body.contentType,
      reading,
      limits,
      findBytes: services.findBytes,
      isRepeatable: isRepeatable(exchange.environment.rawHeaders),
    }
    const {
      options: own,
      shares,
      ...found
    } = await (isJson(body)
      ? receiveItems(from, { maxItems: maxJsonItems(exchange, limits), jsonDepth: limits.jsonDepth, wantsZip }, intake)
      : receiveFiles(tool, from, maxItemsOf(exchange), intake, wantsZip))
    const options = joinOptions(own, shared)
    checkOptions(tool, options)
    return { ...found, reserve: () => reserve(found.total), stored: partsOfShares(found.total, shares, options, wantsZip) }
  }
  return answerWork(tool.id, exchange, services, read, isJson(body) || isForm(tool, body) ? receive : undefined)
}

function isJson({ mediaType }: RequestBody): boolean {
  return mediaType === 'application/json'
}

function isForm(tool: Tool, { mediaType }: RequestBody): boolean {
  return mediaType === 'multipart/form-data' && tool.document !== undefined
}

function maxItemsOf({ lease }: Exchange): number {
  return lease?.plan.maxBatchItems ?? Number.POSITIVE_INFINITY
}

function maxJsonItems(exchange: Exchange, limits: BodyLimits): number {
  return Math.min(maxItemsOf(exchange), limits.maxBatchItems)
}

interface ReadBatch extends Omit<BatchWork, 'wantsZip' | 'firstIndex'> {
  readonly content: Work['content']
}

async function readBatch(
  tool: Tool,
  exchange: Exchange,
  body: RequestBody,
  shared: CallFields,
  services: BatchServices,
): Promise<ReadBatch> {
  const { limits } = services
  const maxItems = maxItemsOf(exchange)
  if (isJson(body)) {
    const bytes = await collectBody(body.upTo(Number.POSITIVE_INFINITY))
    return readJson(tool, exchange, bytes, maxJsonItems(exchange, limits), shared, services)
  }
  if (isForm(tool, body)) {
    const reading = body.upTo(Number.POSITIVE_INFINITY)
    const reader = openFormReader(body.contentType, sizesOf(reading), limits, services.findBytes)
    const parts = await readInto(reading, reader, () => reader.finish())
    return readForm(tool, parts, shared, maxItems, limits)
  }
  const types = batchTypes(tool)
  throw new ProblemError(`A batch of this tool must be: ${types.join(', ')}.`, {
    code: 'unsupported_media_type',
    facts: { accepts: types },
  })
}

async function readJson(
  tool: Tool,
  exchange: Exchange,
  body: Uint8Array,
  maxItems: number,
  shared: CallFields,
  { limits, executor }: BatchServices,
): Promise<ReadBatch> {
  // The body moves to the thread that cuts it: what it was is noted before.
  const content = isRepeatable(exchange.environment.rawHeaders) ? [await sha256Digest(body)] : []
  if (!executor.isLong(tool, body.byteLength)) {
    const small = parseBatch(body, maxItems, limits.jsonDepth)
    if (small) return groupValues(small, body.byteLength, shared, content)
  }
  const task = { kind: 'split', toolId: tool.id, body, maxItems, jsonDepth: limits.jsonDepth } as const
  const caller = exchange.caller?.credentialId ?? ''
  const { groups, ids, options } = await (executor.isLong(tool, body.byteLength)
    ? executor.perform(tool, task, caller)
    : performTask(tool, task))
  return { total: ids.length, groups, ids, options: joinOptions(options, shared), content }
}

function groupValues({ items, options }: ParsedBatch, byteLength: number, shared: CallFields, content: Work['content']): ReadBatch {
  const share = Math.ceil(byteLength / Math.max(1, items.length))
  const groups = [...groupItems(items, () => share)].map(
    (group): ItemGroup => ({ form: 'values', items: group, byteLength: share * group.length }),
  )
  return { total: items.length, groups, ids: items.map(({ id }) => id), options: joinOptions(options, shared), content }
}

function readForm(tool: Tool, parts: readonly FormPart[], shared: CallFields, maxItems: number, limits: BodyLimits): ReadBatch {
  const files = parts.filter(({ name }) => name === 'file')
  const rest = parts.filter(({ name }) => name !== 'file')
  if (files.length > maxItems) throw tooManyItems(maxItems)
  const options = optionsOfForm(tool, rest, limits)
  const groups = [...groupItems(files, ({ bytes }) => bytes.byteLength)].map((items): ItemGroup => ({ form: 'parts', items }))
  return { total: files.length, groups, options: joinOptions(options, shared), content: contentOfForm(parts) }
}

function joinOptions(options: Options, shared: CallFields): Record<string, unknown> {
  const twice = Object.keys(options).find((name) => Object.hasOwn(shared.options, name))
  if (twice !== undefined) throw new ProblemError('An option is set both in the body and in the query.', { code: 'invalid_input' })
  return { ...options, ...shared.options }
}

function choosesZip(tool: Tool, accept: string | undefined, output: string | undefined): boolean {
  const types = tool.download ? ['application/json', 'application/zip'] : ['application/json']
  const type = output === undefined ? chooseType(types, accept) : types.find((candidate) => candidate === `application/${output}`)
  if (type === undefined) throw notAcceptable(types)
  return type === 'application/zip'
}

function notAcceptable(types: readonly string[]): ProblemError {
  return new ProblemError(`A batch of this tool can return: ${types.join(', ')}.`, { code: 'not_acceptable', facts: { produces: types } })
}
