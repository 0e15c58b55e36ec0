// The segments of a message in their order, by what kind of message it is.
import { type BuilderSettings, MessageBuilder } from '../draft/message-builder.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'
import { addContents } from '../reverse/reverse-document.ts'
import { dividePatients } from './divide-patients.ts'
import type { PatientPlan } from './patient-plan.ts'
import { addSchedule, addScheduled } from './plan-appointment.ts'
import { accidentOf, addAccident, addDisabilities } from './plan-field-observations.ts'
import { addEvent, addHeader, type HeaderSettings, type MessageType } from './plan-header.ts'
import { addDrugOrders, addImmunizations } from './plan-medication.ts'
import { addNotes } from './plan-notes.ts'
import { addObservations } from './plan-observations.ts'
import { addLoose, addOrder, ordersOf, spreadConditions } from './plan-orders.ts'
import {
  addAllergies,
  addDemographics,
  addDiagnoses,
  addGuarantors,
  addInsurances,
  addMerge,
  addNextOfKin,
  addPatient,
  addProcedures,
  addVisit,
} from './plan-patient.ts'
import { addLooseRoles } from './plan-roles.ts'
import { structureHas } from './structure-segments.ts'

export interface MessageSettings extends BuilderSettings {
  readonly header: HeaderSettings
}

export interface PlannedMessage {
  readonly builder: MessageBuilder
  /** Resources of patients that the message has no place for. */
  readonly ofOthers: readonly SourceResource[]
  /** Resources of one of several patients, if nothing says of which. */
  readonly ofUnknown: readonly SourceResource[]
}

/** @param place of the message among those of the Bundle, from 0 */
export function planMessage(contents: MessageContents, type: MessageType, settings: MessageSettings, place: number): PlannedMessage {
  const builder = new MessageBuilder(contents.bundle, settings)
  builder.code = type.code
  builder.structure = type.structure !== '' ? type.structure : '*'
  const header = addHeader(builder, contents, type, settings.header, place)
  const patient = patientOf(contents)
  const division = patient && dividePatients(contents, patient, (other) => isMerged(builder, contents, patient, other))
  const own = division?.partOf(patient!) ?? contents
  if (WITH_EVENT.has(type.code)) addEvent(builder, own, header)
  const plan: PatientPlan = { builder, contents: own, patient }
  const family = FAMILIES[type.code] ?? addAnything
  family(plan, type)
  const others = [...(division?.groups ?? [])].filter(([each]) => each !== patient)
  const add = otherFamily(builder, type)
  if (division && add) for (const [other] of others) add({ builder, contents: division.partOf(other), patient: other }, type)
  builder.relax()
  const ofOthers = others.flatMap(([, group]) => group.filter((each) => !contents.isUsed(each)))
  return { builder, ofOthers, ofUnknown: division?.unknown ?? [] }
}

/** The patient that the message is about: of several, the first one that another resource refers to. A Patient that was merged into another is not. */
function patientOf(contents: MessageContents): SourceResource | undefined {
  const patients = contents.all('Patient')
  const current = patients.filter(({ element }) => !isInactive(element) && element.first('link')?.textAt('type') !== 'replaced-by')
  if (current.length < 2) return current[0] ?? patients[0]
  const named = new Set(contents.resources.flatMap((each) => ['subject', 'patient'].flatMap((name) => contents.linked(each, name))))
  return current.find((each) => named.has(each)) ?? current[0]
}

function isInactive(element: FhirElement): boolean {
  return element.textAt('active') === 'false'
}

/** Types of links between two records, one of which replaced the other. */
const REPLACING: ReadonlySet<string | undefined> = new Set(['replaced-by', 'replaces'])

function isMerged(builder: MessageBuilder, { bundle }: MessageContents, patient: SourceResource, other: SourceResource): boolean {
  const leadsTo = (from: SourceResource, to: SourceResource) =>
    from.element
      .all('link')
      .some((link) => REPLACING.has(link.textAt('type')) && link.all('other').some((each) => bundle.resolve(each) === to))
  if (leadsTo(patient, other) || leadsTo(other, patient)) return true
  if (builder.code !== 'ADT' || hasTwoPatients(builder)) return false
  return structureHas(builder, 'MRG') || isInactive(other.element)
}

/** Adds the resources of another patient; undefined if the message has a place for only one. */
function otherFamily(builder: MessageBuilder, { code, trigger }: MessageType): Family | undefined {
  if (code === 'ADT') return hasTwoPatients(builder) ? addSecondPatient : undefined
  return code === 'ORU' && trigger === 'R01' ? addOtherResults : undefined
}

/** PID and PV1 of a patient whose bed is swapped or whose record is linked. */
function addSecondPatient(plan: PatientPlan): void {
  plan.builder.beginGroup()
  addPatient(plan)
  addDemographics(plan)
  addVisit(plan, plan.contents.unused('Encounter')[0])
}

function addOtherResults(plan: PatientPlan): void {
  const { builder, contents } = plan
  if (RESULTS.every((type) => contents.unused(type).length === 0)) return
  builder.beginGroup()
  addResults(plan)
}

const RESULTS = ['DiagnosticReport', 'ServiceRequest', 'Observation'] as const

const WITH_EVENT: ReadonlySet<string> = new Set(['ADT', 'MDM', 'DFT', 'BAR'])

type Family = (plan: PatientPlan, type: MessageType) => void

function addAdmission(plan: PatientPlan): void {
  const { contents } = plan
  const [encounter] = contents.unused('Encounter')
  addPatient(plan)
  addDemographics(plan)
  if (!hasTwoPatients(plan.builder)) addMerge(plan)
  addNextOfKin(plan)
  addVisit(plan, encounter)
  requireVisit(plan)
  addDisabilities(plan)
  const accident = accidentOf(plan)
  const observations = contents.unused('Observation').filter((each) => each !== accident)
  addObservations(plan, observations, -1)
  addAllergies(plan)
  addDiagnoses(plan, contents.unused('Condition'), encounter)
  addProcedures(plan)
  addGuarantors(plan)
  addInsurances(plan)
  addAccident(plan, accident)
}

/** PV1 of messages that must have it; N says that there is no visit (table 0004). */
function requireVisit({ builder }: PatientPlan): void {
  if (structureHas(builder, 'PV1') && !builder.segments.some(({ id }) => id === 'PV1')) builder.complete(builder.add('PV1'), 2, 'N')
}

/** True for messages with a second patient, whose bed is swapped or whose record is linked (A17, A24, A37). */
function hasTwoPatients({ segments }: MessageBuilder): boolean {
  return TWO_PATIENTS.has(segments[0]!.textIn(9, 1, [2]))
}

const TWO_PATIENTS: ReadonlySet<string> = new Set(['A17', 'A24', 'A37'])

/** What a message of any other kind may hold. */
function addAnything(plan: PatientPlan, { code }: MessageType): void {
  const { contents } = plan
  const orders = ordersOf(contents)
  addPatientBlock(plan)
  addLooseRoles(plan)
  addInsurances(plan)
  addGuarantors(plan)
  addAllergies(plan)
  for (const [i, order] of orders.entries()) addOrder(plan, order, i, undefined)
  addDrugOrders(plan, code, 'RE')
  if (contents.all('Immunization').length > 0) addImmunizations(plan)
  addDiagnoses(plan, contents.unused('Condition'), contents.all('Encounter')[0])
  addProcedures(plan)
  addObservations(plan, contents.unused('Observation'), orders.length)
  addChargeItems(plan)
}

function addPatientBlock(plan: PatientPlan): void {
  addPatient(plan)
  addDemographics(plan)
  addNextOfKin(plan)
  addVisit(plan, plan.contents.unused('Encounter')[0])
}

function addResults(plan: PatientPlan): void {
  const orders = ordersOf(plan.contents)
  // Numbers of orders are unique in the message, across its patients.
  const start = plan.builder.segments.length
  addPatientBlock(plan)
  for (const [i, order] of orders.entries()) addOrder(plan, order, start + i, undefined)
  addLoose(plan, plan.contents.unused('Observation'), start + orders.length)
}

function addRequests(plan: PatientPlan, { code }: MessageType): void {
  const { contents } = plan
  const orders = ordersOf(contents)
  addPatientBlock(plan)
  addInsurances(plan)
  addGuarantors(plan)
  addAllergies(plan)
  spreadConditions(contents, orders)
  for (const [i, order] of orders.entries()) addOrder(plan, order, i, 'NW')
  addDrugOrders(plan, code, 'NW')
  addChargeItems(plan)
  addDiagnoses(plan, contents.unused('Condition'), undefined)
  addObservations(plan, contents.unused('Observation'), orders.length)
}

function addVaccinations(plan: PatientPlan): void {
  addPatientBlock(plan)
  addGuarantors(plan)
  addInsurances(plan)
  addImmunizations(plan)
  addObservations(plan, plan.contents.unused('Observation'), 0)
}

function addAppointment(plan: PatientPlan): void {
  const { contents } = plan
  const [appointment] = contents.unused('Appointment')
  if (appointment) addSchedule(plan, appointment)
  if (plan.patient) addPatient(plan)
  addVisit(plan, contents.unused('Encounter')[0])
  addObservations(plan, contents.unused('Observation'), -1)
  addDiagnoses(plan, contents.unused('Condition'), undefined)
  if (appointment) addScheduled(plan, appointment)
}

/** TXA-3 has codes of table 0191; a media type stands with the content in OBX. */
function contentsForOthers({ element }: SourceResource): readonly FhirElement[] {
  const [first, ...others] = element.all('content')
  return first?.first('attachment')?.textAt('contentType')?.includes('/') === true ? [first, ...others] : others
}

function addDocument(plan: PatientPlan): void {
  const { builder, contents } = plan
  addPatient(plan)
  addVisit(plan, contents.unused('Encounter')[0])
  requireVisit(plan)
  for (const [i, order] of ordersOf(contents).entries()) addOrder(plan, order, i, 'RE')
  for (const document of contents.unused('DocumentReference').slice(0, 1)) {
    const segment = builder.add('TXA')
    builder.fill(segment, contents.use(document), contentsForOthers(document))
    for (const provenance of contents.referringTo(document, 'Provenance', 'target')) builder.fill(segment, contents.use(provenance))
    builder.complete(segment, 1, '1')
    addContents(plan, document)
    addNotes(builder, document, -1)
  }
}

function addDrugs(plan: PatientPlan, { code }: MessageType): void {
  const { contents } = plan
  addPatientBlock(plan)
  addInsurances(plan)
  addGuarantors(plan)
  addAllergies(plan)
  const count = addDrugOrders(plan, code, code === 'OMP' ? 'NW' : 'RE')
  if (ordersOf(contents).length === 0) addObservations(plan, contents.unused('Observation'), count - 1)
  for (const [i, order] of ordersOf(contents).entries()) addOrder(plan, order, 1_000_000 + i, 'NW')
}

/** FT1 behind the last order, or behind the visit. */
function addChargeItems({ builder, contents }: PatientPlan): void {
  for (const charge of contents.unused('ChargeItem')) {
    const segment = builder.add('FT1')
    builder.fill(segment, contents.use(charge))
    builder.count(segment)
  }
}

function addCharges(plan: PatientPlan): void {
  const { contents } = plan
  addPatient(plan)
  addDemographics(plan)
  addVisit(plan, contents.unused('Encounter')[0])
  addLooseRoles(plan)
  addChargeItems(plan)
  addDiagnoses(plan, contents.unused('Condition'), contents.all('Encounter')[0])
  addProcedures(plan)
  addGuarantors(plan)
  addInsurances(plan)
}

const FAMILIES: Readonly<Record<string, Family>> = {
  ADT: addAdmission,
  ORU: addResults,
  OUL: addResults,
  ORM: addRequests,
  OML: addRequests,
  OMG: addRequests,
  VXU: addVaccinations,
  SIU: addAppointment,
  MDM: addDocument,
  RDE: addDrugs,
  OMP: addDrugs,
  RDS: addDrugs,
  RGV: addDrugs,
  RAS: addDrugs,
  DFT: addCharges,
}
