// Runs one tool on one input: checks input and options against the schemas, then calls the tool.
import type * as z from 'zod'
import { chain } from './chain.ts'
import { documentBytes } from './document.ts'
import { describeIssues } from './issues.ts'
import { ProblemError, type ProblemItem } from './problem.ts'
import type { Json, Tool } from './tool.ts'
import { writeResult } from './wire.ts'

type Result = Record<string, unknown>

/**
 * @param input the input fields, documents as bytes or text
 * @param options the options as received; what is left out takes its default
 * @returns the tool's result, documents as bytes
 * @throws ProblemError `invalid_input` with a pointer for every finding, `body_too_large`, or what the tool throws
 */
export function runTool(tool: Tool, input: unknown, options: unknown = {}): Promise<Result> | Result {
  return run(tool, ...checkBoth(tool, input, options))
}

/** As runTool, but the result as JSON. */
export function runToJson(tool: Tool, input: unknown, options: unknown = {}): Promise<Json> | Json {
  return runJson(tool, ...checkBoth(tool, input, options))
}

function checkBoth(tool: Tool, input: unknown, options: unknown): [unknown, unknown] {
  const findings: ProblemItem[] = []
  const checkedInput = checkFields(tool, input, findings)
  const checkedOptions = checkFieldsOfOptions(tool, options, findings)
  if (findings.length > 0) throw invalidInput(findings)
  return [checkedInput, checkedOptions]
}

/** What options come to where none are given, which most calls do not: the same for all of them, as for the items of a batch. */
const defaults = new WeakMap<Tool, unknown>()

function checkFieldsOfOptions(tool: Tool, options: unknown, findings: ProblemItem[]): unknown {
  if (!isEmptyObject(options)) return check(tool.options, options, '/options', findings)
  const known = defaults.get(tool)
  if (known !== undefined) return known
  const checked = check(tool.options, options, '/options', findings)
  if (checked !== undefined) defaults.set(tool, checked)
  return checked
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const _ in value) return false
  return true
}

/**
 * The options with their defaults, to be shared by many calls of runChecked.
 * @throws ProblemError `invalid_input` where they fit no input
 */
export function checkOptions(tool: Tool, options: unknown): unknown {
  const findings: ProblemItem[] = []
  const checked = checkFieldsOfOptions(tool, options, findings)
  if (findings.length > 0) throw invalidInput(findings)
  tool.checkOptions?.(checked)
  return checked
}

/** As runTool, with options that checkOptions gave. */
export function runChecked(tool: Tool, input: unknown, checkedOptions: unknown): Promise<Result> | Result {
  return run(tool, checkInput(tool, input), checkedOptions)
}

/** As runChecked, but the result as JSON. */
export function runCheckedToJson(tool: Tool, input: unknown, checkedOptions: unknown): Promise<Json> | Json {
  return runJson(tool, checkInput(tool, input), checkedOptions)
}

function checkInput(tool: Tool, input: unknown): unknown {
  const findings: ProblemItem[] = []
  const checkedInput = checkFields(tool, input, findings)
  if (findings.length > 0) throw invalidInput(findings)
  return checkedInput
}

function run(tool: Tool, input: unknown, options: unknown): Promise<Result> | Result {
  checkSize(tool, input)
  return tool.run(input, options) as Promise<Result> | Result
}

function runJson(tool: Tool, input: unknown, options: unknown): Promise<Json> | Json {
  checkSize(tool, input)
  const written = tool.writeJson?.(input, options)
  if (written !== undefined) return written
  return chain(tool.run(input, options) as Promise<Result> | Result, (result) => writeResult(tool, result))
}

function checkSize(tool: Tool, input: unknown): void {
  if (documentBytes(input as Result) > tool.maxInputBytes) throw sizeError(tool)
}

/** Of a document that is known to be too large before it is read, too. */
export function sizeError({ maxInputBytes }: Tool): ProblemError {
  return new ProblemError(`The documents of one call can have at most ${maxInputBytes} bytes.`, {
    code: 'body_too_large',
    facts: { limitBytes: maxInputBytes },
  })
}

/** A field that is an option of the tool is told so: to forget the object around options is what happens most. */
function checkFields({ input: schema, options }: Tool, input: unknown, findings: ProblemItem[]): unknown {
  const parsed = schema.safeParse(input, { reportInput: false })
  if (parsed.success) return parsed.data
  const strays = new Set<string>()
  const issues = parsed.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return [issue]
    for (const key of issue.keys) if (Object.hasOwn(options.shape, key)) strays.add(key)
    const keys = issue.keys.filter((key) => !strays.has(key))
    return keys.length > 0 ? [{ ...issue, keys }] : []
  })
  addAll(findings, describeIssues(schema, issues, '', input))
  for (const name of strays)
    findings.push({ pointer: `/${name}`, code: 'unknown_field', detail: 'this is an option: put it into `options`' })
  return undefined
}

function check(schema: z.ZodObject, value: unknown, prefix: string, findings: ProblemItem[]): unknown {
  const parsed = schema.safeParse(value, { reportInput: false })
  if (parsed.success) return parsed.data
  addAll(findings, describeIssues(schema, parsed.error.issues, prefix, value))
  return undefined
}

/** A list of the input can have more findings than a call takes arguments. */
function addAll(findings: ProblemItem[], more: readonly ProblemItem[]): void {
  for (const finding of more) findings.push(finding)
}

function invalidInput(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('The input does not match the schema of the tool.', { code: 'invalid_input', errors })
}
