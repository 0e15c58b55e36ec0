// Where the control socket of a service is, for the service and for the command that asks it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'

const NAME = 'control.sock'
/** RuntimeDirectory= of the unit. */
const RUNTIME_FOLDER = '/run/health-tools'

/** The folder that systemd makes for the unit, else that of the database, which is private, too. */
export function controlSocketOf({ storage }: Pick<Config, 'storage'>, env: Readonly<Record<string, string | undefined>>): string {
  return join(env.RUNTIME_DIRECTORY || dirname(storage.path), NAME)
}

/**
 * @param config undefined where it cannot be read, which is when a service is asked to say what it thinks of it
 * @returns the first of the usual places where there is one
 */
export function findControlSocket(
  config: Pick<Config, 'storage'> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const places = [
    ...(env.RUNTIME_DIRECTORY ? [env.RUNTIME_DIRECTORY] : []),
    ...(config ? [dirname(config.storage.path)] : []),
    RUNTIME_FOLDER,
  ]
  return places.map((folder) => join(folder, NAME)).find((path) => existsSync(path))
}
