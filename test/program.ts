// The program as tests start it in a process of its own.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const EXECUTABLE = join(root, 'dist', 'health-tools')
const BUNDLE = join(root, 'dist', 'health-tools.cjs')
const SOURCES = [process.execPath, join(root, 'src', 'main.ts')]

/** A thread of the sources has loaded every tool when it is ready, and one of the bundle loads a tool with its first call. */
export const SOURCE_THREAD = join(root, 'src', 'cli', 'service', 'worker.ts')

const command = isCurrent(EXECUTABLE) ? [EXECUTABLE] : SOURCES
let threadFile = isCurrent(BUNDLE) ? BUNDLE : SOURCE_THREAD

/**
 * File and arguments, as `spawn` takes them. The built executable starts ten times as fast as the sources, so it runs
 * wherever it is newer than all of them, as after `npm run build`.
 */
export function programCommand(...args: readonly string[]): [string, string[]] {
  return [command[0]!, [...command.slice(1), ...args]]
}

/**
 * What worker threads run, in place of src/cli/service/worker-file.ts: the bundle as it was built, for the same reason.
 * A thread of the sources loads 500 modules, which takes a second of processor time.
 */
export function workerFile(): string {
  return threadFile
}

/** For tests whose deadline is shorter than a busy machine may need to load a tool. @returns what ends it */
export function useSourceThreads(): () => void {
  const before = threadFile
  threadFile = SOURCE_THREAD
  return () => {
    threadFile = before
  }
}

function isCurrent(product: string): boolean {
  const built = statSync(product, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  return sources.every((entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs < built)
}
