// Calls one command as the command line does, without a process: flags and arguments in, what it prints and throws out.
import type { Verb, VerbCall } from '../../../src/cli/command-line/verb.ts'

export interface Called {
  readonly exitCode: number
  readonly out: string
  readonly err: string
  /** What was printed with --json. */
  readonly value: unknown
}

type CallInput = Partial<Pick<VerbCall, 'flags' | 'positionals'>> & { json?: boolean; env?: Record<string, string>; cwd?: string }

export async function callVerb(verbs: readonly Verb[], name: string, given: CallInput): Promise<Called> {
  const verb = verbs.find((candidate) => candidate.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  for (const flag of Object.keys(given.flags ?? {})) if (!Object.hasOwn(verb.flags, flag)) throw new Error(`${name} has no flag ${flag}`)
  const printed: Printed = { out: '', err: '', value: undefined }
  const exitCode = await verb.run(callOf(given, printed))
  return { exitCode: exitCode ?? 0, ...printed }
}

type Printed = Omit<{ -readonly [K in keyof Called]: Called[K] }, 'exitCode'>

/** What the command line hands to a command. */
export function callOf(
  { flags = {}, positionals = [], json = false, env = {}, cwd = '/' }: CallInput,
  printed: Printed = { out: '', err: '', value: undefined },
): VerbCall {
  return {
    flags,
    positionals,
    terminal: {
      json,
      env,
      cwd,
      showsProgress: false,
      showsOutput: false,
      out: (text) => {
        printed.out += typeof text === 'string' ? text : new TextDecoder().decode(text)
      },
      whenTaken: async () => undefined,
      err: (text) => {
        printed.err += text
      },
      print: (value, text) => {
        printed.value = JSON.parse(JSON.stringify(value))
        printed.out += json ? `${JSON.stringify(value)}\n` : text
      },
    },
  }
}
