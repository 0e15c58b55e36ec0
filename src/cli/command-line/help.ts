// Help texts, derived from the declarations of the verbs.
import type { Flag, Verb } from './verb.ts'

interface Named {
  readonly name: string
  readonly summary: string
}

/** The list of commands. */
export function composeOverview(commands: readonly Named[]): string {
  return `Usage: health-tools COMMAND …\n\n${columns(commands.map(({ name, summary }) => [name, summary]))}\nRun health-tools COMMAND --help for details.\n`
}

/** Usage line, what the verb does, its arguments and flags. */
export function composeVerbHelp(verb: Verb, sharedFlags: Readonly<Record<string, Flag>>): string {
  const flags = Object.entries({ ...verb.flags, ...sharedFlags })
  const positionals = verb.positionals.map(({ name, required, multiple }) => {
    const shown = multiple ? `${name}…` : name
    return required ? shown : `[${shown}]`
  })
  const parts = [`Usage: ${['health-tools', verb.name, ...positionals, '[FLAGS]'].join(' ')}\n\n${verb.summary}\n`]
  if (verb.positionals.length > 0) parts.push(`\nArguments:\n${columns(verb.positionals.map(({ name, summary }) => [name, summary]))}`)
  parts.push(`\nFlags:\n${columns(flags.map(([name, flag]) => [flagForm(name, flag), flag.summary]))}`)
  return parts.join('')
}

function flagForm(name: string, { type, value, multiple }: Flag): string {
  const form = type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`
  return multiple ? `${form} …` : form
}

/** Two columns; a long first one gets a line of its own. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(28, Math.max(...rows.map(([first]) => first.length)))
  return rows
    .map(([first, second]) =>
      first.length > width ? `  ${first}\n  ${' '.repeat(width)}  ${second}\n` : `  ${first.padEnd(width)}  ${second}\n`,
    )
    .join('')
}
