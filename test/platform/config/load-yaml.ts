// A configuration from its text, as a start reads it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, loadConfig } from '../../../src/platform/config/config.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

/** @param folder of the file, from which its relative paths lead */
export function loadYaml(yaml: string | Uint8Array, env: Readonly<Record<string, string>> = {}, folder = makeScratchFolder()): Config {
  const file = join(folder, 'config.yaml')
  writeFileSync(file, yaml)
  return loadConfig({ file, env, cwd: folder, catalogue })
}
