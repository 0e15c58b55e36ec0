// A fault for every code of an issue, by version where elements have other names.
import type { IssueCode } from '../../../src/formats/fhir/validate/issue-codes.ts'
import { BASE, profile } from '../fhir-profile/package-fixture.ts'
import { DEFINITION_EXAMPLES, set } from './definition-examples.ts'
import { QUESTION_EXAMPLES } from './question-examples.ts'

export interface Example {
  /** An object is written as JSON with a member a line. */
  readonly resource: object | string
  readonly path: string
  /** A text of the line where the fault is, at its first place. */
  readonly mark: string
  readonly definitions?: readonly object[]
  readonly options?: object
}

const HOST = 'http://example.org/'
const patient = (rest: object) => ({ resourceType: 'Patient', ...rest })
const observation = (rest: object) => ({ resourceType: 'Observation', status: 'final', code: { text: 'x' }, ...rest })
const xml = (inner: string) => `<Patient xmlns="http://hl7.org/fhir">\n${inner}\n</Patient>`
const bundle = (type: string, entry: readonly object[]) => ({ resourceType: 'Bundle', type, entry })
const uuid = (digit: number) => `urn:uuid:${String(digit).repeat(8)}-1111-4111-8111-111111111111`

const sliced = (rest: object = {}, discriminator: readonly object[] = [{ type: 'value', path: 'system' }]) =>
  profile('phones', 'Patient', [
    { id: 'Patient.telecom', path: 'Patient.telecom', slicing: { discriminator, rules: 'open', ...rest } },
    { id: 'Patient.telecom:phone', path: 'Patient.telecom', sliceName: 'phone', min: 1, max: '1' },
    { id: 'Patient.telecom:phone.system', path: 'Patient.telecom.system', min: 1, fixedCode: 'phone' },
    { id: 'Patient.telecom:mail', path: 'Patient.telecom', sliceName: 'mail' },
    { id: 'Patient.telecom:mail.system', path: 'Patient.telecom.system', min: 1, fixedCode: 'email' },
  ])
const PHONE = { system: 'phone', value: '1' }
const MAIL = { system: 'email', value: 'a@example.org' }
const slices = (telecom: readonly object[], path: string, mark: string, rest?: object, discriminator?: readonly object[]): Example => ({
  resource: patient({ telecom }),
  path,
  mark,
  definitions: [sliced(rest, discriminator)],
  options: { profiles: [`${BASE}phones`] },
})
const under = (element: readonly object[], resource: object, path: string, mark: string): Example => ({
  resource,
  path,
  mark,
  definitions: [profile('p', 'Patient', element)],
  options: { profiles: [`${BASE}p`] },
})
const extension = (rest: object, context: readonly object[] = [{ type: 'element', expression: 'Patient' }]) =>
  profile(
    'e',
    'Extension',
    [
      { id: 'Extension.extension:a', path: 'Extension.extension', sliceName: 'a' },
      { id: 'Extension.extension:a.url', path: 'Extension.extension.url', fixedUri: 'a' },
    ],
    { context, ...rest },
  )

const document = (entry: readonly object[]) =>
  bundle('document', [
    {
      fullUrl: uuid(1),
      resource: { resourceType: 'Composition', status: 'final', type: { text: 'x' }, date: '2026', title: 'x', author: [{ display: 'x' }] },
    },
    ...entry,
  ])

const ALWAYS: Readonly<Partial<Record<IssueCode, Example>>> = {
  unknown_element: { resource: patient({ gendre: 'x' }), path: 'Patient.?', mark: 'gendre' },
  unknown_attribute: { resource: xml('<active value="true" other="x"/>'), path: 'Patient.active.?', mark: 'active' },
  text: { resource: xml('<active value="true">yes</active>'), path: 'Patient.active', mark: 'active' },
  element_order: { resource: xml('<gender value="male"/>\n<active value="true"/>'), path: 'Patient.active', mark: 'active' },
  unknown_type: {
    resource: patient({ contained: [{ resourceType: 'Pacient' }] }),
    path: 'Patient.contained[0]',
    mark: '{\n   "resourceType": "Pac',
  },
  json_type: { resource: patient({ active: 'yes' }), path: 'Patient.active', mark: '"active"' },
  expected_array: { resource: patient({ name: { text: 'x' } }), path: 'Patient.name', mark: '"name"' },
  empty: { resource: patient({ name: [] }), path: 'Patient.name', mark: '"name"' },
  null: { resource: patient({ gender: null }), path: 'Patient.gender', mark: '"gender"' },
  choice: { resource: patient({ deceasedBoolean: true, deceasedDateTime: '2026' }), path: 'Patient.deceased', mark: '"deceasedDateTime"' },
  required: { resource: patient({ link: [{ type: 'refer' }] }), path: 'Patient.link[0]', mark: '{\n   "type"' },
  max: under(
    [{ id: 'Patient.name', path: 'Patient.name', max: '1' }],
    patient({ name: [{ text: 'a' }, { text: 'b' }] }),
    'Patient.name[1]',
    '{\n   "text": "b"',
  ),
  invalid_value: { resource: patient({ birthDate: '2026-02-30' }), path: 'Patient.birthDate', mark: '"birthDate"' },
  markup: { resource: patient({ name: [{ text: 'a <b>c</b>' }] }), path: 'Patient.name[0].text', mark: '"text"' },
  invalid_id: { resource: patient({ id: 'a_b' }), path: 'Patient.id', mark: '"id"' },
  canonical_relative: { resource: patient({ identifier: [{ system: 'mrn' }] }), path: 'Patient.identifier[0].system', mark: '"system"' },
  code_unknown: {
    resource: patient({ meta: { tag: [{ system: 'http://hl7.org/fhir/account-status', code: 'none' }] } }),
    path: 'Patient.meta.tag[0].code',
    mark: '"code"',
  },
  binding_required: { resource: patient({ gender: 'M' }), path: 'Patient.gender', mark: '"gender"' },
  binding_extensible: {
    resource: patient({
      contact: [
        { name: { text: 'x' }, relationship: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0131', code: 'zz' }] }] },
      ],
    }),
    path: 'Patient.contact[0].relationship[0]',
    mark: '{\n     "coding"',
    definitions: [
      set({ system: 'http://terminology.hl7.org/CodeSystem/v2-0131', concept: [{ code: 'N' }] }),
      profile('p', 'Patient', [
        {
          id: 'Patient.contact.relationship',
          path: 'Patient.contact.relationship',
          binding: { strength: 'extensible', valueSet: `${HOST}ValueSet/v` },
        },
      ]),
    ],
    options: { profiles: [`${BASE}p`] },
  },
  code_system: {
    resource: patient({ maritalStatus: { coding: [{ system: 'https://loinc.org', code: '1-8' }] } }),
    path: 'Patient.maritalStatus.coding[0].system',
    mark: '"system"',
  },
  code_syntax: {
    resource: observation({ code: { coding: [{ system: 'http://loinc.org', code: '2345-8' }] } }),
    path: 'Observation.code.coding[0].code',
    mark: '"code": "2345',
  },
  invariant: { resource: patient({ contact: [{ gender: 'male' }] }), path: 'Patient.contact[0]', mark: '{\n   "gender"' },
  invariant_undecided: under(
    [
      {
        id: 'Patient.name',
        path: 'Patient.name',
        constraint: [{ key: 'x-1', severity: 'error', human: 'x', expression: "text.memberOf('http://example.org/none')" }],
      },
    ],
    patient({ name: [{ text: 'x' }] }),
    'Patient.name[0]',
    '{\n   "text"',
  ),
  reference_target: {
    resource: patient({ managingOrganization: { reference: 'Medication/1' } }),
    path: 'Patient.managingOrganization',
    mark: '"managingOrganization"',
  },
  reference_missing: {
    resource: patient({ managingOrganization: { reference: '#x' } }),
    path: 'Patient.managingOrganization',
    mark: '"managingOrganization"',
  },
  reference_ambiguous: {
    resource: bundle('collection', [
      { fullUrl: uuid(1), resource: patient({ managingOrganization: { reference: uuid(2) } }) },
      { fullUrl: uuid(2), resource: { resourceType: 'Organization', name: 'a' } },
      { fullUrl: uuid(2), resource: { resourceType: 'Organization', name: 'b' } },
    ]),
    path: 'Bundle.entry[0].resource.managingOrganization',
    mark: '"managingOrganization"',
  },
  reference_syntax: {
    resource: patient({ managingOrganization: { reference: 'Organization/a b' } }),
    path: 'Patient.managingOrganization',
    mark: '"managingOrganization"',
  },
  contained_unused: {
    resource: patient({ contained: [{ resourceType: 'Organization', id: 'o', name: 'x' }] }),
    path: 'Patient.contained[0]',
    mark: '{\n   "resourceType": "Org',
  },
  xhtml: {
    resource: patient({ text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">&reg;</div>' } }),
    path: 'Patient.text.div',
    mark: '"div"',
  },
  fullurl: {
    resource: bundle('collection', [{ fullUrl: 'Patient/1', resource: patient({ id: '1' }) }]),
    path: 'Bundle.entry[0].fullUrl',
    mark: '"fullUrl"',
  },
  bundle_order: {
    resource: bundle('message', [{ fullUrl: uuid(1), resource: patient({}) }]),
    path: 'Bundle.entry[0]',
    mark: '{\n   "fullUrl"',
  },
  bundle_entry: {
    resource: { ...bundle('collection', []), entry: undefined, link: [{ relation: 'next', url: HOST }] },
    path: 'Bundle.link[0]',
    mark: '{\n   "relation"',
  },
  bundle_orphan: {
    resource: document([{ fullUrl: uuid(2), resource: patient({ active: true }) }]),
    path: 'Bundle.entry[1]',
    mark: `{\n   "fullUrl": "${uuid(2)}"`,
  },
  attachment_size: {
    resource: patient({ photo: [{ contentType: 'image/png', data: 'AAAA', size: 9 }] }),
    path: 'Patient.photo[0]',
    mark: '{\n   "contentType"',
  },
  attachment_hash: {
    resource: patient({ photo: [{ contentType: 'image/png', data: 'AAAA', hash: 'AAAA' }] }),
    path: 'Patient.photo[0]',
    mark: '{\n   "contentType"',
  },
  type: under(
    [{ id: 'Patient.deceased[x]', path: 'Patient.deceased[x]', type: [{ code: 'boolean' }] }],
    patient({ deceasedDateTime: '2026' }),
    'Patient.deceased',
    '"deceasedDateTime"',
  ),
  fixed: under(
    [{ id: 'Patient.gender', path: 'Patient.gender', fixedCode: 'male' }],
    patient({ gender: 'female' }),
    'Patient.gender',
    '"gender"',
  ),
  pattern: under(
    [{ id: 'Patient.gender', path: 'Patient.gender', patternCode: 'male' }],
    patient({ gender: 'female' }),
    'Patient.gender',
    '"gender"',
  ),
  limit: under(
    [{ id: 'Patient.name.text', path: 'Patient.name.text', maxLength: 2 }],
    patient({ name: [{ text: 'abc' }] }),
    'Patient.name[0].text',
    '"text"',
  ),
  slice_min: slices([MAIL], 'Patient', '{'),
  slice_max: slices([PHONE, { ...PHONE, value: '2' }], 'Patient.telecom[1]', '{\n   "system": "phone",\n   "value": "2"'),
  slice_closed: slices([PHONE, { system: 'fax', value: '3' }], 'Patient.telecom[1]', '{\n   "system": "fax"', { rules: 'closed' }),
  slice_order: slices([MAIL, PHONE], 'Patient.telecom[1]', '{\n   "system": "phone"', { ordered: true }),
  slice_ambiguous: {
    resource: patient({ telecom: [PHONE] }),
    path: 'Patient.telecom[0]',
    mark: '{\n   "system"',
    definitions: [
      profile('both', 'Patient', [
        { id: 'Patient.telecom', path: 'Patient.telecom', slicing: { discriminator: [{ type: 'value', path: 'system' }], rules: 'open' } },
        ...['a', 'b'].flatMap((sliceName) => [
          { id: `Patient.telecom:${sliceName}`, path: 'Patient.telecom', sliceName },
          { id: `Patient.telecom:${sliceName}.system`, path: 'Patient.telecom.system', fixedCode: 'phone' },
        ]),
      ]),
    ],
    options: { profiles: [`${BASE}both`] },
  },
  slice_undecided: slices([PHONE], 'Patient.telecom[0]', '{\n   "system"', {}, []),
  slice_hint: {
    resource: bundle('collection', [{ fullUrl: uuid(1), resource: patient({ active: true }) }]),
    path: 'Bundle.entry[0].resource',
    mark: '"resource"',
    definitions: [
      profile('named', 'Patient', [{ id: 'Patient.name', path: 'Patient.name', min: 1 }]),
      profile('b', 'Bundle', [
        { id: 'Bundle.entry', path: 'Bundle.entry', slicing: { discriminator: [{ type: 'profile', path: 'resource' }], rules: 'open' } },
        { id: 'Bundle.entry:p', path: 'Bundle.entry', sliceName: 'p', min: 1 },
        { id: 'Bundle.entry:p.resource', path: 'Bundle.entry.resource', type: [{ code: 'Patient', profile: [`${BASE}named`] }] },
      ]),
    ],
    options: { profiles: [`${BASE}b`] },
  },
  extension_unknown: {
    resource: patient({ extension: [{ url: 'http://hospital.test/x', valueCode: 'a' }] }),
    path: 'Patient.extension[0]',
    mark: '{\n   "url"',
  },
  extension_part: {
    resource: patient({ extension: [{ url: `${BASE}e`, extension: [{ url: 'b', valueCode: 'x' }] }] }),
    path: 'Patient.extension[0].extension[0]',
    mark: '{\n     "url": "b"',
    definitions: [extension({})],
  },
  extension_context: {
    resource: patient({ name: [{ text: 'x', extension: [{ url: `${BASE}e`, extension: [{ url: 'a', valueCode: 'x' }] }] }] }),
    path: 'Patient.name[0].extension[0]',
    mark: '{\n     "url"',
    definitions: [extension({})],
  },
  profile_mismatch: {
    resource: patient({ name: [{ text: 'x' }] }),
    path: 'Patient.name[0]',
    mark: '{\n   "text"',
    definitions: [
      profile('n', 'HumanName', [{ id: 'HumanName.family', path: 'HumanName.family', min: 1 }]),
      profile('m', 'HumanName', [{ id: 'HumanName.given', path: 'HumanName.given', min: 1 }]),
      profile('p', 'Patient', [
        { id: 'Patient.name', path: 'Patient.name', type: [{ code: 'HumanName', profile: [`${BASE}n`, `${BASE}m`] }] },
      ]),
    ],
    options: { profiles: [`${BASE}p`] },
  },
  profile_type: {
    resource: observation({ meta: { profile: [`${BASE}p`] } }),
    path: 'Observation.meta.profile[0]',
    mark: `"${BASE}p"`,
    definitions: [profile('p', 'Patient', [])],
  },
  profile_faulty: {
    resource: patient({ meta: { profile: [`${BASE}p`] } }),
    path: 'Patient.meta.profile[0]',
    mark: `"${BASE}p"`,
    definitions: [profile('p', 'Patient', [], { baseDefinition: `${BASE}p` })],
  },
  profile_unknown: { resource: patient({ meta: { profile: [`${HOST}x`] } }), path: 'Patient.meta.profile[0]', mark: `"${HOST}x"` },
  best_practice: { resource: patient({ active: true }), path: 'Patient', mark: '{' },
}

export const EXAMPLES = Object.fromEntries(
  Object.entries({ ...ALWAYS, ...DEFINITION_EXAMPLES, ...QUESTION_EXAMPLES }).map(([code, example]) => [
    code,
    typeof example === 'function' ? example : () => example,
  ]),
) as Readonly<Record<IssueCode, (version: string) => Example>>
