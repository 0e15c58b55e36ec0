// phi/deidentify-fhir: the campaign of planted persons in its short form. `node test/bench/phi-fhir-plant.ts` is the long one.
import { describe, expect, test } from 'vitest'
import { FHIR_RUNS, FIRST_PERSON, tryDocuments } from '../../../bench/plants/fhir-campaign.ts'
import { besidePatient, plantedDocuments, survivorsIn } from '../../../bench/plants/fhir-places.ts'

/** Of each name and identifier, every eighth place, another one in each run. */
const SAMPLE = 8
const documents = plantedDocuments(FIRST_PERSON)

describe('a person in 963 documents', () => {
  test.each(
    Object.entries(FHIR_RUNS).flatMap(([name, options], number) => [
      { name: `${name}, alone`, options, beside: false, first: number },
      { name: `${name}, beside the resource of the person`, options, beside: true, first: number + SAMPLE / 2 },
    ]),
  )('$name: nobody survives, and what was valid is', ({ options, beside, first }) => {
    const sample = documents.filter((_, number) => number % SAMPLE === first)
    const unclean = [...tryDocuments(sample, FIRST_PERSON, options, beside)].filter(
      ({ outcome }) => outcome !== 'clean' && outcome !== 'refused',
    )
    expect(unclean).toEqual([])
  })

  test('is found where a result shows it, in base64, escaped and as character references, too', () => {
    expect(documents).toHaveLength(963)
    for (const { document } of documents)
      expect(survivorsIn(JSON.stringify(besidePatient(document, FIRST_PERSON)), FIRST_PERSON)).not.toEqual([])
  })
})
