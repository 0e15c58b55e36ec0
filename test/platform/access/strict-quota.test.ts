// A trial quota under kill -9, with real processes: what was granted is never forgotten, and never more than the quota is granted.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStores } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { startChild } from '../child-process.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const SCRIPT = join(import.meta.dirname, 'strict-quota-child.ts')
const QUOTA = 1_500
/** A batch is granted in two steps, so that a kill can leave this many units counted and not said. */
const UNITS_IN_FLIGHT = 3

async function readTotal(dataFolder: string): Promise<number> {
  const stores = await openStores(loadConfig({ dataFolder, env: {}, cwd: dataFolder, systemFile: '/nonexistent' }), {}, { create: false })
  try {
    return (await stores.usageStore.totals('AAAAAAAAAAAA', new Date().toISOString().slice(0, 10))).totalUnits
  } finally {
    await stores.close()
  }
}

const unitsOf = (lines: readonly string[]): number => lines.filter((line) => /^\d$/.test(line)).reduce((sum, line) => sum + Number(line), 0)

/** A batch whose second step met a locked database leaves the unit of its first one. */
const countBusy = (lines: readonly string[]): number => lines.filter((line) => line === 'storage_unavailable').length

describe('a trial quota', () => {
  test('survives a process that is killed again and again', { timeout: 120_000 }, async () => {
    const folder = makeScratchFolder()
    let granted = 0
    let kills = 0
    let unsaid = 0
    for (;;) {
      const child = startChild(SCRIPT, [folder, String(QUOTA), String(kills)])
      const target = 20 + ((kills * 67) % 180)
      const exhausted = child.waitFor((line) => line === 'quota_exhausted')
      const reached = child.waitFor(() => child.lines.length >= target)
      await Promise.race([exhausted, reached])
      child.process.kill('SIGKILL')
      await child.ended
      granted += unitsOf(child.lines)
      const total = await readTotal(folder)
      expect(total).toBeGreaterThanOrEqual(granted)
      expect(total).toBeLessThanOrEqual(QUOTA)
      unsaid += UNITS_IN_FLIGHT + countBusy(child.lines)
      if (child.lines.at(-1) === 'quota_exhausted') break
      kills++
      expect(total - granted).toBeLessThanOrEqual(unsaid)
    }
    expect(kills).toBeGreaterThanOrEqual(5)
    // What is left is less than the batch that was refused last.
    expect(await readTotal(folder)).toBeGreaterThan(QUOTA - UNITS_IN_FLIGHT)
  })

  test('holds among processes that serve the same key at the same time', { timeout: 60_000 }, async () => {
    const folder = makeScratchFolder()
    const children = [0, 1, 2].map((seed) => startChild(SCRIPT, [folder, '400', String(seed)]))
    await Promise.all(children.map(({ ended }) => ended))
    for (const { lines } of children) expect(lines.at(-1)).toBe('quota_exhausted')
    const granted = children.reduce((sum, { lines }) => sum + unitsOf(lines), 0)
    const total = await readTotal(folder)
    expect(total).toBeLessThanOrEqual(400)
    // A batch that was refused at its second step had one unit, which it did not say.
    expect(granted).toBeLessThanOrEqual(total)
    const busy = children.reduce((sum, { lines }) => sum + countBusy(lines), 0)
    expect(granted).toBeGreaterThan(400 - 3 * UNITS_IN_FLIGHT - busy)
  })
})
