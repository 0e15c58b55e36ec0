// A location of HL7 (PL, and the parts of NDL that are those of PL) as Locations of FHIR: one for each level that is valued, each part of the next one.
import type { FhirNode, Part } from './fhir-node.ts'
import type { ResourceGraph } from './resource-graph.ts'
import { isValued, partAt, type SourceSegment } from './source-message.ts'

/** From the inside: bed, room, floor, point of care, building, facility, by their components; the codes are those of location-physical-type. */
const LEVELS: readonly { readonly pl: number; readonly ndl: number; readonly code: string; readonly display: string }[] = [
  { pl: 3, ndl: 6, code: 'bd', display: 'Bed' },
  { pl: 2, ndl: 5, code: 'ro', display: 'Room' },
  { pl: 8, ndl: 11, code: 'lvl', display: 'Level' },
  { pl: 1, ndl: 4, code: '', display: '' },
  { pl: 7, ndl: 10, code: 'bu', display: 'Building' },
  { pl: 4, ndl: 7, code: 'si', display: 'Site' },
]
const SYSTEM = 'http://terminology.hl7.org/CodeSystem/location-physical-type'

/**
 * @param innermost the Location that is referred to
 * @param identify puts a component into the identifiers of a level, by the key of the first one
 */
export function placeLocation(
  graph: ResourceGraph,
  segment: SourceSegment,
  innermost: FhirNode,
  part: Part | undefined,
  dataType: 'pl' | 'ndl',
  identify: (level: FhirNode, key: string, source: Part) => void,
): void {
  let node: FhirNode | undefined
  for (const { [dataType]: component, code, display } of LEVELS) {
    const source = partAt(part, component)
    if (!source || !isValued(source)) continue
    const level: FhirNode = node ? graph.create('Location', 'Location', segment, false).node : innermost
    if (node) node.child('partOf', '')!.link = graph.resources.at(-1)!
    identify(level, `level ${component}`, source)
    set(level.child('mode', ''), 'instance')
    if (code !== '') {
      const coding = level.child('physicalType', '')!.child('coding', '')!
      set(coding.child('system', ''), SYSTEM)
      set(coding.child('code', ''), code)
      set(coding.child('display', ''), display)
    }
    node = level
  }
}

function set(node: FhirNode | undefined, value: string): void {
  if (!node || node.value !== undefined) return
  node.value = value
  node.isWeak = true
}
