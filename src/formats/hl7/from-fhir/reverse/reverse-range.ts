// The reference range of an Observation as OBX-7: its text, else its ends.
import type { Scope } from '../draft/claim-log.ts'
import type { DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { FhirElement } from '../draft/source-tree.ts'

export interface RangePlace {
  readonly builder: MessageBuilder
  readonly segment: DraftSegment
  readonly scope: Scope
}

export function reverseRange({ builder, segment, scope }: RangePlace, observation: FhirElement): void {
  const range = observation.first('referenceRange')
  if (!range) return
  const { log } = builder.context
  const [low, high] = ['low', 'high'].map((name) => range.first(name)?.first('value'))
  const text = range.first('text')
  const written =
    text?.text ??
    (low?.text === undefined
      ? high?.text === undefined
        ? undefined
        : `<${high.text}`
      : high?.text === undefined
        ? `>${low.text}`
        : `${low.text}-${high.text}`)
  if (written === undefined || !log.put(segment, { field: 7, repetition: 1, inner: [] }, written, text ?? range)) return
  if (text) log.claim(scope, text, 'OBX-7')
  // The ends are read from the text again, and their unit from OBX-6.
  for (const end of [low, high]) {
    if (end?.text === undefined || !written.includes(end.text)) continue
    log.claim(scope, end, 'OBX-7')
    const unit = end.parent?.first('unit')
    if (unit?.text !== undefined && [1, 2].some((component) => segment.textIn(6, 1, [component]) === unit.text))
      log.claim(scope, unit, 'OBX-6')
  }
}
