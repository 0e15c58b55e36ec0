// The codes of a code system that is known whole: a complete CodeSystem that is loaded.
import type { FhirModel } from '../model/element-plan.ts'
import { codeSystemsOf } from '../model/value-sets.ts'
import type { Concept } from '../profile/definitions.ts'
import type { LoadedGuides } from '../profile/validate-profiles.ts'

const opened = new WeakMap<readonly Concept[], ReadonlySet<string>>()

/**
 * @param version that codes are taken from; undefined for any
 * @returns undefined if the system is not loaded in that version, does not list all of its codes, or ignores case
 */
export function knownConcepts(
  system: string,
  guides: LoadedGuides | undefined,
  version: string | undefined,
): ReadonlySet<string> | undefined {
  const definition = guides?.profiles.guides.codeSystem(system)?.definition
  if (definition?.content !== 'complete' || !definition.caseSensitive || definition.concepts.length === 0) return undefined
  if (definition.compositional || (version !== undefined && version !== definition.version)) return undefined
  let codes = opened.get(definition.concepts)
  if (!codes) {
    const all = new Set<string>()
    addCodes(definition.concepts, all)
    codes = all
    opened.set(definition.concepts, codes)
  }
  return codes
}

/**
 * How grave it is that a system has no such code: undefined if it has it, or if nobody here can tell. HL7 Terminology goes on adding codes
 * to its systems after a version of FHIR is published.
 */
export function unknownCodeSeverity(
  system: string,
  code: string,
  {
    guides,
    model,
    version,
  }: { readonly guides: LoadedGuides | undefined; readonly model: FhirModel; readonly version: string | undefined },
): 'error' | 'warning' | undefined {
  const loaded = guides?.profiles.guides.codeSystem(system)
  if (loaded) return (knownConcepts(system, guides, version)?.has(code) ?? true) ? undefined : 'error'
  if (version !== undefined) return undefined
  const known = codeSystemsOf(model.version).get(system)
  if (known?.has(code) ?? true) return undefined
  return system.startsWith('http://hl7.org/fhir/') ? 'error' : 'warning'
}

function addCodes(concepts: readonly Concept[], to: Set<string>): void {
  for (const { code, children } of concepts) {
    to.add(code)
    addCodes(children, to)
  }
}
