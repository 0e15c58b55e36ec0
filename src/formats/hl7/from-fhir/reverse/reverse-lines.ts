// The lines of an address: street, other designation, and in between or behind what else there is.
import { componentDefinitions } from '../../dictionary/dictionary.ts'
import { addressText } from '../draft/draft-segment.ts'
import type { FhirElement } from '../draft/source-tree.ts'
import type { ReverseContext, ReverseFrame } from './reverse-context.ts'

/** XAD-1.1, XAD-2, XAD-19 in versions that have it, else the subcomponents of XAD-1 in between, so that the lines keep their order. */
export function reverseLines({ log }: ReverseContext, address: FhirElement, frame: ReverseFrame): void {
  const lines = address.all('line').filter(({ text }) => text !== undefined)
  const outer = frame.inner.slice(0, -1)
  const hasThird = componentDefinitions(frame.segment.version, 'XAD').some(({ position }) => position === 19)
  const places = placesOf(lines.length, hasThird)
  for (const [i, line] of lines.entries()) {
    const inner = places[i]
    if (!inner || frame.scope.has(line)) continue
    const place = { ...frame, inner: [...outer, ...inner] }
    if (log.put(frame.segment, place, line.text!, line)) log.claim(frame.scope, line, addressText(frame.segment.id, place))
  }
}

function placesOf(count: number, hasThird: boolean): readonly (readonly number[])[] {
  if (count <= 1) return [[1]]
  const last = hasThird && count > 2 ? [[2], [19]] : [[2]]
  const first = count - last.length
  return [
    ...(first === 1
      ? [[1]]
      : [
          [1, 1],
          [1, 2],
          [1, 3],
        ].slice(0, first)),
    ...last,
  ]
}
