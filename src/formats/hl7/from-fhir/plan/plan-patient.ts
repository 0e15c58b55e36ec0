// The segments about a patient and a visit: PID, PD1, NK1, PV1, PV2, MRG, AL1, DG1, PR1, GT1, IN1, IN2.
import type { DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import { reverseHeritage } from '../reverse/reverse-heritage.ts'
import { reverseDate } from '../reverse/reverse-value.ts'
import type { PatientPlan } from './patient-plan.ts'
import { addVeteran } from './plan-field-observations.ts'
import { addPatientRoles, addVisitRoles, rolesIn } from './plan-roles.ts'
import { structureHas } from './structure-segments.ts'

export function addPatient({ builder, contents, patient }: PatientPlan): DraftSegment {
  const segment = builder.add('PID')
  const contacts = patient?.element.all('contact') ?? []
  if (patient) {
    contents.use(patient)
    builder.fill(segment, patient, contacts)
    reverseHeritage(builder, contents, segment, patient)
    addVeteran({ builder, contents, patient }, segment)
  }
  for (const mother of contents.unused('RelatedPerson').filter(isMotherByNumber).slice(0, 1))
    builder.fillBy(segment, 'PID[RelatedPerson-Mother]', contents.use(mother).element)
  for (const account of contents.unused('Account')) {
    if (account.element.textAt('status') === 'inactive') continue
    builder.fill(segment, contents.use(account))
  }
  for (const provenance of patient ? contents.referringTo(patient, 'Provenance', 'target') : []) {
    if (provenance.element.first('activity')?.first('coding')?.textAt('code') === 'UPDATE') builder.fill(segment, contents.use(provenance))
  }
  builder.count(segment)
  return segment
}

/** A mother of whom only the number is known is PID-21; any other one is a next of kin. */
function isMotherByNumber({ element }: SourceResource): boolean {
  const isMother = element.all('relationship').some((each) => each.all('coding').some((coding) => coding.textAt('code') === 'MTH'))
  return isMother && element.children.has('identifier') && !['name', 'telecom', 'address'].some((name) => element.children.has(name))
}

/** Adds a segment where a resource has something for it. */
export function addFilled(
  builder: MessageBuilder,
  id: string,
  sources: readonly SourceResource[],
  order?: number,
): DraftSegment | undefined {
  const segment = builder.add(id, order)
  for (const source of sources) builder.fill(segment, source)
  if (!segment.isEmpty) return segment
  builder.remove(segment)
  return undefined
}

export function addDemographics({ builder, contents, patient }: PatientPlan): void {
  const wills = contents.unused('Observation').filter(({ element }) => codesOf(element).includes('75320-2'))
  const segment = builder.add('PD1')
  if (patient) builder.fill(segment, patient, rolesIn(contents, patient.element.all('generalPractitioner')))
  for (const will of wills.slice(0, 1)) builder.fill(segment, contents.use(will))
  if (segment.isEmpty) builder.remove(segment)
  addPatientRoles({ builder, contents, patient })
}

export function codesOf(element: FhirElement): readonly (string | undefined)[] {
  return (
    element
      .first('code')
      ?.all('coding')
      .map((coding) => coding.textAt('code')) ?? []
  )
}

/** A contact of the patient and a related person by one name are one NK1. */
export function addNextOfKin({ builder, contents, patient }: PatientPlan): void {
  const contacts = patient?.element.all('contact') ?? []
  const persons = contents.unused('RelatedPerson').filter((each) => !isNamedOtherwise(contents, each))
  for (const contact of contacts) {
    // A second address of a person is a contact of its own on the way to FHIR.
    if (contact !== contacts[0] && !['name', 'relationship', 'organization'].some((name) => contact.children.has(name))) continue
    const segment = builder.add('NK1')
    builder.fillBy(
      segment,
      'NK1[Patient]',
      patient!.element,
      contacts.filter((each) => each !== contact),
    )
    const person = persons.find((each) => !contents.isUsed(each) && nameOf(each.element) === nameOf(contact))
    if (person) builder.fill(segment, contents.use(person))
    finishSet(builder, segment)
  }
  for (const person of persons) {
    if (contents.isUsed(person)) continue
    const segment = builder.add('NK1')
    builder.fill(segment, contents.use(person))
    finishSet(builder, segment)
  }
}

/** Subscribers and guarantors have segments of their own. */
function isNamedOtherwise(contents: MessageContents, person: SourceResource): boolean {
  if (person.element.all('relationship').some((each) => each.all('coding').some((coding) => coding.textAt('code') === 'GUAR'))) return true
  return (
    contents.referringTo(person, 'Coverage', 'subscriber').length > 0 ||
    contents.referringTo(person, 'Account', 'guarantor', 'party').length > 0 ||
    contents.referringTo(person, 'CareTeam', 'participant', 'member').length > 0
  )
}

function nameOf(element: FhirElement): string {
  const name = element.first('name')
  return [name?.textAt('family') ?? '', ...(name?.all('given').map(({ text }) => text ?? '') ?? [])].join('\n')
}

/** Numbers the segments of a name; one that holds nothing is taken out. */
function finishSet(builder: MessageBuilder, segment: DraftSegment): void {
  if (segment.isEmpty) {
    builder.remove(segment)
    return
  }
  builder.count(segment)
}

/** @param extra resources that only add to the visit */
export function addVisit({ builder, contents, patient }: PatientPlan, encounter: SourceResource | undefined): void {
  if (!encounter) return
  contents.use(encounter)
  const diagnoses = encounter.element.all('diagnosis')
  const segment = builder.add('PV1')
  const roles = rolesIn(contents, encounter.element.all('participant'), 'individual')
  builder.fill(segment, encounter, [...diagnoses, ...roles])
  if (patient) builder.fill(segment, patient)
  const isClass = ({ element }: SourceResource) =>
    !['identifier', 'payor', 'period', 'subscriber', 'policyHolder', 'subscriberId', 'class'].some((name) => element.children.has(name))
  for (const coverage of contents.unused('Coverage').filter(isClass).slice(0, 1)) builder.fill(segment, contents.use(coverage))
  if (segment.isEmpty) builder.remove(segment)
  const second = builder.add('PV2')
  builder.fill(second, encounter, [...diagnoses, ...roles])
  if (second.isEmpty) builder.remove(second)
  addVisitRoles({ builder, contents, patient }, encounter)
}

/** The patient, account or visit that a merge is from. */
export function addMerge({ builder, contents, patient }: PatientPlan): void {
  const segment = builder.add('MRG')
  for (const merged of contents.unused('Patient')) {
    const isLinked = structureHas(builder, 'MRG') || merged.element.textAt('active') === 'false' || merged.element.children.has('link')
    if (merged === patient || !isLinked) continue
    builder.fillBy(segment, 'MRG[Patient]', contents.use(merged).element)
  }
  for (const account of contents.unused('Account')) builder.fillBy(segment, 'MRG[Account]', contents.use(account).element)
  if (segment.isEmpty) builder.remove(segment)
}

export function addAllergies({ builder, contents }: PatientPlan): void {
  for (const allergy of contents.unused('AllergyIntolerance')) {
    const segment = builder.add('AL1')
    builder.fill(segment, contents.use(allergy))
    finishSet(builder, segment)
  }
}

/** Conditions of a visit, with their place among its diagnoses. */
export function addDiagnoses(
  { builder, contents }: PatientPlan,
  conditions: readonly SourceResource[],
  encounter: SourceResource | undefined,
  order?: number,
): void {
  const diagnoses = encounter?.element.all('diagnosis') ?? []
  let number = 0
  for (const condition of conditions) {
    if (isNameOnly(condition)) continue
    const segment = builder.add('DG1', order)
    builder.fill(segment, contents.use(condition))
    const own = diagnoses.filter((each) => each.all('condition').some((reference) => contents.bundle.resolve(reference) === condition))
    if (encounter && own.length > 0) {
      builder.fillBy(
        segment,
        'DG1[Encounter]',
        encounter.element,
        diagnoses.filter((each) => !own.includes(each)),
      )
    }
    if (segment.isEmpty) builder.remove(segment)
    else builder.complete(segment, 1, String(++number))
    // DG1-6 is required; an encounter that says nothing has a working diagnosis.
    if (!segment.isEmpty) builder.complete(segment, 6, 'W')
  }
}

/** A condition or procedure that another one refers to by its number alone. */
function isNameOnly({ element }: SourceResource): boolean {
  return element.children.has('identifier') && !element.children.has('code')
}

export function addProcedures({ builder, contents }: PatientPlan): void {
  for (const procedure of contents.unused('Procedure')) {
    if (isNameOnly(procedure)) continue
    const segment = builder.add('PR1')
    builder.fill(segment, contents.use(procedure))
    addStart(builder, segment, procedure)
    finishSet(builder, segment)
  }
}

/** PR1-5 is one time: the start of a procedure that has a period. to-fhir reads it as a time, so the start is listed as altered. */
function addStart(builder: MessageBuilder, segment: DraftSegment, { element }: SourceResource): void {
  const start = element.first('performedPeriod')?.first('start')
  const text = start?.text === undefined ? undefined : reverseDate(start.text)
  if (!start || text === undefined || segment.isValued(5, 1, [])) return
  const { log } = builder.context
  if (log.put(segment, { field: 5, repetition: 1, inner: [] }, text, start)) log.claim(builder.scopeOf(element), start, 'PR1-5')
}

export function addGuarantors({ builder, contents }: PatientPlan): void {
  const isGuarantor = ({ element }: SourceResource) =>
    element.all('relationship').some((each) => each.all('coding').some((coding) => coding.textAt('code') === 'GUAR'))
  const organizations = contents
    .all('Account')
    .flatMap((account) => contents.linked(account, 'guarantor', 'party').filter(({ type }) => type === 'Organization'))
  for (const guarantor of [...contents.unused('RelatedPerson').filter(isGuarantor), ...organizations]) {
    const segment = builder.add('GT1')
    builder.fill(segment, contents.use(guarantor))
    finishSet(builder, segment)
  }
}

/** Types of numbers that have a field in IN2: Medicare, Medicaid and the member of the payor (table 0203). */
const OF_SECOND: ReadonlySet<string> = new Set(['MC', 'MA', 'MB'])

export function addInsurances({ builder, contents }: PatientPlan): void {
  for (const coverage of contents.unused('Coverage')) {
    const segment = builder.add('IN1')
    const ofSecond = coverage.element
      .all('identifier')
      .filter((each) => OF_SECOND.has(each.first('type')?.first('coding')?.textAt('code') ?? ''))
    builder.fill(segment, contents.use(coverage), ofSecond)
    const second = builder.add('IN2')
    builder.fill(second, coverage)
    finishSet(builder, segment)
    if (second.isEmpty) builder.remove(second)
  }
}
