// Entry of the executable: says the version itself, and starts the program, whose parts are assets that the build has compiled already.
// In a thread it starts the program too, which sees for itself that it is in one.
import { getRawAsset } from 'node:sea'
import { Script } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { findGroup, runCommandLine } from './cli/command-line.ts'
import { VERSION_GROUP } from './cli/verb-groups.ts'

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
  return part.exports
}
