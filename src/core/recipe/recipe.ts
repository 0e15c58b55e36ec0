// A recipe: tools in a row, each with its options. The document of one is the input of the next.
import * as z from 'zod'
import { describeIssues } from '../issues.ts'
import { nearestName } from '../nearest-name.ts'
import { ProblemError, type ProblemItem } from '../problem.ts'
import { checkOptions } from '../run.ts'
import type { Tool } from '../tool.ts'

const MAX_STEPS = 20

const recipeStep = z.strictObject({
  tool: z.string().min(1).max(100).describe('ID of a tool that reads one document, such as hl7/normalize.'),
  options: z.record(z.string(), z.unknown()).optional().describe('Options of the tool, as in a call of it.'),
  input: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Further input fields of the tool beside its document, such as a profile or a view.'),
  pass: z
    .enum(['result', 'input'])
    .optional()
    .describe(
      'Document for the next step: the one that this step writes, or the one that it read. Default: result, but input for tools that only report, such as validators.',
    ),
})

export const recipeSchema = z.strictObject({
  name: z.string().max(200).optional().describe('For people.'),
  description: z.string().max(2_000).optional(),
  steps: z.array(recipeStep).min(1).max(MAX_STEPS).describe('Tools, in order.'),
})

export type Recipe = z.infer<typeof recipeSchema>

/** A step that is ready to run. */
export interface RecipeStep {
  readonly tool: Tool
  readonly options: Readonly<Record<string, unknown>>
  readonly input: Readonly<Record<string, unknown>>
  readonly passes: 'result' | 'input'
}

/**
 * Checks a recipe before anything runs: tools, options and fields.
 * @param pointer JSON pointer of the recipe in the request, such as /recipe
 * @throws ProblemError `invalid_input` with a pointer for every finding
 */
export function readRecipe(
  value: unknown,
  findTool: (id: string) => Tool | undefined,
  ids: readonly string[],
  pointer = '',
): readonly RecipeStep[] {
  const parsed = recipeSchema.safeParse(value, { reportInput: false })
  if (!parsed.success) throw invalidRecipe(describeIssues(recipeSchema, parsed.error.issues, pointer, value))
  const findings: ProblemItem[] = []
  const steps = parsed.data.steps.flatMap((step, i): RecipeStep[] => {
    const place = `${pointer}/steps/${i}`
    const tool = findTool(step.tool)
    if (!tool) {
      findings.push({ pointer: `${place}/tool`, code: 'unknown_tool', detail: unknownTool(step.tool, ids) })
      return []
    }
    findings.push(...findingsOf(tool, step, place))
    const { options = {}, input = {} } = step
    return [{ tool, options, input, passes: step.pass ?? (writesDocument(tool) ? 'result' : 'input') }]
  })
  if (findings.length > 0) throw invalidRecipe(findings)
  return steps
}

/** Whether the tool writes a document that can take the place of the one that it read. */
function writesDocument({ download }: Tool): boolean {
  return download !== undefined && download.isReport !== true
}

function findingsOf(tool: Tool, step: Recipe['steps'][number], place: string): ProblemItem[] {
  const findings: ProblemItem[] = []
  const add = (pointer: string, detail: string, code = 'invalid_value') => findings.push({ pointer: place + pointer, code, detail })
  if (!tool.document) add('/tool', 'the tool does not read a single document')
  if (step.pass === 'result' && !tool.download) add('/pass', 'the tool writes no document')
  for (const name of Object.keys(step.input ?? {})) {
    if (name === tool.document?.field) add(`/input/${escapePointer(name)}`, 'the document comes from the previous step')
    else if (!Object.hasOwn(tool.input.shape, name)) add(`/input/${escapePointer(name)}`, 'the tool has no such field', 'unknown_field')
  }
  try {
    checkOptions(tool, step.options ?? {})
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (!error.errors?.length) add('/options', error.message)
    for (const item of error.errors ?? []) findings.push({ ...item, pointer: place + item.pointer })
  }
  return findings
}

function unknownTool(id: string, ids: readonly string[]): string {
  const nearest = nearestName(id, ids)
  return nearest === undefined ? 'unknown tool' : `unknown tool; did you mean ${nearest}?`
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function invalidRecipe(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('Invalid recipe.', { code: 'invalid_input', errors })
}
