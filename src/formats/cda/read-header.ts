// The header of a document: what it is, whom it is about, who wrote, signed and keeps it, and what it documents.
import type { XmlElement } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import { attribute, computed, ElementPlan, each, one, type Source, taken } from './element-plan.ts'
import type { Encounter, Header, Patient, ServiceEvent } from './fields/header-fields.ts'
import { readCode, readIdentifier, readTemplates, templates } from './read-code.ts'
import { readAddress, readName, readTelecom } from './read-contact.ts'
import { joined, readExternal } from './read-external.ts'
import { readEntity, readParticipation, readRole } from './read-roles.ts'
import { readFlag, readNumber, readSimpleCode, readText } from './read-simple.ts'
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

interface Lists {
  readonly targets: Patient[][] | undefined
  readonly events: ServiceEvent[][] | undefined
}

const HEADER = new ElementPlan<Header, Lists>(
  {
    realm: each('realmCode', readCode),
    typeId: one('typeId', readIdentifier),
    id: one('id', readIdentifier),
    documentSetId: one('setId', readIdentifier),
    setId: computed(),
    version: one('versionNumber', readNumber),
    title: one('title', readText),
    status: one('statusCode', readSimpleCode),
    effectiveTime: one('effectiveTime', readTime),
    copyTime: one('copyTime', readTime),
    confidentiality: one('confidentialityCode', readCode),
    language: one('languageCode', readSimpleCode),
    category: each('category', readCode),
    patient: computed(),
    otherPatients: computed(),
    authors: each('author', readParticipation) as Source<Header['authors']>,
    dataEnterer: one('dataEnterer', readParticipation),
    informants: each('informant', readParticipation),
    custodian: one('custodian', readParticipation),
    recipients: each('informationRecipient', readParticipation),
    legalAuthenticator: one('legalAuthenticator', readParticipation),
    authenticators: each('authenticator', readParticipation),
    participants: each('participant', readParticipation) as Source<Header['participants']>,
    orders: each('inFulfillmentOf', readExternal),
    serviceEvents: computed(),
    relatedDocuments: each('relatedDocument', readExternal) as Source<Header['relatedDocuments']>,
    consents: each('authorization', readConsent),
    encompassingEncounter: one('componentOf', readComponentOf),
  },
  { hidden: { targets: each('recordTarget', readTarget), events: each('documentationOf', readServiceEvents) } },
)

export function readHeader(reading: CdaReading, root: XmlElement): Header {
  const { slots } = HEADER
  const found = HEADER.collect(reading, root)
  const [patient, ...others] = taken<Patient[][]>(found, slots.targets)?.flat() ?? []
  if (!patient && root.local === 'ClinicalDocument') reading.report('patient_missing', root)
  found[slots.setId] = found[slots.documentSetId]
  found[slots.patient] = patient
  if (others.length > 0) found[slots.otherPatients] = others
  found[slots.serviceEvents] = taken<ServiceEvent[][]>(found, slots.events)?.flat() ?? []
  for (const slot of [slots.authors, slots.participants, slots.relatedDocuments]) found[slot] ??= []
  return HEADER.build(found)
}

interface Role extends Omit<Patient, keyof Person> {
  readonly person: Person | undefined
  readonly nullFlavor: string | undefined
}

type PersonMember =
  | 'personId'
  | 'gender'
  | 'birthTime'
  | 'deceased'
  | 'deceasedTime'
  | 'multipleBirth'
  | 'birthOrder'
  | 'maritalStatus'
  | 'religion'
  | 'race'
  | 'ethnicity'
  | 'languages'
  | 'guardians'
  | 'birthplace'
  | 'nullFlavor'
type Person = Pick<Patient, PersonMember> & { readonly name?: Patient['name'] | undefined }

const PERSON = new ElementPlan<Person>(
  {
    name: each('name', readName),
    personId: each('id', readIdentifier),
    gender: one('administrativeGenderCode', readCode),
    birthTime: one('birthTime', readTime),
    deceased: one('deceasedInd', readFlag),
    deceasedTime: one('deceasedTime', readTime),
    multipleBirth: one('multipleBirthInd', readFlag),
    birthOrder: one('multipleBirthOrderNumber', readNumber),
    maritalStatus: one('maritalStatusCode', readCode),
    religion: one('religiousAffiliationCode', readCode),
    race: each('raceCode', readCode),
    ethnicity: each('ethnicGroupCode', readCode),
    languages: each('languageCommunication', readLanguage),
    guardians: each('guardian', readRole),
    birthplace: one('birthplace', readRole),
    nullFlavor: attribute('nullFlavor'),
  },
  { fixed: { classCode: 'PSN', determinerCode: 'INSTANCE' } },
)

const PATIENT_ROLE = new ElementPlan<Role>(
  {
    templates: templates(),
    id: each('id', readIdentifier) as Source<Patient['id']>,
    person: one('patient', (reading, element) => PERSON.read(reading, element)),
    address: each('addr', readAddress),
    telecom: each('telecom', readTelecom),
    identifiedBy: each('identifiedBy', readRole),
    provider: one('providerOrganization', readEntity),
    nullFlavor: attribute('nullFlavor'),
  },
  { fixed: { classCode: 'PAT' } },
)

function readTarget(reading: CdaReading, target: XmlElement): Patient[] {
  reading.expect(target, { typeCode: 'RCT', contextControlCode: 'OP' })
  return reading.all(target, 'patientRole').map((role) => readPatient(reading, role))
}

function readPatient(reading: CdaReading, element: XmlElement): Patient {
  const { person = {}, ...role } = PATIENT_ROLE.read(reading, element)
  const { name = [], nullFlavor, ...facts } = person
  return compact<Patient>({
    templates: role.templates,
    id: role.id ?? [],
    name,
    ...facts,
    address: role.address,
    telecom: role.telecom,
    identifiedBy: role.identifiedBy,
    provider: role.provider,
    nullFlavor: role.nullFlavor ?? nullFlavor,
  })
}

const LANGUAGE = new ElementPlan<NonNullable<Patient['languages']>[number]>({
  templates: templates(),
  code: one('languageCode', readSimpleCode),
  mode: one('modeCode', readCode),
  proficiency: one('proficiencyLevelCode', readCode),
  preferred: one('preferenceInd', readFlag),
  nullFlavor: attribute('nullFlavor'),
})

function readLanguage(reading: CdaReading, element: XmlElement) {
  return LANGUAGE.read(reading, element)
}

const SERVICE_EVENT = new ElementPlan<ServiceEvent>({
  class: attribute('classCode'),
  mood: attribute('moodCode'),
  templates: templates(),
  id: each('id', readIdentifier),
  code: one('code', readCode),
  status: one('statusCode', readSimpleCode),
  effective: one('effectiveTime', readTime),
  performers: each('performer', readParticipation),
  nullFlavor: attribute('nullFlavor'),
})

function readServiceEvents(reading: CdaReading, outer: XmlElement): ServiceEvent[] {
  reading.expect(outer, { typeCode: 'DOC' })
  return reading.all(outer, 'serviceEvent').map((event) => readServiceEvent(reading, outer, event))
}

/** With the templates of the element around it, too. */
function readServiceEvent(reading: CdaReading, outer: XmlElement, event: XmlElement | undefined): ServiceEvent {
  const { slots } = SERVICE_EVENT
  const found = event ? SERVICE_EVENT.collect(reading, event) : SERVICE_EVENT.blank()
  const claimed = readTemplates(reading, outer)
  if (claimed.length > 0) found[slots.templates] = joined(claimed, taken(found, slots.templates))
  return SERVICE_EVENT.build(found)
}

function readConsent(reading: CdaReading, outer: XmlElement): ServiceEvent {
  reading.expect(outer, { typeCode: 'AUTH' })
  return readServiceEvent(reading, outer, reading.first(outer, 'consent'))
}

const ENCOUNTER = new ElementPlan<Encounter>({
  class: attribute('classCode'),
  mood: attribute('moodCode'),
  templates: templates(),
  id: each('id', readIdentifier),
  code: one('code', readCode),
  effective: one('effectiveTime', readTime),
  admission: one('admissionReferralSourceCode', readCode),
  disposition: one('dischargeDispositionCode', readCode),
  participants: each(['responsibleParty', 'encounterParticipant'], readParticipation),
  location: one('location', readParticipation),
})

function readComponentOf(reading: CdaReading, outer: XmlElement): Encounter | undefined {
  reading.expect(outer, { typeCode: 'COMP' })
  const encounter = reading.first(outer, 'encompassingEncounter')
  return encounter && ENCOUNTER.read(reading, encounter)
}
