// A recipe as a tool of its own: whatever runs, describes and saves a tool does the same with a recipe.
import * as z from 'zod'
import { bytesField, fieldKind } from '../document.ts'
import { NEEDS_REVIEW, verdictOf } from '../download-verdict.ts'
import { ProblemError, type ProblemItem } from '../problem.ts'
import { runTool } from '../run.ts'
import { categoryOf, type Tool } from '../tool.ts'
import { checkSoleDocument, inputFromJson } from '../wire.ts'
import type { RecipeStep } from './recipe.ts'

type Result = Readonly<Record<string, unknown>>
type Document = string | Uint8Array

/** Runs one step. Documents of input and result are texts or bytes. @throws ProblemError */
export type RunStep = (step: RecipeStep, input: Record<string, unknown>) => Promise<Result> | Result

const runHere: RunStep = ({ tool, options }, input) => runTool(tool, input, options)

interface StepReport {
  readonly tool: string
  readonly version: string
  /** Without the document. */
  readonly result?: Result
}

/**
 * @param steps of readRecipe
 * @param runStep for an environment that counts and permits each step
 */
export function recipeTool(name: string | undefined, steps: readonly RecipeStep[], runStep: RunStep = runHere): Tool {
  const first = steps[0]!.tool
  const { field, mediaTypes } = first.document!
  const last = steps.findLast(({ passes }) => passes === 'result')?.tool
  const hasVerdict = steps.some(({ tool }) => tool.download?.verdict)
  const download = last && {
    field: 'document',
    mediaType: last.download!.mediaType,
    extension: last.download!.extension,
    ...(hasVerdict && { verdict: ['verification', 'status'] }),
  }
  return {
    // File names can contain patient names: they are kept only for recipes without a tool of phi.
    id: steps.some(({ tool }) => categoryOf(tool) === 'phi') ? 'phi/recipe' : 'recipe/run',
    version: '1.0.0',
    title: name ?? 'Recipe',
    summary: `Runs ${steps.map(({ tool }) => tool.id).join(', ')}.`,
    input: z.strictObject({ [field]: first.input.shape[field]! }),
    options: z.strictObject({}),
    output: outputOf(last),
    document: { field, mediaTypes },
    ...(download && { download }),
    maxInputBytes: first.maxInputBytes,
    mayRunLong: true,
    smallMayRunLong: true,
    examples: [{ title: 'Recipe', input: {}, output: {} }],
    run: (input) => runSteps(steps, (input as Record<string, Document>)[field], runStep),
  }
}

function outputOf(last: Tool | undefined): z.ZodObject {
  const steps = z.array(z.looseObject({ tool: z.string(), version: z.string(), result: z.looseObject({}).optional() }))
  const verification = z.strictObject({ status: z.enum(['passed', NEEDS_REVIEW]) }).optional()
  if (!last) return z.strictObject({ steps, verification })
  const { field } = last.download!
  const isBytes = fieldKind(last.output.shape[field]!) === 'bytes'
  return z.strictObject({ steps, document: isBytes ? bytesField('The document of the last step.') : z.string(), verification })
}

async function runSteps(steps: readonly RecipeStep[], given: Document | undefined, runStep: RunStep): Promise<Result> {
  let document = given
  let written: Document | undefined
  let verdict: string | undefined
  const reports: StepReport[] = []
  // Reports of steps before a document is de-identified can hold what it hides.
  const safeFrom = steps.findLastIndex(({ tool, passes }) => tool.id.startsWith('phi/deidentify-') && passes === 'result')
  for (const [index, step] of steps.entries()) {
    const { tool } = step
    try {
      const result = await runStep(step, inputOf(step, document))
      checkSoleDocument(tool, result)
      verdict = worse(verdict, tool.download && verdictOf(tool.download, result))
      const { [tool.download?.field ?? '']: made, ...report } = result
      reports.push({ tool: tool.id, version: tool.version, ...(index >= safeFrom && { result: report }) })
      if (step.passes === 'input') continue
      if (!(typeof made === 'string' || made instanceof Uint8Array))
        throw new ProblemError('The tool produces no document with these options.', {
          code: 'invalid_input',
          errors: [{ pointer: '', code: 'missing_document', detail: 'no document for the next step' }],
        })
      document = made
      written = made
    } catch (error) {
      throw stepError(error, index, step)
    }
  }
  return {
    steps: reports,
    ...(written !== undefined && { document: written }),
    ...(verdict !== undefined && { verification: { status: verdict } }),
  }
}

function inputOf({ tool, input }: RecipeStep, document: Document | undefined): Record<string, unknown> {
  const { field } = tool.document!
  const others = inputFromJson(tool, input)
  if (document === undefined) return others
  const kind = fieldKind(tool.input.shape[field]!)
  if (kind === 'bytes' && typeof document === 'string') return { ...others, [field]: new TextEncoder().encode(document) }
  if (kind === 'text' && document instanceof Uint8Array) return { ...others, [field]: decodeText(document, field) }
  return { ...others, [field]: document }
}

function decodeText(bytes: Uint8Array, field: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const errors = [{ pointer: `/${field}`, code: 'invalid_encoding', detail: 'the bytes are not valid utf-8' }]
    throw new ProblemError('The input does not match the schema of the tool.', { code: 'invalid_input', errors })
  }
}

function worse(a: string | undefined, b: string | undefined): string | undefined {
  return a === NEEDS_REVIEW ? a : (b ?? a)
}

/** The same error, with the number of the step from 1 and its tool. */
export function stepError(error: unknown, index: number, { tool }: RecipeStep): ProblemError {
  const step = index + 1
  const known = error instanceof ProblemError ? error : undefined
  return new ProblemError(`Step ${step} (${tool.id}): ${known?.message ?? 'The tool failed.'}`, {
    code: known?.code ?? 'internal',
    cause: error,
    facts: { ...known?.facts, step, tool: tool.id },
    ...(known?.at && { at: known.at }),
    ...(known?.errors && { errors: known.errors.map((item) => withStep(item, index)) }),
    ...(known?.retryAfterSeconds !== undefined && { retryAfterSeconds: known.retryAfterSeconds }),
    ...(known && !known.retryable && { retryable: false as const }),
  })
}

/** Options of a step are in the recipe; its input comes from the step before. */
function withStep(item: ProblemItem, index: number): ProblemItem {
  const inRecipe = item.pointer.startsWith('/options') || index > 0
  return inRecipe ? { ...item, pointer: `/recipe/steps/${index}${item.pointer}` } : item
}
