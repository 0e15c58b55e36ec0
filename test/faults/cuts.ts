// The long run of power cuts: npm exec node test/faults/cuts.ts [STATES] [RUNS]
// Exits with 1 at a promise that was broken, naming the run and the event.
import { replayPowerCuts } from './power-cuts.ts'
import { buildShim } from './shim.ts'

const [states = '2000', runs = '1'] = process.argv.slice(2)
const library = buildShim()
if (library === undefined) throw new Error('This needs Linux and a C compiler.')
for (let seed = 1; seed <= Number(runs); seed++) {
  const result = await replayPowerCuts(library, seed, 80, Number(states))
  console.log(`run ${seed}: ${result.events} events, ${result.states} states, ${result.broken.length} broken`)
  for (const line of result.broken.slice(0, 10)) console.log(`  ${line}`)
  if (result.broken.length > 0) process.exitCode = 1
}
