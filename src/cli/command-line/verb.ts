// What a command of the CLI is: one declaration from which parsing, --help and the list of commands derive.

export interface Flag {
  readonly type: 'string' | 'boolean'
  readonly summary: string
  /** What stands for the value in the help, such as FILE or PLAN. */
  readonly value?: string
  readonly multiple?: boolean
}

/** What every verb takes that does not read its flags itself. */
export const SHARED_FLAGS = {
  help: { type: 'boolean', summary: 'Show this help.' },
  json: { type: 'boolean', summary: 'Print one JSON document.' },
} as const satisfies Record<string, Flag>

export interface Positional {
  readonly name: string
  readonly summary: string
  readonly required: boolean
  /** Takes all that remain; only the last one may. */
  readonly multiple?: boolean
}

/** Where a verb reads and writes. `json` is true with --json: then exactly one JSON document goes to `out`. */
export interface Terminal {
  readonly json: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** True where somebody looks at standard error, so that progress may be shown there. */
  readonly showsProgress: boolean
  /** True where standard output is a terminal. */
  readonly showsOutput: boolean
  /** @param whenWritten called when nobody reads the bytes any more; never where they are not written */
  out(text: string | Uint8Array, whenWritten?: () => void): void
  /**
   * Resolves when what was written to `out` has been taken, so that a slow reader holds back a long run.
   * @throws ProblemError `io_error` where nobody reads any more
   */
  whenTaken(): Promise<void>
  err(text: string): void
  /** Prints the value with --json, else the text made for people. */
  print(value: unknown, text: string): void
}

export interface VerbCall {
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  readonly positionals: readonly string[]
  readonly terminal: Terminal
}

export interface Verb {
  /** One or two words: `serve`, `keys create`. */
  readonly name: string
  readonly summary: string
  readonly positionals: readonly Positional[]
  readonly flags: Readonly<Record<string, Flag>>
  /** True where the verb reads its flags itself, because they depend on its arguments; they come as positionals then. */
  readonly ownFlags?: boolean
  /** Returns the exit code, 0 when it returns nothing. Throws ProblemError. */
  run(call: VerbCall): Promise<number | undefined> | number | undefined
}

/** A string flag's value, or undefined where it was not given. */
export function textFlag(call: VerbCall, name: string): string | undefined {
  const value = call.flags[name]
  return typeof value === 'string' ? value : undefined
}
