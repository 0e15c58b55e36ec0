// What an administrator asks of a running service beside its reload: how it does, and another level of its log for a time.
import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/logging/log.ts'
import { versionInfo } from '../../platform/version.ts'

interface Watched {
  readonly log: Log
  /** The one in force. */
  readonly config: () => Config
  readonly activeCalls: () => number
  readonly notReadyBecause: () => readonly string[]
  /** Writes an administrative act to the audit log, where there is one. */
  readonly recordAct: (action: string, target: string) => Promise<void> | undefined
}

export interface LiveControls {
  /** In numbers and words of this program. */
  status(): Readonly<Record<string, unknown>>
  /**
   * @param forMs then the configured level holds again; null: until the next reload
   * @throws ProblemError `storage_unavailable` where the audit log must hold it and cannot
   */
  setLogLevel(level: string, forMs: number | null): Promise<void>
}

export function createLiveControls({ log, config, activeCalls, notReadyBecause, recordAct }: Watched): LiveControls {
  const startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  const setLevel = (level: string): void => log.configure({ level, clientAddress: config().logging.clientIp })
  return {
    status: () => ({
      version: versionInfo().version,
      processId: process.pid,
      uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
      configuration: config().file,
      ready: notReadyBecause().length === 0,
      notReadyBecause: notReadyBecause(),
      activeCalls: activeCalls(),
      logLevel: log.level,
      droppedLogLines: log.droppedLines,
    }),
    async setLogLevel(level, forMs) {
      await recordAct('log.level', level)
      clearTimeout(timer)
      setLevel(level)
      log.info('the level of the log was set', { logLevel: level, forSeconds: forMs === null ? 0 : forMs / 1000 })
      if (forMs !== null) timer = setTimeout(() => setLevel(config().logging.level), forMs).unref()
    },
  }
}
