// Runs hl7/to-fhir for the tests; every result is held against its schema, every Bundle against R4 by our validator, and every value is accounted for.
import { expect } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import type { JsonObject } from '../../../src/formats/fhir/json/json-value.ts'
import { readJson } from '../../../src/formats/fhir/json/read-json.ts'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import { RULES } from '../../../src/formats/fhir/validate/issue-codes.ts'
import type { RuleLevels } from '../../../src/formats/fhir/validate/issue-list.ts'
import { validateResource } from '../../../src/formats/fhir/validate/validate-resource.ts'
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

const LEVELS = Object.fromEntries(RULES.map((rule) => [rule, rule === 'bestPractice' ? 'off' : 'error'])) as RuleLevels

/** Errors by the definitions of R4, without profiles: structure, cardinality, values, bindings, invariants, references. */
export function faultsOf(resource: object): string[] {
  // As a receiver reads it: a decimal that keeps its zeros is a number in JSON alone.
  const { issues } = validateResource(readJson(JSON.stringify(resource)) as JsonObject, modelOf('R4'), LEVELS, 100_000)
  return issues
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, rule }) => `${code} ${path.join('.')} ${rule ?? ''}`.trimEnd())
}
