// Places of FHIR where an identifier may hide: each makes one resource.

import { btoaText, cda, hl7, pdf, rtf } from './documents.ts'
import { OBSERVATION_PLACES } from './observation-places.ts'
import { attachment, coded, div, escaped, full, type Hiding, type Json, observation, patient, text, uri, word } from './parts.ts'
import { RULE_PLACES } from './rule-places.ts'

const OTHER_PLACES: Readonly<Record<string, (hiding: Hiding) => Json>> = {
  attachmentText: (h) => attachment('text/plain', btoaText(`${text(h)}\n${full(h)}`)),
  attachmentHtml: (h) =>
    attachment(
      'text/html',
      btoaText(`<html><head><title>${full(h)}</title></head><body><!-- ${h.person.mrn} --><p>${h.person.given}</p></body></html>`),
    ),
  attachmentRtf: (h) => attachment('application/rtf', btoaText(rtf(h.person))),
  attachmentRtfAsText: (h) => attachment('text/plain', btoaText(rtf(h.person))),
  attachmentPdf: (h) => attachment('application/pdf', btoaText(pdf(h.person))),
  attachmentPdfAsText: (h) => attachment('text/plain', btoaText(pdf(h.person))),
  attachmentCda: (h) => attachment('text/xml', btoaText(cda(h.person))),
  attachmentCdaType: (h) => attachment('application/hl7-cda+xml', btoaText(cda(h.person))),
  attachmentHl7: (h) => attachment('x-application/hl7-v2+er7', btoaText(hl7(h.person))),
  attachmentHl7AsText: (h) => attachment('text/plain', btoaText(hl7(h.person))),
  attachmentFhir: (h) =>
    attachment(
      'application/fhir+json',
      btoaText(JSON.stringify({ resourceType: 'Patient', name: [{ text: full(h) }], identifier: [{ value: h.person.mrn }] })),
    ),
  attachmentJson: (h) => attachment('application/json', btoaText(JSON.stringify({ name: full(h), mrn: h.person.mrn }))),
  attachmentCsv: (h) => attachment('text/csv', btoaText(`name,mrn,dob\n${full(h)},${h.person.mrn},${h.person.birth}\n`)),
  attachmentUtf16: (h) =>
    attachment(
      'text/plain; charset=utf-16',
      btoa(String.fromCharCode(...new Uint8Array(new Uint16Array([...full(h)].map((c) => c.charCodeAt(0))).buffer))),
    ),
  attachmentBase64Twice: (h) =>
    attachment('text/plain', btoaText(btoaText(`${full(h)} ${h.person.mrn} ${h.person.email} ${h.person.phone}`))),
  attachmentNoType: (h) => ({ ...attachment('', ''), content: [{ attachment: { data: btoaText(full(h)), title: text(h), url: uri(h) } }] }),
  attachmentImage: (h) => attachment('image/png', btoaText(`\u0089PNG${full(h)}`)),
  attachmentTitle: (h) => ({ ...attachment('text/plain', btoaText('ok')), description: text(h), masterIdentifier: { value: word(h) } }),
  binaryText: (h) => ({ resourceType: 'Binary', id: 'bin1', contentType: 'text/plain', data: btoaText(text(h)) }),
  binaryFhirDeep: (h) => ({
    resourceType: 'Binary',
    id: 'bin1',
    contentType: 'application/fhir+json',
    data: btoaText(JSON.stringify({ resourceType: 'Binary', contentType: 'text/plain', data: btoaText(full(h)) })),
  }),
  binaryContext: (h) => ({
    resourceType: 'Binary',
    id: 'bin1',
    contentType: `text/${h.person.family}`,
    securityContext: { reference: `Patient/${h.person.mrn}`, display: full(h) },
    data: btoaText('ok'),
  }),
  provenance: (h) => ({
    resourceType: 'Provenance',
    target: [patient],
    recorded: `${h.person.birth}T00:00:00Z`,
    policy: [uri(h)],
    agent: [{ who: { display: full(h) }, onBehalfOf: { identifier: { value: h.person.mrn } } }],
    signature: [
      {
        type: [{ system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.1' }],
        when: `${h.person.birth}T00:00:00Z`,
        who: { display: full(h) },
        data: btoaText(full(h)),
      },
    ],
  }),
  auditEvent: (h) => ({
    resourceType: 'AuditEvent',
    type: { system: 'http://dicom.nema.org/resources/ontology/DCM', code: '110100' },
    recorded: '2020-01-02T03:04:05Z',
    outcomeDesc: text(h),
    agent: [{ altId: word(h), name: full(h), requestor: true, policy: [uri(h)], network: { address: '10.2.3.4' } }],
    source: { site: full(h), observer: { display: full(h) } },
    entity: [
      {
        name: text(h),
        description: text(h),
        query: btoaText(`name=${h.person.family}`),
        detail: [{ type: word(h), valueString: text(h) }],
      },
    ],
  }),
  auditDetailBase64: (h) => ({
    resourceType: 'AuditEvent',
    type: { system: 'http://dicom.nema.org/resources/ontology/DCM', code: '110100' },
    recorded: '2020-01-02T03:04:05Z',
    agent: [{ requestor: true }],
    source: { observer: { display: full(h) } },
    entity: [{ detail: [{ type: 'x', valueBase64Binary: btoaText(full(h)) }] }],
  }),
  questionnaireAnswer: (h) => ({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: uri(h),
    item: [
      { linkId: word(h), text: 'What is your name?', answer: [{ valueString: full(h) }] },
      {
        linkId: '2',
        text: 'Remarks',
        answer: [{ valueString: text(h) }, { valueCoding: { system: 'http://north.example.com/a', code: word(h), display: text(h) } }],
      },
    ],
  }),
  questionnaire: (h) => ({
    resourceType: 'Questionnaire',
    status: 'active',
    name: word(h),
    title: text(h),
    publisher: full(h),
    description: text(h),
    item: [{ linkId: '1', type: 'string', text: text(h), initial: [{ valueString: full(h) }] }],
  }),
  composition: (h) => ({
    resourceType: 'Composition',
    status: 'final',
    type: coded('34133-9'),
    date: '2020-01-02',
    author: [{ display: full(h) }],
    title: text(h),
    section: [{ title: text(h), text: div(escaped(text(h))) }],
  }),
  report: (h) => ({
    resourceType: 'DiagnosticReport',
    status: 'final',
    code: coded('34133-9'),
    conclusion: text(h),
    presentedForm: [{ contentType: 'text/plain', data: btoaText(text(h)) }],
  }),
  practitioner: (h) => ({
    resourceType: 'Practitioner',
    id: h.person.mrn,
    name: [{ prefix: [h.person.given], family: h.person.family, suffix: [full(h)] }],
    qualification: [{ identifier: [{ value: word(h) }], code: { text: text(h) } }],
  }),
  splitName: (h) => ({
    resourceType: 'Patient',
    id: 'pat2',
    name: [{ family: h.person.family.slice(0, 4), given: [h.person.family.slice(4), h.person.given] }],
    contact: [{ name: { text: full(h) }, organization: { display: full(h) } }],
    communication: [{ language: { text: text(h) } }],
    maritalStatus: { text: text(h) },
  }),
  country: (h) => ({
    resourceType: 'Patient',
    id: 'pat2',
    address: [{ country: h.person.family, state: h.person.family, period: { start: h.person.birth }, text: text(h) }],
  }),
  deceased: (h) => ({
    resourceType: 'Patient',
    id: 'pat2',
    birthDate: h.person.birth,
    _birthDate: {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/patient-birthTime', valueDateTime: `${h.person.birth}T05:06:07Z` }],
    },
    deceasedDateTime: h.person.birth,
  }),
  timing: (h) => ({
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text: text(h) },
    subject: patient,
    dosageInstruction: [{ text: text(h), patientInstruction: text(h), timing: { event: [h.person.birth], code: { text: text(h) } } }],
  }),
  task: (h) => ({
    resourceType: 'Task',
    status: 'requested',
    intent: 'order',
    description: text(h),
    for: patient,
    input: [
      { type: { text: text(h) }, valueId: h.person.mrn },
      { type: { text: 'a' }, valueMarkdown: text(h) },
      { type: { text: 'b' }, valueOid: `urn:oid:1.2.3.${h.person.mrn}` },
      { type: { text: 'c' }, valueCode: word(h) },
    ],
  }),
  linkage: (h) => ({
    resourceType: 'Linkage',
    item: [
      { type: 'source', resource: { reference: `Patient/${h.person.mrn}`, display: full(h) } },
      { type: 'alternate', resource: patient },
    ],
  }),
  communication: (h) => ({
    resourceType: 'Communication',
    status: 'completed',
    payload: [{ contentString: text(h) }],
    topic: { text: text(h) },
    reasonCode: [{ text: text(h) }],
  }),
  subscription: (h) => ({
    resourceType: 'Subscription',
    status: 'active',
    reason: text(h),
    criteria: `Observation?patient.name=${h.person.family}`,
    channel: { type: 'rest-hook', endpoint: uri(h), header: [`Authorization: ${full(h)}`] },
  }),
  device: (h) => ({
    resourceType: 'Device',
    serialNumber: word(h),
    lotNumber: word(h),
    modelNumber: word(h),
    deviceName: [{ name: text(h), type: 'user-friendly-name' }],
    udiCarrier: [{ carrierHRF: h.person.mrn, carrierAIDC: btoaText(full(h)) }],
  }),
  sampled: (h) => observation({ valueSampledData: { origin: { value: 0 }, period: 1, dimensions: 1, data: h.person.family } }),
  codeSystemResource: (h) => ({
    resourceType: 'CodeSystem',
    status: 'active',
    content: 'complete',
    url: uri(h),
    name: word(h),
    concept: [{ code: word(h), display: text(h), definition: text(h) }],
  }),
  list: (h) => ({
    resourceType: 'List',
    status: 'current',
    mode: 'working',
    title: text(h),
    entry: [{ flag: { text: text(h) }, item: { display: full(h) } }],
  }),
  account: (h) => ({ resourceType: 'Account', status: 'active', name: text(h), description: text(h), subject: [patient] }),
  claim: (h) => ({
    resourceType: 'Coverage',
    status: 'active',
    beneficiary: patient,
    subscriberId: word(h),
    dependent: word(h),
    network: text(h),
    payor: [{ display: full(h) }],
    class: [{ type: { text: text(h) }, value: word(h), name: text(h) }],
  }),
}

export const PLACES: Readonly<Record<string, (hiding: Hiding) => Json>> = { ...OBSERVATION_PLACES, ...OTHER_PLACES, ...RULE_PLACES }
