// What a stream consists of: JSON lines, or documents one behind the other; and what each of them is answered with.
import { checkOptions } from '../../core/run.ts'
import type { FeedCutter, FeedEnvelope, FeedIndex, Tool } from '../../core/tool.ts'
import { describeFailure, type FailedItem } from '../batch/batch-outcome.ts'
import type { ItemGroup } from '../batch/batch-task.ts'
import type { FeedForm } from '../batch/feed-form.ts'
import { chooseType, notAcceptable } from './accept.ts'
import { LineSplitter } from './line-splitter.ts'
import { jsonBytesFor } from './request-body.ts'

export interface LineSource {
  /** What it consists of, such as `lines`. */
  readonly what: string
  /** Of the answer. */
  readonly mediaType: string
  /** True where sums stand in the last line. */
  readonly hasSummary: boolean
  /** True if the answer has no place for a failure. */
  readonly isTable: boolean
  /**
   * @param options of the call with their defaults
   * @returns options that all items get beside those of the call
   */
  shareOptions(options: unknown): Readonly<Record<string, unknown>>
  /** What items say that others need; undefined where they need nothing. */
  openIndex(): FeedIndex | undefined
  /** What stands before all lines; undefined for nothing. @param hasFiles true if its items come from named files */
  headOf(hasFiles: boolean): string | undefined
  /** @param maxBytes of what a server takes at once */
  openCutter(maxBytes: number): FeedCutter
  /** @param file name of the file that the items come from */
  groupOf(items: readonly Uint8Array[], file?: string): ItemGroup
  /** What an item counts for in a group, in bytes: more than it has where its result is many times as long. */
  weightOf(item: Uint8Array): number
  /** What stands behind all lines of an answer without sums; undefined for nothing. */
  noteOf(envelope: FeedEnvelope): string | undefined
  /** The line of an item that could not be cut out, or of a stream that broke off. */
  failureOf(item: FailedItem, error: unknown, requestId: string, problemBase?: string): string
}

const LINES = 'application/x-ndjson'
/** A Bundle is some fifteen times as long as its message: a feed in usual groups took 330 MB resident, and no less time. */
const LONG_RESULT = 4

export function jsonLines(tool: Tool): LineSource {
  return {
    what: 'lines',
    mediaType: LINES,
    hasSummary: true,
    isTable: false,
    shareOptions: () => ({}),
    openIndex: () => undefined,
    headOf: () => undefined,
    noteOf: () => undefined,
    openCutter: (maxBytes) => new LineSplitter(Math.min(maxBytes, jsonBytesFor(tool.maxInputBytes))),
    groupOf: (items) => ({ form: 'lines', items }),
    weightOf: ({ byteLength }) => byteLength,
    failureOf: (...failure) => describeFailure(tool, 'outcomes', ...failure),
  }
}

/** Of a tool whose document has a feed. @param options of the call; those of the API with their defaults, which a site may change */
export function documentFeed(tool: Tool, form: 'outcomes' | 'documents', options: unknown): LineSource {
  const feed = tool.document!.feed!
  const lines = form === 'documents' ? tool.download!.lines! : undefined
  const answer: FeedForm = lines?.rows?.isChosen(options) === true ? 'rows' : form
  return {
    what: 'messages',
    mediaType: lines ? typeOfLines(lines, options) : LINES,
    hasSummary: form === 'outcomes',
    isTable: answer === 'rows',
    shareOptions: (given) => feed.shareOptions?.(given) ?? {},
    openIndex: () => feed.openIndex?.(),
    headOf: (hasFiles) => lines?.head?.(options, hasFiles),
    noteOf: (envelope) => lines?.note?.(envelope),
    openCutter: (maxBytes) => feed.openCutter(Math.min(maxBytes, tool.maxInputBytes)),
    groupOf: (items, file) => ({ form: 'documents', items, answer, file }),
    weightOf: ({ byteLength }) => (tool.download?.isCopy ? LONG_RESULT * byteLength : byteLength),
    failureOf: (...failure) => describeFailure(tool, answer, ...failure),
  }
}

function typeOfLines({ mediaType, rows }: NonNullable<NonNullable<Tool['download']>['lines']>, options: unknown): string {
  return rows?.isChosen(options) === true ? rows.mediaType : mediaType
}

/**
 * The stream that a body of the media type is; undefined for a body that is none.
 * @param options of the call, as they came
 * @throws ProblemError `not_acceptable`, `invalid_input`
 */
export function streamOf(
  tool: Tool,
  {
    mediaType,
    accept,
    output,
    options,
  }: { readonly mediaType: string; readonly accept: string | undefined; readonly output: string | undefined; readonly options: unknown },
): LineSource | undefined {
  const isFeed = tool.document?.feed?.mediaTypes.includes(mediaType) === true
  if (!isFeed && mediaType !== LINES) return undefined
  const checked = checkOptions(tool, options)
  const lines = isFeed ? tool.download?.lines : undefined
  const own = lines && typeOfLines(lines, checked)
  const types = own === undefined ? [LINES] : [LINES, own]
  const isJson = chooseType(['application/json'], accept) !== undefined
  const type =
    output === undefined ? (chooseType(types, accept) ?? (isJson ? LINES : undefined)) : isFeed ? typeOfOutput(output, own) : undefined
  if (type === undefined) throw notAcceptable(types)
  if (!isFeed) return jsonLines(tool)
  return documentFeed(tool, type === own ? 'documents' : 'outcomes', checked)
}

function typeOfOutput(output: string, own: string | undefined): string | undefined {
  if (output === 'json') return LINES
  return output === 'file' ? own : undefined
}
