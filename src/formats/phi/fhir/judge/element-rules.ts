// What each element of FHIR is to a patient's privacy: by its path in the definitions, else by its type. What no rule names is free text.
import { isPublishedCode } from '../../../fhir/model/published-codes.ts'
import type { FhirVersion } from '../../../fhir/model/versions.ts'
import type { PhiCategory } from '../../category.ts'
import { hasKnownWords, holdsNumber } from '../plain-words.ts'

/**
 * A category: it is of it, whatever stands there. text: searched by the detector. label: the name of a code, searched too. code: kept where it looks
 * like one. definition: the address of something that is defined, kept where everybody may know it. graph: leads to a resource of this document or
 * another one. search: a query that leads to one. title: a title, suffix or degree, else a name. state, country: one of the known, else a place.
 * contact: by the system beside it. identifier: by the type beside it. shown: what a reference shows, by what it leads to. data: embedded.
 * hash: of data that stands beside it. location-of-data: an address that leads to a resource, or nowhere. type-name: of the definitions.
 * element-id: the path of an element and the names of slices. expression: a path or expression over the definitions. signal: numbers of a recording. remove: goes whole. keep: says nothing of a person.
 */
export type FhirTreatment =
  | PhiCategory
  | 'text'
  | 'label'
  | 'code'
  | 'definition'
  | 'graph'
  | 'search'
  | 'id'
  | 'title'
  | 'state'
  | 'country'
  | 'contact'
  | 'identifier'
  | 'shown'
  | 'data'
  | 'hash'
  | 'location-of-data'
  | 'type-name'
  | 'element-id'
  | 'expression'
  | 'signal'
  | 'remove'
  | 'keep'

const LINES = `
name: HumanName.text HumanName.family HumanName.given Annotation.author[x] ContactDetail.name Contributor.name FamilyMemberHistory.name AuditEvent.agent.name
title: HumanName.prefix HumanName.suffix
location: Address.text Address.line Address.city Address.district Address.postalCode
state: Address.state
country: Address.country
contact: ContactPoint.value ExtendedContactDetail.telecom
identifier: Identifier.value
shown: Reference.display
graph: Reference.reference Bundle.entry.fullUrl Bundle.entry.request.url Bundle.entry.response.location Bundle.link.url
search: Bundle.entry.request.ifNoneExist Subscription.criteria
label: Coding.display CodeableConcept.text Quantity.unit
code: ElementDefinition.max ElementDefinition.base.max OperationDefinition.parameter.max GraphDefinition.link.max Coding.code Coding.version Quantity.code Questionnaire.item.linkId Questionnaire.item.enableWhen.question QuestionnaireResponse.item.linkId Parameters.parameter.name Bundle.link.relation Medication.batch.lotNumber Immunization.lotNumber Device.modelNumber Device.partNumber Device.version.value Bundle.entry.response.status
definition: Coding.system Identifier.system Quantity.system Extension.url Reference.type Meta.profile Consent.policy.uri QuestionnaireResponse.item.definition ConceptMap.group.source ConceptMap.group.target AuditEvent.agent.policy Provenance.policy MessageHeader.event[x] Device.udiCarrier.issuer Device.udiCarrier.jurisdiction
organization: Organization.name Organization.alias HealthcareService.name InsurancePlan.name InsurancePlan.alias Contract.name Contract.alias
facility: Location.name Location.alias MessageHeader.source.name MessageHeader.destination.name AuditEvent.source.site Endpoint.name
health-plan-id: Coverage.subscriberId Coverage.class.value
other-id: AuditEvent.agent.altId AuditEvent.entity.name Coverage.dependent Claim.insurance.preAuthRef Claim.insurance.businessArrangement ClaimResponse.preAuthRef ClaimResponse.insurance.businessArrangement ExplanationOfBenefit.preAuthRef ExplanationOfBenefit.insurance.preAuthRef CoverageEligibilityResponse.preAuthRef CoverageEligibilityRequest.insurance.businessArrangement MessageHeader.response.identifier ImagingStudy.series.uid ImagingStudy.series.instance.uid ImagingSelection.seriesUid ImagingSelection.studyUid ImagingSelection.frameOfReferenceUid ImagingSelection.instance.uid MolecularSequence.repository.datasetId MolecularSequence.repository.variantsetId MolecularSequence.repository.readsetId VerificationResult.targetLocation
device: Device.distinctIdentifier Device.serialNumber Device.lotNumber Device.udiCarrier.deviceIdentifier Device.udiCarrier.carrierHRF
ip: AuditEvent.agent.network.address
biometric: MolecularSequence.observedSeq
signal: SampledData.data
data: Attachment.data Binary.data
hash: Attachment.hash
location-of-data: Attachment.url
type-name: ElementDefinition.type.code StructureDefinition.type
element-id: ElementDefinition.id
expression: ElementDefinition.path ElementDefinition.base.path ElementDefinition.contentReference ElementDefinition.slicing.discriminator.path ElementDefinition.constraint.expression StructureDefinition.context.expression StructureDefinition.contextInvariant SearchParameter.expression SearchParameter.xpath SearchParameter.component.expression
remove: Meta.source Signature.data Device.udiCarrier.carrierAIDC AuditEvent.entity.query Endpoint.header Subscription.channel.header Bundle.entry.request.ifMatch Bundle.entry.request.ifNoneMatch Bundle.entry.response.etag VerificationResult.attestation.sourceIdentityCertificate VerificationResult.attestation.proxyIdentityCertificate VerificationResult.validator.identityCertificate
`

const BY_PATH: ReadonlyMap<string, FhirTreatment> = new Map(
  LINES.trim()
    .split('\n')
    .flatMap((line) => {
      const [treatment = '', paths = ''] = line.split(': ')
      return paths.split(' ').map((path) => [path, treatment as FhirTreatment] as const)
    }),
)

const BY_TYPE: Readonly<Record<string, FhirTreatment>> = {
  boolean: 'keep',
  integer: 'keep',
  integer64: 'keep',
  unsignedInt: 'keep',
  positiveInt: 'keep',
  decimal: 'keep',
  time: 'keep',
  code: 'code',
  id: 'id',
  date: 'date',
  dateTime: 'date',
  instant: 'date',
  canonical: 'definition',
  uri: 'url',
  url: 'url',
  oid: 'other-id',
  uuid: 'graph',
  base64Binary: 'remove',
}

/** @param path of the element in the definitions, such as HumanName.family @param type of its value, a primitive one */
export function treatmentOf(path: string, type: string): FhirTreatment {
  if (type === 'uri' && (FIXED.test(path) || CANONICAL.test(path))) return 'definition'
  return BY_PATH.get(path) ?? (isDefinition(path) ? 'definition' : (BY_TYPE[type] ?? 'text'))
}

/** Addresses that a profile demands are those of systems and extensions. */
const FIXED = /^ElementDefinition\.(?:fixed|pattern)\[x\]$/

/** Canonical URLs, by which definitions are referred to. */
const CANONICAL =
  /^(?:CapabilityStatement|CodeSystem|ConceptMap|ImplementationGuide|Library|Measure|NamingSystem|OperationDefinition|Questionnaire|SearchParameter|StructureDefinition|StructureMap|ValueSet)\.url$/

/** Texts that are notes of somebody or of use to whoever reads the result; every other text goes in mode fail-closed. */
const FREE_TEXT =
  /^(?:Annotation\.text|Narrative\.div|Dosage\.(?:text|patientInstruction)|Composition\.title|Composition\.section\.title|DiagnosticReport\.conclusion|ClinicalImpression\.(?:description|summary)|DocumentReference\.description|Attachment\.title|Condition\.note|Observation(?:\.component)?\.value\[x\]|QuestionnaireResponse\.item(?:\.answer\.value\[x\]|\.text)|Questionnaire\.(?:title|description|item\.(?:text|prefix))|[A-Z][A-Za-z]{1,60}\.(?:note|comment|comments|instruction|patientInstruction|reasonText|description))$/

/** @param definition of an element whose treatment is `text` */
export function isFreeText(definition: string): boolean {
  return FREE_TEXT.test(definition)
}

/** Results by path: as many as the definitions have paths. */
const definitionPaths = new Map<string, boolean>()

/** `CarePlan.instantiatesUri` and its like lead to protocols. */
function isDefinition(path: string): boolean {
  const known = definitionPaths.get(path)
  if (known !== undefined) return known
  const isOne = DEFINITION.test(path)
  definitionPaths.set(path, isOne)
  return isOne
}

const DEFINITION = /\.(?:instantiates(?:Uri|Canonical)?|definitionUri|definitionCanonical|protocol|instantiates)$/

/** Complex elements that go whole, with what they are. */
export const REMOVED: ReadonlyMap<string, PhiCategory> = new Map([
  ['Location.position', 'location'],
  ['Patient.photo', 'photo'],
  ['Practitioner.photo', 'photo'],
  ['Person.photo', 'photo'],
  ['RelatedPerson.photo', 'photo'],
  ['BodyStructure.image', 'photo'],
])

const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition/'
/** What the text of an extension is; of others that HL7 defines, its type says it. */
const EXTENSION_VALUES: readonly (readonly [RegExp, FhirTreatment])[] = [
  [/^patient-mothersMaidenName$/, 'name'],
  [/^(?:humanname|iso21090-EN)-/, 'name'],
  [/^(?:iso21090-ADXP|iso21090-SC)-/, 'location'],
  [/^contactpoint-/, 'phone'],
  [/^(?:rendered-value|identifier-|patient-preferredPharmacy)/, 'other-id'],
]

/** Extensions that say what a part of a name is, such as a title or a name by marriage. Anything but a code in them may be the name. */
const CODES_OF_NAMES = /^(?:humanname-assembly-order|iso21090-EN-(?:qualifier|representation|use))$/

/** @returns whether an extension says what a name is, by a code that HL7 publishes */
export function isCodeOfName(url: string, code: string): boolean {
  return url.startsWith(EXTENSIONS) && CODES_OF_NAMES.test(url.slice(EXTENSIONS.length)) && isPublishedCode(code)
}

/** The url of a part of an extension, by its form. */
export function isPartName(url: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{0,60}$/.test(url)
}

/** @returns undefined for an extension that nobody here knows; `remove` for one that goes */
export function treatmentOfExtension(url: string, version: FhirVersion): FhirTreatment | 'by type' | undefined {
  if (!hasKnownWords(url, version) || holdsNumber(url)) return undefined
  if (/^http:\/\/hl7\.org\/fhir\/(?:us\/core|uv\/ips|uv\/v2mappings|4\.0|5\.0)\//.test(url)) return 'by type'
  if (!url.startsWith(EXTENSIONS)) return undefined
  const name = url.slice(EXTENSIONS.length)
  if (/^(?:geolocation|derivation-reference|narrativeLink|originalText|body-photo)/.test(name)) return 'remove'
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{0,80}$/.test(name)) return undefined
  return EXTENSION_VALUES.find(([pattern]) => pattern.test(name))?.[1] ?? 'by type'
}

/** Whoever reads the address learns nothing of a site: organizations of standards and terminologies. */
const PUBLIC =
  /^https?:\/\/(?:[a-z0-9-]{1,40}\.){0,3}(?:hl7\.org|hl7\.eu|loinc\.org|snomed\.info|unitsofmeasure\.org|nlm\.nih\.gov|ihe\.net|nema\.org|iso\.org|w3\.org|ama-assn\.org|cdc\.gov|cms\.gov|who\.int|ietf\.org|nucc\.org|nubc\.org|fda\.gov|whocc\.no|orpha\.net|ada\.org|ncpdp\.org|gs1\.org)(?:[/#?]|$)/
/** Arcs of HL7 for code systems, and namespaces of standards. */
const PUBLIC_URN =
  /^urn:(?:oid:(?:2\.16\.840\.1\.113883\.(?:5|6|11|12|18|21)(?:\.|$)|1\.2\.840\.10008\.|1\.0\.)|iso:|ietf:|ihe:|hl7-org:|oasis:|dicom:uid$)/

export function isPublic(uri: string): boolean {
  return uri.length <= 200 && (PUBLIC.test(uri) || PUBLIC_URN.test(uri))
}
