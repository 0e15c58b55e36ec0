// Reloads the configuration of a running service, one reload after another, and says in the log what became of each.
import { ProblemError } from '../../core/problem.ts'
import type { Config, ReloadedConfig } from '../../platform/config/config.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Service } from './service.ts'

/** More findings of one file than anybody repairs at once. */
const MAX_FINDINGS = 20

export interface Reloaded {
  /** Paths of settings whose new value waits for a restart. */
  readonly kept: readonly string[]
}

/**
 * What it gives back rejects with ProblemError `bad_configuration` where the configuration cannot be used: the running one stays in force.
 * @param read reads the file again
 */
export function createReload(service: Service, read: (running: Config) => ReloadedConfig): () => Promise<Reloaded> {
  let last: Promise<unknown> = Promise.resolve()
  const reload = async (): Promise<Reloaded> => {
    try {
      const { config, kept } = read(service.config)
      await service.reload(config)
      for (const setting of kept) service.log.warn('the setting is unchanged: its new value requires a restart', { setting })
      service.log.info('the configuration was reloaded', { keptSettings: kept.length })
      return { kept }
    } catch (error) {
      logRefusal(service.log, error)
      throw error
    }
  }
  return () => {
    const mine = last.then(reload)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** The texts are those that `config check` prints; they hold no value of the file. */
function logRefusal(log: Log, error: unknown): void {
  if (!(error instanceof ProblemError)) {
    log.error('the configuration was not reloaded: the running one stays', error)
    return
  }
  const { file = '', line = 0 } = error.at ?? {}
  log.warn('the configuration was not reloaded: the running one stays', { file, line, reason: error.message })
  for (const { pointer, detail } of (error.errors ?? []).slice(0, MAX_FINDINGS)) {
    log.warn('a setting cannot be used', { file, setting: pointer, reason: detail })
  }
}
