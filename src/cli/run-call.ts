// Reads the flags of `run`: its own, and those of the tool, which are the fields of its input and options.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { schemasOf } from '../core/describe.ts'
import { innermost } from '../core/document.ts'
import { Fault } from '../core/fault.ts'
import { nearestName } from '../core/nearest-name.ts'
import { checkOptions } from '../core/run.ts'
import type { Tool } from '../core/tool.ts'
import { addQuery, type CallFields, type FormPart, fieldsFromForm, plainForm } from '../http/request-fields.ts'
import { faultOfRead } from './run-inputs.ts'
import type { Flag } from './verb.ts'

/** None is named like a field of a tool, but for `options`, which holds all options as in a form of the API. */
export const RUN_FLAGS = {
  options: {
    type: 'string',
    value: 'JSON|@FILE',
    summary:
      'All options as one JSON object, or the file that holds it: every user of the machine can read a command, so keys and names belong there.',
  },
  output: {
    type: 'string',
    value: 'FORM',
    summary: 'json (default), file or zip, where the tool has them; of several files json or file.',
  },
  out: {
    type: 'string',
    value: 'PATH',
    summary: 'Writes the result there instead of to standard output; those of several files into this folder, where a later run goes on.',
  },
  force: { type: 'boolean', summary: 'Replaces results that are there, and does all again.' },
  only: { type: 'string', value: 'PATTERN', summary: 'Of folders only files that fit, such as "*.dcm" or "2026/**/*.hl7".' },
  lines: { type: 'boolean', summary: 'Each line is one input, {"id":"…","input":{…}}, and gets one line; with a last line of sums.' },
  feed: {
    type: 'boolean',
    summary:
      'The file is a stream of messages, as long as it may be: each gets one line, with a last line of sums; with --output file its document alone.',
  },
  'keep-names': {
    type: 'boolean',
    summary: 'Tools of phi name results by numbers, because names of files name patients; this keeps the names.',
  },
  'name-list': {
    type: 'string',
    value: 'FILE',
    summary: 'Writes there which file became which result and which failed, a JSON line each, for its owner alone.',
  },
  'fhir-packages': {
    type: 'string',
    value: 'FOLDER',
    summary: 'Folder of FHIR packages (.tgz) that fhir/validate uses, as fhir.packages of the configuration is for the server.',
  },
  threads: { type: 'string', value: 'N', summary: 'Files that are worked on at the same time; as many as there are processors.' },
  timeout: { type: 'string', value: 'SECONDS', summary: 'How long one of several files may take; 600 without it.' },
  json: { type: 'boolean', summary: 'Compact JSON; a fault as a JSON problem.' },
  help: { type: 'boolean', summary: 'Shows this help; after TOOL, with the flags of the tool.' },
} as const satisfies Readonly<Record<string, Flag>>

type RunFlag = keyof typeof RUN_FLAGS

export interface RunCall {
  readonly files: readonly string[]
  /** Fields of the tool. */
  readonly fields: URLSearchParams
  readonly text: (flag: RunFlag) => string | undefined
  readonly has: (flag: RunFlag) => boolean
  /** @throws Fault `bad_usage` where it is no whole number within the bounds */
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
  const summary = `${RUN_FLAGS.options.summary} The tool has an option of this name, which stands in it as {"options":…}. ${own.summary}`
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

function formOf(tool: Tool, name: string): Pick<Flag, 'type' | 'value'> {
  const schema = tool.options.shape[name] ?? tool.input.shape[name]
  if (schema === undefined) return { type: 'string' }
  const { type } = innermost(schema)._zod.def
  if (type === 'boolean') return { type }
  if (type === 'number') return { type: 'string', value: 'NUMBER' }
  return plainForm(schema) === 'json' ? { type: 'string', value: 'JSON' } : { type: 'string' }
}

/** `--names false` would turn names on, and look for a file of that name. */
function checkNoValue(before: { readonly kind: string } | undefined, value: string, known: Readonly<Record<string, Flag>>): void {
  if (value !== 'true' && value !== 'false') return
  const name = before?.kind === 'option' && 'name' in before ? String(before.name) : undefined
  if (name === undefined || Object.hasOwn(RUN_FLAGS, name) || known[name]?.type !== 'boolean') return
  throw new Fault(`The value of the flag --${name} stands behind an equals sign: --${name}=${value}.`, { code: 'bad_usage' })
}

/** @throws Fault `bad_usage` for a flag that is unknown, twice, or without its value */
export function readRunCall(tool: Tool, args: readonly string[]): RunCall {
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
    if (isText && value === undefined) throw new Fault(`The flag --${name} needs a value.`, { code: 'bad_usage' })
    if (!Object.hasOwn(RUN_FLAGS, name)) fields.append(name, value ?? 'true')
    else if (!isText && value !== undefined) throw new Fault(`The flag --${name} takes no value.`, { code: 'bad_usage' })
    else if (own.has(name)) throw new Fault(`The flag --${name} is given twice.`, { code: 'bad_usage' })
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
      if (value < 1 || value > max) throw new Fault(`The flag --${flag} takes a number from 1 to ${max}.`, { code: 'bad_usage' })
      return value
    },
  }
}

function unknownFlag(name: string, known: readonly string[]): Fault {
  const nearest = nearestName(name, known)
  return new Fault(`There is no such flag. ${nearest === undefined ? 'See --help.' : `Did you mean --${nearest}?`}`, { code: 'bad_usage' })
}

export const JSON_DEPTH = 64

/**
 * The value of --options as the part of a form.
 * @throws Fault `io_error` where its file cannot be read
 */
export function optionsPart(call: RunCall, cwd: string): FormPart[] {
  const options = call.text('options')
  if (options === undefined) return []
  // No JSON begins with @.
  const bytes = options.startsWith('@') ? readOptionsFile(options.slice(1), cwd) : new TextEncoder().encode(options)
  return [{ name: 'options', bytes, contentType: undefined }]
}

function readOptionsFile(file: string, cwd: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, file))
  } catch (cause) {
    throw faultOfRead(cause, file)
  }
}

/**
 * What many inputs share: options alone, as in a batch of the API.
 * @throws Fault `invalid_input`, `io_error`
 */
export function sharedOptions(tool: Tool, call: RunCall, cwd: string): Record<string, unknown> {
  const fields: CallFields = fieldsFromForm(tool, optionsPart(call, cwd), { jsonDepth: JSON_DEPTH })
  addQuery(tool, fields, call.fields, { jsonDepth: JSON_DEPTH })
  const [field] = Object.keys(fields.input)
  if (field !== undefined) throw new Fault(`Many inputs share options alone; --${field} is a field of the input.`, { code: 'bad_usage' })
  return fields.options
}

/** @throws Fault `bad_usage` with a pointer for every finding: what fits no input is said once, before the first one is read */
export function checkShared(tool: Tool, options: Record<string, unknown>): void {
  try {
    checkOptions(tool, options)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid_input') throw error
    throw new Fault(error.message, { code: 'bad_usage', errors: error.errors ?? [] })
  }
}
