// The short form of the soak of shared jobs; it takes minutes, so it runs where HEALTH_TOOLS_SOAK is set, after npm run build.
import { expect, test } from 'vitest'
import { soakJobs } from './jobs-soak.ts'

const isWished = process.env.HEALTH_TOOLS_SOAK !== undefined

test.skipIf(!isWished)(
  'no job is lost, wrong or counted twice while workers die and the database fails over',
  { timeout: 900_000 },
  async () => {
    const { lost, wrong, unitsWanted, unitsCounted, quotaCounted, kills, restarts } = await soakJobs(60, 5, () => undefined)
    expect({ lost, wrong, unitsCounted, quotaCounted }).toEqual({ lost: 0, wrong: 0, unitsCounted: unitsWanted, quotaCounted: unitsWanted })
    expect(kills).toBeGreaterThan(0)
    expect(restarts).toBe(3)
  },
)
