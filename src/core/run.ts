// Runs one tool on one input: checks input and options against the schemas, then calls the tool.
import type * as z from 'zod'
import { documentBytes } from './document.ts'
import { Fault, type FaultItem } from './fault.ts'
import { describeIssues } from './issues.ts'
import type { Tool } from './tool.ts'

type Result = Record<string, unknown>

/**
 * @param input the input fields, documents as bytes or text
 * @param options the options as received; what is left out takes its default
 * @returns the tool's result, documents as bytes
 * @throws Fault `invalid_input` with a pointer for every finding, `body_too_large`, or what the tool throws
 */
export function runTool(tool: Tool, input: unknown, options: unknown = {}): Promise<Result> | Result {
  const findings: FaultItem[] = []
  const checkedInput = check(tool.input, input, '', findings)
  const checkedOptions = check(tool.options, options, '/options', findings)
  if (findings.length > 0) throw invalidInput(findings)
  return run(tool, checkedInput, checkedOptions)
}

/** The options with their defaults, to be shared by many calls of runChecked. */
export function checkOptions(tool: Tool, options: unknown): unknown {
  const findings: FaultItem[] = []
  const checked = check(tool.options, options, '/options', findings)
  if (findings.length > 0) throw invalidInput(findings)
  return checked
}

/** As runTool, with options that checkOptions gave. */
export function runChecked(tool: Tool, input: unknown, checkedOptions: unknown): Promise<Result> | Result {
  const findings: FaultItem[] = []
  const checkedInput = check(tool.input, input, '', findings)
  if (findings.length > 0) throw invalidInput(findings)
  return run(tool, checkedInput, checkedOptions)
}

function run(tool: Tool, input: unknown, options: unknown): Promise<Result> | Result {
  if (documentBytes(input as Result) > tool.maxInputBytes) {
    throw faultOfSize(tool)
  }
  return tool.run(input, options) as Promise<Result> | Result
}

/** Of a document that is known to be too large before it is read, too. */
export function faultOfSize({ maxInputBytes }: Tool): Fault {
  return new Fault(`The documents of one call may hold ${maxInputBytes} bytes.`, {
    code: 'body_too_large',
    facts: { limitBytes: maxInputBytes },
  })
}

function check(schema: z.ZodObject, value: unknown, prefix: string, findings: FaultItem[]): unknown {
  const parsed = schema.safeParse(value, { reportInput: false })
  if (parsed.success) return parsed.data
  findings.push(...describeIssues(schema, parsed.error.issues, prefix))
  return undefined
}

function invalidInput(errors: readonly FaultItem[]): Fault {
  return new Fault('The input does not fit the schema of the tool.', { code: 'invalid_input', errors })
}
