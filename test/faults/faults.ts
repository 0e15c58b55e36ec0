// The long run of faults under the storage: npm exec node test/faults/faults.ts [COUNT] [FIRST] [faults|full]
// Exits with 1 at a promise that was broken, naming the schedule that repeats it.
import { runSchedules } from './run-schedules.ts'
import { buildShim } from './shim.ts'

const [count = '1000', first = '1', mode = 'faults'] = process.argv.slice(2)
const library = buildShim()
if (library === undefined) throw new Error('This needs Linux and a C compiler.')
const results = await runSchedules(library, Number(first), Number(count), mode === 'full' ? 'full' : 'faults')
const bad = results.filter(({ broken, unexpected }) => broken.length + unexpected.length > 0)
const sum = (of: (result: (typeof results)[number]) => number) => results.reduce((total, each) => total + of(each), 0)
console.log(
  `${results.length} of ${count} schedules (${mode}): ${sum(({ calls }) => calls)} calls, ${sum(({ failed }) => failed)} failed, ` +
    `${sum(({ refused }) => refused)} steps refused, ${bad.length} schedules broke a promise`,
)
for (const { seed, broken, unexpected } of bad.slice(0, 20)) console.log(seed, [...new Set(broken)], unexpected.slice(0, 1))
process.exitCode = bad.length > 0 || results.length < Number(count) ? 1 : 0
