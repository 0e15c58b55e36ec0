// POST of a batch: many inputs of one tool with shared options, as JSON, as a form of files, or as a stream of JSON lines.
// The quota is reserved whole before any item is worked on; the error of an item is the problem that a single call would get.
import { strToU8, zipSync } from 'fflate'
import * as z from 'zod'
import { type BatchItem, BatchRun, type BatchSummary, type ItemOutcome } from '../core/batch.ts'
import { Fault } from '../core/fault.ts'
import { describeIssues } from '../core/issues.ts'
import type { Tool } from '../core/tool.ts'
import { inputFromJson } from '../core/wire.ts'
import { writeJson } from '../core/write-json.ts'
import { chooseType } from './accept.ts'
import { composeDownload, documentOf, numberedNames } from './answer.ts'
import { answerLines } from './batch-lines.ts'
import { describeOutcome } from './batch-outcome.ts'
import { announcedOf, type Decoders, readBody, readWholeBody } from './body-limit.ts'
import { contentOfForm } from './call.ts'
import { headerValue } from './environment.ts'
import type { Answer, Exchange } from './exchange.ts'
import { answerWork, type JobServices } from './job-answer.ts'
import { parseJsonBytes } from './json-text.ts'
import { openFormReader } from './multipart.ts'
import { type BodyLimits, openRequestBody, queryOf, type RequestBody } from './request-body.ts'
import { addQuery, type CallFields, type FormPart, fieldsFromForm } from './request-fields.ts'
import { versionHeaders } from './version-headers.ts'
import type { Work, WorkTask } from './work.ts'

/** What a request for a batch may hold. */
export function batchTypes(tool: Tool): string[] {
  return ['application/json', ...(tool.document ? ['multipart/form-data'] : []), 'application/x-ndjson']
}

const ITEM = z.strictObject({ id: z.string().max(128).optional(), input: z.record(z.string(), z.unknown()) })
const ENVELOPE = z.strictObject({ options: z.record(z.string(), z.unknown()).default({}), items: z.array(ITEM) })

export interface BatchServices extends JobServices {
  readonly limits: BodyLimits
  readonly decoders: Decoders
}

export async function callBatch(tool: Tool, exchange: Exchange, services: BatchServices): Promise<Answer> {
  const { limits } = services
  const query = queryOf(exchange.context.req.url)
  const accept = headerValue(exchange.environment.rawHeaders, 'accept')
  const output = query?.get('output') ?? undefined
  const body = openRequestBody(exchange, limits, services.decoders)
  const shared: CallFields = { input: {}, options: {} }
  if (query) addQuery(tool, shared, query, limits)
  if (Object.keys(shared.input).length > 0) throw new Fault('The query of a batch takes options alone.', { code: 'invalid_input' })
  if (body.mediaType === 'application/x-ndjson') {
    const lines = ['application/x-ndjson']
    if (output !== undefined || (chooseType(lines, accept) ?? chooseType(['application/json'], accept)) === undefined)
      throw notAcceptable(lines)
    return answerLines(tool, exchange, {
      run: new BatchRun(tool, shared.options),
      body,
      services,
      parseItem: (bytes) => parseLine(tool, bytes, limits),
    })
  }
  const wantsZip = choosesZip(tool, accept, output)
  return answerWork(tool.id, exchange, services, async () => {
    const { items, options, content } = await readBatch(tool, exchange, body, shared, limits)
    const run = new BatchRun(tool, options)
    return {
      total: items.length,
      content,
      reserve: () => exchange.lease?.reserve(items.length, services.now()),
      run: (task) => runItems(tool, exchange, { items, run, wantsZip }, task),
    }
  })
}

interface ItemsRun {
  readonly items: readonly BatchItem[]
  readonly run: BatchRun
  readonly wantsZip: boolean
}

async function runItems(
  tool: Tool,
  exchange: Exchange,
  { items, run, wantsZip }: ItemsRun,
  { signal, advance }: WorkTask,
): Promise<Answer> {
  exchange.units = 0
  const outcomes: ItemOutcome[] = []
  for (const item of items) {
    signal?.throwIfAborted()
    exchange.units++
    outcomes.push(await run.run(item))
    advance(outcomes.length)
  }
  exchange.errors = run.summary.failed
  return wantsZip
    ? composeZip(tool, outcomes, run.summary, exchange.requestId)
    : composeJson(tool, outcomes, run.summary, exchange.requestId)
}

type Items = Omit<Batch, 'content'>

interface Batch {
  readonly items: readonly BatchItem[]
  readonly options: unknown
  readonly content: Work['content']
}

async function readBatch(tool: Tool, exchange: Exchange, body: RequestBody, shared: CallFields, limits: BodyLimits): Promise<Batch> {
  const maxItems = exchange.lease?.plan.maxBatchItems ?? Number.POSITIVE_INFINITY
  if (body.mediaType === 'application/json') {
    const bytes = await readWholeBody(body.upTo(Number.POSITIVE_INFINITY))
    const value = parseJsonBytes(bytes, limits.jsonDepth)
    return { ...itemsFromJson(tool, value, shared, Math.min(maxItems, limits.maxBatchItems)), content: [bytes] }
  }
  if (body.mediaType === 'multipart/form-data' && tool.document) {
    const reading = body.upTo(Number.POSITIVE_INFINITY)
    const reader = openFormReader(body.contentType, announcedOf(reading), limits)
    await readBody(reading, (chunk) => reader.append(chunk))
    const parts = reader.finish()
    return { ...itemsFromForm(tool, parts, shared, maxItems, limits), content: contentOfForm(parts) }
  }
  const types = batchTypes(tool)
  throw new Fault(`A batch of this tool is: ${types.join(', ')}.`, { code: 'unsupported_media_type', facts: { accepts: types } })
}

function itemsFromJson(tool: Tool, value: unknown, shared: CallFields, maxItems: number): Items {
  if (isBatch(value) && value.items.length > maxItems) throw tooManyItems(maxItems)
  const { items, options } = checked(ENVELOPE, value)
  const twice = Object.keys(options).find((name) => Object.hasOwn(shared.options, name))
  if (twice !== undefined) throw new Fault('An option is given in the body and in the query.', { code: 'invalid_input' })
  return { items: items.map(({ id, input }) => ({ id, input: readInput(tool, input) })), options: { ...options, ...shared.options } }
}

function isBatch(value: unknown): value is { items: unknown[] } {
  return typeof value === 'object' && value !== null && Array.isArray((value as { items?: unknown }).items)
}

function itemsFromForm(tool: Tool, parts: readonly FormPart[], shared: CallFields, maxItems: number, limits: BodyLimits): Items {
  const files = parts.filter(({ name }) => name === 'file')
  const rest = parts.filter(({ name }) => name !== 'file')
  if (files.length > maxItems) throw tooManyItems(maxItems)
  const { input, options } = fieldsFromForm(tool, rest, limits)
  if (Object.keys(input).length > 0)
    throw new Fault('A batch as a form holds parts named file and one named options.', { code: 'invalid_input' })
  for (const [name, value] of Object.entries(shared.options)) {
    if (Object.hasOwn(options, name)) throw new Fault('An option is given in the body and in the query.', { code: 'invalid_input' })
    options[name] = value
  }
  return { items: files.map((file) => ({ id: undefined, input: guarded(() => fieldsFromForm(tool, [file], limits).input) })), options }
}

/** One line of a stream. */
function parseLine(tool: Tool, bytes: Uint8Array, limits: BodyLimits): BatchItem {
  let id: string | undefined
  const input = guarded(() => {
    const item = checked(ITEM, parseJsonBytes(bytes, limits.jsonDepth))
    id = item.id
    return inputFromJson(tool, item.input)
  })
  return { id, input }
}

function readInput(tool: Tool, input: Readonly<Record<string, unknown>>): BatchItem['input'] {
  return guarded(() => inputFromJson(tool, input))
}

function guarded(read: () => Record<string, unknown>): BatchItem['input'] {
  try {
    return read()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

function checked<S extends z.ZodObject>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Fault('The batch does not have the form {"options":{…},"items":[{"id":"…","input":{…}}]}.', {
    code: 'invalid_input',
    errors: describeIssues(schema, parsed.error.issues, ''),
  })
}

function composeJson(tool: Tool, outcomes: readonly ItemOutcome[], summary: BatchSummary, requestId: string): Answer {
  const body = writeJson({ summary, results: outcomes.map((outcome) => describeOutcome(tool, outcome, requestId)) })
  return { status: 200, body, headers: { 'Content-Type': 'application/json', ...versionHeaders(tool) } }
}

/** The documents as 0001.dcm, 0002.dcm … by their place in the batch, and the same results as in JSON without them. */
async function composeZip(tool: Tool, outcomes: readonly ItemOutcome[], summary: BatchSummary, requestId: string): Promise<Answer> {
  const { field, extension } = tool.download!
  if (summary.succeeded === 0)
    throw new Fault('No item succeeded; ask for application/json to see why.', {
      code: 'unreadable_input',
      facts: { failed: summary.failed },
    })
  const files: Record<string, Uint8Array> = {}
  const names = numberedNames(outcomes.length, extension)
  const results = outcomes.map((outcome) => {
    if (!outcome.result) return describeOutcome(tool, outcome, requestId)
    const name = names(outcome.index)
    files[name] = documentOf(tool, outcome.result)
    const { [field]: _document, ...report } = outcome.result
    return { ...describeOutcome(tool, { ...outcome, result: report }, requestId), file: name }
  })
  files['manifest.json'] = strToU8(writeJson({ summary, results }))
  const { body, headers } = await composeDownload(zipSync(files), 'application/zip', `${tool.id.replace('/', '-')}.zip`)
  return { status: 200, body, headers: { ...headers, ...versionHeaders(tool) } }
}

function choosesZip(tool: Tool, accept: string | undefined, output: string | undefined): boolean {
  const types = tool.download ? ['application/json', 'application/zip'] : ['application/json']
  const type = output === undefined ? chooseType(types, accept) : types.find((candidate) => candidate === `application/${output}`)
  if (type === undefined) throw notAcceptable(types)
  return type === 'application/zip'
}

function notAcceptable(types: readonly string[]): Fault {
  return new Fault(`A batch of this tool answers: ${types.join(', ')}.`, { code: 'not_acceptable', facts: { produces: types } })
}

function tooManyItems(maxItems: number): Fault {
  return new Fault(`A batch may hold ${maxItems} items.`, { code: 'too_many_items', facts: { limitItems: maxItems } })
}
