// The doctor's checks of the machine: C library and clock.
import { existsSync, statSync } from 'node:fs'
import { listBackups } from '../backup/backup.ts'
import type { Config } from '../config/config.ts'
import { type Diagnosis, examine, ok, skipped, trouble } from './doctor-finding.ts'

const LEAST_GLIBC = [2, 34] as const
/** Before the first release of this program. */
const EARLIEST = Date.UTC(2026, 0, 1)
const TOLERANCE_MS = 5 * 60_000
/** systemd-timesyncd and chrony leave traces where they keep the clock. */
const TIME_TRACES = ['/run/systemd/timesync/synchronized', '/run/chrony/chronyd.pid', '/run/ntpd.pid', '/run/chrony.pid']

export async function examineSystem(config: Config, now: number): Promise<Diagnosis[]> {
  const checks = [
    examine('glibc', 'Run the program on a system with glibc 2.34 or newer (Debian 12, RHEL 9, Ubuntu 22.04).', () => [
      examineGlibc(glibcVersion()),
    ]),
    examine('clock', 'Set the clock, and let NTP keep it.', () => examineClock(config, now)),
  ]
  return (await Promise.all(checks)).flat()
}

/** Undefined where there is no glibc. */
export function glibcVersion(): string | undefined {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime
}

/** @param version such as `2.36` */
export function examineGlibc(version: string | undefined): Diagnosis {
  if (version === undefined)
    return process.platform === 'linux'
      ? trouble('fault', 'glibc', 'The C library is not glibc.', 'The database driver requires glibc 2.34 or later.')
      : skipped('glibc', 'This system has none.')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < LEAST_GLIBC[0] || (major === LEAST_GLIBC[0] && minor < LEAST_GLIBC[1])
  if (isOld) return trouble('fault', 'glibc', 'glibc is older than 2.34.', 'Update the system: the database driver cannot be loaded.')
  return ok('glibc', `glibc ${version}.`)
}

/** Files from the future mean that the clock was set back, or was wrong when they were written. */
function examineClock({ storage }: Config, now: number): Diagnosis[] {
  if (now < EARLIEST)
    return [
      trouble('fault', 'clock', 'The clock is years behind: keys and certificates are checked against the wrong date.', 'Set the clock.'),
    ]
  const times = [
    ...[storage.path, `${storage.path}-wal`].flatMap((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? []),
    ...listBackups(storage.backup.folder).map(({ madeAt }) => madeAt),
  ]
  if (times.some((time) => time > now + TOLERANCE_MS)) {
    return [
      trouble(
        'fault',
        'clock',
        'The clock was set back: some files have a date in the future.',
        'Set the clock. Quotas and expiry depend on it.',
      ),
    ]
  }
  if (process.platform === 'linux' && !TIME_TRACES.some((path) => existsSync(path))) {
    return [
      trouble(
        'warning',
        'clock',
        'No time synchronization service found.',
        'Install chrony or systemd-timesyncd and configure a time server of the site.',
      ),
    ]
  }
  return [ok('clock', 'The clock is plausible.')]
}
