// A recipe on the page: its steps, and the description by which it is shown and run like a tool.
import { propertiesOf, withoutSecrets as valueWithoutSecrets } from '../form/form-state.ts'
import type { FieldSchema } from '../form/json-schema.ts'
import { msg, t } from '../language/language.ts'
import type { PageTool } from '../run/page-tool.ts'
import { RECIPE_ID } from '../shell/address.ts'

export interface Step {
  readonly tool: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly input?: Readonly<Record<string, unknown>>
  readonly pass?: 'result' | 'input'
}

export interface Recipe {
  readonly name?: string
  readonly description?: string
  readonly steps: readonly Step[]
}

export const PRESETS: readonly (Recipe & { readonly name: string })[] = [
  {
    name: msg('HL7 v2 to de-identified FHIR'),
    steps: [{ tool: 'hl7/normalize' }, { tool: 'phi/deidentify-hl7' }, { tool: 'hl7/to-fhir' }, { tool: 'fhir/validate' }],
  },
  { name: msg('Clean and check HL7 v2'), steps: [{ tool: 'hl7/normalize' }, { tool: 'hl7/validate' }] },
  { name: msg('De-identify and check FHIR'), steps: [{ tool: 'phi/deidentify-fhir' }, { tool: 'fhir/validate' }] },
  { name: msg('De-identify and check X12'), steps: [{ tool: 'phi/deidentify-x12' }, { tool: 'data/x12-parse', pass: 'input' }] },
]

/** @returns undefined for what is no recipe; the thread that runs it checks the rest */
export function readRecipe(value: unknown): Recipe | undefined {
  const { steps } = (value ?? {}) as { steps?: unknown }
  if (!Array.isArray(steps) || steps.length === 0) return undefined
  return steps.every((step) => typeof (step as Step | null)?.tool === 'string') ? (value as Recipe) : undefined
}

/** Steps without options that are secrets: a link is kept in histories. */
export function withoutSecrets(recipe: Recipe, tools: ReadonlyMap<string, PageTool>): Recipe {
  return { ...recipe, steps: recipe.steps.map((step) => ({ ...step, options: openOptions(step, tools.get(step.tool)) })) }
}

export function hasSecrets(recipe: Recipe, tools: ReadonlyMap<string, PageTool>): boolean {
  const write = (options: Step['options']) => JSON.stringify(options ?? {})
  return recipe.steps.some((step) => write(openOptions(step, tools.get(step.tool))) !== write(step.options))
}

function openOptions({ options = {} }: Step, tool: PageTool | undefined): Record<string, unknown> {
  return valueWithoutSecrets(tool?.schemas.options ?? {}, options) as Record<string, unknown>
}

/** Takes the input of the first tool and gives the document of the last one that writes one. */
export function describeRecipe(recipe: Recipe, tools: readonly PageTool[]): PageTool {
  const first = tools[0]!
  const { field } = first.document!
  const writer = tools.findLast((tool, i) => passesResult(recipe.steps[i]!, tool))
  const schema = propertiesOf(first.schemas.input).find(([name]) => name === field)?.[1] ?? {}
  const written = writer?.download && propertiesOf(writer.schemas.output).find(([name]) => name === writer.download!.field)?.[1]
  return {
    ...first,
    id: RECIPE_ID,
    title: t(recipe.name ?? msg('Recipe')),
    summary: t('Runs tools in a row: the document of each step is the input of the next.'),
    version: '1.0.0',
    download: writer?.download ? { ...writer.download, field: 'document', verdict: ['verification', 'status'] } : null,
    parts: first.parts.filter((part) => part.field === field),
    schemas: {
      input: { properties: { [field]: schema }, required: [field] },
      options: { properties: {} },
      output: { properties: { document: written ?? ({} satisfies FieldSchema) } },
    },
    views: { input: [], options: [], output: [{ path: ['steps'], view: { kind: 'recipe-steps' } }] },
  }
}

function passesResult({ pass }: Step, { download }: PageTool): boolean {
  return pass === undefined ? download !== null && download.isReport !== true : pass === 'result'
}
