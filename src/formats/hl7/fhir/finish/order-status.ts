// Orders whose results follow (ORC-1 RE) and that say nothing of their status (ORC-5): what follows tells whether they are done.
import { put, unplace } from '../observed/place-part.ts'
import type { ResourceGraph } from '../resource-graph.ts'
import { leavesOf, partAt, type SourceMessage, type SourceSegment } from '../source-message.ts'

/** A request stays active until its results are final; one for a vaccination that was not given, or is deleted, is neither active nor done. */
export function setOrderStatus({ segments }: SourceMessage, graph: ResourceGraph): void {
  for (const order of segments) {
    if (order.id === 'ORC') dropVaccination(segments, order, graph)
    if (order.id !== 'ORC' || textOf(order, 1) !== 'RE' || textOf(order, 5) !== '') continue
    const node = graph.filledBy(order.serial, 'ServiceRequest')?.node
    const known = node?.first('status')
    // Active is what the code map has for RE; a rule of the site stays.
    if (!node || !known || known.value !== 'active' || known.rule !== undefined) continue
    const status = statusBy(resultsOf(segments, order, graph))
    if (status === 'active') continue
    unplace(known)
    if (status === undefined) node.remove('status')
    else put(known, status, leavesOf(order.fields[1]?.[0]))
  }
}

/** An order that no vaccination follows is none of one, whatever the message holds elsewhere: its numbers stand in the request. */
function dropVaccination(segments: readonly SourceSegment[], order: SourceSegment, graph: ResourceGraph): void {
  const node = graph.filledBy(order.serial, 'Immunization')?.node
  if (!node || !graph.filledBy(order.serial, 'ServiceRequest') || followersOf(segments, order).some(({ id }) => id === 'RXA')) return
  unplace(node)
  node.removeAll(() => true)
}

/** What stands between an order and the next one. */
function followersOf(segments: readonly SourceSegment[], { serial }: SourceSegment): readonly SourceSegment[] {
  let end = serial + 1
  while (end < segments.length && segments[end]!.id !== 'ORC' && segments[end]!.id !== 'PID') end++
  return segments.slice(serial + 1, end)
}

/** What an order is about stands behind it; in OUL messages its OBR stands before it, and what stands behind it is of the next order. */
function resultsOf(segments: readonly SourceSegment[], order: SourceSegment, graph: ResourceGraph): readonly SourceSegment[] {
  const request = graph.filledBy(order.serial, 'ServiceRequest')
  const isBehind = order.follows === 'OBR' && graph.filledBy(order.followed, 'ServiceRequest') === request
  return isBehind ? [segments[order.followed]!] : followersOf(segments, order)
}

/** @returns undefined where nobody can tell, which is the status unknown */
function statusBy(followers: readonly SourceSegment[]): string | undefined {
  const vaccinations = followers.filter(({ id }) => id === 'RXA')
  if (vaccinations.length > 0) return vaccinations.every(isGiven) ? 'completed' : undefined
  const results = followers.filter(({ id }) => id === 'OBR')
  return results.length > 0 && results.every((each) => FINAL.has(textOf(each, 25))) ? 'completed' : 'active'
}

/** Table 0123. */
const FINAL: ReadonlySet<string> = new Set(['F', 'C'])

/** RXA-20 of table 0322, RXA-21 of table 0323: any code but these may say that it was not given, or not all of it. */
function isGiven(vaccination: SourceSegment): boolean {
  if (textOf(vaccination, 5) === NO_VACCINE) return false
  return ['', 'CP'].includes(textOf(vaccination, 20)) && ['', 'A', 'U', 'X'].includes(textOf(vaccination, 21))
}

/** Of CVX, RXA-5: no vaccine administered. */
const NO_VACCINE = '998'

function textOf({ fields }: SourceSegment, field: number): string {
  return partAt(fields[field]?.[0], 1)?.value.trim() ?? ''
}
