// The elements of CDA R2, of its data types and of the extensions of HL7 and IHE, by their local names: what is none of them is not understood.
import { KNOWN_URIS } from '../../cda/namespaces.ts'
import { NARRATIVE_ELEMENTS } from '../../cda/narrative/narrative-elements.ts'
import type { XmlElement } from '../../xml/node.ts'

const HEADER =
  'ClinicalDocument realmCode typeId templateId id code title effectiveTime confidentialityCode languageCode setId versionNumber copyTime statusCode category recordTarget patientRole addr telecom patient name administrativeGenderCode birthTime deceasedInd deceasedTime multipleBirthInd multipleBirthOrderNumber maritalStatusCode religiousAffiliationCode raceCode ethnicGroupCode guardian guardianPerson guardianOrganization birthplace place languageCommunication modeCode proficiencyLevelCode preferenceInd providerOrganization standardIndustryClassCode asOrganizationPartOf wholeOrganization desc author functionCode time assignedAuthor assignedPerson assignedAuthoringDevice assignedDevice manufacturerModelName softwareName asMaintainedEntity maintainingPerson representedOrganization dataEnterer assignedEntity informant relatedEntity relatedPerson custodian assignedCustodian representedCustodianOrganization informationRecipient intendedRecipient receivedOrganization legalAuthenticator signatureCode signatureText authenticator participant associatedEntity associatedPerson scopingOrganization inFulfillmentOf order documentationOf serviceEvent performer relatedDocument parentDocument authorization consent componentOf encompassingEncounter dischargeDispositionCode admissionReferralSourceCode responsibleParty encounterParticipant location healthCareFacility serviceProviderOrganization'
const BODY =
  'component structuredBody nonXMLBody text section entry subject relatedSubject specimen specimenRole specimenPlayingEntity act encounter observation observationMedia organizer procedure regionOfInterest substanceAdministration supply priorityCode availabilityTime activityTime methodCode targetSiteCode approachSiteCode interpretationCode value derivationExpr repeatNumber routeCode doseQuantity rateQuantity maxDoseQuantity administrationUnitCode consumable manufacturedProduct manufacturedLabeledDrug manufacturedMaterial lotNumberText manufacturerOrganization independentInd interruptibleInd quantity expectedUseTime product participantRole playingDevice playingEntity scopingEntity entryRelationship sequenceNumber seperatableInd reference externalAct externalObservation externalProcedure externalDocument precondition criterion referenceRange observationRange awarenessCode uncertaintyCode reasonCode'
const TYPES =
  'originalText qualifier translation thumbnail useablePeriod validTime low high center width period phase event offset comp numerator denominator origin scale digits head increment given family prefix suffix delimiter country state county city postalCode houseNumber houseNumberNumeric direction streetName streetNameBase streetNameType additionalLocator unitID unitType careOf censusTract streetAddressLine deliveryAddressLine deliveryInstallationType deliveryInstallationArea deliveryInstallationQualifier deliveryMode deliveryModeIdentifier buildingNumberSuffix postBox precinct'
const EXTENSIONS =
  'identifiedBy alternateIdentification asIdentifier issuingOrganization asPatientRelationship asMember asContactParty contactParty inFulfillmentOf1 actReference precondition1 precondition2 specialty outboundRelationship sourceOf eventCriterion ingredient ingredientSubstance ingredientManufacturedMaterial formCode expirationTime asContent containerPackagedProduct containerPackagedMedicine containedPackagedMedicine containedPackagedProduct asSpecializedKind generalizedMedicineClass generalizedMedicine genericMedicine generalizedMaterialKind capacityQuantity riskCode handlingCode part'

const KNOWN: ReadonlySet<string> = new Set([HEADER, BODY, TYPES, EXTENSIONS].flatMap((names) => names.split(' ')))

export function isKnownElement({ uri, local }: XmlElement): boolean {
  return KNOWN_URIS.has(uri) && KNOWN.has(local)
}

/** Elements of XHTML that vendors write into narratives beside those of CDA. */
const MARKUP: ReadonlySet<string> = new Set('a b big div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre small span strong tt u ul'.split(' '))

/** True for what a narrative is made of: its name says nothing of anybody. */
export function isNarrativeElement({ local }: XmlElement): boolean {
  return NARRATIVE_ELEMENTS.has(local) || MARKUP.has(local)
}

/** Elements that run on in the line. */
const INLINE: ReadonlySet<string> = new Set(
  'content linkHtml sub sup footnoteRef renderMultiMedia a b big em i img small span strong tt u'.split(' '),
)

export function isInline({ local }: XmlElement): boolean {
  return INLINE.has(local)
}

export const ADDRESS_PARTS: ReadonlySet<string> = new Set(
  'county city postalCode houseNumber houseNumberNumeric direction streetName streetNameBase streetNameType additionalLocator unitID unitType censusTract streetAddressLine deliveryAddressLine deliveryInstallationType deliveryInstallationArea deliveryInstallationQualifier deliveryMode deliveryModeIdentifier buildingNumberSuffix postBox precinct'.split(
    ' ',
  ),
)

/** Elements that are times, whatever their type says. */
export const TIMES: ReadonlySet<string> = new Set(
  'effectiveTime time birthTime deceasedTime copyTime availabilityTime activityTime expectedUseTime expirationTime useablePeriod validTime'.split(
    ' ',
  ),
)

/** Elements of persons, organizations, places and products: what a name in them is the name of. */
const ENTITIES: ReadonlyMap<string, 'name' | 'organization' | 'facility' | 'text'> = new Map([
  ...'patient guardianPerson assignedPerson maintainingPerson relatedPerson associatedPerson informationRecipient subject relatedSubject contactParty'
    .split(' ')
    .map((name) => [name, 'name'] as const),
  ...'providerOrganization guardianOrganization wholeOrganization representedOrganization representedCustodianOrganization receivedOrganization scopingOrganization serviceProviderOrganization manufacturerOrganization issuingOrganization'
    .split(' ')
    .map((name) => [name, 'organization'] as const),
  ...'place location healthCareFacility'.split(' ').map((name) => [name, 'facility'] as const),
  ...'manufacturedLabeledDrug manufacturedMaterial playingDevice assignedDevice assignedAuthoringDevice specimenPlayingEntity ingredientSubstance ingredientManufacturedMaterial ingredient containerPackagedProduct containerPackagedMedicine containedPackagedMedicine containedPackagedProduct generalizedMedicineClass generalizedMedicine genericMedicine generalizedMaterialKind part'
    .split(' ')
    .map((name) => [name, 'text'] as const),
])

/** Types of participants that are products and devices, and roles that substances play (ParticipationType, RoleClass). */
const PRODUCT_TYPES: ReadonlySet<string> = new Set(['CSM', 'PRD', 'DEV', 'RDV', 'NRD', 'DIR', 'SPC', 'CAGNT', 'BBY'])
const PRODUCT_ROLES: ReadonlySet<string> = new Set(['MANU', 'THER', 'ACTI', 'INGR', 'SUBS', 'SPEC', 'CONT'])

/** What the `name` or `desc` in an element is the name of; a person if nothing tells. */
export function kindOfName(entity: XmlElement): 'name' | 'organization' | 'facility' | 'text' {
  const known = ENTITIES.get(entity.local)
  if (known) return known
  const own = codeAt(entity, 'classCode')
  if (own === 'PSN' || own === 'PER') return 'name'
  if (own === 'PLC' || own === 'CITY') return 'facility'
  if (own === 'ORG') return 'organization'
  const role = entity.parent
  const type = codeAt(role?.parent ?? null, 'typeCode')
  const roleClass = codeAt(role, 'classCode')
  if (roleClass === 'SDLOC' || type === 'LOC') return 'facility'
  if (own === 'MMAT' || own === 'MAT' || own === 'DEV') return isPersonal(type) ? 'name' : 'text'
  return PRODUCT_TYPES.has(type) || PRODUCT_ROLES.has(roleClass) ? 'text' : entity.local === 'scopingEntity' ? 'organization' : 'name'
}

/** A participant that is a person by what it does: no class of its entity makes a thing of it. */
function isPersonal(type: string): boolean {
  return type !== '' && !PRODUCT_TYPES.has(type)
}

export function codeAt(element: XmlElement | null, name: string): string {
  return element?.attributes.find((each) => each.name === name)?.value.trim() ?? ''
}

/** A street of ordinary words is known by its number. */
export function houseNumberOf({ parent }: XmlElement): string {
  const house = parent?.children.find((child): child is XmlElement => child.kind === 'element' && child.local === 'houseNumber')
  return (house?.children ?? [])
    .map((child) => (child.kind === 'text' ? child.value : ''))
    .join('')
    .trim()
}
