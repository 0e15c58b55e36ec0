// Roles, the entities that play and scope them, and participations: who and what takes part in a document or statement.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import type { EntityValue, Participation, RoleValue } from './fields/statement-fields.ts'
import { readCode, readIdentifier, readTemplates } from './read-code.ts'
import { readAddress, readName, readTelecom } from './read-contact.ts'
import { readQuantity } from './read-quantity.ts'
import { readFlag, readSimpleCode, readText } from './read-simple.ts'
import { readTime } from './read-time.ts'
import { readMedia } from './read-value.ts'

/** Elements of those who play a role. */
const PLAYERS: ReadonlySet<string> = new Set([
  'assignedPerson',
  'associatedPerson',
  'relatedPerson',
  'guardianPerson',
  'informationRecipient',
  'assignedAuthoringDevice',
  'assignedDevice',
  'playingEntity',
  'playingDevice',
  'specimenPlayingEntity',
  'subject',
  'manufacturedMaterial',
  'manufacturedLabeledDrug',
  'location',
  'place',
  'patient',
  'ingredientSubstance',
  'ingredientManufacturedMaterial',
  'ingredient',
  'containerPackagedProduct',
  'containerPackagedMedicine',
  'containedPackagedMedicine',
  'containedPackagedProduct',
  'genericMedicine',
])

const SCOPERS: ReadonlySet<string> = new Set([
  'representedOrganization',
  'representedCustodianOrganization',
  'scopingEntity',
  'scopingOrganization',
  'receivedOrganization',
  'providerOrganization',
  'manufacturerOrganization',
  'serviceProviderOrganization',
  'guardianOrganization',
  'wholeOrganization',
  'issuingOrganization',
])

/** Roles of an entity that is itself part of another role: what a drug holds and is packed in. */
const INNER_ROLES = ['ingredient', 'asContent', 'asSpecializedKind', 'part', 'asContactParty', 'asPatientRelationship', 'asMember'] as const

/** Elements of roles, by which a participation has who takes part. */
const ROLES: ReadonlySet<string> = new Set([
  'assignedAuthor',
  'assignedEntity',
  'assignedCustodian',
  'assignedPerson',
  'associatedEntity',
  'intendedRecipient',
  'relatedEntity',
  'relatedSubject',
  'participantRole',
  'specimenRole',
  'manufacturedProduct',
  'healthCareFacility',
  'patientRole',
  'guardian',
  'alternateIdentification',
])

export function readEntity(reading: CdaReading, element: XmlElement): EntityValue {
  return compact({
    as: element.local,
    class: reading.attribute(element, 'classCode'),
    determiner: reading.attribute(element, 'determinerCode'),
    templates: readTemplates(reading, element),
    id: reading.each(element, 'id', readIdentifier),
    code: reading.one(element, 'code', readCode),
    name: reading.each(element, 'name', readName),
    description: reading.one(element, 'desc', readText),
    quantity: reading.one(element, 'quantity', readQuantity),
    telecom: reading.each(element, 'telecom', readTelecom),
    address: reading.each(element, 'addr', readAddress),
    gender: reading.one(element, 'administrativeGenderCode', readCode),
    birthTime: reading.one(element, 'birthTime', readTime),
    deceased: reading.one(element, 'deceasedInd', readFlag),
    deceasedTime: reading.one(element, 'deceasedTime', readTime),
    race: reading.each(element, 'raceCode', readCode),
    ethnicity: reading.each(element, 'ethnicGroupCode', readCode),
    industry: reading.one(element, 'standardIndustryClassCode', readCode),
    model: reading.one(element, 'manufacturerModelName', readCode),
    software: reading.one(element, 'softwareName', readCode),
    lot: reading.one(element, 'lotNumberText', readText),
    form: reading.one(element, 'formCode', readCode),
    expiry: reading.one(element, 'expirationTime', readTime),
    partOf: reading.one(element, 'asOrganizationPartOf', readRole),
    roles: rolesOf(reading, element, INNER_ROLES),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

export function readRole(reading: CdaReading, element: XmlElement): RoleValue {
  const role: RoleValue = {
    as: element.local,
    class: reading.attribute(element, 'classCode'),
    templates: readTemplates(reading, element),
    id: reading.each(element, 'id', readIdentifier),
    code: reading.one(element, 'code', readCode),
    status: reading.one(element, 'statusCode', readSimpleCode),
    effective: reading.one(element, 'effectiveTime', readTime),
    name: reading.each(element, 'name', readName),
    address: reading.each(element, 'addr', readAddress),
    telecom: reading.each(element, 'telecom', readTelecom),
    quantity: reading.one(element, 'quantity', readQuantity),
    description: reading.one(element, 'desc', readText),
    player: entityOf(reading, element, PLAYERS),
    scoper: entityOf(reading, element, SCOPERS),
    roles: rolesOf(reading, element, ['identifiedBy', 'alternateIdentification', 'asIdentifier']),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  }
  return compact(role)
}

export function readParticipation(reading: CdaReading, element: XmlElement): Participation {
  const role = reading.firstOf(element, ROLES)
  return compact({
    as: element.local,
    type: reading.attribute(element, 'typeCode'),
    contextControl: reading.attribute(element, 'contextControlCode'),
    negated: reading.flag(element, 'negationInd'),
    templates: readTemplates(reading, element),
    id: reading.each(element, 'id', readIdentifier),
    code: reading.one(element, 'code', readCode),
    function: reading.one(element, 'functionCode', readCode),
    time: reading.one(element, 'time', readTime),
    mode: reading.one(element, 'modeCode', readCode),
    awareness: reading.one(element, 'awarenessCode', readCode),
    signature: reading.one(element, 'signatureCode', readSimpleCode),
    signatureText: reading.one(element, 'signatureText', readMedia),
    role: role && readRole(reading, role),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

function entityOf(reading: CdaReading, element: XmlElement, names: ReadonlySet<string>): EntityValue | undefined {
  const found = reading.firstOf(element, names)
  return found && readEntity(reading, found)
}

function rolesOf(reading: CdaReading, element: XmlElement, names: readonly string[]): RoleValue[] | undefined {
  const roles = names.flatMap((name) => reading.each(element, name, readRole) ?? [])
  return roles.length === 0 ? undefined : roles
}
