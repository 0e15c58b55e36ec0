// phi/deidentify-fhir: one round of hostile resources; `node test/bench/fhir-hostile/campaign.ts` runs more.
import { expect, test } from 'vitest'
import { runCampaign } from '../../bench/fhir-hostile/campaign.ts'

const NOTHING = { survivors: [], broken: [], unresolved: [], refused: [] }

test('nothing that is planted in hostile places survives, references lead where they led, and what was valid stays so', {
  timeout: 60_000,
}, () => {
  const { runs, ...found } = runCampaign(1, 20, ['search and clean'])
  expect(runs).toBeGreaterThan(105)
  expect(found).toEqual(NOTHING)
})

test('without the Patient, names of no list do not survive in codes, units, titles, names of parameters or addresses', {
  timeout: 60_000,
}, () => {
  const { runs, ...found } = runCampaign(1, 20, ['safe-harbor'], true)
  expect(runs).toBeGreaterThan(105)
  expect(found).toEqual(NOTHING)
})
