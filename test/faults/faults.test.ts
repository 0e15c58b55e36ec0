// The short form of faults.ts and cuts.ts: failing calls, full disks, power cuts and clocks that jump, under the real stores.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { replayPowerCuts } from './power-cuts.ts'
import { runSchedules, type ScheduleResult } from './run-schedules.ts'
import { buildShim, makeControl } from './shim.ts'
import { configOf, findBroken, noPromises } from './storage-model.ts'
import { workOn } from './storage-work.ts'

const library = buildShim()
/** Bytes after which the database and its log are being made. */
const DATABASE_BYTES = 3_000
/** Bytes after which the head record of the audit log is being written. */
const HEAD_RECORD_BYTES = [1_049, 1_060]

describe('the check of promises', () => {
  test('finds what was promised and never done', async () => {
    const folder = join(makeScratchFolder(), 'data')
    mkdirSync(folder)
    const { promised } = await workOn(folder, 1, 20, () => undefined)
    expect(promised.keys.length + promised.audits.length).toBeGreaterThan(5)
    expect(await findBroken(folder, promised)).toEqual([])
    const more = { ...promised, keys: ['CCCCCCCCCCCC'], audits: [99], units: promised.units + 1, requestsBegun: promised.requests - 1 }
    expect(await findBroken(folder, more)).toEqual([
      'a key is lost',
      expect.stringContaining('counted twice'),
      '1 units are lost',
      'an audit event is lost',
    ])
  })

  test('finds that a database is gone', async () => {
    const folder = join(makeScratchFolder(), 'data')
    mkdirSync(folder)
    configOf(folder)
    expect(await findBroken(folder, { ...noPromises(), keys: ['CCCCCCCCCCCC'] })).toEqual(['the database is gone'])
  })
})

describe.skipIf(library === undefined)('what was acknowledged survives', { timeout: 240_000 }, () => {
  test('calls that fail at random', async () => {
    const results = await runSchedules(library!, 1, 10, 'faults')
    expect(results).toHaveLength(10)
    expect(results.reduce((sum, { failed }) => sum + failed, 0)).toBeGreaterThan(50)
    expect(results.filter(({ broken, unexpected }) => broken.length + unexpected.length > 0)).toEqual([])
  })

  test('a disk that is full at a byte', async () => {
    const results: ScheduleResult[] = []
    for (const [first, count] of [...HEAD_RECORD_BYTES.map((room) => [room, 1] as const), [DATABASE_BYTES, 4] as const]) {
      results.push(...(await runSchedules(library!, first, count, 'full')))
    }
    expect(results).toHaveLength(HEAD_RECORD_BYTES.length + 4)
    expect(results.every(({ refused }) => refused > 0)).toBe(true)
    expect(results.filter(({ broken, unexpected }) => broken.length + unexpected.length > 0)).toEqual([])
  })

  test('a power cut at any moment, and not with a disk that lies about a sync', async () => {
    const { states, broken } = await replayPowerCuts(library!, 1, 40, 60)
    expect(states).toBe(60)
    expect(broken).toEqual([])
    expect((await replayPowerCuts(library!, 1, 40, 12, false)).broken).not.toEqual([])
  })

  test('a clock that jumps by a day and a year: no unit is given twice, and only a jump ahead fills a bucket', () => {
    const base = makeScratchFolder()
    const [folder, control] = [join(base, 'data'), join(base, 'control')]
    mkdirSync(folder)
    makeControl(control)
    const env = { ...process.env, LD_PRELOAD: library!, FAULTS_CONTROL: control, FAULTS_FOLDER: folder }
    const told = JSON.parse(
      execFileSync(process.execPath, [join(import.meta.dirname, 'clock-child.ts'), folder, control, '100'], { env }).toString(),
    )
    expect(told.years).toBeGreaterThan(1)
    expect(told).toMatchObject({ granted: [100, expect.any(Number)], totalUnits: 100, unexpected: [] })
    // The bucket of five is full again after each of three jumps ahead; a jump back gives nothing.
    expect(told.granted[1]).toBeGreaterThanOrEqual(20)
    expect(told.granted[1]).toBeLessThan(23)
  })
})
