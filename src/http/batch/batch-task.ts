// Parts of a batch as data, so that another thread can do them: cutting a long body into items, running a group of items, packing a ZIP.
import { type BatchItem, BatchRun, type ItemOutcome } from '../../core/batch.ts'
import { endingOf } from '../../core/download-verdict.ts'
import type { Json, Tool } from '../../core/tool.ts'
import { checkSoleDocument } from '../../core/wire.ts'
import { writeJson } from '../../core/write-json.ts'
import type { FormPart } from '../request/request-fields.ts'
import { type AnswerBody, composeArchive, documentOf, numberedNames } from '../response/answer.ts'
import { type ItemValue, itemFromDocument, itemFromLine, itemFromPart, itemFromSlice, itemFromValue } from './batch-items.ts'
import { composeOutcome, describeFailure, describeOutcome, writeOutcomes } from './batch-outcome.ts'
import { BatchReader } from './batch-reader.ts'
import { encodePieces } from './encode-pieces.ts'
import type { FeedForm } from './feed-form.ts'

/** Cuts a batch in JSON into its items. */
export interface SplitTask {
  readonly kind: 'split'
  readonly toolId: string
  readonly body: Uint8Array
  readonly maxItems: number
  readonly jsonDepth: number
}

export interface SplitAnswer {
  readonly options: Readonly<Record<string, unknown>>
  readonly groups: readonly Extract<ItemGroup, { form: 'texts' }>[]
  /** Of all items, in their order. */
  readonly ids: readonly (string | undefined)[]
}

/** Items beside each other; documents of a feed may have the name of their file. They are values of a small batch, texts of a sliced one, lines of a stream, documents of a feed, or files of a form. */
export type ItemGroup =
  | { readonly form: 'values'; readonly items: readonly ItemValue[]; readonly byteLength: number }
  | { readonly form: 'texts'; readonly items: readonly Uint8Array[] }
  | { readonly form: 'lines'; readonly items: readonly Uint8Array[] }
  | { readonly form: 'documents'; readonly items: readonly Uint8Array[]; readonly answer: FeedForm; readonly file?: string | undefined }
  | { readonly form: 'parts'; readonly items: readonly FormPart[] }

/** Runs a group of items. */
export interface GroupTask {
  readonly kind: 'group'
  readonly toolId: string
  readonly options: unknown
  readonly group: ItemGroup
  /** Of its items, where they are known beside their texts. */
  readonly ids?: readonly (string | undefined)[] | undefined
  /** Place of the first item in the batch. */
  readonly firstIndex: number
  readonly requestId: string
  /** Before the code in the `type` of a problem; without it the usual one. */
  readonly problemBase?: string
  readonly jsonDepth: number
  /** Where the documents are to be files: how many items the batch holds. */
  readonly fileCount: number | undefined
}

export interface GroupAnswer {
  /** What the answer says of the items, in JSON, with a comma between them, or the end of a line where they were lines or of a feed. */
  readonly outcomes: Uint8Array
  readonly total: number
  readonly failed: number
  readonly files: Readonly<Record<string, Uint8Array>>
  /** A line for each failure that the answer itself has no place for. */
  readonly failures?: readonly string[]
}

/** Packs files. */
export interface ZipTask {
  readonly kind: 'zip'
  readonly toolId: string
  readonly files: Readonly<Record<string, Uint8Array>>
  readonly name: string
}

export type BatchTask = SplitTask | GroupTask | ZipTask
export type BatchTaskAnswer<T extends BatchTask> = T extends SplitTask ? SplitAnswer : T extends GroupTask ? GroupAnswer : AnswerBody

/** Items of a group hold so many bytes together, or there is one alone. */
const GROUP_BYTES = 131_072
const GROUP_ITEMS = 100
/** A group of more is one item, whose result may have a document that is too long to be a text among others. */
const LONG_BYTES = 1 << 20

/** Does one part; between two items of a group it looks whether it is still wanted. */
export async function performTask<T extends BatchTask>(tool: Tool, task: T, signal?: AbortSignal): Promise<BatchTaskAnswer<T>> {
  const work: BatchTask = task
  const answer = work.kind === 'split' ? split(work) : work.kind === 'group' ? runGroup(tool, work, signal) : packZip(work)
  return (await answer) as BatchTaskAnswer<T>
}

function split({ body, maxItems, jsonDepth }: SplitTask): SplitAnswer {
  const items: Uint8Array[] = []
  const ids: (string | undefined)[] = []
  // The body comes in one piece, so each item does.
  const reader = new BatchReader({ maxItems, jsonDepth }, { take: (bytes) => void items.push(bytes), end: (id) => void ids.push(id) })
  reader.append(body)
  const { options } = reader.finish()
  return { options, ids, groups: [...groupItems(items, (bytes) => bytes.byteLength)].map((group) => ({ form: 'texts', items: group })) }
}

/** Neighbours in groups of limited size. */
export function* groupItems<T>(items: Iterable<T>, sizeOf: (item: T) => number): Iterable<T[]> {
  let group: T[] = []
  let bytes = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (group.length > 0 && (bytes + size > GROUP_BYTES || group.length === GROUP_ITEMS)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(item)
    bytes += size
  }
  if (group.length > 0) yield group
}

function runGroup(tool: Tool, task: GroupTask, signal: AbortSignal | undefined): Promise<GroupAnswer> {
  if (task.fileCount !== undefined) return runToFiles(tool, task, task.fileCount, signal)
  if (task.group.form === 'documents' && (tool.download?.isCopy || task.group.answer !== 'outcomes'))
    return runToLines(tool, task, task.group.answer, signal)
  return tool.writeJson || separatorOf(task.group) === '\n' || bytesOfGroup(task.group) > LONG_BYTES
    ? runToTexts(tool, task, signal)
    : runToValues(tool, task, signal)
}

/** Results that are values are written all at once. */
async function runToValues(tool: Tool, task: GroupTask, signal: AbortSignal | undefined): Promise<GroupAnswer> {
  const run = new BatchRun(tool, task.options)
  const ended: ItemOutcome[] = []
  for (const item of itemsOf(tool, task)) {
    signal?.throwIfAborted()
    const ran = run.run(item)
    const outcome = ran instanceof Promise ? await ran : ran
    ended.push(task.firstIndex === 0 ? outcome : { ...outcome, index: outcome.index + task.firstIndex })
  }
  const { text, unwritten } = writeOutcomes(tool, ended, task.requestId, task.problemBase)
  const { total, failed } = run.summary
  return { outcomes: new TextEncoder().encode(text), total, failed: failed + unwritten, files: {} }
}

async function runToTexts(tool: Tool, task: GroupTask, signal: AbortSignal | undefined): Promise<GroupAnswer> {
  const run = new BatchRun(tool, task.options)
  const pieces: Json[] = []
  const separator = separatorOf(task.group)
  for (const item of itemsOf(tool, task)) {
    signal?.throwIfAborted()
    if (pieces.length > 0) pieces.push(separator)
    const ran = run.runToJson(item)
    const outcome = ran instanceof Promise ? await ran : ran
    const placed = task.firstIndex === 0 ? outcome : { ...outcome, index: outcome.index + task.firstIndex }
    for (const piece of composeOutcome(tool, placed, task.requestId, task.problemBase)) pieces.push(piece)
  }
  const { total, failed } = run.summary
  return { outcomes: encodePieces(pieces), total, failed, files: {} }
}

async function runToFiles(tool: Tool, task: GroupTask, fileCount: number, signal: AbortSignal | undefined): Promise<GroupAnswer> {
  const run = new BatchRun(tool, task.options)
  const pieces: string[] = []
  const files: Record<string, Uint8Array> = {}
  for (const item of itemsOf(tool, task)) {
    signal?.throwIfAborted()
    const ran = run.run(item)
    const outcome = ran instanceof Promise ? await ran : ran
    const placed = { ...outcome, index: outcome.index + task.firstIndex }
    if (!placed.result) {
      pieces.push(writeJson(describeOutcome(tool, placed, task.requestId, task.problemBase)))
      continue
    }
    const { field } = tool.download!
    const name = numberedNames(fileCount, endingOf(tool.download!, placed.result))(placed.index)
    files[name] = documentOf(tool, placed.result)
    const { [field]: _document, ...report } = placed.result
    pieces.push(writeJson({ ...describeOutcome(tool, { ...placed, result: report }, task.requestId, task.problemBase), file: name }))
  }
  const { total, failed } = run.summary
  return { outcomes: new TextEncoder().encode(pieces.join(separatorOf(task.group))), total, failed, files }
}

/** A failure where the line of a document would lose another document of the result. */
function withSoleDocument(tool: Tool, outcome: ItemOutcome): ItemOutcome {
  if (!outcome.result) return outcome
  try {
    checkSoleDocument(tool, outcome.result)
    return outcome
  } catch (error) {
    const { result: _result, ...rest } = outcome
    return { ...rest, error }
  }
}

/** Of a feed: each document of a result, or what the result says without it, is a line. */
async function runToLines(tool: Tool, task: GroupTask, answer: FeedForm, signal: AbortSignal | undefined): Promise<GroupAnswer> {
  const run = new BatchRun(tool, task.options)
  const pieces: Json[] = []
  const { field, lines } = tool.download!
  const failures: string[] = []
  let refused = 0
  const lineOf = (given: ItemOutcome): Json | undefined => {
    const placed = answer === 'outcomes' ? given : withSoleDocument(tool, given)
    if (placed !== given) refused++
    if (answer !== 'outcomes' && placed.result) {
      if (lines?.line) return lines.line(placed.result, placed.index, placed.id)
      // Several lines, or none.
      const document = withoutLineEnd(documentOf(tool, placed.result))
      return document.length === 0 ? undefined : document
    }
    if (answer !== 'outcomes') {
      const failure = describeFailure(tool, answer, placed, placed.error, task.requestId, task.problemBase)
      return answer === 'rows' ? void failures.push(failure) : failure
    }
    const { [field]: _copy, ...report } = placed.result ?? {}
    const reported = placed.result ? { ...placed, result: report } : placed
    return writeJson(describeOutcome(tool, reported, task.requestId, task.problemBase))
  }
  for (const item of itemsOf(tool, task)) {
    signal?.throwIfAborted()
    const ran = run.run(item)
    const outcome = ran instanceof Promise ? await ran : ran
    const line = lineOf({ ...outcome, index: outcome.index + task.firstIndex })
    if (line === undefined) continue
    if (pieces.length > 0) pieces.push('\n')
    pieces.push(line)
  }
  const { total, failed } = run.summary
  return { outcomes: encodePieces(pieces), total, failed: failed + refused, files: {}, failures }
}

/** How long its items are together. */
export function bytesOfGroup(group: ItemGroup): number {
  if (group.form === 'values') return group.byteLength
  if (group.form === 'parts') return group.items.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  return group.items.reduce((sum, bytes) => sum + bytes.byteLength, 0)
}

function withoutLineEnd(document: Uint8Array): Uint8Array {
  if (document.at(-1) !== 10) return document
  return document.subarray(0, document.at(-2) === 13 ? -2 : -1)
}

/** What stands between the outcomes of a group. */
export function separatorOf({ form }: ItemGroup): string {
  return form === 'lines' || form === 'documents' ? '\n' : ','
}

function* itemsOf(tool: Tool, { group, jsonDepth }: GroupTask): Iterable<BatchItem> {
  if (group.form === 'parts') for (const part of group.items) yield itemFromPart(tool, part, jsonDepth)
  else if (group.form === 'values') for (const value of group.items) yield itemFromValue(tool, value)
  else if (group.form === 'documents') for (const document of group.items) yield itemFromDocument(tool, document, group.file)
  else if (group.form === 'lines') for (const line of group.items) yield itemFromLine(tool, line, jsonDepth)
  else {
    const decoder = new TextDecoder()
    for (const text of group.items) yield itemFromSlice(tool, decoder.decode(text))
  }
}

function packZip({ files, name }: ZipTask): Promise<AnswerBody> {
  return composeArchive(files, name)
}
