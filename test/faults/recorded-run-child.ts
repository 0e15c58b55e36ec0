// A process under the library of faults that works without faults and records: FOLDER CONTROL TRACE SEED STEPS. Promises stand in the trace as events of their own.
import { appendFileSync } from 'node:fs'
import { Control } from './shim.ts'
import { workOn } from './storage-work.ts'

const [folder = '', controlPath = '', tracePath = '', seed = '1', steps = '60'] = process.argv.slice(2)
const control = new Control(controlPath)
process.umask(0o077)
control.set('records', 1)
const { unexpected } = await workOn(folder, Number(seed), Number(steps), (promised) => {
  const text = JSON.stringify(promised)
  appendFileSync(tracePath, `p\t\t0\t${Buffer.byteLength(text)}\n${text}\n`)
})
process.stdout.write(JSON.stringify(unexpected))
