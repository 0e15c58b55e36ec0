// Rules of documents and of reports of measures that no invariant expresses.
import { describe, expect, test } from 'vitest'
import { errors, HOST } from './definition-fixture.ts'

test('entries of a document are joined by references in either direction, and by the link to a stylesheet', () => {
  const url = (id: string): string => `${HOST}${id}`
  const composition = {
    resourceType: 'Composition',
    id: 'c',
    status: 'final',
    type: { text: 'x' },
    date: '2026',
    title: 'x',
    author: [{ display: 'x' }],
    subject: { reference: url('Patient/p') },
  }
  const provenance = {
    resourceType: 'Provenance',
    id: 'v',
    target: [{ reference: url('Patient/p') }],
    recorded: '2026-01-01T00:00:00Z',
    agent: [{ who: { display: 'x' } }],
  }
  const resources = [
    composition,
    { resourceType: 'Patient', id: 'p', active: true },
    provenance,
    { resourceType: 'Binary', id: 'css', contentType: 'text/css' },
  ]
  const bundle = (rest: object) => ({
    resourceType: 'Bundle',
    type: 'document',
    identifier: { system: HOST, value: 'x' },
    timestamp: '2026-01-01T00:00:00Z',
    entry: resources.map((resource) => ({ fullUrl: url(`${resource.resourceType}/${resource.id}`), resource })),
    ...rest,
  })
  expect(errors(bundle({ link: [{ relation: 'stylesheet', url: 'Binary/css' }] }))).toEqual([])
  expect(errors(bundle({}))).toEqual(['bundle_orphan Bundle.entry[3]'])
})

describe('a MeasureReport', () => {
  const concept = (code: string) => ({ coding: [{ system: `${HOST}CodeSystem/m`, code }] })
  const criteria = { language: 'text/cql', expression: 'x' }
  const measure = {
    resourceType: 'Measure',
    url: `${HOST}Measure/m`,
    status: 'draft',
    scoring: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/measure-scoring', code: 'proportion' }] },
    group: [
      {
        population: [
          { code: concept('a'), criteria },
          { code: concept('b'), criteria },
        ],
      },
    ],
  }
  const report = (group: object, rest: object = {}) => ({
    resourceType: 'MeasureReport',
    status: 'complete',
    type: 'summary',
    measure: measure.url,
    period: { start: '2026', end: '2026' },
    group: [group],
    ...rest,
  })
  test.each<[string, object, string[]]>([
    ['of another population', report({ population: [{ code: concept('z') }] }), ['report_unknown MeasureReport.group[0].population[0]']],
    [
      'of a population twice',
      report({ population: [{ code: concept('a') }, { code: concept('a') }] }),
      ['definition_duplicate MeasureReport.group[0].population[1]'],
    ],
    ['with a score above 1', report({ measureScore: { value: 1.5 } }), ['report_score MeasureReport.group[0]']],
    [
      'with subjects in a summary',
      report({ population: [{ code: concept('a'), subjectResults: { reference: 'List/1' } }] }),
      ['report_subjects MeasureReport.group[0].population[0]'],
    ],
    ['that is right', report({ population: [{ code: concept('b'), count: 1 }], measureScore: { value: 0.5 } }), []],
  ])('%s', (_, resource, expected) => {
    expect(errors(resource, [measure])).toEqual(expected)
  })
})
