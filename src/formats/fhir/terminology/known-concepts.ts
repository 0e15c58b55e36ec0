// The codes of code systems that are completely known: of a CodeSystem that is loaded, or of the definitions of FHIR.
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

export interface CodeSources {
  readonly guides: LoadedGuides | undefined
  readonly model: FhirModel
  /** Of the code system; undefined for any. */
  readonly version: string | undefined
}

/**
 * The severity of a code that its system does not have: a warning if HL7 may have added the code since.
 * @returns undefined if the system has the code, or its codes are not known
 */
export function unknownCodeSeverity(
  system: string,
  code: string,
  { guides, model, version }: CodeSources,
): 'error' | 'warning' | undefined {
  const loaded = guides?.profiles.guides.codeSystem(system)
  if (loaded) return (knownConcepts(system, guides, version)?.has(code) ?? true) ? undefined : 'error'
  if (version !== undefined) return undefined
  const known = codeSystemsOf(model.version).get(system)
  if (!known || known.codes.has(code)) return undefined
  return known.isGrowing ? 'warning' : 'error'
}

function addCodes(concepts: readonly Concept[], to: Set<string>): void {
  for (const { code, children } of concepts) {
    to.add(code)
    addCodes(children, to)
  }
}
