// Records a run of the stores, and checks the promises in states that a power cut at any of its moments can leave.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../fuzz/engine/mutator.ts'
import { CachedDisk, readTrace, type TraceEvent, writeState } from './crash-states.ts'
import { makeControl } from './shim.ts'
import { configOf, findBroken, noPromises, type Promised } from './storage-model.ts'

export interface PowerCuts {
  readonly events: number
  readonly states: number
  readonly broken: readonly string[]
}

function recordRun(library: string, base: string, seed: number, steps: number): TraceEvent[] {
  const folder = join(base, 'data')
  const [controlPath, tracePath] = [join(base, 'control'), join(base, 'trace')]
  mkdirSync(folder, { recursive: true })
  rmSync(tracePath, { force: true })
  makeControl(controlPath)
  configOf(folder)
  const env = { ...process.env, LD_PRELOAD: library, FAULTS_CONTROL: controlPath, FAULTS_FOLDER: folder, FAULTS_TRACE: tracePath }
  const script = join(import.meta.dirname, 'recorded-run-child.ts')
  const told = execFileSync(process.execPath, [script, folder, controlPath, tracePath, String(seed), String(steps)], { env })
  const unexpected = JSON.parse(told.toString()) as string[]
  if (unexpected.length > 0) throw new Error(unexpected[0])
  return readTrace(readFileSync(tracePath))
}

/** @param hears whether the disk hears a sync: a disk that lies breaks promises, which shows that the check finds it */
async function cutPower(events: readonly TraceEvent[], base: string, seed: number, states: number, hears = true): Promise<PowerCuts> {
  const random = createRandom(seed)
  const disk = new CachedDisk()
  const folder = join(base, 'cut', 'data')
  const broken = new Set<string>()
  let promised: Promised = noPromises()
  let tried = 0
  for (const [i, event] of events.entries()) {
    if (event.kind === 'p') promised = JSON.parse(event.bytes.toString('utf8')) as Promised
    else if (event.kind !== 's' || hears) disk.apply(event)
    for (const until = Math.floor(((i + 1) * states) / events.length); tried < until; tried++) {
      writeState(folder, disk.cut(random))
      // A step that is under way may be done in part.
      const begun = { ...promised, requestsBegun: promised.requestsBegun + 2, unitsBegun: promised.unitsBegun + 3 }
      for (const each of await findBroken(folder, begun)) broken.add(`event ${i} (${event.kind} ${event.name}): ${each}`)
    }
  }
  return { events: events.length, states: tried, broken: [...broken] }
}

export async function replayPowerCuts(library: string, seed: number, steps: number, states: number, hears = true): Promise<PowerCuts> {
  const base = mkdtempSync(join(tmpdir(), 'health-tools-power-'))
  try {
    return await cutPower(recordRun(library, base, seed, steps), base, seed, states, hears)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}
