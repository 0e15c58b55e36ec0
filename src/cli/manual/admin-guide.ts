// The administrator's guide in Markdown: the chapters by tasks, then every command, setting and exit code.
import { flagsOf } from '../command-line/command-list.ts'
import type { Verb } from '../command-line/verb.ts'
import { composeUsage, ENVIRONMENT, FILES, listExitCodes, type Manual, type ManualRow, SIGNALS } from './manual.ts'

/** @param chapters the chapters by tasks, with headings from the second level on */
export function composeAdminGuide({ version, groups, settings }: Manual, chapters: string): string {
  return [
    `# health-tools ${version}: administrator's guide\n`,
    chapters,
    '## Commands\n',
    ...groups.flatMap(({ verbs }) => verbs.map(composeVerb)),
    '## Settings\n',
    'One YAML file. Unknown settings are errors. Omitted settings keep their defaults. Do not write secrets in the file: use\n`{file: PATH}` or `{credential: NAME}`.\n',
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
