// No damaged message brings a tool down: a short run of what test/bench/hl7-tools-soak.ts does at length.
import { describe, expect, it } from 'vitest'
import { buildFixtures } from '../../fixtures/hl7/make-fixtures.ts'
import { createRandom } from '../../formats/hl7/mutate.ts'
import { listCalls, runDamaged } from './run-damaged.ts'

const TURNS = 12
const calls = listCalls()
const seeds = [...buildFixtures().values()].filter((bytes) => bytes.length <= 4_000)
const byTool = Map.groupBy(calls, ({ tool }) => tool.id)

describe('a damaged message', () => {
  it.each([...byTool])('is read or refused with its place by %s', async (_id, own) => {
    const random = createRandom(20_260_101)
    let read = 0
    for (const call of own) {
      for (let turn = 0; turn < TURNS; turn++) {
        if (await runDamaged(call, seeds, random)) read++
      }
    }
    expect(read).toBeGreaterThan(0)
  })
})
