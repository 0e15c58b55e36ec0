// The resources of a Bundle while a message is read: which segment begins a new one, which adds to one that is there.
import { FhirNode, type Resource } from './fhir-node.ts'
import type { SourceSegment } from './source-message.ts'

/** Segment maps that begin a resource with each segment: all others add to the one of their label that their group has. */
const BEGINNING: ReadonlySet<string> = new Set(
  [
    'AIS[ServiceRequest] AL1[AllergyIntolerance] DG1[Condition] EVN[Provenance] IAM[AllergyIntolerance] IN1[Coverage] MRG[Account] NK1[RelatedPerson]',
    'OBX[Observation] OBX[Observation-Component] ORC[DiagnosticReport] ORC[Immunization] ORC[MedicationAdministration] ORC[Provenance]',
    'ORC[ServiceRequest] PD1[Observation-LivingWill] PID[Account] PID[Patient] PID[Provenance-Patient] PR1[Procedure] PRT[CareTeam] PRT[Device]',
    'PRT[PractitionerRole] PRT[RelatedPerson] PV1[Coverage] PV1[Encounter] ROL[CareTeam] ROL[RelatedPerson] RXO[MedicationRequest]',
    'SCH[Appointment] SCH[Provenance] SCH[ServiceRequest] SPM[Specimen] TXA[DocumentReference] TXA[Provenance]',
  ]
    .join(' ')
    .split(' '),
)

/** Segments that only add: without a resource to add to, they have no place. */
const ADDING: ReadonlySet<string> = new Set([
  'NTE',
  'ROL',
  'AIS',
  'AIG',
  'AIL',
  'AIP',
  'TQ1',
  'RXR',
  'PD1',
  'PV2',
  'MSA',
  'PRT',
  'DG1',
  'NK1',
])

export class ResourceGraph {
  readonly resources: Resource[] = []

  /**
   * The resource of the label that a segment fills.
   * @returns undefined for a segment that adds to one where there is none
   */
  open(label: string, map: string, segment: SourceSegment): Resource | undefined {
    const begins = BEGINNING.has(map)
    const known = begins
      ? this.resources.findLast((each) => each.label === label && each.serial === segment.serial)
      : this.find(label, segment)
    if (known) return known
    if (!begins && ADDING.has(segment.id)) return undefined
    return this.create(typeOf(label), label, segment, true)
  }

  create(type: string, label: string, { scope, serial }: SourceSegment, isMain: boolean): Resource {
    const resource = { type, node: new FhirNode(type, undefined), label, scope, serial, isMain }
    this.resources.push(resource)
    return resource
  }

  /** The resource of the label, else of its type, that the segment's groups share: the last one before it, else the first one behind it. */
  find(label: string, segment: SourceSegment): Resource | undefined {
    const visible = this.resources.filter((each) => each.isMain && isVisible(each.scope, segment.scope))
    return nearest(
      visible.filter((each) => each.label === label),
      segment,
    )
  }

  /** As find, and where the label is not there, one of its type. */
  findOfType(label: string, segment: SourceSegment): Resource | undefined {
    const type = typeOf(label)
    const all = this.resources.filter((each) => each.isMain && each.type === type)
    const seen = all.filter((each) => isVisible(each.scope, segment.scope))
    // What stands above all groups may mean what stands in one, as an appointment its patient.
    const visible = seen.length > 0 ? seen : all.filter((each) => isVisible(segment.scope, each.scope))
    return (
      nearest(
        visible.filter((each) => each.label === label),
        segment,
      ) ?? nearest(visible, segment)
    )
  }
}

function nearest(resources: readonly Resource[], { serial }: SourceSegment): Resource | undefined {
  return resources.findLast((each) => each.serial <= serial) ?? resources[0]
}

/** What stands in a repetition of a group is seen in that repetition alone. */
function isVisible(scope: readonly string[], from: readonly string[]): boolean {
  return scope.length <= from.length && scope.every((step, i) => step === from[i])
}

export function typeOf(label: string): string {
  const open = label.indexOf('[')
  return open < 0 ? label : label.slice(0, open)
}
