// What the man page and the guide tell alike: commands, settings, files, signals and exit codes.
import { PROBLEMS } from '../../core/problem.ts'
import type { ListedSetting } from '../../platform/config/config-template.ts'
import type { CommandGroup } from '../command-line/command-list.ts'
import type { Verb } from '../command-line/verb.ts'

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
    text: 'Configuration file, unless --config or HEALTH_TOOLS_CONFIG names another. Run health-tools config template to print every setting.',
  },
  {
    name: 'health-tools.db',
    text: 'Database at storage.path, with the files -wal, -shm and -counts while it is open. It contains keys and usage and no request data. Back it up with health-tools backup create.',
  },
  {
    name: 'pepper',
    text: 'Secret for hashing keys, next to the database unless auth.api_key.pepper names another place. Backups do not contain it: keep a copy elsewhere.',
  },
  {
    name: 'backup/',
    text: 'Backups of the database, next to it unless storage.backup.dir names another folder. Each has a SHA-256 file for sha256sum -c.',
  },
  {
    name: 'spool',
    text: 'Log lines for an unreachable receiver, in the folder that the sink names. A regular stop keeps all lines that fit. A killed process loses the lines that were only in memory: those of the last seconds, and up to 10 seconds of lines before an outage of the receiver was detected, never more than half of buffer_mb. A power failure also loses what the operating system had not written to disk, usually the last 30 seconds. Sinks without a spool lose everything that they have buffered.',
  },
]

export const SIGNALS: readonly ManualRow[] = [
  {
    name: 'SIGTERM, SIGINT',
    text: 'Shut down gracefully: finish running calls, refuse new ones, and exit within server.timeouts.shutdown.',
  },
  {
    name: 'SIGHUP',
    text: 'Reload the configuration. If it is invalid, the log reports the error and the running configuration stays in effect.',
  },
  { name: 'SIGUSR1', text: 'Reopen the log files after log rotation.' },
  { name: 'SIGUSR2', text: 'Log at level debug for ten minutes, like health-tools ctl log-level debug --for 10m.' },
]

export const ENVIRONMENT: readonly ManualRow[] = [
  { name: 'HEALTH_TOOLS_CONFIG', text: 'Configuration file, unless --config names one.' },
  {
    name: 'HEALTH_TOOLS__SECTION__SETTING',
    text: "Override one setting, for example HEALTH_TOOLS__SERVER__LISTEN='[{address: 0.0.0.0, port: 8080}]'. The name is the path of the setting in capitals, joined by two underscores. The value is YAML. An unknown setting is an error.",
  },
  {
    name: 'CREDENTIALS_DIRECTORY',
    text: 'Folder of systemd credentials. {credential: NAME} in the configuration refers to a file in it.',
  },
  { name: 'RUNTIME_DIRECTORY', text: 'Folder for unpacking the database driver. Set by systemd.' },
]

/** `keys create`, with its arguments. */
export function composeUsage({ name, positionals }: Verb): string {
  const words = positionals.map(({ name: word, required, multiple }) => {
    const shown = multiple ? `${word}…` : word
    return required ? shown : `[${shown}]`
  })
  return ['health-tools', name, ...words, '[FLAGS]'].join(' ')
}

/** The exit codes with the titles of the problems that end in them. */
export function listExitCodes(): ManualRow[] {
  const titles = new Map<number, Set<string>>()
  for (const { exit, title } of Object.values(PROBLEMS)) {
    if (!titles.has(exit)) titles.set(exit, new Set())
    titles.get(exit)!.add(title)
  }
  const rows = [...titles].sort(([a], [b]) => a - b).map(([exit, own]) => ({ name: String(exit), text: `${[...own].join('; ')}.` }))
  return [{ name: '0', text: 'Success.' }, ...rows]
}
