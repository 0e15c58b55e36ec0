// `run --lines` and `--feed`: JSON lines or messages in, lines out, as those of a batch of the API, on several threads, in the same memory however long the stream.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { freeBytes } from '../../core/free-bytes.ts'
import { ProblemError } from '../../core/problem.ts'
import type { FeedEnvelope, FeedIndex, Tool } from '../../core/tool.ts'
import { createGroupRunner } from '../../http/batch/batch-groups.ts'
import { groupItems } from '../../http/batch/batch-task.ts'
import type { LineSource } from '../../http/request/line-source.ts'
import { writeOutput } from '../command-line/output-file.ts'
import { openProgress } from '../command-line/progress.ts'
import type { Terminal } from '../command-line/verb.ts'
import { keepObjectsYoung } from '../command-line/young-objects.ts'
import { runOrdered } from './ordered-window.ts'
import { PieceQueue } from './piece-queue.ts'
import { checkShared, JSON_DEPTH } from './run-call.ts'
import { reportEnd } from './run-end.ts'
import { type InputFile, type InputRoot, listInputs, notesOnPassedOver, readError } from './run-inputs.ts'
import { openMeans, type RunMeans, type RunPace } from './run-means.ts'

export interface LinesRun extends RunPace {
  readonly tool: Tool
  readonly options: Record<string, unknown>
  readonly source: LineSource
  /** Undefined for standard input. */
  readonly roots: readonly InputRoot[] | undefined
  /** Which files of folders; undefined for all. */
  readonly only: string | undefined
  /** Undefined for standard output. */
  readonly out: string | undefined
  readonly force: boolean
}

/** Groups that are worked on or wait for their turn to be written. */
const GROUPS_PER_THREAD = 4
const MAX_BYTES = 256 << 20

/** @returns the exit code */
export async function runLines(given: LinesRun, terminal: Terminal): Promise<number> {
  const checked = checkShared(given.tool, given.options)
  const run = { ...given, options: { ...given.options, ...given.source.shareOptions(checked) } }
  // Before the threads start: they take a moment longer, once.
  keepObjectsYoung()
  const means = openMeans(run)
  try {
    if (run.out === undefined) return await pumpLines(run, means, terminal)
    return await toFile(run, means, terminal, run.out)
  } finally {
    await means.close()
  }
}

/** The file comes to its name whole, or not at all. */
async function toFile(run: LinesRun, means: RunMeans, terminal: Terminal, path: string): Promise<number> {
  const pieces = new PieceQueue()
  const target: Terminal = {
    ...terminal,
    out: (text, whenWritten) => pieces.add(typeof text === 'string' ? new TextEncoder().encode(text) : text, whenWritten),
    whenTaken: () => pieces.whenTaken(() => means.signal.aborted),
  }
  let code = 0
  const pumped = pumpLines(run, means, target).then(
    (end) => {
      code = end
      pieces.end(means.wasInterrupted() ? new ProblemError('The run was interrupted.', { code: 'draining' }) : undefined)
    },
    (error: unknown) => pieces.end(error as Error),
  )
  const problem = await writeOutput({ path, drafts: dirname(path), mayReplace: run.force }, pieces).finally(() => {
    means.stop()
    pieces.wake()
  })
  await pumped
  if (problem) throw problem
  return code
}

/** Items of one file, or one that could not be cut out; file is undefined for standard input. */
type Piece = { readonly index: number; readonly file: string | undefined } & (
  | { readonly lines: readonly Uint8Array[] }
  | { readonly problem: ProblemError }
)

async function pumpLines(run: LinesRun, means: RunMeans, terminal: Terminal): Promise<number> {
  const { tool, options, threads, source } = run
  const runGroup = createGroupRunner({ tool, executor: means.executor, caller: '', signal: means.signal })
  const requestId = randomUUID()
  const summary = { total: 0, failed: 0 }
  const envelopes: FeedEnvelope[] = []
  const progress = openProgress(terminal, Date.now)
  const work = async (piece: Piece): Promise<Answer | undefined> => {
    if ('problem' in piece) {
      const failure = source.failureOf({ index: piece.index, id: piece.file }, piece.problem, requestId)
      const failed = { total: 1, failed: 1 }
      if (source.isTable) return { ...failed, outcomes: new Uint8Array(), failures: [failure] }
      return { ...failed, outcomes: new TextEncoder().encode(failure) }
    }
    const own = index ? index.optionsFor(piece.lines, options) : options
    const task = { kind: 'group', toolId: tool.id, options: own, requestId, jsonDepth: JSON_DEPTH, fileCount: undefined } as const
    return runGroup({ ...task, group: source.groupOf(piece.lines, piece.file), firstIndex: piece.index }).catch((error: unknown) => {
      if (means.signal.aborted) return undefined
      throw error
    })
  }
  let passedOver = 0
  const index = source.openIndex()
  if (index && run.roots) await collectShared(index, run, run.roots, means)
  const files = run.roots && listInputs(run.roots, { only: run.only, except: undefined, passOver: () => passedOver++ })
  const head = source.headOf(run.roots !== undefined)
  if (head !== undefined) terminal.out(`${head}\n`)
  try {
    await runOrdered(
      cutLines(source, files, means, {
        tell: (envelope) => envelopes.push(envelope),
        // Of standard input, only what came before is known.
        pass: (line) => run.roots === undefined && index?.add(line),
      }),
      {
        maxItems: threads * GROUPS_PER_THREAD,
        maxBytes: MAX_BYTES,
        bytesOf: (piece) => ('lines' in piece ? piece.lines.reduce((sum, line) => sum + line.byteLength, 0) : 0),
        start: work,
        take: async (answer) => {
          if (!answer) return
          summary.total += answer.total
          summary.failed += answer.failed
          progress.clear()
          for (const failure of answer.failures ?? []) terminal.err(`${failure}\n`)
          // Nothing is what a group may add.
          if (answer.outcomes.byteLength > 0) {
            const { outcomes } = answer
            // This thread makes little garbage and seldom collects it: lines that have long been written took up to 64 MB.
            terminal.out(outcomes, () => freeBytes(outcomes))
            terminal.out('\n')
          }
          await terminal.whenTaken()
          progress.advance(summary.total, summary.failed)
        },
        isStopped: () => means.signal.aborted,
      },
    )
  } finally {
    progress.clear()
  }
  const { total, failed } = summary
  const end = {
    summary: { total, succeeded: total - failed, failed, envelope: sumOf(envelopes) },
    wasInterrupted: means.wasInterrupted(),
    what: source.what,
    notes: notesOnPassedOver(passedOver),
    isBare: !source.hasSummary,
  }
  const code = reportEnd(end, terminal)
  await terminal.whenTaken()
  return code
}

interface Answer {
  readonly outcomes: Uint8Array
  readonly total: number
  readonly failed: number
  readonly failures?: readonly string[]
}

/** Groups of lines, and lines that could not be cut out, with the place of their first. */
async function* cutLines(
  source: LineSource,
  files: AsyncIterable<InputFile> | undefined,
  { signal }: RunMeans,
  { tell, pass }: { readonly tell: (envelope: FeedEnvelope) => void; readonly pass: (line: Uint8Array) => void },
): AsyncGenerator<Piece> {
  let index = 0
  const pieces = function* (lines: Iterable<Uint8Array | ProblemError>, file: string | undefined): Iterable<Piece> {
    let waiting: Uint8Array[] = []
    const flush = function* (): Iterable<Piece> {
      for (const group of groupItems(waiting, source.weightOf)) {
        yield { index, file, lines: group }
        index += group.length
      }
      waiting = []
    }
    for (const line of lines) {
      if (line instanceof ProblemError) {
        yield* flush()
        yield { index: index++, file, problem: line }
      } else {
        pass(line)
        waiting.push(line)
      }
    }
    yield* flush()
  }
  for await (const file of files ?? [undefined]) {
    if (file?.problem) throw file.problem
    const splitter = source.openCutter(Number.POSITIVE_INFINITY)
    for await (const chunk of readChunks(file?.path, signal)) yield* pieces(splitter.split(chunk), file?.target)
    yield* pieces(splitter.end(), file?.target)
    if (splitter.envelope) tell(splitter.envelope)
  }
}

/** Reads the files whose documents say what others need, before the first one is worked on. */
async function collectShared(index: FeedIndex, { source, only }: LinesRun, roots: readonly InputRoot[], means: RunMeans): Promise<void> {
  for await (const file of listInputs(roots, { only, except: undefined, passOver: () => undefined })) {
    if (file.problem || means.signal.aborted) return
    for await (const document of documentsOf(source, file.path, means)) {
      if (!(document instanceof ProblemError)) index.add(document)
    }
  }
}

/** @returns the documents of a file, and errors for those that are too large */
async function* documentsOf(source: LineSource, path: string, { signal }: RunMeans): AsyncGenerator<Uint8Array | ProblemError> {
  const cutter = source.openCutter(Number.POSITIVE_INFINITY)
  for await (const chunk of readChunks(path, signal)) yield* cutter.split(chunk)
  yield* cutter.end()
}

function sumOf(envelopes: readonly FeedEnvelope[]): FeedEnvelope | undefined {
  if (envelopes.length === 0) return undefined
  const sum = { segments: 0, wrongCounts: 0, comments: 0 }
  for (const { segments, wrongCounts, comments } of envelopes) {
    sum.segments += segments
    sum.wrongCounts += wrongCounts
    sum.comments += comments
  }
  return sum
}

const CHUNK_BYTES = 1 << 18

/** Ends early where the signal says so, even while it waits for more. */
async function* readChunks(file: string | undefined, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stream = file === undefined ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const stop = (): void => void stream.destroy()
  signal.addEventListener('abort', stop)
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (cause) {
    if (!signal.aborted) throw readError(cause, file)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
