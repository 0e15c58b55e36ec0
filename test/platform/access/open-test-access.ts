// The real stores in a folder of the test's own, with plans as a configuration file gives them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type OpenedAccess, openAccess } from '../../../src/platform/access/open-access.ts'
import { type Config, loadConfig } from '../../../src/platform/config/config.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

export const START = Date.UTC(2026, 4, 30, 12)
export const DAY_MS = 86_400_000

export function loadTestConfig(yaml: string, folder = makeScratchFolder()): Config {
  const file = join(folder, 'config.yaml')
  writeFileSync(file, yaml)
  return loadConfig({ file, dataFolder: join(folder, 'data'), env: {}, cwd: folder })
}

export async function openTestAccess(config: Config): Promise<OpenedAccess> {
  const access = await openAccess(config, {
    env: {},
    logError: (error) => {
      throw error
    },
  })
  onTestFinished(() => access.close(START).catch(() => undefined))
  return access
}
