// The codes of a code system that is known whole: a complete CodeSystem that is loaded.
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

function addCodes(concepts: readonly Concept[], to: Set<string>): void {
  for (const { code, children } of concepts) {
    to.add(code)
    addCodes(children, to)
  }
}
