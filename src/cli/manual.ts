// What the man page and the guide tell alike: commands, settings, files, signals and exit codes.
import { FAULTS } from '../core/fault.ts'
import type { ListedSetting } from '../platform/config-template.ts'
import type { CommandGroup } from './command-list.ts'
import type { Verb } from './verb.ts'

export interface Manual {
  readonly version: string
  readonly groups: readonly CommandGroup[]
  readonly settings: readonly ListedSetting[]
}

export interface ManualRow {
  readonly name: string
  readonly text: string
}

export const FILES: readonly ManualRow[] = [
  {
    name: '/etc/health-tools/config.yaml',
    text: 'The configuration, where --config and HEALTH_TOOLS_CONFIG name none. health-tools config template prints every setting.',
  },
  {
    name: 'health-tools.db',
    text: 'The database, at storage.path, with -wal, -shm and -counts beside it while it is open: keys and usage, nothing of what is sent. health-tools backup create copies all of it.',
  },
  {
    name: 'pepper',
    text: 'The secret of all keys, beside the database unless auth.api_key.pepper names another place. No backup holds it: keep a copy elsewhere.',
  },
  {
    name: 'backup/',
    text: 'Copies of the database, beside it unless storage.backup.dir names another folder; each with its SHA-256, which sha256sum -c reads.',
  },
  {
    name: 'spool',
    text: 'Lines of logs for a receiver that is away, in the folder that its sink names: a stop of the service keeps all that fit. A process that is killed loses what its memory held alone: the lines of the last seconds, and those that it had taken until it knew that the receiver was away (10 seconds of them where the receiver hangs, and never more than half of buffer_mb). A power cut costs also what the system had not written to the disk, half a minute as a rule. Sinks without a spool lose all that they hold.',
  },
]

export const SIGNALS: readonly ManualRow[] = [
  { name: 'SIGTERM, SIGINT', text: 'Finishes what runs, refuses what is new, and ends within server.timeouts.shutdown.' },
  { name: 'SIGHUP', text: 'Reads the configuration again: all of it is taken, or with a fault, which the log names, none.' },
  { name: 'SIGUSR1', text: 'Opens the log files again by their names, after logrotate has moved them.' },
  { name: 'SIGUSR2', text: 'Logs at the level debug for ten minutes, as health-tools ctl log-level debug --for 10m does.' },
]

export const ENVIRONMENT: readonly ManualRow[] = [
  { name: 'HEALTH_TOOLS_CONFIG', text: 'The configuration, where --config names none.' },
  {
    name: 'HEALTH_TOOLS__SECTION__SETTING',
    text: "Overrides one setting, for example HEALTH_TOOLS__SERVER__LISTEN='[{address: 0.0.0.0, port: 8080}]'. The name is the path of the setting in capitals, joined by two underscores. The value is YAML. An unknown setting is an error.",
  },
  {
    name: 'CREDENTIALS_DIRECTORY',
    text: 'Where systemd puts credentials; {credential: NAME} in the configuration is a file of that folder.',
  },
  { name: 'RUNTIME_DIRECTORY', text: 'Where the database driver may be unpacked; systemd sets it.' },
]

/** `keys create`, with its arguments. */
export function composeUsage({ name, positionals }: Verb): string {
  const words = positionals.map(({ name: word, required, multiple }) => {
    const shown = multiple ? `${word}…` : word
    return required ? shown : `[${shown}]`
  })
  return ['health-tools', name, ...words, '[FLAGS]'].join(' ')
}

/** The exit codes with the titles of the faults that end in them. */
export function listExitCodes(): ManualRow[] {
  const titles = new Map<number, Set<string>>()
  for (const { exit, title } of Object.values(FAULTS)) {
    if (!titles.has(exit)) titles.set(exit, new Set())
    titles.get(exit)!.add(title)
  }
  const rows = [...titles].sort(([a], [b]) => a - b).map(([exit, own]) => ({ name: String(exit), text: `${[...own].join('; ')}.` }))
  return [{ name: '0', text: 'Done.' }, ...rows]
}
