// The thread that runs tools in the tab: one request at a time, nothing of it kept. A thread is stopped by ending it.
import { endingOf } from '../../core/download-verdict.ts'
import { describeProblem, ProblemError } from '../../core/problem.ts'
import { readRecipe } from '../../core/recipe/recipe.ts'
import { recipeTool } from '../../core/recipe/recipe-tool.ts'
import { runToJson, runTool } from '../../core/run.ts'
import type { Tool } from '../../core/tool.ts'
import { resultToJson } from '../../core/wire.ts'
import { writeJson } from '../../core/write-json.ts'
import type { Problem, ResultDocument, RunRequest, RunResult, WorkerReply, WorkerRequest } from '../run/messages.ts'
import { shownValue } from '../run/result.ts'
import { reviewOf } from '../run/review.ts'
import { readInput } from './read-input.ts'
import { readZip } from './read-zip.ts'
import { writeZip } from './write-zip.ts'

/** By the id of the tool: its module, loaded when it is first asked for. */
type Loaders = Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>

export function serveTools(loaders: Loaders): void {
  globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    void answer(loaders, data).then((reply) => globalThis.postMessage(reply))
  })
}

async function answer(loaders: Loaders, request: WorkerRequest): Promise<WorkerReply> {
  try {
    if (request.kind === 'unzip') return { kind: 'files', files: await readZip(request.zip) }
    if (request.kind === 'zip') return { kind: 'zip', content: await writeZip(request.files) }
    const { toolId, recipe } = request
    const tool = recipe === undefined ? await loadTool(loaders, toolId) : await loadRecipe(loaders, recipe)
    return { kind: 'result', result: await run(tool, request) }
  } catch (error) {
    return { kind: 'problem', problem: describeProblem(error).body as unknown as Problem }
  }
}

async function loadTool(loaders: Loaders, id: string): Promise<Tool> {
  const load = Object.hasOwn(loaders, id) ? loaders[id] : undefined
  if (!load) throw new ProblemError('Unknown tool.', { code: 'unknown_tool' })
  let module: Readonly<Record<string, unknown>>
  try {
    module = await load()
  } catch (cause) {
    throw new ProblemError('The code of the tool cannot be loaded from the server. Reload the page.', { code: 'io_error', cause })
  }
  return Object.values(module).find((value): value is Tool => (value as Tool).id === id)!
}

/** Only the tools of its steps are loaded. */
async function loadRecipe(loaders: Loaders, recipe: unknown): Promise<Tool> {
  const { name, steps } = recipe as { name?: string; steps?: readonly { tool: string }[] }
  const ids = [...new Set(steps?.map(({ tool }) => tool))].filter((id) => Object.hasOwn(loaders, id))
  const tools = await Promise.all(ids.map((id) => loadTool(loaders, id)))
  const find = (id: string) => tools.find((tool) => tool.id === id)
  return recipeTool(name, readRecipe(recipe, find, Object.keys(loaders), '/recipe'))
}

async function run(tool: Tool, { input, options }: RunRequest): Promise<RunResult> {
  const started = performance.now()
  const fields = await readInput(tool, input)
  const result = tool.download && (await runTool(tool, fields, options))
  const text = result ? writeJson(resultToJson(tool, result)) : await runToJson(tool, fields, options)
  const milliseconds = performance.now() - started
  const json = new Blob([text as BlobPart], { type: 'application/json' })
  const shown = { json, value: await shownValue(json), document: result && documentOf(tool, result), milliseconds }
  return result ? { ...shown, review: reviewOf(result) } : shown
}

function documentOf({ download }: Tool, result: Readonly<Record<string, unknown>>): ResultDocument | undefined {
  const content = download && result[download.field]
  if (!download || !(typeof content === 'string' || content instanceof Uint8Array)) return undefined
  return { content: new Blob([content as BlobPart], { type: download.mediaType }), extension: endingOf(download, result) }
}
