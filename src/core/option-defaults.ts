// Other defaults for the options of a tool: what a caller leaves out is taken from them, what a caller gives wins. The tool that comes
// out is a tool like any other, so that routes, batches, threads and descriptions need not know.
import * as z from 'zod'
import { ProblemError } from './problem.ts'
import type { Example, Tool } from './tool.ts'
import { inputFromJson } from './wire.ts'

/** By the names of options. */
export type OptionDefaults = Readonly<Record<string, unknown>>
/** By the ids of tools. */
export type ToolDefaults = Readonly<Record<string, OptionDefaults>>

/** Whether an option is a secret that no description and no answer shows. */
export function isSecretOption(tool: Tool, name: string): boolean {
  for (let schema: z.core.$ZodType | undefined = tool.options.shape[name]; schema; schema = innerOf(schema)) {
    if (z.globalRegistry.get(schema)?.writeOnly === true) return true
  }
  return false
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return (schema._zod.def as { innerType?: z.core.$ZodType }).innerType
}

/**
 * The tool with other defaults. A secret one is given to the tool alone; the others stand in its schema.
 * @param defaults each fits the schema of its option
 */
export function withDefaults(tool: Tool, defaults: OptionDefaults | undefined): Tool {
  if (!defaults) return tool
  const names = Object.keys(defaults)
  const secrets = Object.fromEntries(names.filter((name) => isSecretOption(tool, name)).map((name) => [name, defaults[name]]))
  const open = names.filter((name) => !Object.hasOwn(secrets, name))
  const shape = Object.fromEntries(open.map((name) => [name, withDefault(tool.options.shape[name]! as z.ZodType, defaults[name])]))
  return {
    ...tool,
    options: tool.options.safeExtend(shape),
    examples: tool.examples.map((example) => withFormerDefaults(tool, example, open)) as unknown as Tool['examples'],
    run: (input, options) => tool.run(input, { ...secrets, ...(options as OptionDefaults) }),
    writeJson: (input, options) => tool.writeJson?.(input, { ...secrets, ...(options as OptionDefaults) }),
  }
}

/** The value goes through the schema, so that what it leaves out has its own defaults. */
function withDefault(schema: z.ZodType, value: unknown): z.ZodType {
  const described = z.globalRegistry.get(schema)
  const changed = schema.prefault(value)
  return described ? changed.meta(described) : changed
}

/** An example shows what the tool does with its own defaults, so it names those that are others now. */
function withFormerDefaults(tool: Tool, example: Example, names: readonly string[]): Example {
  const former = names.flatMap((name) => {
    const own = tool.options.shape[name]!.safeParse(undefined)
    return own.success && own.data !== undefined ? [[name, own.data] as const] : []
  })
  return former.length === 0 ? example : { ...example, options: { ...Object.fromEntries(former), ...example.options } }
}

/**
 * Tries whether the tool takes the secrets, because only the tool knows what they have to be like.
 * @returns what is wrong with a secret, by its name
 */
export async function findSecretProblems(
  tool: Tool,
  defaults: OptionDefaults,
): Promise<{ readonly name: string; readonly detail: string }[]> {
  const names = Object.keys(defaults).filter((name) => isSecretOption(tool, name))
  if (names.length === 0) return []
  const options = tool.options.safeParse(Object.fromEntries(names.map((name) => [name, defaults[name]])))
  if (!options.success) return names.map((name) => ({ name, detail: 'it does not fit the schema of the option' }))
  try {
    await tool.run(tool.input.parse(inputFromJson(tool, tool.examples[0].input)), options.data)
    return []
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return (error.errors ?? []).flatMap(({ pointer, detail }) => {
      const name = names.find((candidate) => pointer === `/options/${candidate}`)
      return name === undefined ? [] : [{ name, detail }]
    })
  }
}
