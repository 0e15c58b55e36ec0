// phi/deidentify-fhir: documents that repeat what others had, and times of vital signs.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
type Json = any

function cleaned(resource: Json, options: object = {}): Json {
  return JSON.parse((runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, options) as Json).resource)
}

const observation = (over: object) => ({
  resourceType: 'Observation',
  status: 'final',
  code: {
    coding: [{ system: 'http://loinc.org', code: '8302-2', display: 'Body height' }],
    text: 'Tarrow panel',
  },
  ...over,
})

describe('a label that a document before had without an identifier', () => {
  test.each(['balanced', 'high-recall'])('is searched for the persons of this one, %s', (mode) => {
    const alone = cleaned(observation({}), { mode })
    const patient = {
      resourceType: 'Patient',
      id: 'p1',
      name: [{ family: 'Tarrow', given: ['Mabel'] }],
    }
    expect(alone.code.text).toBe('Tarrow panel')
    const other = cleaned(observation({ contained: [patient], subject: { reference: '#p1' } }), { mode })
    expect(other.code.text).toBe('[NAME] panel')
  })

  test('is searched for what the caller denies', () => {
    cleaned(observation({}))
    expect(cleaned(observation({}), { deny: ['tarrow'] }).code.text).not.toMatch(/tarrow/i)
  })
})

describe('the time of a vital sign', () => {
  const profiled = observation({
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
            code: 'vital-signs',
          },
        ],
      },
    ],
    subject: { reference: 'Patient/p1' },
    effectiveDateTime: '2019-05-06T07:08:09Z',
    _effectiveDateTime: { id: 'a' },
    valueQuantity: {
      value: 170,
      unit: 'cm',
      system: 'http://unitsofmeasure.org',
      code: 'cm',
    },
  })

  test('of which a year may stay is a period within the year, which its profile allows', () => {
    const other = cleaned(profiled)
    expect(other.effectivePeriod).toEqual({ start: '2019', end: '2019' })
    expect(other).not.toHaveProperty('effectiveDateTime')
    expect(other).not.toHaveProperty('_effectiveDateTime')
    expect(
      (runTool(fhirValidate, { resource: JSON.stringify(other) }, {}) as Json).issues.filter((each: Json) => each.severity === 'error'),
    ).toEqual([])
  })

  test('has to be precise to the day where it is a dateTime', () => {
    const year = { ...profiled, effectiveDateTime: '2019' }
    expect((runTool(fhirValidate, { resource: JSON.stringify(year) }, {}) as Json).issues).toContainEqual(
      expect.objectContaining({ rule: 'vs-1' }),
    )
  })
})
