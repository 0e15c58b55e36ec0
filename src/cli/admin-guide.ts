// The administrator's guide in Markdown: how the service is set up and run, every command, every setting, every exit code.
import { flagsOf } from './command-list.ts'
import { composeUsage, ENVIRONMENT, FILES, listExitCodes, type Manual, type ManualRow, SIGNALS } from './manual.ts'
import type { Verb } from './verb.ts'

const FIRST_STEPS = `## First steps
\`\`\`sh
health-tools self-test                                   # the executable works on this machine
health-tools config check                                # errors of the configuration with their lines; exit code 78
health-tools config template | less                      # all settings with their defaults
health-tools keys create --owner NAME --plan standard    # the secret is shown once
health-tools serve
health-tools health --wait 30s                           # 0 when the service is ready
\`\`\`
The packages install /etc/health-tools/config.yaml. Edit this file. Do not replace it with the template: the template has other paths for the database and the pepper.
Without a package, create your own file and pass it with \`--config\`. Relative paths in the file are resolved from its folder.
Commands work on the live database: the service need not be stopped, and need not run. A change of the configuration is checked before it is used:
run \`health-tools config check\`, then send the service SIGHUP. All of the file comes into force or nothing of it; the log says which, names each fault with its line,
and each setting that waits for a restart.
`

export function composeAdminGuide({ version, groups, settings }: Manual): string {
  return [
    `# health-tools ${version}: administrator's guide\n`,
    FIRST_STEPS,
    '## Commands\n',
    ...groups.flatMap(({ verbs }) => verbs.map(composeVerb)),
    '## Settings\n',
    'One YAML file. What it does not know is an error with its line; what is left out keeps its default. A secret never stands in it: write\n`{file: PATH}` or `{credential: NAME}`.\n',
    table(
      ['setting', 'default', 'meaning'],
      settings.map(({ path, description, defaultText }) => [code(path), defaultText === undefined ? '' : code(defaultText), description]),
    ),
    section('Files', FILES),
    section('Signals', SIGNALS),
    section('Environment', ENVIRONMENT),
    section('Exit codes', listExitCodes()),
  ].join('\n')
}

function composeVerb(verb: Verb): string {
  const rows = [
    ...verb.positionals.map(({ name, summary }) => [code(name), summary]),
    ...Object.entries(flagsOf(verb)).map(([name, { type, value, summary }]) => [
      code(type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`),
      summary,
    ]),
  ]
  return `### ${verb.name}\n\`${composeUsage(verb)}\`\n\n${verb.summary}\n\n${table(['argument', 'meaning'], rows)}`
}

function section(title: string, rows: readonly ManualRow[]): string {
  return `## ${title}\n\n${table(
    ['', ''],
    rows.map(({ name, text }) => [code(name), text]),
  )}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`
  return `${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}`
}

function code(text: string): string {
  return `\`${text.trimEnd()}\``
}
