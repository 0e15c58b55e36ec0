// phi/deidentify-cda and phi/deidentify-x12: nothing of a person whom a field names is left in documents made by seed. More of them: npm run bench scripts
// test/bench/cda/cda-made.ts and test/bench/x12/x12-made.ts.
import { expect, test } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { phiDeidentifyX12 } from '../../../../src/tools/phi/deidentify-x12.ts'
import { findX12Survivors } from '../../x12/made/find-x12-survivors.ts'
import { makeX12 } from '../../x12/made/make-x12.ts'
import { findSurvivors } from './made/find-survivors.ts'
import { makeCda } from './made/make-cda.ts'
import { deidentify } from './planted-cda.ts'

const seeds = (count: number) => Array.from({ length: count }, (_, i) => 5_000 + i)

test.each(seeds(10))('CDA, seed %i', (seed) => {
  const made = makeCda(seed)
  expect(made.people.length).toBeGreaterThan(0)
  expect(findSurvivors(made, made.bytes).length).toBeGreaterThan(20)
  expect(findSurvivors(made, deidentify(made.bytes).content)).toEqual([])
})

test.each(seeds(14))('X12, seed %i', (seed) => {
  const made = makeX12(seed)
  expect(findX12Survivors(made, made.text).length).toBeGreaterThan(5)
  const { interchange } = runTool(phiDeidentifyX12, { interchange: made.text }, {}) as unknown as { interchange: string }
  expect(findX12Survivors(made, interchange)).toEqual([])
})
