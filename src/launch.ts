// Entry of the executable: says the version itself, and starts the program, whose parts are assets that the build has compiled already.
// In a thread it starts the program too, which sees for itself that it is in one.
import { getRawAsset } from 'node:sea'
import { Script } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { findGroup, runCommandLine } from './cli/command-line/command-line.ts'
import { keepObjectsYoung } from './cli/command-line/young-objects.ts'
import { VERSION_GROUP } from './cli/commands/verb-groups.ts'

// Node opens its debugger on this signal unless there is a listener. Its flag against that, --disable-sigusr1, also keeps the signal from the
// service, which reopens its log files on it.
if (isMainThread && process.platform !== 'win32') process.on('SIGUSR1', () => undefined)

const args = process.argv.slice(2)
if (isMainThread && findGroup(args[0] ?? '', [VERSION_GROUP])) {
  void runCommandLine(args, [VERSION_GROUP]).then((code) => {
    process.exitCode = code
  })
} else {
  loadPart('program')
}

/**
 * Runs a part of the program as a module and gives what it exports; a part loads another by the same function.
 * What V8 does not accept of the compiled part it compiles itself. An empty one belongs to a platform that the build does not run on.
 */
function loadPart(name: string): unknown {
  const source = Buffer.from(getRawAsset(`${name}.part.cjs`)).toString('latin1')
  const compiled = Buffer.from(getRawAsset(`${name}.compiled`))
  const script = new Script(source, { filename: `${name}.cjs`, ...(compiled.byteLength > 0 && { cachedData: compiled }) })
  const run = script.runInThisContext() as (...globals: unknown[]) => void
  const part = { exports: {} }
  run(part.exports, require, part, __filename, __dirname, loadPart)
  // The last part that is loaded, with the first call. What runs for weeks waits a moment longer for its threads instead.
  if (name === 'tools' && isMainThread && args[0] === 'serve') keepObjectsYoung()
  return part.exports
}
