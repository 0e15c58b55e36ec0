// Time and memory of hostile X12 inputs in the reader, each in a process of its own; a result that is no problem with a place is told.
// Usage: node --expose-gc test/bench/x12-hostile.ts [size in characters] [name of one input]
import { spawnSync } from 'node:child_process'
import { Fault } from '../../src/core/fault.ts'
import { runTool } from '../../src/core/run.ts'
import { dataX12Parse } from '../../src/tools/data/x12-parse.ts'
import { HOSTILE } from '../formats/x12/hostile-interchanges.ts'

const size = Number(process.argv[2] ?? 1_000_000)
const name = process.argv[3]

if (name === undefined) {
  let worst = { ms: 0, mb: 0 }
  for (const each of Object.keys(HOSTILE)) {
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', import.meta.filename, String(size), each], { encoding: 'utf8' })
    const told = stdout.trim() === '' ? { ms: Number.NaN, mb: Number.NaN, found: stderr.slice(0, 200) } : JSON.parse(stdout)
    worst = { ms: Math.max(worst.ms, told.ms), mb: Math.max(worst.mb, told.mb) }
    console.log(`${each.padEnd(45)} ${told.ms.toFixed(0).padStart(6)} ms ${told.mb.toFixed(0).padStart(5)} MB  ${told.found}`)
  }
  console.log(`worst: ${worst.ms.toFixed(0)} ms, ${worst.mb.toFixed(0)} MB of ${Object.keys(HOSTILE).length} inputs of ${size} characters`)
} else {
  runTool(dataX12Parse, { interchange: HOSTILE['no SE']!(100) }, {})
  const interchange = HOSTILE[name]!(size)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const start = performance.now()
  let found: string
  try {
    const { issues } = runTool(dataX12Parse, { interchange }, { view: 'summary' }) as unknown as {
      issues: { code: string; path: string; start: number }[]
    }
    found = issues.length === 0 ? 'NO PROBLEM' : `${issues.length} issues, the first ${issues[0]!.code} at ${issues[0]!.start}`
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    found = `${error.code} at ${JSON.stringify(error.at) ?? 'NO PLACE'}`
  }
  const ms = performance.now() - start
  const mb = (process.resourceUsage().maxRSS * 1024 - before) / 1e6
  console.log(JSON.stringify({ ms, mb, found }))
}
