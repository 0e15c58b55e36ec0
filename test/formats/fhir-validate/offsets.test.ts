// Offsets of issues, results and losses: the place in the document as it came, whatever stands before it.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { fhirConvert } from '../../../src/tools/fhir/convert.ts'
import { fhirPath } from '../../../src/tools/fhir/path.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'

const MARK = '\ufeff'
const JSON_TEXT = [
  '{"resourceType":"Patient",',
  ' "name": [{"family": "Ü😀\\u00e9"}, {"given": ["😀😀", "Zoë"]}],',
  ' "birthDate": "19-01"}',
].join('\r\n')
const XML_TEXT = [
  '<?xml version="1.0"?>',
  '<Patient xmlns="http://hl7.org/fhir">',
  ' <!-- ü😀 --><name><family value="&amp;😀&#x1F600;"/><given value="Zoë"/></name>',
  ' <birthDate value="19-01"/></Patient>',
].join('\r\n')
const LINES =
  '{"resourceType":"Basic","code":{"text":"😀"}}\r\n\r\n{"resourceType":"Patient","name":[{"family":"😀"}],"birthDate":"19-01"}\n'

interface Found {
  readonly offset: number
  readonly line: number
  readonly column: number
  readonly severity?: string
}
type Results = Record<'issues' | 'results' | 'lost', readonly Found[]>

/** What the text has at each place, after the line and column if they are of another one. */
function placesIn(text: string, found: readonly Found[]): string[] {
  return found.map(({ offset, line, column }) => {
    const before = text.slice(0, offset).split('\r\n')
    const isThere = before.length === line && before.at(-1)!.length + 1 === column
    return `${isThere ? '' : `${line}:${column} `}${/^(?:<!--|["<]\p{L}*)/u.exec(text.slice(offset))?.[0]}`
  })
}

describe.each([
  ['JSON', JSON_TEXT, ['"birthDate'], ['"family', '"', '"Zoë']],
  ['XML', XML_TEXT, ['<birthDate'], ['<family', '<given']],
  ['NDJSON', LINES, ['"birthDate'], ['"family']],
])('%s', (format, document, issues, results) => {
  it.each([
    ['a text', document, document],
    ['a text with a mark', MARK + document, MARK + document],
    ['bytes', document, new TextEncoder().encode(document)],
    ['bytes with a mark', document, new TextEncoder().encode(MARK + document)],
  ])('as %s', (_, text, resource) => {
    const run = (tool: unknown, options: object) => runTool(tool as Tool, { resource }, options) as unknown as Results
    const errors = run(fhirValidate, {}).issues.filter(({ severity }) => severity === 'error')
    expect(placesIn(text, errors)).toEqual(issues)
    expect(placesIn(text, run(fhirPath, { expression: 'name.family | name.given' }).results)).toEqual(results)
    if (format === 'XML') expect(placesIn(text, run(fhirConvert, { to: 'json' }).lost)).toEqual(['<!--'])
  })
})
