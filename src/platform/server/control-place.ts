// Where the control socket of a service is, for the service and for the command that asks it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'

const NAME = 'control.sock'
/** RuntimeDirectory= of the unit. */
const RUNTIME_FOLDER = '/run/health-tools'

/** The folder that systemd makes for the unit, else that of the database, which is private, too. */
export function controlSocketOf({ storage }: Pick<Config, 'storage'>, env: Readonly<Record<string, string | undefined>>): string {
  return join(env.RUNTIME_DIRECTORY || dirname(storage.path), NAME)
}

export interface FoundControl {
  readonly path: string
  /** Whether it is that of the unit of this machine, which may be a service of another configuration. */
  readonly isOfUnit: boolean
}

/**
 * @param config undefined where it cannot be read, which is when a service is asked to say what it thinks of it
 * @returns the first of the usual places where there is one
 */
export function findControlSocket(
  config: Pick<Config, 'storage'> | undefined,
  env: Readonly<Record<string, string | undefined>>,
  unitFolder = RUNTIME_FOLDER,
): FoundControl | undefined {
  const place = (folder: string, isOfUnit: boolean): FoundControl => ({ path: join(folder, NAME), isOfUnit })
  const places = [
    ...(env.RUNTIME_DIRECTORY ? [place(env.RUNTIME_DIRECTORY, false)] : []),
    ...(config ? [place(dirname(config.storage.path), false)] : []),
    place(unitFolder, true),
  ]
  return places.find(({ path }) => existsSync(path))
}
