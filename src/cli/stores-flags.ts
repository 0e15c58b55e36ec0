// What every command beside the server needs: the flags that name the configuration, and the stores that it leads to.
import type { Tool } from '../core/tool.ts'
import { type Config, type ConfigSource, loadConfig, type ReloadedConfig, reloadConfig } from '../platform/config.ts'
import { type OpenedStores, openStores } from '../platform/sqlite-access.ts'
import { type Flag, textFlag, type VerbCall } from './verb.ts'

export const STORES_FLAGS = {
  config: {
    type: 'string',
    value: 'FILE',
    summary: 'The configuration. Without it: $HEALTH_TOOLS_CONFIG, /etc/health-tools/config.yaml, the defaults.',
  },
  data: { type: 'string', value: 'DIR', summary: 'The folder of the database, whatever the configuration says.' },
} as const satisfies Readonly<Record<string, Flag>>

/** @throws Fault `bad_configuration` */
export function loadConfigOf(call: VerbCall, catalogue?: readonly Tool[]): Config {
  return loadConfig(sourceOf(call, catalogue))
}

/** @throws Fault `bad_configuration` */
export function reloadConfigOf(call: VerbCall, running: Config, catalogue: readonly Tool[]): ReloadedConfig {
  return reloadConfig(sourceOf(call, catalogue), running)
}

function sourceOf(call: VerbCall, catalogue: readonly Tool[] | undefined): ConfigSource {
  const file = textFlag(call, 'config')
  const dataFolder = textFlag(call, 'data')
  return {
    ...(file === undefined ? {} : { file }),
    ...(dataFolder === undefined ? {} : { dataFolder }),
    ...(catalogue === undefined ? {} : { catalogue }),
    env: call.terminal.env,
    cwd: call.terminal.cwd,
  }
}

/**
 * Does work on the live database, and closes it however the work ends.
 * @throws Fault `storage_unavailable`, `bad_configuration`, and what the work throws
 */
export async function withStores<T>(
  call: VerbCall,
  { create }: { readonly create: boolean },
  work: (stores: OpenedStores, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfigOf(call)
  const stores = await openStores(config, call.terminal.env, { create })
  try {
    return await work(stores, config)
  } finally {
    stores.close()
  }
}
