// Finds files that are missing without stopping the service, and files that root can read and the service user cannot: otherwise a check
// by root passes and the service fails to start.
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from './config.ts'
import type { SettingPath } from './finding.ts'
import type { ConfigWarning } from './rules/config-warnings.ts'
import { namedPlaces, referencesOf } from './schema/config-secrets.ts'

/**
 * Only for root, if another user owns the database folder: that user is the service user. These are warnings, because supplementary groups
 * are unknown. Credentials are skipped, because systemd reads them as root.
 */
export function warnOfUnreadable(config: Config): ConfigWarning[] {
  const folder = statSync(dirname(config.storage.path), { throwIfNoEntry: false })
  if (process.platform === 'win32' || process.getuid?.() !== 0 || !folder || folder.uid === 0) return []
  return namedFiles(config).flatMap(({ setting, path }) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || mayRead(found, folder.uid, folder.gid)) return []
    const message = 'The service user cannot read this file.'
    return [{ setting, message, advice: 'Give it the same owner as the database folder, or use {credential: NAME}.' }]
  })
}

/** Without its licence the service starts, with the limits of a trial. */
export function warnOfMissingLicence({ license: { file } }: Config): ConfigWarning[] {
  if (file === null || existsSync(file)) return []
  const advice = 'Install the license: health-tools licence install FILE.'
  return [{ setting: 'license.file', message: 'The file does not exist. The limits of a trial apply.', advice }]
}

interface NamedFile {
  readonly setting: string
  readonly path: string
}

function namedFiles({ file, settings }: Config): NamedFile[] {
  const base = file === null ? process.cwd() : dirname(file)
  const secrets = referencesOf(settings).flatMap(({ path, reference }) =>
    'file' in reference ? [{ setting: textOf(path), path: resolve(base, reference.file) }] : [],
  )
  return [
    ...(file === null ? [] : [{ setting: '(the configuration)', path: file }]),
    ...secrets,
    ...namedPlaces(settings).map(({ path, file: named }) => ({ setting: textOf(path), path: resolve(base, named) })),
  ]
}

function textOf(path: SettingPath): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join('.')
}

function mayRead(
  { mode, uid, gid }: { readonly mode: number; readonly uid: number; readonly gid: number },
  user: number,
  group: number,
): boolean {
  if (uid === user) return (mode & 0o400) !== 0
  return gid === group ? (mode & 0o040) !== 0 : (mode & 0o004) !== 0
}
