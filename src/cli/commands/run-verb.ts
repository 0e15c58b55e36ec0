// `run`: a tool over files, with the same fields and the same results as the API: one file gives one result, several are a batch.
import { statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import { documentParts } from '../../core/describe.ts'
import { NEEDS_REVIEW } from '../../core/download-verdict.ts'
import { parseJson } from '../../core/parse-json.ts'
import { PROBLEMS, ProblemError } from '../../core/problem.ts'
import { sizeError } from '../../core/run.ts'
import type { Tool } from '../../core/tool.ts'
import { chooseForm } from '../../http/request/accept.ts'
import { documentFeed, jsonLines, type LineSource } from '../../http/request/line-source.ts'
import type { FormPart } from '../../http/request/request-fields.ts'
import { answerCall } from '../../http/routes/call.ts'
import { composeVerbHelp } from '../command-line/help.ts'
import { writeOutput } from '../command-line/output-file.ts'
import type { Terminal, Verb } from '../command-line/verb.ts'
import { JSON_DEPTH, optionsPart, RUN_FLAGS, type RunCall, readRunCall, runFlagsOf, sharedOptions, toolFlags } from '../run/run-call.ts'
import { runFiles } from '../run/run-files.ts'
import { readError, readRoots } from '../run/run-inputs.ts'
import { runLines } from '../run/run-lines.ts'
import type { RunPace } from '../run/run-means.ts'
import { readRecipeFlag } from '../run/run-recipe.ts'
import { openSitePackages, type PackageBytes } from '../service/site-packages.ts'
import { findTool } from './tools-verbs.ts'

const DESCRIPTION: Verb = {
  name: 'run',
  summary:
    'Run a tool on files. One file, or standard input (no FILE or -), gives one result. Several files, folders and quoted patterns give one JSON line per file, or one file each in the --out folder. To resume an interrupted run, repeat the command. Exit code 65 if an input failed; the other inputs are still processed.',
  positionals: [
    { name: 'TOOL', summary: 'Tool, for example text/word-count. Leave it out with --recipe.', required: false },
    { name: 'FILE', summary: 'Input files or folders. Tools that compare take two files.', required: false, multiple: true },
  ],
  flags: RUN_FLAGS,
  ownFlags: true,
  run: ({ positionals, terminal }) => run(positionals, terminal),
}

export const runVerbs: readonly Verb[] = [DESCRIPTION]

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const recipeRun = readRecipeFlag(args, terminal.cwd)
  const [id, ...others] = args
  if (!recipeRun && (id === undefined || id.startsWith('-'))) {
    terminal.out(composeVerbHelp(DESCRIPTION, {}))
    return id === '--help' ? 0 : PROBLEMS.bad_usage.exit
  }
  const { tool, recipe, rest } = recipeRun ?? { tool: findTool(id!), recipe: undefined, rest: others }
  if (rest.includes('--help')) {
    const positionals = [DESCRIPTION.positionals[1]!]
    const described = { ...DESCRIPTION, name: `run ${tool.id}`, summary: tool.summary, positionals, flags: toolFlags(tool) }
    terminal.out(composeVerbHelp(described, runFlagsOf(tool)))
    return 0
  }
  const call = readRunCall(tool, rest, terminal.cwd)
  const given: ThreadInputs = { packages: packagesOf(call, terminal.cwd), recipe }
  if (call.has('lines') || call.has('feed')) return runManyLines(tool, call, given, terminal)
  if (isBatch(tool, call, terminal.cwd)) return runManyFiles(tool, call, given, terminal)
  return runOne(tool, call, terminal)
}

const DEFAULT_TIMEOUT_SECONDS = 600

/** @throws ProblemError `bad_configuration` for a file that is no package */
function packagesOf(call: RunCall, cwd: string): PackageBytes {
  const folder = call.text('fhir-packages')
  return openSitePackages(folder === undefined ? null : resolve(cwd, folder))
}

/** What the threads get beside the inputs. */
type ThreadInputs = Pick<RunPace, 'packages' | 'recipe'>

function pace(call: RunCall): Omit<RunPace, keyof ThreadInputs> {
  return {
    threads: call.number('threads', { fallback: availableParallelism(), max: 256 }),
    taskTimeoutMs: call.number('timeout', { fallback: DEFAULT_TIMEOUT_SECONDS, max: 86_400 }) * 1000,
  }
}

async function runManyLines(tool: Tool, call: RunCall, given: ThreadInputs, terminal: Terminal): Promise<number> {
  refuse(call, ['keep-names', 'name-list'], 'is for files, not for lines.')
  if (!call.has('feed')) refuse(call, ['only'], 'is for files, not for lines.')
  const options = sharedOptions(tool, call, terminal.cwd)
  const source = sourceOf(tool, call, options)
  const out = call.text('out')
  const isStandardInput = call.files.length === 0 || (call.files.length === 1 && call.files[0] === '-')
  return runLines(
    {
      tool,
      options,
      source,
      roots: isStandardInput ? undefined : await readRoots(call.files, terminal.cwd),
      only: call.text('only'),
      out: out === undefined ? undefined : resolve(terminal.cwd, out),
      force: call.has('force'),
      ...pace(call),
      ...given,
    },
    terminal,
  )
}

function sourceOf(tool: Tool, call: RunCall, options: unknown): LineSource {
  const output = call.text('output') ?? 'json'
  if (!call.has('feed')) {
    if (output !== 'json') throw new ProblemError('--lines supports only --output json.', { code: 'bad_usage' })
    return jsonLines(tool)
  }
  refuse(call, ['lines'], 'does not go with --feed.')
  if (!tool.document?.feed) throw new ProblemError(`${tool.id} does not support feeds.`, { code: 'bad_usage' })
  if (output === 'json') return documentFeed(tool, 'outcomes', options)
  if (output === 'file' && tool.download?.lines) return documentFeed(tool, 'documents', options)
  const forms = tool.download?.lines ? 'json or file' : 'json'
  throw new ProblemError(`--output of a feed must be ${forms}.`, { code: 'bad_usage' })
}

/** Several documents, or one that is to be a file of a folder. */
function isBatch(tool: Tool, { files, fields, text }: RunCall, cwd: string): boolean {
  if (!tool.document || fields.has(tool.document.field)) return false
  const [file, second] = files
  if (second !== undefined) return true
  if (file === undefined || file === '-') return false
  const out = text('out')
  const isPlain = statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isDirectory() === false
  const toFolder = out !== undefined && (/[\\/]$/.test(out) || isFolder(resolve(cwd, out)))
  // What is not there may be a pattern.
  return !isPlain || toFolder
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

async function runManyFiles(tool: Tool, call: RunCall, given: ThreadInputs, terminal: Terminal): Promise<number> {
  if (call.files.includes('-')) throw new ProblemError('Standard input cannot be combined with files.', { code: 'bad_usage' })
  const form = chooseForm(tool, undefined, call.text('output'))
  const out = call.text('out')
  if (form === 'zip')
    throw new ProblemError('--output zip requires a single input file. Use --output file for several.', { code: 'bad_usage' })
  if (form === 'file' && out === undefined)
    throw new ProblemError('--output file for several inputs requires --out FOLDER.', { code: 'bad_usage' })
  const folder = out === undefined ? undefined : resolve(terminal.cwd, out)
  const names = call.text('name-list')
  if (folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new ProblemError('--out must be a folder for several inputs. A file with that name exists.', { code: 'bad_usage' })
  return runFiles(
    {
      tool,
      options: sharedOptions(tool, call, terminal.cwd),
      form,
      roots: await readRoots(call.files, terminal.cwd),
      only: call.text('only'),
      folder,
      force: call.has('force'),
      keepNames: call.has('keep-names'),
      nameList: names === undefined ? undefined : resolve(terminal.cwd, names),
      ...pace(call),
      ...given,
    },
    terminal,
  )
}

async function runOne(tool: Tool, call: RunCall, terminal: Terminal): Promise<number> {
  refuse(call, ['only', 'keep-names', 'name-list', 'threads', 'timeout'], 'is for several files.')
  const form = chooseForm(tool, undefined, call.text('output'))
  const parts: FormPart[] = []
  for (const { part, file } of fileParts(tool, call)) {
    parts.push({ name: part, bytes: await readDocument(tool, file, terminal.cwd), contentType: undefined })
  }
  const { body, headers } = await answerCall(tool, {
    toolId: tool.id,
    contentType: 'multipart/form-data',
    mediaType: 'multipart/form-data',
    body: [...parts, ...optionsPart(call, terminal.cwd)],
    query: call.fields.toString(),
    form,
    jsonDepth: JSON_DEPTH,
  })
  if (headers['Verification-Status'] === NEEDS_REVIEW)
    terminal.err('health-tools: The result needs review (needs-review). Check it before you pass it on.\n')
  const out = call.text('out')
  const output = form === 'json' ? composeText(body, terminal.json) : body
  if (out === undefined) {
    terminal.out(output)
    await terminal.whenTaken()
    return 0
  }
  const path = resolve(terminal.cwd, out)
  const content = typeof output === 'string' ? new TextEncoder().encode(output) : output
  const error = await writeOutput({ path, drafts: dirname(path), mayReplace: call.has('force') }, [content])
  if (error) throw error
  return 0
}

/** For people with indents. */
function composeText(body: string | Uint8Array, isCompact: boolean): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return `${isCompact ? text : JSON.stringify(parseJson(text), null, 2)}\n`
}

function refuse(call: RunCall, flags: readonly (keyof typeof RUN_FLAGS)[], why: string): void {
  const flag = flags.find((name) => call.has(name))
  if (flag !== undefined) throw new ProblemError(`--${flag} ${why}`, { code: 'bad_usage' })
}

/** The files of the call by the parts that they are. */
function fileParts(tool: Tool, { files, fields }: RunCall): { readonly part: string; readonly file: string }[] {
  if (!tool.document) {
    const all = documentParts(tool).filter(({ field }) => !fields.has(field))
    const needed = all.filter(({ field }) => !isOptional(tool, field))
    const parts = files.length === needed.length ? needed : all
    if (files.length !== parts.length)
      throw new ProblemError(`${tool.id} takes ${parts.length} files: ${parts.map(({ part }) => part).join(', ')}.`, { code: 'bad_usage' })
    return parts.map(({ part }, i) => ({ part, file: files[i]! }))
  }
  const { field } = tool.document
  if (!fields.has(field)) {
    // Other fields may be there in its place.
    const isNeeded = !isOptional(tool, field) || !Object.keys(tool.input.shape).some((name) => fields.has(name))
    return files.length > 0 || isNeeded ? [{ part: 'file', file: files[0] ?? '-' }] : []
  }
  if (files.length > 0) throw new ProblemError(`The document is specified twice: as --${field} and as a file.`, { code: 'bad_usage' })
  return []
}

function isOptional(tool: Tool, field: string): boolean {
  return tool.input.shape[field]!.safeParse(undefined).success
}

/** @throws ProblemError `io_error` without the system's message, which repeats the path */
async function readDocument(tool: Tool, file: string, cwd: string): Promise<Uint8Array> {
  try {
    if (file === '-') return await readStandardInput(tool)
    const path = resolve(cwd, file)
    // Of a pipe or a device the size says nothing.
    const { size } = await stat(path)
    if (size > tool.maxInputBytes) throw sizeError(tool)
    return await readFile(path)
  } catch (cause) {
    throw cause instanceof ProblemError ? cause : readError(cause, file)
  }
}

async function readStandardInput(tool: Tool): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let total = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer)
    total += (chunk as Buffer).length
    if (total > tool.maxInputBytes) throw sizeError(tool)
  }
  return Buffer.concat(chunks)
}
