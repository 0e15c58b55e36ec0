// The long run of faults under the storage: npm exec node test/faults/faults.ts [COUNT] [FIRST] [faults|full]
// Exits with 1 at a promise that was broken, naming the schedule that repeats it.
import { runSchedules, type ScheduleResult } from './run-schedules.ts'
import { buildShim } from './shim.ts'

const [count = '1000', first = '1', mode = 'faults'] = process.argv.slice(2)
/** Schedules of one process. */
const PART = 20
const library = buildShim()
if (library === undefined) throw new Error('This needs Linux and a C compiler.')
let all: ScheduleResult[] = []
const sum = (of: (result: ScheduleResult) => number): number => all.reduce((total, each) => total + of(each), 0)
const isBad = ({ broken, unexpected }: ScheduleResult): boolean => broken.length + unexpected.length > 0
for (let from = Number(first); from < Number(first) + Number(count); from += PART) {
  const part = Math.min(PART, Number(first) + Number(count) - from)
  const results = await runSchedules(library, from, part, mode === 'full' ? 'full' : 'faults')
  all = [...all, ...results]
  if (results.length < part) throw new Error(`The process ended in a schedule from ${from} on.`)
  for (const { seed, broken, unexpected } of results.filter(isBad)) console.log(seed, [...new Set(broken)], unexpected.slice(0, 1))
  console.log(
    `${all.length} schedules (${mode}): ${sum(({ calls }) => calls)} calls, ${sum(({ failed }) => failed)} failed, ` +
      `${sum(({ refused }) => refused)} steps refused, ${all.filter(isBad).length} schedules broke a promise`,
  )
}
process.exitCode = all.some(isBad) ? 1 : 0
