// Files that root can read and the service cannot: a check by root would find nothing wrong, and the start fails.
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from './config.ts'
import type { SettingPath } from './config-finding.ts'
import { referencesOf } from './config-secrets.ts'
import type { ConfigWarning } from './config-warnings.ts'

/**
 * For commands of root on a machine where the folder of the database belongs to the user of the service. Its further groups are not known
 * here, so that these are warnings. systemd reads credentials as root: they are left out.
 */
export function warnOfUnreadable(config: Config): ConfigWarning[] {
  const folder = statSync(dirname(config.storage.path), { throwIfNoEntry: false })
  if (process.platform === 'win32' || process.getuid?.() !== 0 || !folder || folder.uid === 0) return []
  return namedFiles(config).flatMap(({ setting, path }) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || mayRead(found, folder.uid, folder.gid)) return []
    const message = 'The user of the service may not read the file that stands here.'
    return [{ setting, message, advice: 'chown it to the user to whom the folder of the database belongs, or give it as {credential}.' }]
  })
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
  const plain = [
    ['license.file', settings.license.file],
    ['branding.logo', settings.branding.logo],
  ] as const
  return [
    ...(file === null ? [] : [{ setting: '(the configuration)', path: file }]),
    ...secrets,
    ...plain.flatMap(([setting, path]) => (path === null ? [] : [{ setting, path: resolve(base, path) }])),
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
