// The header of a document: what it is, whom it is about, who wrote, signed and keeps it, and what it documents.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import type { Encounter, Header, Patient, ServiceEvent } from './fields/header-fields.ts'
import { readCode, readIdentifier, readTemplates } from './read-code.ts'
import { readAddress, readName, readTelecom } from './read-contact.ts'
import { readEntity, readParticipation, readRole } from './read-roles.ts'
import { readFlag, readNumber, readSimpleCode, readText } from './read-simple.ts'
import { readExternal } from './read-statement.ts'
import { readTime } from './read-time.ts'

/** Elements of a ClinicalDocument beside its body: what stands alone in a snippet is read as if it stood in one. */
export const HEADER_ELEMENTS: ReadonlySet<string> = new Set([
  'recordTarget',
  'author',
  'dataEnterer',
  'informant',
  'custodian',
  'informationRecipient',
  'legalAuthenticator',
  'authenticator',
  'participant',
  'inFulfillmentOf',
  'documentationOf',
  'relatedDocument',
  'authorization',
  'componentOf',
])

export function readHeader(reading: CdaReading, root: XmlElement): Header {
  const documentSetId = reading.one(root, 'setId', readIdentifier)
  const patients = reading.all(root, 'recordTarget').flatMap((target) => {
    reading.expect(target, { typeCode: 'RCT', contextControlCode: 'OP' })
    return reading.all(target, 'patientRole').map((role) => readPatient(reading, role))
  })
  const [patient, ...others] = patients
  if (!patient && root.local === 'ClinicalDocument') reading.report('patient_missing', root)
  return compact<Header>({
    realm: reading.each(root, 'realmCode', readCode),
    typeId: reading.one(root, 'typeId', readIdentifier),
    id: reading.one(root, 'id', readIdentifier),
    documentSetId,
    setId: documentSetId,
    version: reading.one(root, 'versionNumber', readNumber),
    title: reading.one(root, 'title', readText),
    status: reading.one(root, 'statusCode', readSimpleCode),
    effectiveTime: reading.one(root, 'effectiveTime', readTime),
    copyTime: reading.one(root, 'copyTime', readTime),
    confidentiality: reading.one(root, 'confidentialityCode', readCode),
    language: reading.one(root, 'languageCode', readSimpleCode),
    category: reading.each(root, 'category', readCode),
    patient,
    otherPatients: others.length === 0 ? undefined : others,
    authors: reading.each(root, 'author', readParticipation) ?? [],
    dataEnterer: reading.one(root, 'dataEnterer', readParticipation),
    informants: reading.each(root, 'informant', readParticipation),
    custodian: reading.one(root, 'custodian', readParticipation),
    recipients: reading.each(root, 'informationRecipient', readParticipation),
    legalAuthenticator: reading.one(root, 'legalAuthenticator', readParticipation),
    authenticators: reading.each(root, 'authenticator', readParticipation),
    participants: reading.each(root, 'participant', readParticipation) ?? [],
    orders: reading.each(root, 'inFulfillmentOf', readExternal),
    serviceEvents: reading.all(root, 'documentationOf').flatMap((outer) => readServiceEvents(reading, outer)),
    relatedDocuments: reading.each(root, 'relatedDocument', readExternal) ?? [],
    consents: reading.each(root, 'authorization', readConsent),
    encompassingEncounter: reading.one(root, 'componentOf', readComponentOf),
  })
}

function readPatient(reading: CdaReading, role: XmlElement): Patient {
  const person = reading.first(role, 'patient')
  const of = <T>(read: (own: XmlElement) => T): T | undefined => person && read(person)
  reading.expect(role, { classCode: 'PAT' })
  if (person) reading.expect(person, { classCode: 'PSN', determinerCode: 'INSTANCE' })
  return compact<Patient>({
    templates: readTemplates(reading, role),
    id: reading.each(role, 'id', readIdentifier) ?? [],
    name: of((own) => reading.each(own, 'name', readName)) ?? [],
    personId: of((own) => reading.each(own, 'id', readIdentifier)),
    gender: of((own) => reading.one(own, 'administrativeGenderCode', readCode)),
    birthTime: of((own) => reading.one(own, 'birthTime', readTime)),
    deceased: of((own) => reading.one(own, 'deceasedInd', readFlag)),
    deceasedTime: of((own) => reading.one(own, 'deceasedTime', readTime)),
    multipleBirth: of((own) => reading.one(own, 'multipleBirthInd', readFlag)),
    birthOrder: of((own) => reading.one(own, 'multipleBirthOrderNumber', readNumber)),
    maritalStatus: of((own) => reading.one(own, 'maritalStatusCode', readCode)),
    religion: of((own) => reading.one(own, 'religiousAffiliationCode', readCode)),
    race: of((own) => reading.each(own, 'raceCode', readCode)),
    ethnicity: of((own) => reading.each(own, 'ethnicGroupCode', readCode)),
    languages: of((own) => reading.each(own, 'languageCommunication', readLanguage)),
    guardians: of((own) => reading.each(own, 'guardian', readRole)),
    birthplace: of((own) => reading.one(own, 'birthplace', readRole)),
    address: reading.each(role, 'addr', readAddress),
    telecom: reading.each(role, 'telecom', readTelecom),
    identifiedBy: reading.each(role, 'identifiedBy', readRole),
    provider: reading.one(role, 'providerOrganization', readEntity),
    nullFlavor: reading.attribute(role, 'nullFlavor') ?? of((own) => reading.attribute(own, 'nullFlavor')),
  })
}

function readLanguage(reading: CdaReading, element: XmlElement) {
  return compact({
    templates: readTemplates(reading, element),
    code: reading.one(element, 'languageCode', readSimpleCode),
    mode: reading.one(element, 'modeCode', readCode),
    proficiency: reading.one(element, 'proficiencyLevelCode', readCode),
    preferred: reading.one(element, 'preferenceInd', readFlag),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
  })
}

function readServiceEvents(reading: CdaReading, outer: XmlElement): ServiceEvent[] {
  reading.expect(outer, { typeCode: 'DOC' })
  return reading.all(outer, 'serviceEvent').map((event) =>
    compact<ServiceEvent>({
      class: reading.attribute(event, 'classCode'),
      mood: reading.attribute(event, 'moodCode'),
      templates: joined(readTemplates(reading, outer), readTemplates(reading, event)),
      id: reading.each(event, 'id', readIdentifier),
      code: reading.one(event, 'code', readCode),
      status: reading.one(event, 'statusCode', readSimpleCode),
      effective: reading.one(event, 'effectiveTime', readTime),
      performers: reading.each(event, 'performer', readParticipation),
      nullFlavor: reading.attribute(event, 'nullFlavor'),
    }),
  )
}

function readConsent(reading: CdaReading, outer: XmlElement): ServiceEvent {
  const consent = reading.first(outer, 'consent')
  reading.expect(outer, { typeCode: 'AUTH' })
  return compact<ServiceEvent>({
    class: consent && reading.attribute(consent, 'classCode'),
    mood: consent && reading.attribute(consent, 'moodCode'),
    templates: joined(readTemplates(reading, outer), consent && readTemplates(reading, consent)),
    id: consent && reading.each(consent, 'id', readIdentifier),
    code: consent && reading.one(consent, 'code', readCode),
    status: consent && reading.one(consent, 'statusCode', readSimpleCode),
  })
}

function joined(first: string[] | undefined, second: string[] | undefined): string[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second)
}

function readComponentOf(reading: CdaReading, outer: XmlElement): Encounter | undefined {
  reading.expect(outer, { typeCode: 'COMP' })
  return reading.one(outer, 'encompassingEncounter', (_, encounter) => {
    const participants = ['responsibleParty', 'encounterParticipant'].flatMap(
      (name) => reading.each(encounter, name, readParticipation) ?? [],
    )
    return compact<Encounter>({
      class: reading.attribute(encounter, 'classCode'),
      mood: reading.attribute(encounter, 'moodCode'),
      templates: readTemplates(reading, encounter),
      id: reading.each(encounter, 'id', readIdentifier),
      code: reading.one(encounter, 'code', readCode),
      effective: reading.one(encounter, 'effectiveTime', readTime),
      admission: reading.one(encounter, 'admissionReferralSourceCode', readCode),
      disposition: reading.one(encounter, 'dischargeDispositionCode', readCode),
      participants: participants.length === 0 ? undefined : participants,
      location: reading.one(encounter, 'location', readParticipation),
    })
  })
}
