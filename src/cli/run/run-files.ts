// `run` over many files: as a batch of the API, on several threads, with the outcomes in the order of the files, in the same memory
// however many they are; into a folder in a way that a later run can go on.
import { hash, randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { sizeError } from '../../core/run.ts'
import { categoryOf, type Tool } from '../../core/tool.ts'
import { writeJson } from '../../core/write-json.ts'
import { createGroupRunner } from '../../http/batch/batch-groups.ts'
import { describeOutcome } from '../../http/batch/batch-outcome.ts'
import type { GroupAnswer } from '../../http/batch/batch-task.ts'
import { writeOutput } from '../command-line/output-file.ts'
import { openProgress } from '../command-line/progress.ts'
import type { Terminal } from '../command-line/verb.ts'
import { runOrdered } from './ordered-window.ts'
import { type ResultNaming, resultName, resultNames } from './result-names.ts'
import { checkShared, JSON_DEPTH } from './run-call.ts'
import { type RunEnd, reportEnd } from './run-end.ts'
import { type InputFile, type InputRoot, listInputs, notesOnPassedOver, readError } from './run-inputs.ts'
import { type Entry, openJournal, type RunJournal } from './run-journal.ts'
import { openMeans, type RunMeans, type RunPace } from './run-means.ts'
import { type NameList, openNameList } from './run-names.ts'
import { composeLine, DONE_MEMBERS, readOutcome } from './run-outcome.ts'

export interface FilesRun extends RunPace {
  readonly tool: Tool
  readonly options: Record<string, unknown>
  readonly form: 'json' | 'file'
  readonly roots: readonly InputRoot[]
  readonly only: string | undefined
  /** Undefined: all goes to standard output. */
  readonly folder: string | undefined
  readonly force: boolean
  readonly keepNames: boolean
  /** Where it is listed which file became which result. */
  readonly nameList: string | undefined
}

/** Of the folder that the results are in. */
const STATE_FOLDER = '.health-tools'
/** Files in memory at the same time, unless one alone is larger. */
const MAX_BYTES = 256 << 20
const FILES_PER_THREAD = 4

/** @returns the exit code */
export async function runFiles(run: FilesRun, terminal: Terminal): Promise<number> {
  checkShared(run.tool, run.options)
  const journal =
    run.folder === undefined
      ? undefined
      : await openJournal({ folder: join(run.folder, STATE_FOLDER), settings: settingsOf(run), force: run.force })
  try {
    const names = run.nameList === undefined ? undefined : openNameList(run.nameList, run.folder)
    const means = openMeans(run)
    try {
      return await new FilesBatch(run, { journal, names, means }, terminal).run()
    } finally {
      await means.close()
      names?.close()
    }
  } finally {
    journal?.close()
  }
}

/** All that makes a result what it is. */
function settingsOf({ tool, options, form, keepNames, packages, recipe }: FilesRun): string {
  // A run without packages goes on as it began.
  const used = packages.length > 0 ? [packages.map((each) => hash('sha256', each))] : []
  return JSON.stringify([tool.id, tool.version, options, form, keepNames, ...used, ...(recipe === undefined ? [] : [recipe])])
}

interface Item {
  readonly input: InputFile
  readonly index: number
  readonly bytes: number
  readonly stamp: string
  readonly problem: ProblemError | undefined
}

/** Undefined lines: it was done before. */
interface Outcome {
  readonly index: number
  readonly input: InputFile
  /** The name of the result in the folder. */
  readonly output?: string
  readonly failed: boolean
  readonly lines: readonly Uint8Array[] | undefined
}

interface SavedResult {
  readonly number: number
  readonly mayReplace: boolean
}

interface BatchMeans {
  readonly journal: RunJournal | undefined
  readonly names: NameList | undefined
  readonly means: RunMeans
}

class FilesBatch {
  readonly #run: FilesRun
  readonly #journal: RunJournal | undefined
  readonly #names: NameList | undefined
  readonly #means: RunMeans
  readonly #terminal: Terminal
  readonly #runGroup: ReturnType<typeof createGroupRunner>
  readonly #runId = randomUUID()
  readonly #summary = { total: 0, succeeded: 0, failed: 0, skipped: 0 }
  #passedOver = 0
  /** Why no result can be written any more. */
  #failure: unknown

  constructor(run: FilesRun, { journal, names, means }: BatchMeans, terminal: Terminal) {
    this.#run = run
    this.#journal = journal
    this.#names = names
    this.#means = means
    this.#terminal = terminal
    this.#runGroup = createGroupRunner({ tool: run.tool, executor: means.executor, caller: '', signal: means.signal })
  }

  async run(): Promise<number> {
    const { signal } = this.#means
    const progress = openProgress(this.#terminal, Date.now)
    if (this.#terminal.showsProgress) void this.#count(progress.expect)
    try {
      await runOrdered(this.#items(), {
        maxItems: this.#run.threads * FILES_PER_THREAD,
        maxBytes: MAX_BYTES,
        bytesOf: ({ bytes }) => bytes,
        start: (item) => this.#work(item),
        take: async (outcome) => {
          if (outcome === undefined) return
          await this.#tell(outcome, progress.clear)
          progress.advance(this.#summary.total, this.#summary.failed)
        },
        isStopped: () => signal.aborted,
      })
    } finally {
      this.#means.stop()
      progress.clear()
    }
    if (this.#failure !== undefined) throw this.#failure
    if (this.#summary.total === 0 && !this.#means.wasInterrupted()) throw new ProblemError('No input file found.', { code: 'bad_usage' })
    return reportEnd(this.#end(), this.#terminal)
  }

  #end(): RunEnd {
    const { skipped, ...summary } = this.#summary
    const wasInterrupted = this.#means.wasInterrupted()
    return {
      summary: this.#journal ? { ...summary, skipped } : summary,
      wasInterrupted,
      what: 'files',
      notes: [
        ...notesOnPassedOver(this.#passedOver),
        ...(this.#journal
          ? [`The folder ${STATE_FOLDER} in the results lets the same command go on; delete it before you hand them on.`]
          : []),
      ],
    }
  }

  async *#items(): AsyncGenerator<Item> {
    let index = 0
    for await (const input of this.#list(() => this.#passedOver++)) {
      const item = { input, index: index++, bytes: 0, stamp: '', problem: input.problem }
      if (item.problem) yield item
      else
        yield await stat(input.path, { bigint: true }).then(
          (facts) => ({ ...item, bytes: Number(facts.size), stamp: this.#journal?.stampOf(facts) ?? '' }),
          (cause: unknown) => ({ ...item, problem: readError(cause, undefined) }),
        )
    }
  }

  #list(passOver: () => void): AsyncGenerator<InputFile> {
    return listInputs(this.#run.roots, { only: this.#run.only, except: this.#run.folder, passOver })
  }

  /** Beside the work, for the progress alone. */
  async #count(expect: (total: number) => void): Promise<void> {
    let total = 0
    for await (const _input of this.#list(() => undefined)) {
      if (this.#means.signal.aborted) return
      expect(++total)
    }
  }

  /** Undefined where the run was stopped in between. */
  async #work(item: Item): Promise<Outcome | undefined> {
    const { index, input, bytes, stamp } = item
    try {
      if (item.problem) throw item.problem
      const known = this.#journal?.find(input.target)
      const output = known && this.#findDone(item, known)
      if (output !== undefined) return { index, input, output, failed: false, lines: undefined }
      const number = this.#journal?.begin(input.target, stamp)
      if (bytes > this.#run.tool.maxInputBytes) throw sizeError(this.#run.tool)
      const answer = await this.#perform(index, await readInput(input.path))
      if (number === undefined) return this.#outcomeOf(item, answer.outcomes)
      return await this.#keep(item, answer, { number, mayReplace: this.#run.force || known !== undefined })
    } catch (error) {
      if (this.#means.signal.aborted) return undefined
      return this.#outcomeOf(item, encode(describeOutcome(this.#run.tool, { index, id: undefined, error }, this.#runId)))
    }
  }

  /** The name of a result that an earlier run wrote. */
  #findDone({ input, stamp }: Item, known: Entry): string | undefined {
    if (known.stamp !== stamp || known.bytes === undefined) return undefined
    return resultNames(this.#naming, input, known.number).find((name) => {
      const facts = lstatSync(join(this.#run.folder!, name), { throwIfNoEntry: false })
      return facts?.isFile() === true && facts.size % 2 ** 32 === known.bytes
    })
  }

  #perform(index: number, bytes: Uint8Array): Promise<GroupAnswer> {
    const { tool, options, form } = this.#run
    return this.#runGroup({
      kind: 'group',
      toolId: tool.id,
      options,
      group: { form: 'parts', items: [{ name: 'file', bytes, contentType: undefined }] },
      firstIndex: index,
      requestId: this.#runId,
      jsonDepth: JSON_DEPTH,
      fileCount: form === 'file' ? 1 : undefined,
    })
  }

  #outcomeOf({ index, input }: Item, text: Uint8Array): Outcome {
    const { failed, members } = readOutcome(text, index)
    return { index, input, failed, lines: composeLine(index, { file: this.#shownName(input) }, members) }
  }

  /** Names of files hold the names of patients, so they come back from tools of phi only where that is wanted. */
  #shownName({ target }: InputFile): string | undefined {
    return this.#keepsNames ? target : undefined
  }

  get #keepsNames(): boolean {
    return this.#run.keepNames || categoryOf(this.#run.tool) !== 'phi'
  }

  get #naming(): ResultNaming {
    return { tool: this.#run.tool, form: this.#run.form, keepsNames: this.#keepsNames }
  }

  get #isQuiet(): boolean {
    return this.#run.folder !== undefined && this.#terminal.showsOutput
  }

  async #keep(item: Item, { outcomes, files }: GroupAnswer, { number, mayReplace }: SavedResult): Promise<Outcome> {
    const { index, input, stamp } = item
    const [file] = Object.entries(files)
    const { failed, members, result } = readOutcome(outcomes, index, file?.[0])
    if (failed) return this.#outcomeOf(item, outcomes)
    const folder = this.#run.folder!
    const name = resultName(this.#naming, input, number, file?.[0])
    const content = file?.[1] ?? result
    const problem = await writeOutput({ path: join(folder, name), drafts: join(folder, STATE_FOLDER), mayReplace }, [content]).catch(
      (error) => {
        this.#failure ??= error
        this.#means.stop()
        throw error
      },
    )
    if (problem) throw problem
    if (mayReplace) await this.#removeStale(input, number, name)
    this.#journal!.finish(input.target, stamp, { number, bytes: content.byteLength })
    // The report goes along with a document; a result in JSON is whole in its file.
    const given = { file: this.#shownName(input), output: name }
    return { index, input, output: name, failed: false, lines: composeLine(index, given, file ? members : DONE_MEMBERS) }
  }

  /** Removes the result of an earlier run that had another verdict. */
  async #removeStale(input: InputFile, number: number, written: string): Promise<void> {
    for (const name of resultNames(this.#naming, input, number)) {
      if (name !== written) await rm(join(this.#run.folder!, name), { force: true })
    }
  }

  async #tell({ index, input, output, failed, lines }: Outcome, clear: () => void): Promise<void> {
    this.#names?.add({ index, file: input.target, output, failed })
    const summary = this.#summary
    summary.total++
    if (failed) summary.failed++
    else if (lines) summary.succeeded++
    else summary.skipped++
    if (!lines || (this.#isQuiet && !failed)) return
    clear()
    for (const line of lines) this.#terminal.out(line)
    await this.#terminal.whenTaken()
  }
}

async function readInput(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw readError(cause, undefined)
  }
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(writeJson(value))
}
