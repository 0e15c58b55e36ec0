// Sends the jobs of the mixed bench: port, tool and key are its arguments. Prints a line when it begins, and at SIGTERM the statuses of the
// answers as JSON. It comes last where all cores are busy, as if it ran on another machine.
import { setPriority } from 'node:os'
import { runBackground } from './background.ts'
import { composeJobs, type JobTool } from './mixed-jobs.ts'

const LOWEST_PRIORITY = 19

setPriority(LOWEST_PRIORITY)
const [port, tool, key] = process.argv.slice(2) as [string, JobTool, string]
const jobs = await runBackground(Number(port), composeJobs(tool, key))
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify([...jobs.answers.keys()])}\n`, () => process.exit())
})
process.stdout.write('sending\n')
