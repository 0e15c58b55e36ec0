// Tells a Bundle of another release of FHIR by elements and resources that R4 does not have.
import { ProblemError } from '../../../core/problem.ts'
import { isObject, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'

/** Resources that only STU3 and earlier, or only R5 and later, have. */
const OLD_TYPES: ReadonlySet<string> = new Set(
  'BodySite DataElement DeviceComponent EligibilityRequest EligibilityResponse ExpansionProfile ImagingManifest ProcedureRequest ReferralRequest Sequence ServiceDefinition'.split(
    ' ',
  ),
)
const NEW_TYPES: ReadonlySet<string> = new Set(
  'ActorDefinition ArtifactAssessment BiologicallyDerivedProductDispense ConditionDefinition DeviceAssociation DeviceDispense DeviceUsage EncounterHistory FormularyItem GenomicStudy ImagingSelection InventoryItem InventoryReport Permission RequestOrchestration Requirements SubscriptionStatus TestPlan Transport'.split(
    ' ',
  ),
)

/** Elements of the resources that messages become, by release. */
const OLD_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  MessageHeader: ['event', 'timestamp', 'receiver'],
  Patient: ['animal'],
  Observation: ['comment', 'related', 'context'],
  DiagnosticReport: ['context', 'codedDiagnosis', 'image'],
  Encounter: ['reason', 'incomingReferral'],
  Condition: ['assertedDate', 'context'],
  Procedure: ['notDone', 'context'],
  Immunization: ['notGiven', 'date', 'practitioner', 'explanation', 'vaccinationProtocol'],
  MedicationRequest: ['context', 'definition'],
  DocumentReference: ['class', 'indexed', 'created'],
  AllergyIntolerance: ['assertedDate'],
  Appointment: ['indication', 'incomingReferral'],
}
const NEW_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  Encounter: ['actualPeriod', 'admission', 'reason.use', 'subjectStatus', 'plannedStartDate'],
  MedicationRequest: ['medication', 'effectiveDosePeriod'],
  MedicationDispense: ['medication', 'recorded'],
  MedicationAdministration: ['medication', 'occurenceDateTime', 'occurenceTiming'],
  Immunization: ['administeredProduct', 'informationSource'],
  ServiceRequest: ['reason'],
  Procedure: ['occurrenceDateTime', 'occurrencePeriod', 'focus'],
  DocumentReference: ['bodySite', 'attester', 'modality'],
  AllergyIntolerance: ['participant'],
  Appointment: ['cancellationDate', 'note', 'account'],
  Coverage: ['insurer', 'kind', 'insurancePlan', 'paymentBy'],
}

/** @throws ProblemError `unsupported_variant` with the place of what R4 does not have */
export function checkRelease(bundle: JsonObject): void {
  for (const [i, entry] of (Array.isArray(bundle.entry) ? bundle.entry : []).entries()) {
    const resource = isObject(entry) ? entry.resource : undefined
    if (!isObject(resource)) continue
    const type = resource.resourceType as string
    if (OLD_TYPES.has(type)) throw other('STU3', `/entry/${i}/resource/resourceType`)
    if (NEW_TYPES.has(type)) throw other('R5', `/entry/${i}/resource/resourceType`)
    const old = OLD_ELEMENTS[type]?.find((name) => Object.hasOwn(resource, name) && !isOfNew(resource[name]))
    if (old !== undefined) throw other('STU3', `/entry/${i}/resource/${old}`)
    const late = NEW_ELEMENTS[type]?.find((name) => Object.hasOwn(resource, name))
    if (late !== undefined) throw other('R5', `/entry/${i}/resource/${late}`)
    if (type === 'Encounter' && Array.isArray(resource.class)) throw other('R5', `/entry/${i}/resource/class`)
  }
}

/** R5 gave some names back with another type. */
function isOfNew(value: JsonValue | undefined): boolean {
  const first = Array.isArray(value) ? value[0] : value
  return isObject(first) && (Object.hasOwn(first, 'use') || Object.hasOwn(first, 'value'))
}

function other(release: string, pointer: string): ProblemError {
  return new ProblemError(`The Bundle is FHIR ${release}. Convert it to R4 first.`, {
    code: 'unsupported_variant',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_value', detail: `is of FHIR ${release}, not of R4` }],
  })
}
