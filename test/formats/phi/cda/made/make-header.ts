// Every participation that the header of CDA has, each with a person of its own.
import type { Writer } from './make-cda.ts'
import type { Person } from './people.ts'
import { PHONES } from './remarks.ts'

const DOCUMENT_TEMPLATES: Readonly<Record<string, string>> = {
  'C-CDA': '2.16.840.1.113883.10.20.22.1.2',
  IHE: '1.3.6.1.4.1.19376.1.5.3.1.1.1',
  eArztbrief: '1.2.276.0.76.3.1.13.10.1.1',
  unstructured: '1.3.6.1.4.1.19376.1.2.20',
  nested: '2.16.840.1.113883.10.12.1',
}

export function makeHeader(w: Writer): string {
  const patient = w.person()
  const { tag } = w
  const assigned = () => tag('assignedEntity', role(w, 'assignedPerson', 'representedOrganization'))
  const parts = [
    () => tag('typeId', '', ' root="2.16.840.1.113883.1.3" extension="POCD_HD000040"'),
    () => tag('templateId', '', ` root="${DOCUMENT_TEMPLATES[w.style]}"`),
    () => tag('id', '', ` root="1.2.840.99.${w.random.int(1, 99)}"${w.attribute('extension', `DOC-${w.random.int(1e6, 9e6)}`)}`),
    () => tag('code', '', ' code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Summarization of Episode Note"'),
    () => w.text('title', `Summary for ${patient.given} ${patient.family}`),
    () => time(w, 'effectiveTime', `${patient.born.slice(0, 4)}0611`),
    () => tag('confidentialityCode', '', ' code="N" codeSystem="2.16.840.1.113883.5.25"'),
    () => tag('languageCode', '', ` code="${w.style === 'eArztbrief' ? 'de-DE' : 'en-US'}"`),
    () => tag('recordTarget', patientRole(w, patient)),
    () => tag('author', time(w, 'time') + tag('assignedAuthor', role(w, 'assignedPerson', 'representedOrganization'))),
    () => tag('dataEnterer', time(w, 'time') + assigned()),
    () => tag('informant', assigned()),
    () => tag('informant', tag('relatedEntity', related(w), ' classCode="PRS"')),
    () => tag('custodian', tag('assignedCustodian', tag('representedCustodianOrganization', organization(w)))),
    () => tag('informationRecipient', tag('intendedRecipient', role(w, 'informationRecipient', 'receivedOrganization'))),
    () => tag('legalAuthenticator', time(w, 'time') + tag('signatureCode', '', ' code="S"') + assigned()),
    () => tag('authenticator', time(w, 'time') + tag('signatureCode', '', ' code="S"') + assigned()),
    () =>
      tag(
        'participant',
        tag('associatedEntity', role(w, 'associatedPerson', 'scopingOrganization'), ' classCode="NOK"'),
        ' typeCode="IND"',
      ),
    () => tag('inFulfillmentOf', tag('order', id(w))),
    () =>
      tag(
        'documentationOf',
        tag('serviceEvent', id(w) + tag('effectiveTime', time(w, 'low')) + tag('performer', assigned(), ' typeCode="PRF"')),
      ),
    () => tag('relatedDocument', tag('parentDocument', id(w)), ' typeCode="RPLC"'),
    () => tag('authorization', tag('consent', id(w) + tag('statusCode', '', ' code="completed"'))),
    () => tag('componentOf', tag('encompassingEncounter', encounter(w))),
  ]
  // The patient and the title stand first; what else there is, not always.
  return parts.map((make, i) => (i < 9 || w.random.chance(0.8) ? make() : '')).join('\n')
}

function encounter(w: Writer): string {
  const location = w.tag(
    'location',
    w.tag(
      'healthCareFacility',
      id(w) +
        w.tag('location', w.text('name', `${w.someone().family} Memorial Hospital`) + address(w)) +
        w.tag('serviceProviderOrganization', organization(w)),
    ),
  )
  const responsible = w.tag('responsibleParty', w.tag('assignedEntity', role(w, 'assignedPerson', 'representedOrganization')))
  return id(w) + w.tag('effectiveTime', time(w, 'low') + time(w, 'high')) + responsible + location
}

function patientRole(w: Writer, person: Person): string {
  const { tag } = w
  const guardian = () => tag('guardian', related(w, 'guardianPerson'))
  const birthplace = () => tag('birthplace', tag('place', address(w)))
  const patient = [
    name(w, person),
    tag('administrativeGenderCode', '', ' code="F" codeSystem="2.16.840.1.113883.5.1"'),
    tag('birthTime', '', w.attribute('value', person.born)),
    w.random.chance(0.5) ? guardian() : '',
    w.random.chance(0.5) ? birthplace() : '',
  ]
  const ids =
    tag('id', '', w.attribute('extension', person.record) + w.attribute('root', '1.2.840.99.1')) +
    tag('id', '', w.attribute('extension', person.ssn) + w.attribute('root', '2.16.840.1.113883.4.1'))
  return tag(
    'patientRole',
    ids + address(w, person) + telecom(w, person) + tag('patient', patient.join('')) + tag('providerOrganization', organization(w)),
  )
}

export function role(w: Writer, local: string, organizationLocal: string): string {
  const person = w.person()
  return id(w, person) + address(w, person) + telecom(w, person) + w.tag(local, name(w, person)) + w.tag(organizationLocal, organization(w))
}

/** A person without a role in an organization. */
export function related(w: Writer, local = 'relatedPerson'): string {
  const person = w.person()
  return id(w, person) + address(w, person) + telecom(w, person) + w.tag(local, name(w, person))
}

function name(w: Writer, person: Person): string {
  switch (w.random.int(0, 4)) {
    case 0:
      return w.text('name', `${person.given} ${person.family}`)
    case 1:
      return w.tag('name', w.text('family', person.family) + w.text('given', person.given), ' use="L"')
    case 2:
      return w.tag(
        'name',
        w.text('prefix', 'Dr.') + w.text('given', person.given) + w.text('family', person.family) + w.text('suffix', 'MD'),
      )
    case 3:
      return w.tag('name', w.text('given', person.given.toUpperCase()) + w.text('family', person.family.toUpperCase()))
    default:
      return w.tag('name', `\n  ${w.text('given', person.given)}\n  ${w.text('family', person.family)}\n`)
  }
}

export function id(w: Writer, { record } = w.someone()): string {
  return w.tag('id', '', w.attribute('root', `1.2.840.99.${w.random.int(2, 40)}`) + w.attribute('extension', record) + w.nothing())
}

function organization(w: Writer): string {
  return id(w) + w.text('name', `${w.someone().family} Clinic`) + telecom(w) + address(w)
}

export function telecom(w: Writer, person = w.someone()): string {
  const { random } = w
  const phone = random.pick(['tel:', 'fax:', '']) + random.pick(PHONES)(person.phone)
  return (
    w.tag('telecom', '', w.attribute('value', phone) + w.nothing()) + w.tag('telecom', '', w.attribute('value', `mailto:${person.mail}`))
  )
}

export function address(w: Writer, { street, city, postal } = w.someone()): string {
  if (w.random.chance(0.2)) return w.text('addr', `${street}, ${city} ${postal}`)
  const first =
    w.random.chance(0.5) || !/^\d+ /.test(street)
      ? w.text('streetAddressLine', street)
      : w.text('houseNumber', street.replace(/ .*/, '')) + w.text('streetName', street.replace(/^\d+ /, ''))
  return w.tag('addr', first + w.text('city', city) + w.text('postalCode', postal) + w.text('country', 'US'))
}

export function time(w: Writer, local: string, value = w.someone().born): string {
  const clock = w.random.pick(['', '1405', '140512', '140512.123-0500'])
  return w.tag(local, '', w.attribute('value', value + clock) + w.nothing())
}
