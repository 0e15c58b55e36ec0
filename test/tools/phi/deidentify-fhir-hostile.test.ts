// phi/deidentify-fhir: one round of hostile resources; `node test/bench/fhir-hostile/campaign.ts` runs more.
import { expect, test } from 'vitest'
import { runCampaign } from '../../bench/fhir-hostile/campaign.ts'

test('nothing that is planted in hostile places survives, references lead where they led, and what was valid stays so', {
  timeout: 60_000,
}, () => {
  const { runs, survivors, broken, unresolved, refused } = runCampaign(1, 20, ['search and clean'])
  expect(runs).toBeGreaterThan(90)
  expect({ survivors, broken, unresolved, refused }).toEqual({ survivors: [], broken: [], unresolved: [], refused: [] })
})
