// Identifiers, units and UDIs as NDJSON, 10,000 in a batch: items per second of processor time of the server, goal 50,000.
//   node test/bench/ids/batches.ts [ROUNDS]
// The processor is counted in ticks of 10 ms, so a round is exact to about 5 %.
import { cpuSecondsOf, programName, startServed } from '../served-program.ts'

const ITEMS = 10_000
const UNITS = ['mg/dL', 'mmol/L', '10*9/L', 'U/L', 'ug/mL', 'mm[Hg]', '%', 'g/L', 'mL/min', 'pg']
const UDI = '(01)51022222233336(11)141231(17)150707(10)A213B1(21)'

const BATCHES: readonly (readonly [name: string, path: string, input: (i: number) => object])[] = [
  ['check-id, us-npi', 'code/check-id/batch?type=us-npi', (i) => ({ ids: String(1_234_560_000 + i) })],
  ['check-id, auto', 'code/check-id/batch', (i) => ({ ids: String(1_234_560_000 + i) })],
  ['ucum', 'code/ucum/batch', (i) => ({ units: UNITS[i % UNITS.length] })],
  ['ucum, converted', 'code/ucum/batch?to=g/L', (i) => ({ units: `${i} mg/dL` })],
  ['udi', 'code/udi/batch', (i) => ({ udi: `${UDI}${i}` })],
]

const [rounds = '15'] = process.argv.slice(2)
const server = await startServed()
console.log(programName())
try {
  for (const [name, path, input] of BATCHES) {
    const body = Array.from({ length: ITEMS }, (_, i) => `${JSON.stringify({ input: input(i) })}\n`).join('')
    const rates: number[] = []
    for (let round = 0; round < Number(rounds); round++) {
      const before = cpuSecondsOf(server.pid)
      const answer = await fetch(`http://127.0.0.1:${server.port}/v1/tools/${path}`, {
        method: 'POST',
        headers: {
          'Accept-Encoding': 'identity',
          Authorization: `Bearer ${server.key}`,
          'Content-Type': 'application/x-ndjson',
          Accept: 'application/x-ndjson',
        },
        body,
      })
      const lines = (await answer.text()).split('\n').filter((line) => line.includes('"status":200'))
      if (lines.length !== ITEMS) throw new Error(`${name}: ${lines.length} results, status ${answer.status}`)
      rates.push(Math.round(ITEMS / (cpuSecondsOf(server.pid) - before)))
    }
    // The first rounds compile.
    const sorted = rates.slice(3).sort((a, b) => a - b)
    console.log({ name, low: sorted[0], median: sorted[sorted.length >> 1], high: sorted.at(-1) })
  }
} finally {
  await server.stop()
}
