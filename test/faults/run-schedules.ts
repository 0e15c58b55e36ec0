// Runs schedules of faults in a process of their own, and reads what came of them.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeControl } from './shim.ts'

export interface ScheduleResult {
  readonly seed: number
  readonly calls: number
  readonly failed: number
  readonly refused: number
  readonly broken: readonly string[]
  readonly unexpected: readonly string[]
}

/** @param mode faults: calls fail at random; full: the disk is full after as many bytes as the number of the schedule */
export async function runSchedules(library: string, first: number, count: number, mode: 'faults' | 'full'): Promise<ScheduleResult[]> {
  const base = mkdtempSync(join(tmpdir(), 'health-tools-faults-'))
  const controlPath = join(base, 'control')
  makeControl(controlPath)
  mkdirSync(join(base, 'site'))
  const script = join(import.meta.dirname, 'schedules-child.ts')
  const env = { ...process.env, LD_PRELOAD: library, FAULTS_CONTROL: controlPath, FAULTS_FOLDER: join(base, 'site', 'data') }
  const child = spawn(process.execPath, [script, join(base, 'site'), controlPath, String(first), String(count), mode], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const results: ScheduleResult[] = []
  for await (const line of createInterface({ input: child.stdout })) results.push(JSON.parse(line) as ScheduleResult)
  rmSync(base, { recursive: true, force: true })
  return results
}
