// `run --recipe`: the tools of a recipe file in a row, as if they were one tool.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { readRecipe } from '../../core/recipe/recipe.ts'
import { recipeTool } from '../../core/recipe/recipe-tool.ts'
import type { Tool } from '../../core/tool.ts'
import { parseJsonBytes } from '../../http/response/json-text.ts'
import { catalogue } from '../../tools/catalogue.ts'
import { JSON_DEPTH } from './run-call.ts'
import { readError } from './run-inputs.ts'

export interface RecipeRun {
  readonly tool: Tool
  /** For the threads, which make the tool again. */
  readonly recipe: unknown
  /** The arguments without the flag. */
  readonly rest: readonly string[]
}

/**
 * @returns undefined without the flag
 * @throws ProblemError `io_error`, `malformed_json`, `invalid_input` with a pointer for every finding, `bad_usage` if the flag has no value or is repeated
 */
export function readRecipeFlag(args: readonly string[], cwd: string): RecipeRun | undefined {
  const at = args.findIndex((arg) => arg === '--recipe' || arg.startsWith('--recipe='))
  if (at < 0) return undefined
  const arg = args[at]!
  const isApart = arg === '--recipe'
  const file = isApart ? args[at + 1] : arg.slice('--recipe='.length)
  if (file === undefined || file === '') throw new ProblemError('--recipe requires a value.', { code: 'bad_usage' })
  const rest = [...args.slice(0, at), ...args.slice(at + (isApart ? 2 : 1))]
  if (rest.some((other) => other === '--recipe' || other.startsWith('--recipe=')))
    throw new ProblemError('--recipe is repeated.', { code: 'bad_usage' })
  const recipe = parseJsonBytes(readRecipeFile(file, cwd), JSON_DEPTH)
  return { tool: toolOfRecipe(recipe, catalogue), recipe, rest }
}

/** @throws ProblemError `invalid_input` */
export function toolOfRecipe(recipe: unknown, tools: readonly Tool[]): Tool {
  const ids = tools.map(({ id }) => id)
  const steps = readRecipe(recipe, (id) => tools.find((tool) => tool.id === id), ids)
  return recipeTool((recipe as { name?: string }).name, steps)
}

function readRecipeFile(file: string, cwd: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, file))
  } catch (cause) {
    throw readError(cause, file)
  }
}
