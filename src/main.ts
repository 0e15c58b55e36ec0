// Starts the command line; nothing else.
import { runCommandLine } from './cli/command-line.ts'

void runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
