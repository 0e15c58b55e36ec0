// Runs the tools that read an HL7 message on damaged ones, with the options of the golden cases, and says what must hold whatever the input is.
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { inputFromJson } from '../../../src/core/wire.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { mutate } from '../../formats/hl7/mutate.ts'
import { listGoldenFiles, readGoldenCase } from '../../golden-cases/golden-case.ts'

/** A tool with the options of one golden case, and what stands in the input beside the message. */
export interface Call {
  readonly tool: Tool
  readonly title: string
  readonly messageFields: readonly string[]
  readonly input: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
}

const MESSAGE_TYPE = 'application/hl7-v2'
const DIFF_FIELDS: readonly string[] = ['left', 'right']

/** One call for each golden case of each tool that reads HL7 v2. */
export function listCalls(): Call[] {
  const folder = new URL('../../golden/', import.meta.url).pathname
  return listGoldenFiles(folder).flatMap((file) => {
    const tool = catalogue.find(({ id }) => id === file.toolId)
    const messageFields = tool ? messageFieldsOf(tool) : []
    if (!tool || messageFields.length === 0) return []
    const { input, options } = readGoldenCase(file)
    return [{ tool, title: file.path, messageFields, input: inputOf(tool, input), options }]
  })
}

function messageFieldsOf(tool: Tool): readonly string[] {
  if (tool.document?.mediaTypes.includes(MESSAGE_TYPE)) return [tool.document.field]
  return tool.id === 'hl7/diff' ? DIFF_FIELDS : []
}

function inputOf(tool: Tool, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return inputFromJson(tool, input)
  } catch {
    return {}
  }
}

/**
 * @returns false where the message was refused
 * @throws whatever breaks a promise: an error that is no ProblemError, a refusal of the message that does not say where, a result that does not fit its
 * schema
 */
export async function runDamaged(call: Call, seeds: readonly Uint8Array[], random: () => number): Promise<boolean> {
  const { tool, messageFields, options } = call
  const input: Record<string, unknown> = { ...call.input }
  for (const field of messageFields) input[field] = mutate(seeds, random)
  let result: Record<string, unknown>
  try {
    result = await runTool(tool, input, options)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { byteOffset, path } = error.at ?? {}
    if (error.code === 'unreadable_input' && byteOffset === undefined && path === undefined) throw new Error('a refusal without a place')
    return false
  }
  const checked = tool.output.safeParse(result)
  if (!checked.success) throw new Error(`a result that does not fit its schema: ${checked.error.issues[0]?.path.join('.')}`)
  return true
}
