// The administrator's guide in Markdown: how the service is set up and run, every command, every setting, every exit code.
import { flagsOf } from './command-list.ts'
import { composeUsage, ENVIRONMENT, FILES, listExitCodes, type Manual, type ManualRow, SIGNALS } from './manual.ts'
import type { Verb } from './verb.ts'

const FIRST_STEPS = `## First steps
\`\`\`sh
health-tools self-test                                   # the executable works on this machine
health-tools config check                                # every fault of the configuration with its line; exit code 78
health-tools config template | less                      # every setting with its default; a site writes only what differs
health-tools keys create --owner NAME --plan standard    # the secret is shown once
health-tools serve
health-tools health --wait 30s                           # 0 when the service is ready
\`\`\`
The packages bring a configuration, /etc/health-tools/config.yaml: change it, and do not replace it by the template, or the database and the pepper would be
looked for elsewhere. Without a package, write a file of your own and name it with \`--config\`; relative paths in it start at its folder.
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
