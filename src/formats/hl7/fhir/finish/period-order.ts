// A period of R4 starts before it ends (per-1), and of times that are not as precise as each other nobody can tell.
import type { FhirNode } from '../fhir-node.ts'
import { cutText } from './original-text.ts'

/** Characters of a date: a year, a month, a day. A time has seconds at least. */
const DAY = 10

/** Takes out an end before the start; cuts the end that is more precise where the other one is a part of it, with the whole beside it. */
export function keepOrder(node: FhirNode): void {
  const [start, end] = [node.first('start'), node.first('end')]
  if (typeof start?.value !== 'string' || typeof end?.value !== 'string') return
  const length = Math.min(start.value.length, end.value.length)
  if (length > DAY) {
    if (Date.parse(start.value) > Date.parse(end.value)) node.remove('end')
    return
  }
  const [from, to] = [start.value.slice(0, length), end.value.slice(0, length)]
  if (from > to) node.remove('end')
  else if (from === to) for (const each of [start, end]) cutText(each, length)
}
