// Results of a result (OBR-26), such as the susceptibilities of a cultured organism: the observation that they belong to lists them as its members.
import type { FhirNode, Part, Resource } from '../fhir-node.ts'
import { placeAt } from '../observed/place-part.ts'
import type { ResourceGraph } from '../resource-graph.ts'
import { firstLeaf, isValued, leavesOf, partAt, type SourceMessage, type SourceSegment } from '../source-message.ts'

/** Links the observations of each order with OBR-26 to the one observation that it names; where it names none, or several, OBR-26 stays unmapped. */
export function linkParentResults(message: SourceMessage, graph: ResourceGraph): void {
  const orders = message.named('OBR')
  if (!orders.some(({ fields }) => fields[PARENT_RESULT]?.some(isValued))) return
  const { byOrder, byName } = resultsOf(message, graph)
  for (const order of orders) {
    const parent = order.fields[PARENT_RESULT]?.find(isValued)
    const members = byOrder.get(order)
    if (!parent || !members) continue
    const named = byName.get(nameOf(partAt(parent, 1), partAt(parent, 2))) ?? []
    // More of one name are of a message that nobody can read, and would take the square of their number.
    const found = named.length > MOST_NAMED ? [] : named.filter((each) => isParent(each, order, parent))
    if (found.length === 1) linkMembers(found[0]!, members, parent)
  }
}

const PARENT_RESULT = 26
const PARENT_ORDER = 29
const [PLACER, FILLER] = [2, 3]
const MOST_NAMED = 256

/** An observation with its OBX and the OBR that this follows. */
interface Result {
  readonly order: SourceSegment
  readonly segment: SourceSegment
  readonly resource: Resource
}

function resultsOf({ segments }: SourceMessage, graph: ResourceGraph) {
  const byOrder = new Map<SourceSegment, Result[]>()
  const byName = new Map<string, Result[]>()
  let order: SourceSegment | undefined
  for (const segment of segments) {
    // What stands behind the next patient is of none of the orders before.
    if (segment.id === 'OBR') order = segment
    else if (segment.id === 'PID') order = undefined
    else if (order && segment.id === 'OBX') {
      const resource = graph.filledBy(segment.serial, 'Observation')
      if (!resource) continue
      const result = { order, segment, resource }
      addTo(byOrder, order, result)
      addTo(byName, nameOf(segment.fields[3]?.[0], segment.fields[4]?.[0]), result)
    }
  }
  return { byOrder, byName }
}

function addTo<Key>(lists: Map<Key, Result[]>, key: Key, result: Result): void {
  const list = lists.get(key)
  if (list) list.push(result)
  else lists.set(key, [result])
}

/** What OBR-26 repeats of a result: the code of OBX-3 and OBX-4. */
function nameOf(code: Part | undefined, sub: Part | undefined): string {
  return `${textAt(code, 1)}\n${textAt(sub, 0)}`
}

function linkMembers({ segment, resource }: Result, members: readonly Result[], parent: Part): void {
  const subject = subjectOf(resource)
  const others = members.filter((each) => each.resource !== resource && subjectOf(each.resource) === subject)
  if (others.length === 0) return
  for (const each of others) resource.node.child('hasMember', `member ${each.resource.number}`)!.link = each.resource
  keepPlaces(parent, segment)
}

/** Whose result it is, as far as the message map says; a missing subject is the only patient of the message. */
function subjectOf({ node }: Resource): Resource | undefined {
  return node.first('subject')?.link
}

/** True for a result of an earlier order, of the one that OBR-29 names, if it names one, whose code is of the system that OBR-26 names. */
function isParent({ order, segment }: Result, child: SourceSegment, parent: Part): boolean {
  if (order.serial >= child.serial) return false
  const code = segment.fields[3]?.[0]
  const system = textAt(partAt(parent, 1), 3)
  if (textAt(code, 1) === '' || (system !== '' && textAt(code, 3) !== '' && system !== textAt(code, 3))) return false
  return isOrder(child.fields[PARENT_ORDER]?.[0], order)
}

/** True if a number is the same and none differs, or none is named. */
function isOrder(named: Part | undefined, { fields }: SourceSegment): boolean {
  const pairs = [PLACER, FILLER].map((field, i) => [textAt(partAt(named, i + 1), 1), textAt(fields[field]?.[0], 1)])
  if (pairs.every(([number]) => number === '')) return true
  const known = pairs.filter((pair) => !pair.includes(''))
  return known.length > 0 && known.every(([number, own]) => number === own)
}

function textAt(part: Part | undefined, position: number): string {
  return firstLeaf(partAt(part, position))?.value.trim() ?? ''
}

/** The code, sub-ID and value that OBR-26 repeats stand where those of the OBX do. */
function keepPlaces(parent: Part, { fields }: SourceSegment): void {
  const known = [fields[3]?.[0], fields[4]?.[0], ...(fields[5] ?? [])].flatMap(leavesOf)
  for (const leaf of leavesOf(parent).filter(isValued)) {
    const same = known.find(({ value, nodes }) => value === leaf.value && nodes.length > 0)
    for (const node of same?.nodes ?? NO_NODES) placeAt(leaf, node)
  }
}

const NO_NODES: readonly FhirNode[] = []
