// A location of HL7 (PL) as Locations of FHIR: one for each level that is valued, each part of the next one.
import type { FhirNode } from './fhir-node.ts'
import type { ResourceGraph } from './resource-graph.ts'
import { isValued, type Part, partAt, type SourceSegment } from './source-message.ts'

/** Components of PL from the inside: bed, room, floor, point of care, building, facility; the codes are those of location-physical-type. */
const LEVELS: readonly { readonly component: number; readonly code: string }[] = [
  { component: 3, code: 'bd' },
  { component: 2, code: 'ro' },
  { component: 8, code: 'lvl' },
  { component: 1, code: '' },
  { component: 7, code: 'bu' },
  { component: 4, code: 'si' },
]
const SYSTEM = 'http://terminology.hl7.org/CodeSystem/location-physical-type'

/**
 * @param innermost the Location that is referred to
 * @param identify puts a component into an identifier
 */
export function placeLocation(
  graph: ResourceGraph,
  segment: SourceSegment,
  innermost: FhirNode,
  part: Part | undefined,
  identify: (identifier: FhirNode, source: Part) => void,
): void {
  let node: FhirNode | undefined
  for (const { component, code } of LEVELS) {
    const source = partAt(part, component)
    if (!source || !isValued(source)) continue
    const level: FhirNode = node ? graph.create('Location', 'Location', segment, false).node : innermost
    if (node) node.child('partOf', '')!.link = graph.resources.at(-1)!
    identify(level.child('identifier', `level ${component}`)!, source)
    set(level.child('mode', ''), 'instance')
    if (code !== '') {
      const coding = level.child('physicalType', '')!.child('coding', '')!
      set(coding.child('system', ''), SYSTEM)
      set(coding.child('code', ''), code)
    }
    node = level
  }
}

function set(node: FhirNode | undefined, value: string): void {
  if (!node || node.value !== undefined) return
  node.value = value
  node.isWeak = true
}
