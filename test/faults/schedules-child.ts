// A process under the library of faults: FOLDER CONTROL FIRST COUNT. Runs schedule after schedule and prints what each did, a JSON line each.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Control } from './shim.ts'
import { configOf, findBroken } from './storage-model.ts'
import { workOn } from './storage-work.ts'

const [base = '', controlPath = '', first = '1', count = '10', mode = 'faults'] = process.argv.slice(2)
const STEPS = 40
/** Of 10,000 calls. */
const RATES = [20, 100, 300, 1000, 3000]
const control = new Control(controlPath)
process.umask(0o077)

for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const folder = join(base, 'data')
  const copy = join(base, 'crashed')
  for (const each of [folder, copy]) rmSync(each, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  configOf(folder)
  const begins = seed % 3 === 0
  // Every third schedule also makes the files under faults.
  if (!begins) await workOn(folder, 1, 0, () => undefined)
  control.set('failed', 0)
  control.set('calls', 0)
  control.set('seed', seed)
  if (mode === 'full') control.set('room', seed)
  else control.set('rate', RATES[seed % RATES.length]!)
  const { promised, unexpected, refused } = await workOn(folder, seed, STEPS, () => undefined)
  control.set('rate', 0)
  control.set('room', 0)
  // As kill -9 leaves it, beside what an orderly end leaves.
  if (existsSync(folder)) cpSync(folder, copy, { recursive: true })
  const broken = [...(await findBroken(folder, promised)), ...(await findBroken(copy, promised))]
  process.stdout.write(
    `${JSON.stringify({ seed, calls: control.get('calls'), failed: control.get('failed'), refused, broken, unexpected })}\n`,
  )
}
