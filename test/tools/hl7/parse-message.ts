// Runs hl7/parse for the tests and holds every result against its schema.
import { expect } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import type { DocumentResult } from '../../../src/formats/hl7/describe/describe-document.ts'
import { hl7Parse } from '../../../src/tools/hl7/parse.ts'
import { buildFixtures } from '../../fixtures/hl7/make-fixtures.ts'

export function parse(message: string | Uint8Array, options: object = {}): DocumentResult {
  const result = runTool(hl7Parse, { message }, options)
  expect(hl7Parse.output.safeParse(result).error?.issues).toBeUndefined()
  return result as unknown as DocumentResult
}

/** Values by path of the first message. */
export function values(message: string | Uint8Array, options: object = {}): Record<string, unknown> {
  return Object.fromEntries(parse(message, options).segments.flatMap(({ fields }) => fields.map(({ path, value }) => [path, value])))
}

export const fixture = (name: string) => buildFixtures().get(name)!
