// The program as tests start it in a process of its own.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const EXECUTABLE = join(root, 'dist', 'health-tools')
const SOURCES = [process.execPath, join(root, 'src', 'main.ts')]

const command = isCurrent() ? [EXECUTABLE] : SOURCES

/**
 * File and arguments, as `spawn` takes them. The built executable starts ten times as fast as the sources, so it runs
 * wherever it is newer than all of them, as after `npm run build`.
 */
export function programCommand(...args: readonly string[]): [string, string[]] {
  return [command[0]!, [...command.slice(1), ...args]]
}

function isCurrent(): boolean {
  const built = statSync(EXECUTABLE, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  return sources.every((entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs < built)
}
