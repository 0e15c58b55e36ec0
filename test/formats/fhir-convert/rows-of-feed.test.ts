// fhir/flatten over a feed: the rows of its documents are one document, with the header of CSV once.
import { expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirFlatten } from '../../../src/tools/fhir/flatten.ts'

const VIEW = {
  resourceType: 'https://sql-on-fhir.org/ig/StructureDefinition/ViewDefinition',
  resource: 'Patient',
  select: [{ column: [{ name: 'id', path: 'id' }] }, { forEachOrNull: 'name', column: [{ name: 'family', path: 'family' }] }],
}
const DOCUMENTS = [
  { resourceType: 'Patient', id: 'a', name: [{ family: 'Sample' }, { family: 'two\nlines' }] },
  { resourceType: 'Observation', id: 'o' },
  // A row that reads as the header does.
  { resourceType: 'Patient', id: 'id', name: [{ family: 'family' }] },
]

/** As a feed puts its documents together. */
function feed(options: object): string {
  const { lines } = fhirFlatten.download!
  const given = { ...options, viewDefinition: VIEW }
  const added = DOCUMENTS.flatMap((document, index) => {
    const result = runTool(fhirFlatten, { resource: JSON.stringify(document) }, given)
    return lines!.line!(result as never, index) ?? []
  })
  return [lines!.head!(given, false), ...added].filter((each) => each !== undefined).join('\n')
}

test('CSV has its header once', () => {
  expect(feed({ format: 'csv' })).toBe('id,family\r\na,Sample\r\na,"two\nlines"\r\n"id",family\r')
})

test('CSV without a header has none', () => {
  expect(feed({ format: 'csv', header: false })).toBe('a,Sample\r\na,"two\nlines"\r\n"id",family\r')
})

test.each(['json', 'ndjson'])('rows of %s are lines', (format) => {
  expect(feed({ format }).split('\n')).toEqual([
    '{"id":"a","family":"Sample"}',
    '{"id":"a","family":"two\\nlines"}',
    '{"id":"id","family":"family"}',
  ])
})

test('an invalid view has no header', () => {
  const { lines } = fhirFlatten.download!
  expect(lines!.head!({ format: 'csv', viewDefinition: { resource: 'Patient' } }, false)).toBeUndefined()
})
