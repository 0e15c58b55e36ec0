// Roles, the entities that play and scope them, and participations: who and what takes part in a document or statement.
import type { XmlElement } from '../xml/node.ts'
import type { CdaReading } from './cda-reading.ts'
import { attribute, ElementPlan, each, flag, localName, one } from './element-plan.ts'
import type { EntityValue, Participation, RoleValue } from './fields/statement-fields.ts'
import { readCode, readIdentifier, templates } from './read-code.ts'
import { readAddress, readName, readTelecom } from './read-contact.ts'
import { readQuantity } from './read-quantity.ts'
import { readFlag, readSimpleCode, readText } from './read-simple.ts'
import { readTime } from './read-time.ts'
import { readMedia } from './read-value.ts'

/** Elements of the entities that play a role. */
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

/** Elements of roles in a participation. */
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

const ENTITY = new ElementPlan<EntityValue>({
  as: localName(),
  class: attribute('classCode'),
  determiner: attribute('determinerCode'),
  templates: templates(),
  id: each('id', readIdentifier),
  code: one('code', readCode),
  name: each('name', readName),
  description: one('desc', readText),
  quantity: one('quantity', readQuantity),
  telecom: each('telecom', readTelecom),
  address: each('addr', readAddress),
  gender: one('administrativeGenderCode', readCode),
  birthTime: one('birthTime', readTime),
  deceased: one('deceasedInd', readFlag),
  deceasedTime: one('deceasedTime', readTime),
  race: each('raceCode', readCode),
  ethnicity: each('ethnicGroupCode', readCode),
  industry: one('standardIndustryClassCode', readCode),
  model: one('manufacturerModelName', readCode),
  software: one('softwareName', readCode),
  lot: one('lotNumberText', readText),
  form: one('formCode', readCode),
  expiry: one('expirationTime', readTime),
  partOf: one('asOrganizationPartOf', readRole),
  roles: each(INNER_ROLES, readRole),
  nullFlavor: attribute('nullFlavor'),
})

export function readEntity(reading: CdaReading, element: XmlElement): EntityValue {
  return ENTITY.read(reading, element)
}

const ROLE = new ElementPlan<RoleValue>({
  as: localName(),
  class: attribute('classCode'),
  templates: templates(),
  id: each('id', readIdentifier),
  code: one('code', readCode),
  status: one('statusCode', readSimpleCode),
  effective: one('effectiveTime', readTime),
  name: each('name', readName),
  address: each('addr', readAddress),
  telecom: each('telecom', readTelecom),
  quantity: one('quantity', readQuantity),
  description: one('desc', readText),
  player: one(PLAYERS, readEntity),
  scoper: one(SCOPERS, readEntity),
  roles: each(['identifiedBy', 'alternateIdentification', 'asIdentifier'], readRole),
  nullFlavor: attribute('nullFlavor'),
})

export function readRole(reading: CdaReading, element: XmlElement): RoleValue {
  return ROLE.read(reading, element)
}

const PARTICIPATION = new ElementPlan<Participation>({
  as: localName(),
  type: attribute('typeCode'),
  contextControl: attribute('contextControlCode'),
  negated: flag('negationInd'),
  templates: templates(),
  id: each('id', readIdentifier),
  code: one('code', readCode),
  function: one('functionCode', readCode),
  time: one('time', readTime),
  mode: one('modeCode', readCode),
  awareness: one('awarenessCode', readCode),
  signature: one('signatureCode', readSimpleCode),
  signatureText: one('signatureText', readMedia),
  role: one(ROLES, readRole),
  nullFlavor: attribute('nullFlavor'),
})

export function readParticipation(reading: CdaReading, element: XmlElement): Participation {
  return PARTICIPATION.read(reading, element)
}
