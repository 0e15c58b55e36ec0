// Entry of the executable: says the version itself, and starts the program, an asset that the build has compiled already.
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
  startProgram()
}

/** What V8 does not accept of the compiled program it compiles itself. An empty one belongs to a platform that the build does not run on. */
function startProgram(): void {
  const source = Buffer.from(getRawAsset('program.cjs')).toString('latin1')
  const compiled = Buffer.from(getRawAsset('program.compiled'))
  const script = new Script(source, { filename: 'health-tools.cjs', ...(compiled.byteLength > 0 && { cachedData: compiled }) })
  const run = script.runInThisContext() as (...globals: unknown[]) => void
  run(exports, require, module, __filename, __dirname)
}
