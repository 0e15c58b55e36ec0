// Places of an Observation where an identifier may hide.
import { coded, div, escaped, full, type Hiding, type Json, observation, patient, text, uri, word } from './parts.ts'

export const OBSERVATION_PLACES: Readonly<Record<string, (hiding: Hiding) => Json>> = {
  note: (h) => observation({ note: [{ text: text(h) }, { text: text(h), authorString: full(h) }] }),
  valueString: (h) => observation({ valueString: text(h) }),
  valueOfNameQuestion: (h) => observation({ code: { text: 'Patient name' }, valueString: full(h) }),
  componentString: (h) => observation({ component: [{ code: coded('2345-7'), valueString: text(h) }] }),
  codeText: (h) => observation({ code: { ...coded('2345-7'), text: text(h) } }),
  display: (h) => observation({ code: coded('2345-7', text(h)) }),
  localCode: (h) => observation({ code: { coding: [{ system: 'http://north.example.com/codes', code: word(h), display: text(h) }] } }),
  publicCode: (h) => observation({ code: { coding: [{ system: 'http://snomed.info/sct', code: word(h) }] } }),
  codeVersion: (h) => observation({ code: { coding: [{ system: 'http://loinc.org', version: word(h), code: '2345-7' }] } }),
  codeSystem: (h) => observation({ code: { coding: [{ system: uri(h), code: 'a' }] } }),
  unit: (h) => observation({ valueQuantity: { value: 1, unit: text(h), system: 'http://unitsofmeasure.org', code: 'mg' } }),
  unitCode: (h) => observation({ valueQuantity: { value: 1, system: 'http://unitsofmeasure.org', code: word(h) } }),
  unknownExtension: (h) => observation({ extension: [{ url: uri(h), valueString: text(h) }] }),
  hl7Extension: (h) =>
    observation({
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/observation-deviceCode', valueCodeableConcept: { text: text(h) } }],
    }),
  inventedHl7Extension: (h) =>
    observation({ extension: [{ url: `http://hl7.org/fhir/StructureDefinition/${word(h)}`, valueString: text(h) }] }),
  nestedExtension: (h) =>
    observation({
      extension: [
        { url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-race', extension: [{ url: 'text', valueString: text(h) }] },
      ],
    }),
  nestedPartUrl: (h) =>
    observation({
      extension: [
        { url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-race', extension: [{ url: h.person.family, valueString: 'a' }] },
      ],
    }),
  primitiveExtension: (h) =>
    observation({ _status: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/originalText', valueString: text(h) }] } }),
  primitiveId: (h) => observation({ _status: { id: word(h) } }),
  elementId: (h) => observation({ code: { id: word(h), text: 'Glucose' } }),
  translation: (h) =>
    observation({
      code: {
        text: 'Glucose',
        _text: {
          extension: [
            {
              url: 'http://hl7.org/fhir/StructureDefinition/translation',
              extension: [
                { url: 'lang', valueCode: 'de' },
                { url: 'content', valueString: text(h) },
              ],
            },
          ],
        },
      },
    }),
  containedPatient: (h) =>
    observation({
      contained: [{ resourceType: 'Patient', id: 'c1', name: [{ text: full(h) }], birthDate: h.person.birth }],
      subject: { reference: '#c1', display: full(h) },
    }),
  containedNote: (h) =>
    observation({ contained: [observation({ id: 'c1', note: [{ text: text(h) }] })], hasMember: [{ reference: '#c1' }] }),
  containedId: (h) => observation({ contained: [observation({ id: h.person.mrn })], hasMember: [{ reference: `#${h.person.mrn}` }] }),
  narrative: (h) => observation({ text: div(escaped(text(h))) }),
  narrativeMarkup: (h) =>
    observation({ text: div(`<p>${h.person.given} <b>${h.person.family.slice(0, 3)}</b>${h.person.family.slice(3)}</p>`) }),
  narrativeComment: (h) => observation({ text: div(`<p>ok</p><!-- ${full(h)} ${h.person.mrn} -->`) }),
  narrativeAttribute: (h) =>
    observation({ text: div(`<p title="${full(h)}" id="${h.person.family}"><a href="http://x.example.com/${h.person.mrn}">a</a></p>`) }),
  narrativeEntities: (h) => observation({ text: div(`<p>${[...full(h)].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join('')}</p>`) }),
  subjectDisplay: (h) => observation({ subject: { ...patient, display: text(h) } }),
  performerDisplay: (h) => observation({ performer: [{ display: full(h) }] }),
  typedDisplay: (h) => observation({ performer: [{ type: 'Organization', display: full(h) }] }),
  basedOnDisplay: (h) => observation({ basedOn: [{ reference: 'ServiceRequest/sr1', display: text(h) }] }),
  referenceType: (h) => observation({ performer: [{ type: h.person.family, display: 'a' }] }),
  referenceIdentifier: (h) =>
    observation({ subject: { identifier: { system: uri(h), value: h.person.mrn, assigner: { display: full(h) } } } }),
  identifierSystem: (h) => observation({ identifier: [{ system: uri(h), value: word(h), type: { text: text(h) } }] }),
  referenceWithMrn: (h) => observation({ subject: { reference: `Patient/${h.person.mrn}` } }),
  referenceAbsolute: (h) =>
    observation({
      subject: { reference: `https://${h.person.family.toLowerCase()}.example.com/fhir/Patient/${h.person.mrn}/_history/${h.person.mrn}` },
    }),
  referenceConditional: (h) => observation({ subject: { reference: `Patient?identifier=http://north.example.com/mrn|${h.person.mrn}` } }),
  referenceSearch: (h) => observation({ subject: { reference: `Patient?name=${h.person.family}&birthdate=${h.person.birth}` } }),
  referenceOdd: (h) => observation({ subject: { reference: `Patient/${h.person.mrn}?x=${h.person.family}#${h.person.given}` } }),
  referenceUrn: (h) => observation({ subject: { reference: `urn:mrn:${h.person.mrn}` } }),
  resourceId: (h) => observation({ id: `${h.person.family}-${h.person.mrn}` }),
  metaSource: (h) =>
    observation({
      meta: { source: uri(h), versionId: h.person.mrn, tag: [{ system: uri(h), code: word(h), display: text(h) }], profile: [uri(h)] },
    }),
  implicitRules: (h) => observation({ implicitRules: uri(h) }),
  language: (h) => observation({ language: word(h) }),
  unknownMember: (h) => observation({ [`x${h.person.family}`]: text(h), patientName: full(h) }),
  numberAsText: (h) => observation({ valueInteger: h.person.mrn }),
  integerMrn: (h) => ({
    resourceType: 'Parameters',
    parameter: [
      { name: 'mrn', valueString: h.person.mrn },
      { name: word(h), valueUri: uri(h) },
    ],
  }),
  birthParameter: (h) => ({
    resourceType: 'Parameters',
    parameter: [
      { name: 'dob', valueDate: h.person.birth },
      { name: 'n', valueHumanName: { text: full(h) } },
    ],
  }),
}
