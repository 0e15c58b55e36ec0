// `run`: a tool over files, with the same fields and the same results as the API.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { documentParts, schemasOf } from '../core/describe.ts'
import { fieldKind, innermost } from '../core/document.ts'
import { describeFault, FAULTS, Fault } from '../core/fault.ts'
import { nearestName } from '../core/nearest-name.ts'
import { runTool } from '../core/run.ts'
import type { Tool } from '../core/tool.ts'
import { resultToJson } from '../core/wire.ts'
import { type AnswerForm, chooseForm } from '../http/accept.ts'
import { composeAnswer } from '../http/answer.ts'
import { addQuery, type CallFields, type FormPart, fieldsFromForm } from '../http/request-fields.ts'
import { composeVerbHelp } from './help.ts'
import { findTool } from './tools-verbs.ts'
import type { Flag, Terminal, Verb } from './verb.ts'

const LIMITS = { jsonDepth: 64 }

const OWN_FLAGS: Readonly<Record<string, Flag>> = {
  options: { type: 'string', value: 'JSON', summary: 'All options as one JSON object.' },
  output: { type: 'string', value: 'FORM', summary: 'json (default), file or zip, where the tool has them.' },
  to: { type: 'string', value: 'PATH', summary: 'Writes the result there instead of to standard output.' },
  json: { type: 'boolean', summary: 'Compact JSON; a fault as a JSON problem.' },
  help: { type: 'boolean', summary: 'Shows this help; after TOOL, with the flags of the tool.' },
}

const DESCRIPTION: Verb = {
  name: 'run',
  summary:
    'Runs a tool over files. Without a file, or with -, it reads standard input. With several files it prints one JSON line for each.',
  positionals: [
    { name: 'TOOL', summary: 'Such as text/word-count.', required: true },
    { name: 'FILE', summary: 'A document each; tools that compare take two.', required: false, multiple: true },
  ],
  flags: OWN_FLAGS,
  ownFlags: true,
  run: ({ positionals, terminal }) => runOverFiles(positionals, terminal),
}

export const runVerbs: readonly Verb[] = [DESCRIPTION]

async function runOverFiles(args: readonly string[], terminal: Terminal): Promise<number> {
  const [id, ...rest] = args
  if (id === undefined || id.startsWith('-')) {
    terminal.out(composeVerbHelp(DESCRIPTION, {}))
    return id === '--help' ? 0 : FAULTS.bad_usage.exit
  }
  const tool = findTool(id)
  if (rest.includes('--help')) {
    terminal.out(
      composeVerbHelp(
        {
          ...DESCRIPTION,
          name: `run ${tool.id}`,
          summary: tool.summary,
          positionals: [DESCRIPTION.positionals[1]!],
          flags: toolFlags(tool),
        },
        OWN_FLAGS,
      ),
    )
    return 0
  }
  const call = readCall(tool, rest)
  const form = chooseForm(tool, undefined, call.output)
  const groups = groupFiles(tool, call)
  if (groups.length > 1) return runMany(tool, call, groups, terminal)
  await writeResult(await composeOutput(tool, await runOne(tool, call, groups[0]!), form, terminal), call.to, terminal)
  return 0
}

interface RunCall {
  readonly files: readonly string[]
  readonly fields: URLSearchParams
  readonly options: string | undefined
  readonly output: string | undefined
  readonly to: string | undefined
}

function toolFlags(tool: Tool): Record<string, Flag> {
  const { input, options } = schemasOf(tool)
  const flags: Record<string, Flag> = {}
  for (const schema of [input, options]) {
    for (const [name, property] of Object.entries(
      (schema.properties ?? {}) as Record<string, { description?: string; default?: unknown; enum?: string[] }>,
    )) {
      const summary = [
        property.description,
        property.enum && `One of: ${property.enum.join(', ')}.`,
        property.default !== undefined && `Default: ${JSON.stringify(property.default)}.`,
      ]
      flags[name] = { type: isBoolean(tool, name) ? 'boolean' : 'string', summary: summary.filter(Boolean).join(' ') }
    }
  }
  return flags
}

function isBoolean(tool: Tool, name: string): boolean {
  const schema = tool.options.shape[name] ?? tool.input.shape[name]
  return schema !== undefined && innermost(schema)._zod.def.type === 'boolean'
}

function readCall(tool: Tool, args: readonly string[]): RunCall {
  const known = { ...toolFlags(tool), ...OWN_FLAGS }
  const options = Object.fromEntries(Object.entries(known).map(([name, { type }]) => [name, { type }]))
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const files: string[] = []
  const fields = new URLSearchParams()
  const own: Record<string, string | undefined> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value)
    if (token.kind !== 'option') continue
    if (!Object.hasOwn(known, token.name)) throw unknownFlag(token.name, Object.keys(known))
    if (Object.hasOwn(OWN_FLAGS, token.name)) own[token.name] = token.value
    else if (token.value !== undefined) fields.append(token.name, token.value)
    else if (isBoolean(tool, token.name)) fields.append(token.name, 'true')
    else throw new Fault(`The flag --${token.name} needs a value.`, { code: 'bad_usage' })
  }
  return { files, fields, options: own.options, output: own.output, to: own.to }
}

function unknownFlag(name: string, known: readonly string[]): Fault {
  const nearest = nearestName(name, known)
  return new Fault(`There is no such flag. ${nearest === undefined ? 'See --help.' : `Did you mean --${nearest}?`}`, { code: 'bad_usage' })
}

/** The files of each call: one a call, or all parts of the one call of a tool that compares. */
function groupFiles(tool: Tool, { files, fields }: RunCall): { readonly part: string; readonly file: string }[][] {
  const parts = documentParts(tool).filter(({ field }) => !fields.has(field))
  if (!tool.document) {
    if (files.length !== parts.length)
      throw new Fault(`${tool.id} takes ${parts.length} files: ${parts.map(({ part }) => part).join(', ')}.`, { code: 'bad_usage' })
    return [parts.map(({ part }, i) => ({ part, file: files[i]! }))]
  }
  if (fields.has(tool.document.field)) {
    if (files.length > 0) throw new Fault(`The document is given twice: as --${tool.document.field} and as a file.`, { code: 'bad_usage' })
    return [[]]
  }
  return (files.length > 0 ? files : ['-']).map((file) => [{ part: 'file', file }])
}

async function runOne(
  tool: Tool,
  call: RunCall,
  group: readonly { readonly part: string; readonly file: string }[],
): Promise<Record<string, unknown>> {
  const parts: FormPart[] = []
  for (const { part, file } of group) parts.push({ name: part, bytes: await readDocument(tool, file), contentType: undefined })
  if (call.options !== undefined) parts.push({ name: 'options', bytes: new TextEncoder().encode(call.options), contentType: undefined })
  const fields: CallFields = fieldsFromForm(tool, parts, LIMITS)
  addQuery(tool, fields, call.fields, LIMITS)
  return runTool(tool, parseBytesFields(tool, fields.input), fields.options)
}

/** A field of bytes given as a flag is base64, as in JSON. */
function parseBytesFields(tool: Tool, input: Record<string, unknown>): Record<string, unknown> {
  for (const [name, schema] of Object.entries(tool.input.shape)) {
    if (fieldKind(schema) === 'bytes' && typeof input[name] === 'string') input[name] = Buffer.from(input[name], 'base64')
  }
  return input
}

/** @throws Fault `io_error` without the system's message, which repeats the path */
async function readDocument(tool: Tool, file: string): Promise<Uint8Array> {
  try {
    return file === '-' ? await readStandardInput(tool) : await readFile(file)
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    const code = (cause as NodeJS.ErrnoException).code
    const reason = code === 'ENOENT' ? 'There is no such file.' : code === 'EISDIR' ? 'That is a folder.' : 'The file cannot be read.'
    throw new Fault(reason, { code: 'io_error', at: { file }, cause })
  }
}

async function readStandardInput(tool: Tool): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let total = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer)
    total += (chunk as Buffer).length
    if (total > tool.maxInputBytes)
      throw new Fault(`The documents of one call may hold ${tool.maxInputBytes} bytes.`, { code: 'body_too_large' })
  }
  return Buffer.concat(chunks)
}

async function runMany(tool: Tool, call: RunCall, groups: ReturnType<typeof groupFiles>, terminal: Terminal): Promise<number> {
  if (call.to !== undefined || (call.output !== undefined && call.output !== 'json')) {
    throw new Fault('Several files give JSON lines on standard output; --to and --output take one file.', { code: 'bad_usage' })
  }
  let failed = 0
  for (const [index, group] of groups.entries()) {
    const line: Record<string, unknown> = { index, file: group[0]?.file }
    try {
      line.result = resultToJson(tool, await runOne(tool, call, group))
    } catch (error) {
      failed++
      line.error = describeFault(error).body
    }
    terminal.out(`${JSON.stringify(line)}\n`)
  }
  if (failed > 0) terminal.err(`health-tools: ${failed} of ${groups.length} files failed\n`)
  return failed > 0 ? FAULTS.unreadable_input.exit : 0
}

async function composeOutput(
  tool: Tool,
  result: Record<string, unknown>,
  form: AnswerForm,
  { json }: Terminal,
): Promise<string | Uint8Array> {
  if (form === 'json') return `${JSON.stringify(resultToJson(tool, result), null, json ? undefined : 2)}\n`
  return (await composeAnswer(tool, result, form)).body
}

async function writeResult(output: string | Uint8Array, to: string | undefined, terminal: Terminal): Promise<void> {
  if (to === undefined) {
    if (typeof output === 'string') terminal.out(output)
    else process.stdout.write(output)
    return
  }
  try {
    await writeFile(to, output, { mode: 0o600 })
  } catch (cause) {
    throw new Fault('The result cannot be written.', { code: 'io_error', at: { file: to }, cause })
  }
}
