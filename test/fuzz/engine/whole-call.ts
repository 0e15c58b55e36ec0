// Inputs that are a whole call of a tool, as the API takes it: {"input": …, "options": …}. They reach what no fixed options reach.
import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { inputFromJson } from '../../../src/core/wire.ts'
import { expectThat, refusable, refusableLater, textOf } from './target.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface WholeCall {
  /** The id of one of the target's tools; the first one where it is left out. */
  readonly tool?: unknown
  readonly input: Fields
  readonly options: Fields
}

const OPENING_BRACE = 0x7b

/** The call that the bytes spell; undefined if they are no JSON object with an input. */
export function readWholeCall(bytes: Uint8Array): WholeCall | undefined {
  if (bytes[0] !== OPENING_BRACE) return undefined
  try {
    const { tool, input, options = {} } = JSON.parse(textOf(bytes)) as Partial<WholeCall>
    return isObject(input) && isObject(options) ? { tool, input, options } : undefined
  } catch {
    return undefined
  }
}

/** As runCall, for documents of bytes in base64. */
export async function runWholeCall(
  tools: readonly [Tool, ...Tool[]],
  { tool: id, input, options }: WholeCall,
): Promise<Fields | undefined> {
  const tool = tools.find((each) => each.id === id) ?? tools[0]
  const read = refusable(() => inputFromJson(tool, input))
  return read instanceof ProblemError ? undefined : runCall(tool, { input: read, options })
}

/** Checks what holds for every tool. @returns the result; undefined if the tool refuses the call */
export async function runCall(tool: Tool, { input, options }: WholeCall): Promise<Fields | undefined> {
  const before = structuredClone(input)
  const result = await refusableLater(() => runTool(tool, input, options))
  expectThat(isDeepStrictEqual(input, before), 'the input is not changed')
  if (result instanceof ProblemError) return undefined
  const checked = tool.output.safeParse(result)
  expectThat(checked.success, `the result fits its schema: ${checked.error?.issues[0]?.path.join('.')} ${checked.error?.issues[0]?.code}`)
  return result as Fields
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
