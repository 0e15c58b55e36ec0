// Locations of FHIR, each part of the next one, as one location of HL7 (PL, NDL): the way back from placeLocation.

import type { Scope } from '../draft/claim-log.ts'
import { addressText } from '../draft/draft-segment.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import type { ReverseContext, ReverseFrame } from './reverse-context.ts'

/** Components of PL and NDL by the code of location-physical-type; the ward is a level without a code on the way from HL7. */
const LEVELS: Readonly<Record<string, readonly [number, number]>> = {
  bd: [3, 6],
  ro: [2, 5],
  lvl: [8, 11],
  wa: [1, 4],
  area: [1, 4],
  '': [1, 4],
  bu: [7, 10],
  wi: [7, 10],
  si: [4, 7],
}
/** Levels that a location can have: a chain that is longer refers to itself. */
const DEPTH = 8

export function reverseLocation(context: ReverseContext, map: string, innermost: FhirElement, frame: ReverseFrame): void {
  const { log, bundle } = context
  let level: FhirElement | undefined = innermost
  for (let depth = 0; level && depth < DEPTH; depth++) {
    const scope: Scope = level === innermost ? frame.scope : new Set()
    const physical = level.first('physicalType')?.first('coding')
    const places = LEVELS[physical?.textAt('code') ?? '']
    if (places) {
      const inner = [...frame.inner, map === 'PL[Location]' ? places[0] : places[1]]
      const identifier = level.first('identifier')
      const mark = log.mark()
      if (identifier) context.reverse('HD[Identifier]', identifier, { ...frame, inner, scope, vocabulary: '' })
      const name = level.first('name')
      if (!identifier && name?.text !== undefined && log.put(frame.segment, { ...frame, inner }, name.text, name))
        log.claim(scope, name, addressText(frame.segment.id, { ...frame, inner }))
      if (log.mark() > mark)
        for (const each of [physical?.first('code'), physical?.first('system'), level.first('mode')]) if (each) log.claim(scope, each, '')
      const description = level.first('description')
      const place = { ...frame, inner: [...frame.inner, 9] }
      if (description?.text !== undefined && map === 'PL[Location]' && log.put(frame.segment, place, description.text, description))
        log.claim(scope, description, addressText(frame.segment.id, place))
    }
    const partOf: FhirElement | undefined = level.first('partOf')
    const outer: SourceResource | undefined = partOf && bundle.resolve(partOf)
    const reference = partOf?.first('reference')
    if (outer?.type === 'Location' && reference) log.claim(scope, reference, '')
    level = outer?.type === 'Location' ? outer.element : undefined
  }
}
