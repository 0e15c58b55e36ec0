// Codes of a concept: those of HL7 v2 that a code map became codes of FHIR beside, and codes of FHIR alone as those of HL7 v2.

import { addressText } from '../draft/draft-segment.ts'
import type { FhirElement } from '../draft/source-tree.ts'
import type { Slot } from './map-slots.ts'
import { reverseCode } from './reverse-codes.ts'
import type { MapRun } from './reverse-context.ts'

/** Puts codes of the vocabulary of a row in, before its map takes what is left. */
export function reverseConcept({ context, frame }: MapRun, tree: Slot, concept: FhirElement): void {
  const { vocabulary, segment, scope } = frame
  if (vocabulary === '' || tree.type !== 'CodeableConcept') return
  const codings = concept.all('coding')
  const { log, codes } = context
  const target = addressText(segment.id, frame)
  const take = (element: FhirElement | undefined) => element && log.claim(scope, element, target)
  for (const coding of codings) {
    const code = coding.textAt('code')
    const mapped = code === undefined ? undefined : codes.find(vocabulary, code)
    if (!mapped) continue
    const system = coding.first('system')
    if (mapped.code === code && system?.text === mapped.system) {
      take(system)
      continue
    }
    const other = codings.find((each) => each !== coding && each.textAt('code') === mapped.code && each.textAt('system') === mapped.system)
    if (!other) continue
    // It comes back by the code map.
    for (const leaf of other.leaves()) take(leaf)
    scope.add(other)
  }
  for (const coding of codings) {
    const code = coding.first('code')
    if (!code || scope.has(coding) || scope.has(code) || codes.find(vocabulary, code.text!)) continue
    const system = coding.first('system')
    const found = system && reverseCode(context.codes, vocabulary, code.text!, system.text)
    if (!found || found.entry.system !== system.text || segment.isValued(frame.field, frame.repetition, [...frame.inner, 1])) continue
    if (!log.put(segment, { ...frame, inner: [...frame.inner, 1] }, found.code, code)) continue
    if (found.isChosen) log.chosen.set(code, found.code)
    take(code)
    take(system)
  }
}
