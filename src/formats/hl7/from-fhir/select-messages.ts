// Which messages a Bundle becomes: one for its MessageHeader, else one for each report, visit, appointment or document, and one for each patient's orders.
import { type Hl7Version, isAtLeast } from '../dictionary/versions.ts'
import { OWNERS } from '../fhir/r4-model.ts'
import { MessageContents } from './draft/message-contents.ts'
import { innerBundle, type SourceBundle, type SourceResource } from './draft/source-tree.ts'
import { type MessageType, typeOfEvent, typeOfHeader } from './plan/plan-header.ts'

export interface MessageUnit {
  readonly contents: MessageContents
  readonly type: MessageType
}

/** @param requested type of all messages; undefined for what each part of the Bundle asks for */
export function selectMessages(bundle: SourceBundle, requested: MessageType | undefined, version: Hl7Version): MessageUnit[] {
  const units: MessageUnit[] = []
  for (const each of bundle.resources) {
    if (each.type === 'Bundle') for (const unit of selectMessages(innerBundle(each.element), requested, version)) units.push(unit)
  }
  const own = bundle.resources.filter(({ type }) => type !== 'Bundle')
  if (own.length === 0) return units
  const contents = new MessageContents(bundle, own)
  const named = requested ?? typeOfHeader(contents, version)
  if (contents.all('MessageHeader').length > 0 && named) units.push({ contents, type: named })
  // A Bundle may hold more visits than a call takes arguments.
  else for (const unit of new Divider(contents, requested, version).divide()) units.push(unit)
  return units
}

/** Orders or observations of one message: receivers take no message of thousands. */
const MOST_OF_ONE_KIND = 200

class Divider {
  readonly #whole: MessageContents
  readonly #requested: MessageType | undefined
  readonly #version: Hl7Version
  readonly #units: MessageUnit[] = []
  /** Resources that have been given to a message; patients and visits may be in several. */
  readonly #given = new Set<SourceResource>()

  constructor(whole: MessageContents, requested: MessageType | undefined, version: Hl7Version) {
    this.#whole = whole
    this.#requested = requested
    this.#version = version
  }

  divide(): MessageUnit[] {
    const { all } = { all: (type: string) => this.#whole.all(type) }
    for (const report of all('DiagnosticReport')) this.#addUnit(['ORU', 'R01'], this.#withOrders(report))
    for (const appointment of all('Appointment'))
      this.#addUnit(['SIU', 'S12'], [appointment, ...this.#whole.linked(appointment, 'basedOn')])
    this.#addForPatients('Immunization', ['VXU', 'V04'], (each) => this.#whole.referringTo(each, 'Observation', 'partOf'))
    this.#addForPatients('ServiceRequest', isAtLeast(this.#version, '2.5') ? ['OML', 'O21'] : ['ORM', 'O01'], (each) => [
      ...this.#whole.linked(each, 'specimen'),
      ...this.#whole.referringTo(each, 'Observation', 'basedOn'),
    ])
    this.#addForPatients('MedicationRequest', isAtLeast(this.#version, '2.5') ? ['RDE', 'O11'] : ['RDE', 'O01'], () => [])
    for (const type of ['MedicationDispense', 'MedicationAdministration']) {
      this.#addForPatients(type, type === 'MedicationDispense' ? ['RDS', 'O13'] : ['RAS', 'O17'], () => [])
    }
    for (const document of all('DocumentReference')) {
      if (this.#whole.referringTo(document, 'Observation', 'derivedFrom').length === 0) this.#addUnit(['MDM', 'T02'], [document])
    }
    this.#addForPatients('Observation', ['ORU', 'R01'], () => [])
    this.#addVisits()
    return this.#units
  }

  /** A visit with what was found and done in it; without one, the patient with the same. */
  #addVisits(): void {
    const whole = this.#whole
    const types = ['Condition', 'Procedure', 'AllergyIntolerance', 'Coverage', 'RelatedPerson', 'Account'] as const
    const unnamed = Map.groupBy(
      types.flatMap((type) => whole.all(type).filter((each) => whole.linked(each, 'encounter').length === 0)),
      (each) => this.#ownerOf(each),
    )
    const seen = new Set<SourceResource>()
    for (const encounter of whole.all('Encounter')) {
      const owner = this.#ownerOf(encounter)
      const named = types.flatMap((type) => whole.referringTo(encounter, type, 'encounter'))
      // What no visit is named for stands with the first one of the patient.
      const loose = owner && !seen.has(owner) ? (unnamed.get(owner) ?? []) : []
      if (owner) seen.add(owner)
      this.#addUnit(['ADT', eventOf(encounter)], [encounter, ...named, ...loose])
    }
    const inUnit = new Set(this.#units.flatMap(({ contents }) => contents.all('Patient')))
    const open = Map.groupBy(
      types.flatMap((type) => whole.all(type).filter((each) => !this.#given.has(each))),
      (each) => this.#ownerOf(each),
    )
    for (const patient of whole.all('Patient')) {
      const own = open.get(patient) ?? []
      if (own.length > 0 || !inUnit.has(patient)) this.#addUnit(['ADT', 'A28'], [patient, ...own])
    }
    const left = types.flatMap((type) => whole.all(type).filter((each) => !this.#given.has(each)))
    if (left.length > 0 && whole.all('Patient').length === 0) this.#addUnit(['ADT', 'A28'], left)
  }

  #withOrders(report: SourceResource): readonly SourceResource[] {
    const whole = this.#whole
    const requests = whole.linked(report, 'basedOn')
    return [
      report,
      ...requests,
      ...whole.linked(report, 'result'),
      ...whole.linked(report, 'specimen'),
      ...whole.linked(report, 'resultsInterpreter'),
    ]
  }

  #addForPatients(
    type: string,
    [code, trigger]: readonly [string, string],
    related: (each: SourceResource) => readonly SourceResource[],
  ): void {
    const open = this.#whole.all(type).filter((each) => !this.#given.has(each))
    // PV1 is of one visit: what was found in another one is a message of its own.
    const groups = [...Map.groupBy(open, (each) => this.#ownerOf(each)).values()].flatMap((list) => [
      ...Map.groupBy(list, (each) => this.#visitOf(each)).values(),
    ])
    for (const list of groups) {
      for (let i = 0; i < list.length; i += MOST_OF_ONE_KIND) {
        const part = list.slice(i, i + MOST_OF_ONE_KIND)
        this.#addUnit([code, trigger], [...part, ...part.flatMap(related)])
      }
    }
  }

  #visitOf(resource: SourceResource): SourceResource | undefined {
    return this.#whole.linked(resource, 'encounter')[0] ?? this.#whole.linked(resource, 'context', 'encounter')[0]
  }

  #ownerOf(resource: SourceResource): SourceResource | undefined {
    if (resource.type === 'Patient') return resource
    for (const name of OWNERS) {
      const found = this.#whole.linked(resource, name).find(({ type }) => type === 'Patient')
      if (found) return found
    }
    // Of an appointment the patient is one of those who take part.
    return this.#whole.linked(resource, 'participant', 'actor').find(({ type }) => type === 'Patient')
  }

  #addUnit([code, trigger]: readonly [string, string], resources: readonly SourceResource[]): void {
    const requested = this.#requested
    if (requested && requested.code !== code) return
    const whole = this.#whole
    const own = new Set(resources)
    for (const each of resources) this.#given.add(each)
    for (const each of resources) {
      const owner = this.#ownerOf(each)
      if (owner) own.add(owner)
      for (const visit of [...whole.linked(each, 'encounter'), ...whole.linked(each, 'context', 'encounter')]) own.add(visit)
    }
    for (const each of [...own]) {
      for (const provenance of whole.referringTo(each, 'Provenance', 'target')) own.add(provenance)
    }
    const inOrder = [...own].sort((a, b) => a.entry - b.entry)
    this.#units.push({ contents: new MessageContents(whole.bundle, inOrder), type: requested ?? typeOfEvent(code, trigger, this.#version) })
  }
}

/** Admission, registration, discharge, planned or cancelled by the status of the visit; what else it may be is an update. */
function eventOf({ element }: SourceResource): string {
  const status = element.textAt('status')
  const isInpatient = ['IMP', 'ACUTE', 'NONAC'].includes(element.first('class')?.textAt('code') ?? '')
  if (status === 'planned') return 'A05'
  if (status === 'cancelled') return 'A11'
  if (status === 'finished') return 'A03'
  if (status === 'arrived' || status === 'triaged' || status === 'in-progress') return isInpatient ? 'A01' : 'A04'
  return 'A08'
}
