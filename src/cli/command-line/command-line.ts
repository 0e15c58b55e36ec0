// Finds the verb, reads its flags, prints its help, and turns an error into a message and an exit code.
// Verbs are loaded when they are called: `version` answers without loading a server.
import { parseArgs } from 'node:util'
import { useMemory } from '../../core/memory.ts'
import { nearestName } from '../../core/nearest-name.ts'
import { describeProblem, PROBLEMS, ProblemError } from '../../core/problem.ts'
import { nodeMemory } from '../../platform/threads/node-memory.ts'
import type { VerbGroup } from '../commands/verb-groups.ts'
import { composeOverview, composeVerbHelp } from './help.ts'
import { openTerminal } from './terminal.ts'
import { type Flag, SHARED_FLAGS, type Terminal, type Verb, type VerbCall } from './verb.ts'

/** @returns the exit code (sysexits.h) */
export async function runCommandLine(args: readonly string[], groups: readonly VerbGroup[]): Promise<number> {
  useMemory(nodeMemory)
  const terminal = openTerminal(args.includes('--json'))
  try {
    return await dispatch(args, groups, terminal)
  } catch (error) {
    return printError(error, terminal)
  }
}

async function dispatch(args: readonly string[], groups: readonly VerbGroup[], terminal: Terminal): Promise<number> {
  const [word, ...rest] = args
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    terminal.out(composeOverview(groups))
    return 0
  }
  const group = findGroup(word, groups)
  if (!group)
    throw usage(
      'Unknown command.',
      nearestName(
        word,
        groups.map((candidate) => candidate.name),
      ),
    )
  const verbs = await group.load()
  const { verb, remaining } = findVerb(group, verbs, rest)
  if (!verb) {
    terminal.out(composeOverview(verbs))
    return 0
  }
  if (verb.ownFlags) return (await verb.run({ flags: {}, positionals: remaining, terminal })) ?? 0
  if (remaining.includes('--help')) {
    terminal.out(composeVerbHelp(verb, SHARED_FLAGS))
    return 0
  }
  return (await verb.run(readCall(verb, remaining, terminal))) ?? 0
}

/** `--version` is the command `version`. */
export function findGroup(word: string, groups: readonly VerbGroup[]): VerbGroup | undefined {
  const name = word === '--version' || word === '-V' ? 'version' : word
  return groups.find((candidate) => candidate.name === name)
}

/** A group of one verb has the group's name; in others the second word chooses. No verb means: show the list. */
function findVerb(
  group: VerbGroup,
  verbs: readonly Verb[],
  rest: readonly string[],
): { verb: Verb | undefined; remaining: readonly string[] } {
  const single = verbs.find((verb) => verb.name === group.name)
  if (single) return { verb: single, remaining: rest }
  const [second, ...remaining] = rest
  if (second === undefined || second === '--help' || second === '--json') return { verb: undefined, remaining: [] }
  const verb = verbs.find((candidate) => candidate.name === `${group.name} ${second}`)
  if (!verb)
    throw usage(
      `Unknown command of ${group.name}.`,
      nearestName(
        second,
        verbs.map((candidate) => candidate.name.split(' ')[1] ?? ''),
      ),
    )
  return { verb, remaining }
}

function readCall(verb: Verb, args: readonly string[], terminal: Terminal): VerbCall {
  const known: Readonly<Record<string, Flag>> = { ...verb.flags, ...SHARED_FLAGS }
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, ...flag }]) => [name, { type, multiple: 'multiple' in flag && flag.multiple === true }]),
  )
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(known, token.name) ? known[token.name] : undefined
    if (!flag) throw usage('Unknown flag.', nearestName(token.name, Object.keys(known)), '--')
    if (flag.type === 'string' && token.value === undefined) throw usage(`The flag --${token.name} needs a value.`)
    if (flag.type === 'boolean' && token.value !== undefined) throw usage(`The flag --${token.name} does not take a value.`)
  }
  checkPositionals(verb, positionals)
  return { flags: values as VerbCall['flags'], positionals, terminal }
}

function checkPositionals(verb: Verb, positionals: readonly string[]): void {
  const required = verb.positionals.filter((positional) => positional.required)
  if (positionals.length < required.length) throw usage(`${verb.name} needs ${required.map(({ name }) => name).join(' ')}.`)
  const isVariadic = verb.positionals.at(-1)?.multiple === true
  if (!isVariadic && positionals.length > verb.positionals.length) throw usage(`${verb.name} takes fewer arguments.`)
}

function usage(message: string, nearest?: string, prefix = ''): ProblemError {
  const hint = nearest === undefined ? 'See --help.' : `Did you mean ${prefix}${nearest}?`
  return new ProblemError(`${message} ${hint}`, { code: 'bad_usage' })
}

/** Prints what is wrong and where, and returns the exit code of its row. */
function printError(error: unknown, terminal: Terminal): number {
  const { body } = describeProblem(error)
  const problem = error instanceof ProblemError ? error : undefined
  if (terminal.json) terminal.err(`${JSON.stringify(body)}\n`)
  else
    terminal.err(
      `health-tools: ${describePlace(problem)}${String(body.detail)}\n${(problem?.errors ?? []).map(({ pointer, detail }) => `  ${pointer || '/'}: ${detail}\n`).join('')}`,
    )
  return PROBLEMS[problem?.code ?? 'internal'].exit
}

function describePlace(problem: ProblemError | undefined): string {
  const { file, line, column, path, byteOffset } = problem?.at ?? {}
  const source = [file, line, column].filter((part) => part !== undefined).join(':')
  const inside = [path, byteOffset === undefined ? undefined : `byte ${byteOffset}`].filter((part) => part !== undefined).join(', ')
  const place = [source, inside].filter((part) => part !== '').join(' ')
  return place === '' ? '' : `${place}: `
}
