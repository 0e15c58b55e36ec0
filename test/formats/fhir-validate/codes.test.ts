// One fault for every code of an issue in every version of FHIR, found with the right path and line; and every code of the table has one.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { FHIR_VERSIONS } from '../../../src/formats/fhir/model/versions.ts'
import { ISSUES, type IssueCode } from '../../../src/formats/fhir/validate/issue-codes.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { EXAMPLES, type Example } from './code-examples.ts'

interface Finding {
  readonly code: string
  readonly path: string
  readonly line: number
}

function findings({ resource, definitions, options }: Example, version: string): readonly Finding[] {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource, undefined, 1)
  const own = definitions ? { definitions: definitions.map((each) => JSON.stringify(each)).join('\n') } : {}
  return (runTool(fhirValidate, { resource: text, ...own }, { version, ...options }) as unknown as { readonly issues: readonly Finding[] })
    .issues
}

/** Line of the first place of a text, from 1. */
function lineOf({ resource, mark }: Example): number {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource, undefined, 1)
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`the example does not hold ${mark}`)
  return text.slice(0, at).split('\n').length
}

describe.each([...FHIR_VERSIONS])('in %s', (version) => {
  test.each(Object.entries(EXAMPLES) as [IssueCode, (version: string) => Example][])('%s', (code, make) => {
    const example = make(version)
    const found = findings(example, version).filter((each) => each.code === code)
    expect(found.map(({ path, line }) => ({ path, line }))).toContainEqual({ path: example.path, line: lineOf(example) })
  })
})

test('every code has an example', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(ISSUES).sort())
})
