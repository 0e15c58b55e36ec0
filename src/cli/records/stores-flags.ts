// What every command beside the server needs: the flags that name the configuration, and the stores that it leads to.
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { type OpenedStores, openStores } from '../../platform/access/open-access.ts'
import { type Config, loadConfig, type ReloadedConfig, reloadConfig } from '../../platform/config/config.ts'
import { type ConfigSource, chooseFile } from '../../platform/config/config-file.ts'
import type { Override } from '../../platform/config/config-overrides.ts'
import { type Flag, textFlag, type VerbCall } from '../command-line/verb.ts'

export const STORES_FLAGS = {
  config: {
    type: 'string',
    value: 'FILE',
    summary: 'Configuration file. Default: $HEALTH_TOOLS_CONFIG, else /etc/health-tools/config.yaml if it exists, else built-in defaults.',
  },
  data: { type: 'string', value: 'DIR', summary: 'Database folder. Overrides the configuration.' },
} as const satisfies Readonly<Record<string, Flag>>

/** @throws ProblemError `bad_configuration` */
export function loadConfigOf(call: VerbCall, catalogue?: readonly Tool[], overrides?: readonly Override[]): Config {
  return loadConfig(sourceOf(call, catalogue, overrides))
}

/** The file that a command takes its configuration from, whether it can be used or not; null: none. */
export function configFileOf(call: VerbCall): string | null {
  return chooseFile(sourceOf(call))
}

/**
 * For commands on the file of the embedded database.
 * @throws ProblemError `bad_configuration`, also where the database is PostgreSQL
 */
export function loadEmbeddedConfigOf(call: VerbCall): Config {
  const config = loadConfigOf(call)
  if (!config.storage.postgres) return config
  throw new ProblemError('This command is for SQLite. Use the tools of PostgreSQL instead.', { code: 'bad_configuration' })
}

/** @throws ProblemError `bad_configuration` */
export function reloadConfigOf(
  call: VerbCall,
  running: Config,
  catalogue: readonly Tool[],
  overrides: readonly Override[],
): ReloadedConfig {
  return reloadConfig(sourceOf(call, catalogue, overrides), running)
}

function sourceOf(call: VerbCall, catalogue?: readonly Tool[], overrides?: readonly Override[]): ConfigSource {
  const file = textFlag(call, 'config')
  const dataFolder = textFlag(call, 'data')
  return {
    ...(file === undefined ? {} : { file }),
    ...(dataFolder === undefined ? {} : { dataFolder }),
    ...(catalogue === undefined ? {} : { catalogue }),
    ...(overrides === undefined ? {} : { overrides }),
    env: call.terminal.env,
    cwd: call.terminal.cwd,
  }
}

/**
 * Does work on the live database, and closes it however the work ends. `config`: what is loaded already.
 * @throws ProblemError `storage_unavailable`, `bad_configuration`, and what the work throws
 */
export async function withStores<T>(
  call: VerbCall,
  { create, config = loadConfigOf(call) }: { readonly create: boolean; readonly config?: Config },
  work: (stores: OpenedStores, config: Config) => Promise<T>,
): Promise<T> {
  const stores = await openStores(config, call.terminal.env, { create })
  try {
    return await work(stores, config)
  } finally {
    await stores.close()
  }
}
