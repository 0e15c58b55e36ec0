// Places that the ten rules of the design name beside those of single elements: other persons, questions by code, searches of a transaction, extensions.
import { btoaText } from './documents.ts'
import { attachment, coded, full, type Hiding, type Json, observation, patient, text, uri, word } from './parts.ts'

const core = (name: string, value: object) => ({ url: `http://hl7.org/fhir/StructureDefinition/${name}`, ...value })
const practitioner = ({ person }: Hiding) => ({
  resourceType: 'Practitioner',
  id: 'c1',
  identifier: [{ value: person.mrn }],
  name: [{ family: person.family, given: [person.given] }],
})

export const RULE_PLACES: Readonly<Record<string, (hiding: Hiding) => Json>> = {
  noteOfPractitioner: (h) =>
    observation({ contained: [practitioner(h)], performer: [{ reference: '#c1' }], note: [{ text: text(h) }], valueString: text(h) }),
  noteOfRelative: (h) =>
    observation({
      contained: [{ ...practitioner(h), resourceType: 'RelatedPerson', patient }],
      focus: [{ reference: '#c1' }],
      note: [{ text: `${h.person.given} phoned` }],
    }),
  loincQuestion: (h) => observation({ code: coded('45394-4'), valueString: h.person.family.toLowerCase() }),
  definitionQuestion: (h) => ({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    item: [
      {
        linkId: '1',
        definition: 'http://hl7.org/fhir/StructureDefinition/Patient#Patient.name.family',
        answer: [{ valueString: h.person.family.toLowerCase() }],
      },
    ],
  }),
  transaction: (h) => ({
    resourceType: 'Bundle',
    type: 'transaction',
    link: [{ relation: 'self', url: uri(h) }],
    entry: [
      {
        fullUrl: `urn:oid:1.2.3.${h.person.mrn}`,
        resource: observation({ id: undefined }),
        request: {
          method: 'PUT',
          url: `Observation?identifier=${h.person.mrn}&patient.name=${h.person.family}`,
          ifNoneExist: `identifier=http://north.example.com/mrn|${h.person.mrn}`,
          ifMatch: `W/"${h.person.mrn}"`,
        },
      },
    ],
  }),
  response: (h) => ({
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: [{ response: { status: '201', location: `Patient/${h.person.mrn}/_history/${h.person.mrn}`, etag: `W/"${h.person.mrn}"` } }],
  }),
  searchLink: (h) => ({
    resourceType: 'Bundle',
    type: 'searchset',
    link: [{ relation: 'self', url: `http://north.example.com/fhir/Patient?name=${h.person.family}&identifier=${h.person.mrn}` }],
    entry: [],
  }),
  extensionsOfPatient: (h) => ({
    resourceType: 'Patient',
    id: 'pat2',
    extension: [
      core('patient-mothersMaidenName', { valueString: h.person.family }),
      core('patient-birthPlace', { valueAddress: { text: text(h), city: h.person.family, line: [h.person.street] } }),
      core('patient-citizenship', { extension: [{ url: 'code', valueCodeableConcept: { text: text(h) } }] }),
      core('patient-religion', { valueCodeableConcept: { coding: [{ system: uri(h), code: word(h), display: text(h) }] } }),
      core('humanname-own-name', { valueString: h.person.family }),
    ],
  }),
  lowerTitle: (h) => ({
    resourceType: 'Composition',
    status: 'final',
    type: coded('34133-9'),
    date: '2020-01-02',
    author: [{ display: full(h) }],
    title: h.person.family,
    section: [{ title: `${h.person.given} ${h.person.family}`, code: { text: h.person.family } }],
  }),
  loneUnit: (h) => observation({ valueQuantity: { value: 1, unit: h.person.family.toLowerCase() } }),
  loneDisplay: (h) =>
    observation({ code: { coding: [{ system: 'http://north.example.com/codes', code: 'A', display: h.person.family }] } }),
  fhirXmlInside: (h) =>
    attachment(
      'application/fhir+xml',
      btoaText(`<Patient xmlns="http://hl7.org/fhir"><name><family value="${h.person.family}"/></name></Patient>`),
    ),
  linesInside: (h) =>
    attachment('application/fhir+ndjson', btoaText(`{"resourceType":"Patient","name":[{"family":"${h.person.family}"}]}\n`)),
  twoPatients: (h) => ({
    resourceType: 'Linkage',
    item: [
      { type: 'source', resource: { reference: 'Patient/pat1', display: full(h) } },
      { type: 'alternate', resource: { reference: `Patient/${h.person.mrn}`, type: h.person.family } },
    ],
  }),
  zonedBirth: (h) => observation({ effectivePeriod: { start: `${h.person.birth}T23:30:00+14:00`, end: `${h.person.birth}T23:59:60Z` } }),
  timingEvent: (h) => ({
    resourceType: 'ServiceRequest',
    status: 'active',
    intent: 'order',
    subject: patient,
    code: { text: text(h) },
    occurrenceTiming: { event: [h.person.birth, `${h.person.birth}T10:00:00Z`], repeat: { boundsPeriod: { start: h.person.birth } } },
  }),
}
