// The words that the definitions of a version are made of: names of types, elements, extensions and value sets, and the codes of those sets.
import { readSection } from './read-tables.ts'
import type { FhirVersion } from './versions.ts'

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
const LEAST = 4
const opened = new Map<FhirVersion, ReadonlySet<string>>()

/** @returns words of four letters and more in lower case: `medication` and `request` of MedicationRequest, `noconsent` of NOCONSENT */
export function vocabularyOf(version: FhirVersion): ReadonlySet<string> {
  let words = opened.get(version)
  if (!words) {
    const found = new Set<string>()
    for (const section of ['types', 'profiles', 'valueSets'] as const)
      for (const [word] of readSection(version, section).matchAll(WORD)) if (word.length >= LEAST) found.add(word.toLowerCase())
    words = found
    opened.set(version, words)
  }
  return words
}
