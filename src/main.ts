// Starts the command line, or in a thread what a thread does; nothing else.
import { isMainThread } from 'node:worker_threads'
import { runCommandLine } from './cli/command-line/command-line.ts'
import { VERB_GROUPS } from './cli/commands/verb-groups.ts'

if (isMainThread) {
  void runCommandLine(process.argv.slice(2), VERB_GROUPS).then((code) => {
    process.exitCode = code
  })
} else {
  void import('./cli/service/worker.ts')
}
