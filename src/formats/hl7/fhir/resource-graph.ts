// The resources of a Bundle while a message is read: which segment begins a new one, which adds to one that is there.
import { countLeading } from '../../../core/count-leading.ts'
import { FhirNode, type Resource } from './fhir-node.ts'
import { areOne } from './finish/join-resources.ts'
import { MERGED_PATIENT } from './finish/same-patient.ts'
import { isVisible, nearestBelow, nearestSeen, type Placed } from './rows/nearest.ts'
import type { SourceSegment } from './source-message.ts'

/** Segment maps that begin a resource with each segment: all others add to the one of their label that their group has. */
const BEGINNING: ReadonlySet<string> = new Set(
  [
    'AIS[ServiceRequest] AL1[AllergyIntolerance] DG1[Condition] EVN[Provenance] IAM[AllergyIntolerance] IN1[Coverage] MRG[Account] NK1[RelatedPerson]',
    'FT1[ChargeItem] GT1[Organization] GT1[RelatedPerson] MRG[Account-Merged] MRG[Patient] MRG[Patient-Moved] PRB[Condition] PRD[PractitionerRole]',
    'ORC[MedicationDispense] ORC[MedicationRequest] RXA[MedicationAdministration] RXG[MedicationRequest] STF[Practitioner] STF[PractitionerRole]',
    'OBR[DiagnosticReport-Result] OBX[Observation] OBX[Observation-Component] ORC[DiagnosticReport] ORC[Immunization] ORC[MedicationAdministration] ORC[Provenance]',
    'ORC[ServiceRequest] PD1[Observation-LivingWill] PID[Account] PID[Patient] PID[Provenance-Patient] PID[RelatedPerson-Mother] PR1[Procedure] PRT[CareTeam] PRT[Device]',
    'PRT[Organization] PRT[PractitionerRole] PRT[RelatedPerson] PV1[Coverage] PV1[Encounter] RF1[ServiceRequest] ROL[CareTeam] ROL[RelatedPerson]',
    'SCH[Appointment] SCH[Provenance] SCH[ServiceRequest] SPM[Specimen] TXA[DocumentReference] TXA[Provenance]',
  ]
    .join(' ')
    .split(' '),
)

/** Segment maps of which a resource takes one segment: a second drug, vaccine or test is never another name of the first one. */
const ONCE: ReadonlySet<string> = new Set([
  'OBR[DiagnosticReport]',
  'OBR[ServiceRequest]',
  'RXA[Immunization]',
  'RXE[MedicationRequest]',
  'RXO[MedicationRequest]',
])

/** Segments that only add: without a resource to add to, they have no place. */
const ADDING: ReadonlySet<string> = new Set([
  'NTE',
  'ROL',
  'AIS',
  'AIG',
  'AIL',
  'AIP',
  'TQ1',
  'TQ2',
  'RXR',
  'RXC',
  'IN2',
  'PD1',
  'PV2',
  'MSA',
  'PRT',
  'DG1',
  'NK1',
])

/** A map of a segment that begins another resource, and only adds to this one. */
const ADDS_IMPORTANCE = 'PV1[Patient]'

export class ResourceGraph {
  readonly resources: Resource[] = []
  /** Those that stand in the Bundle for their own sake, in the order of their segments. */
  readonly #byLabel = new Map<string, Resource[]>()
  readonly #byType = new Map<string, Resource[]>()
  /** What each segment filled, by its serial. */
  readonly #filled = new Map<number, Resource[]>()
  /** The segment, by its serial, that filled a resource by a map of ONCE. */
  readonly #only = new Map<Resource, number>()
  /** The patients of PID. */
  readonly #patients: Resource[] = []

  /**
   * The resource of the label that a segment fills.
   * @returns undefined for a segment that adds to one where there is none
   */
  open(label: string, map: string, segment: SourceSegment): Resource | undefined {
    const resource = this.#openFor(label, map, segment)
    if (resource) listIn(this.#filled, segment.serial).push(resource)
    return resource
  }

  /** The resource of the type that a segment filled. */
  filledBy(serial: number, type: string): Resource | undefined {
    return this.#filled.get(serial)?.find((each) => each.type === type)
  }

  #openFor(label: string, map: string, segment: SourceSegment): Resource | undefined {
    const begins = BEGINNING.has(map)
    const known = begins ? this.#startedBy(label, segment) : this.#nearestOf(label, segment)
    if (known && !(ONCE.has(map) && this.#isTaken(known, segment))) return known
    if (!begins && (ADDING.has(segment.id) || map === ADDS_IMPORTANCE)) return undefined
    const created = this.create(typeOf(label), label, segment, true)
    if (ONCE.has(map)) this.#only.set(created, segment.serial)
    return created
  }

  #nearestOf(label: string, segment: SourceSegment): Resource | undefined {
    const nearest = nearestSeen(this.#byLabel.get(label) ?? NONE, segment, segment.serial + 1)
    return nearest && this.isOfAnother(nearest, segment) ? undefined : nearest
  }

  /** True if what stands before a segment is of the patient before, where no group tells the two apart; what stands before all patients is of each. */
  isOfAnother(before: Placed, segment: Placed): boolean {
    if (this.#patients.length < 2) return false
    const one = this.#patientBefore(before)
    const other = this.#patientBefore(segment)
    return one !== undefined && other !== undefined && one !== other && !areOne([one, other])
  }

  /** True if another PID stands between a patient and a segment, in groups that the segment does not share: a sender may mean either of the two. */
  isDoubtful(patient: Resource, { serial }: Placed): boolean {
    const last = this.#patients[countLeading(this.#patients.length, (place) => this.#patients[place]!.serial <= serial) - 1]
    return last !== undefined && patient.serial < last.serial && !areOne([patient, last])
  }

  #patientBefore(place: Placed): Resource | undefined {
    const patient = nearestSeen(this.#patients, place, place.serial + 1)
    return patient && patient.serial <= place.serial ? patient : undefined
  }

  /** True if another segment has filled the resource; else this one has from now on. */
  #isTaken(resource: Resource, { serial }: SourceSegment): boolean {
    const only = this.#only.get(resource)
    if (only === undefined) this.#only.set(resource, serial)
    return only !== undefined && only !== serial
  }

  create(type: string, label: string, { id, scope, serial }: SourceSegment, isMain: boolean): Resource {
    const resource = {
      number: this.resources.length,
      type,
      node: new FhirNode(type, undefined),
      label,
      scope,
      serial,
      isMain,
      references: [],
    }
    this.resources.push(resource)
    if (isMain) {
      listIn(this.#byLabel, label).push(resource)
      // Who was merged is nobody that other segments mean.
      if (label !== MERGED_PATIENT) listIn(this.#byType, type).push(resource)
      if (id === 'PID' && type === 'Patient') this.#patients.push(resource)
    }
    return resource
  }

  #startedBy(label: string, { id, serial, follows, followed, scope }: SourceSegment): Resource | undefined {
    const last = this.#byLabel.get(label)?.at(-1)
    if (last?.serial === serial) return last
    // ORC behind the OBR of its own group, as in OUL_R22, is of the same order; behind anything else it begins the next one.
    return id === 'ORC' && follows === 'OBR' && last?.serial === followed && isSame(last.scope, scope) ? last : undefined
  }

  /** The resource of the label that the segment's groups share, else one of its type: the last one before it, else the first one behind it. */
  findOfType(label: string, segment: SourceSegment): Resource | undefined {
    const alike = this.#byLabel.get(label) ?? NONE
    const all = this.#byType.get(typeOf(label)) ?? NONE
    const end = segment.serial + 1
    const seen = nearestSeen(alike, segment, end) ?? nearestSeen(all, segment, end)
    // What stands above all groups may mean what stands in one, as an appointment its patient.
    return seen ?? nearestBelow(alike, segment, end) ?? nearestBelow(all, segment, end)
  }
}

const NONE: readonly Resource[] = []

function listIn<Key>(lists: Map<Key, Resource[]>, key: Key): Resource[] {
  let list = lists.get(key)
  if (!list) {
    list = []
    lists.set(key, list)
  }
  return list
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && isVisible(a, b)
}

export function typeOf(label: string): string {
  const open = label.indexOf('[')
  return open < 0 ? label : label.slice(0, open)
}
