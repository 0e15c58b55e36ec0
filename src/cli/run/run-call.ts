// Reads the flags of `run`: its own, and those of the tool, which are the fields of its input and options.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { schemasOf } from '../../core/describe.ts'
import { innermost } from '../../core/document.ts'
import { nearestName } from '../../core/nearest-name.ts'
import { ProblemError } from '../../core/problem.ts'
import { checkOptions } from '../../core/run.ts'
import type { Tool } from '../../core/tool.ts'
import { addQuery, type CallFields, type FormPart, fieldsFromForm, plainForm } from '../../http/request/request-fields.ts'
import type { Flag } from '../command-line/verb.ts'
import { readError } from './run-inputs.ts'

/** None is named like a field of a tool, but for `options`, which holds all options as in a form of the API. */
export const RUN_FLAGS = {
  recipe: {
    type: 'string',
    value: 'FILE',
    summary: 'Run the tools of a recipe (a JSON file) in a row, instead of TOOL. The document of each step is the input of the next.',
  },
  options: {
    type: 'string',
    value: 'JSON|@FILE',
    summary:
      'All options as one JSON object, or @FILE with that object. Put keys and names in a file: every user of the machine can read command lines.',
  },
  output: {
    type: 'string',
    value: 'FORM',
    summary: 'Output form: json, file or zip, as far as the tool supports them. For several inputs: json or file. Default: json.',
  },
  out: {
    type: 'string',
    value: 'PATH',
    summary: 'Output file. Default: standard output. For several inputs: output folder. An interrupted run resumes there.',
  },
  force: { type: 'boolean', summary: 'Process all inputs again and replace existing results.' },
  only: { type: 'string', value: 'PATTERN', summary: 'Process only matching files of folders, for example "*.dcm" or "2026/**/*.hl7".' },
  lines: {
    type: 'boolean',
    summary: 'Read JSON lines: each line is one input, {"id":"…","input":{…}}. Prints one line per input and a summary line.',
  },
  feed: {
    type: 'boolean',
    summary:
      'Read a stream of messages of any length. Prints one line per message and a summary line. With --output file, prints only the documents.',
  },
  'keep-names': {
    type: 'boolean',
    summary: 'Keep file names. By default, phi tools number their results, because file names can contain patient names.',
  },
  'name-list': {
    type: 'string',
    value: 'FILE',
    summary: 'Write a JSON line per input with its result or failure to this file. Only its owner can read the file.',
  },
  'fhir-packages': {
    type: 'string',
    value: 'FOLDER',
    summary: 'Folder of FHIR packages (.tgz) for fhir/validate, like fhir.packages in the configuration.',
  },
  threads: { type: 'string', value: 'N', summary: 'Number of files processed at the same time. Default: the number of processors.' },
  timeout: { type: 'string', value: 'SECONDS', summary: 'Time limit per file if there are several files. Default: 600.' },
  json: { type: 'boolean', summary: 'Print compact JSON. Errors are JSON problems.' },
  help: { type: 'boolean', summary: 'Show this help. After TOOL: with the flags of the tool.' },
} as const satisfies Readonly<Record<string, Flag>>

type RunFlag = keyof typeof RUN_FLAGS

export interface RunCall {
  readonly files: readonly string[]
  /** Fields of the tool. */
  readonly fields: URLSearchParams
  readonly text: (flag: RunFlag) => string | undefined
  readonly has: (flag: RunFlag) => boolean
  /** @throws ProblemError `bad_usage` where it is no whole number within the bounds */
  readonly number: (flag: RunFlag, bounds: { readonly fallback: number; readonly max: number }) => number
}

interface Property {
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly items?: { readonly enum?: readonly string[] }
}

/** The flags of `run`, where the tool has an option of the name of one with what it is there. */
export function runFlagsOf(tool: Tool): Readonly<Record<string, Flag>> {
  const own = toolFlags(tool).options
  if (!own) return RUN_FLAGS
  const summary = `${RUN_FLAGS.options.summary} The tool has an option with this name. Set it as {"options":…}. ${own.summary}`
  return { ...RUN_FLAGS, options: { ...RUN_FLAGS.options, summary } }
}

/** The flags that the tool adds. */
export function toolFlags(tool: Tool): Record<string, Flag> {
  const { input, options } = schemasOf(tool)
  const flags: Record<string, Flag> = {}
  for (const schema of [input, options]) {
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Property>)) {
      const summary = [
        property.description,
        property.enum && `One of: ${property.enum.join(', ')}.`,
        property.items?.enum && `Any of: ${property.items.enum.join(', ')}.`,
        property.default !== undefined && `Default: ${JSON.stringify(property.default)}.`,
        property.default === true && `--${name}=false turns it off.`,
      ]
      flags[name] = { ...formOf(tool, name), summary: summary.filter(Boolean).join(' ') }
    }
  }
  return flags
}

const JSON_OR_FILE = 'JSON|@FILE'

function formOf(tool: Tool, name: string): Pick<Flag, 'type' | 'value'> {
  const schema = tool.options.shape[name] ?? tool.input.shape[name]
  if (schema === undefined) return { type: 'string' }
  const { type } = innermost(schema)._zod.def
  if (type === 'boolean') return { type }
  if (type === 'number') return { type: 'string', value: 'NUMBER' }
  return plainForm(schema) === 'json' ? { type: 'string', value: JSON_OR_FILE } : { type: 'string' }
}

/** `--names false` would turn names on, and look for a file of that name. */
function checkNoValue(before: { readonly kind: string } | undefined, value: string, known: Readonly<Record<string, Flag>>): void {
  if (value !== 'true' && value !== 'false') return
  const name = before?.kind === 'option' && 'name' in before ? String(before.name) : undefined
  if (name === undefined || Object.hasOwn(RUN_FLAGS, name) || known[name]?.type !== 'boolean') return
  throw new ProblemError(`Separate the value from the flag with an equals sign: --${name}=${value}.`, { code: 'bad_usage' })
}

/**
 * @param cwd folder that files of flags are named from
 * @throws ProblemError `bad_usage` for a flag that is unknown, twice, or without its value; `io_error` where the file of one cannot be read
 */
export function readRunCall(tool: Tool, args: readonly string[], cwd: string): RunCall {
  const known: Readonly<Record<string, Flag>> = { ...toolFlags(tool), ...RUN_FLAGS }
  const options = Object.fromEntries(Object.entries(known).map(([name, { type }]) => [name, { type }]))
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const files: string[] = []
  const fields = new URLSearchParams()
  const own = new Map<string, string | true>()
  let before: (typeof tokens)[number] | undefined
  for (const token of tokens) {
    if (token.kind === 'positional') {
      checkNoValue(before, token.value, known)
      files.push(token.value)
    }
    before = token
    if (token.kind !== 'option') continue
    const { name, value } = token
    if (!Object.hasOwn(known, name)) throw unknownFlag(name, Object.keys(known))
    const isText = known[name]!.type === 'string'
    if (isText && value === undefined) throw new ProblemError(`--${name} requires a value.`, { code: 'bad_usage' })
    // No JSON begins with @.
    const isFile = known[name]!.value === JSON_OR_FILE && value?.startsWith('@') === true
    if (!Object.hasOwn(RUN_FLAGS, name)) fields.append(name, isFile ? readFlagFile(value, cwd) : (value ?? 'true'))
    else if (!isText && value !== undefined) throw new ProblemError(`--${name} does not take a value.`, { code: 'bad_usage' })
    else if (own.has(name)) throw new ProblemError(`--${name} is repeated.`, { code: 'bad_usage' })
    else own.set(name, value ?? true)
  }
  const text = (flag: RunFlag): string | undefined => {
    const value = own.get(flag)
    return typeof value === 'string' ? value : undefined
  }
  return {
    files,
    fields,
    text,
    has: (flag) => own.has(flag),
    number(flag, { fallback, max }) {
      const given = text(flag)
      if (given === undefined) return fallback
      const value = /^\d{1,9}$/.test(given) ? Number(given) : 0
      if (value < 1 || value > max) throw new ProblemError(`--${flag} must be a number from 1 to ${max}.`, { code: 'bad_usage' })
      return value
    },
  }
}

function unknownFlag(name: string, known: readonly string[]): ProblemError {
  const nearest = nearestName(name, known)
  return new ProblemError(`Unknown flag. ${nearest === undefined ? 'See --help.' : `Did you mean --${nearest}?`}`, { code: 'bad_usage' })
}

export const JSON_DEPTH = 64

/**
 * The value of --options as the part of a form.
 * @throws ProblemError `io_error` where its file cannot be read
 */
export function optionsPart(call: RunCall, cwd: string): FormPart[] {
  const options = call.text('options')
  if (options === undefined) return []
  // No JSON begins with @.
  const bytes = options.startsWith('@') ? readOptionsFile(options.slice(1), cwd) : new TextEncoder().encode(options)
  return [{ name: 'options', bytes, contentType: undefined }]
}

function readFlagFile(value: string, cwd: string): string {
  return new TextDecoder().decode(readOptionsFile(value.slice(1), cwd))
}

function readOptionsFile(file: string, cwd: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, file))
  } catch (cause) {
    throw readError(cause, file)
  }
}

/**
 * What many inputs share: options alone, as in a batch of the API.
 * @throws ProblemError `invalid_input`, `io_error`
 */
export function sharedOptions(tool: Tool, call: RunCall, cwd: string): Record<string, unknown> {
  const fields: CallFields = fieldsFromForm(tool, optionsPart(call, cwd), { jsonDepth: JSON_DEPTH })
  addQuery(tool, fields, call.fields, { jsonDepth: JSON_DEPTH })
  const [field] = Object.keys(fields.input)
  if (field !== undefined)
    throw new ProblemError(`--${field} is an input field and cannot be set for several inputs. Only options can.`, { code: 'bad_usage' })
  return fields.options
}

/**
 * @returns the options with their defaults
 * @throws ProblemError `bad_usage` with a pointer for every finding: what fits no input is said once, before the first one is read
 */
export function checkShared(tool: Tool, options: Record<string, unknown>): unknown {
  try {
    return checkOptions(tool, options)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'invalid_input') throw error
    throw new ProblemError(error.message, { code: 'bad_usage', errors: error.errors ?? [] })
  }
}
