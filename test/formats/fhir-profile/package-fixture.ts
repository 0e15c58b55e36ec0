// Invented FHIR packages and profiles, and fhir/validate over them.
import { gzipSync } from 'node:zlib'
import { runTool } from '../../../src/core/run.ts'
import { composeTar } from '../../../src/platform/backup/tar.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'

export const BASE = 'http://example.org/fhir/StructureDefinition/'

/** Files by their path in the archive, values as JSON. */
export function packageOf(files: Readonly<Record<string, unknown>>): Uint8Array {
  const list = Object.entries(files).map(([name, content]) => {
    return { name, content: typeof content === 'string' ? content : JSON.stringify(content) }
  })
  return gzipSync(composeTar(list, 0))
}

export const MANIFEST = { name: 'example.guide', version: '1.0.0', fhirVersions: ['4.0.1'], dependencies: {} }

/** A whole package of definitions. */
export function guide(definitions: readonly object[], manifest: object = MANIFEST): Uint8Array {
  const files = definitions.map((each, i) => [`package/Definition-${i}.json`, each])
  return packageOf({ 'package/package.json': manifest, ...Object.fromEntries(files) })
}

/** @param base a type, or the name of another profile */
export function profile(name: string, type: string, element: readonly object[], rest: object = {}): object {
  return {
    resourceType: 'StructureDefinition',
    url: BASE + name,
    version: '1.0.0',
    name,
    kind: type === 'Extension' ? 'complex-type' : 'resource',
    abstract: false,
    type,
    baseDefinition: `http://hl7.org/fhir/StructureDefinition/${type}`,
    derivation: 'constraint',
    differential: { element },
    ...rest,
  }
}

export interface Validation {
  readonly valid: boolean
  readonly issues: readonly {
    readonly severity: string
    readonly code: string
    readonly path: string
    readonly line: number
    readonly profile: string | null
    readonly rule: string | null
    readonly expected: string | null
    readonly message: string
  }[]
  readonly profiles: readonly { readonly url: string; readonly from: string; readonly applied: number }[]
  readonly terminology: { readonly checked: number; readonly unchecked: readonly { readonly system: string; readonly count: number }[] }
}

export function validate(resource: object, definitions?: readonly object[] | Uint8Array, options: object = {}): Validation {
  const own = Array.isArray(definitions) ? definitions.map((each) => JSON.stringify(each)).join('\n') : definitions
  const input = { resource: JSON.stringify(resource), ...(own === undefined ? {} : { definitions: own }) }
  return runTool(fhirValidate, input, options) as unknown as Validation
}

/** `code path rule` of what a profile finds, of errors and warnings, but for recommendations. */
export function findings(resource: object, definitions: readonly object[], name: string, options: object = {}): string[] {
  const { issues } = validate(resource, definitions, { profiles: [BASE + name], ...options })
  return issues
    .filter(({ code, severity }) => severity !== 'info' && code !== 'best_practice')
    .map(({ code, path, rule }) => (rule === null ? `${code} ${path}` : `${code} ${path} ${rule}`))
}
