// Clinical items: each entry in one list by its template or its section, negation and null flavors kept, nothing lost and nothing made up.
import { describe, expect, test } from 'vitest'
import { documentOf, type Item, issuesOf, type Parsed, parse, sectionOf, template } from './cda-samples.ts'

const observation = (inside = '', attributes = '') => `<observation classCode="OBS" moodCode="EVN" ${attributes}>${inside}</observation>`
const entry = (inside: string) => `<entry>${inside}</entry>`
const listsOf = ({ clinical }: Parsed) =>
  Object.fromEntries(Object.entries(clinical).flatMap(([kind, items]) => (items.length === 0 ? [] : [[kind, items.length]])))

describe('the kind of an entry', () => {
  test.each([
    ['Problem Observation of C-CDA', '22.4.4', 'problems'],
    ['Problem Observation of CCD', '1.28', 'problems'],
    ['Problem Entry of IHE', '1.3.6.1.4.1.19376.1.5.3.1.4.5.2', 'problems'],
    ['Medication Activity', '22.4.16', 'medications'],
    ['Allergy Intolerance Observation', '22.4.7', 'allergies'],
    ['Result Observation', '22.4.2', 'results'],
    ['Vital Sign Observation', '22.4.27', 'vitals'],
    ['Immunization Activity', '22.4.52', 'immunizations'],
    ['Procedure Activity Procedure', '22.4.14', 'procedures'],
    ['Encounter Activity', '22.4.49', 'encounters'],
    ['Smoking Status', '22.4.78', 'socialHistory'],
    ['Functional Status Observation', '22.4.67', 'functional'],
    ['Family History Observation', '22.4.46', 'familyHistory'],
    ['Non-Medicinal Supply Activity', '22.4.50', 'devices'],
    ['Goal Observation', '22.4.121', 'goals'],
    ['Planned Observation', '22.4.44', 'plan'],
    ['Policy Activity', '22.4.61', 'payers'],
    ['Note Activity', '22.4.202', 'notes'],
    ['Advance Directive Observation', '22.4.48', 'advanceDirectives'],
    ['Health Concern Act', '22.4.132', 'healthConcerns'],
    ['Care Team Member Act', '22.4.500.1', 'careTeam'],
    ['a template that is not known', '99.1', 'other'],
  ])('by its template: %s', (_title, number, kind) => {
    const parsed = parse(documentOf(sectionOf('X', entry(observation(template(number))))))
    expect(listsOf(parsed)).toEqual({ [kind]: 1 })
  })

  test.each([
    ['11450-4', 'problems'],
    ['10160-0', 'medications'],
    ['48765-2', 'allergies'],
    ['30954-2', 'results'],
    ['8716-3', 'vitals'],
    ['11369-6', 'immunizations'],
    ['47519-4', 'procedures'],
    ['46240-8', 'encounters'],
    ['29762-2', 'socialHistory'],
    ['47420-5', 'functional'],
    ['10157-6', 'familyHistory'],
    ['46264-8', 'devices'],
    ['61146-7', 'goals'],
    ['18776-5', 'plan'],
    ['48768-6', 'payers'],
    ['34109-9', 'notes'],
    ['42348-3', 'advanceDirectives'],
    ['75310-3', 'healthConcerns'],
    ['85847-2', 'careTeam'],
    ['99999-9', 'other'],
  ])('by the code %s of its section, if it has no template', (code, kind) => {
    expect(listsOf(parse(documentOf(sectionOf(code, entry(observation())))))).toEqual({ [kind]: 1 })
  })

  test('by its template before its section: a diagnosis among procedures', () => {
    expect(listsOf(parse(documentOf(sectionOf('47519-4', entry(observation(template('22.4.4')))))))).toEqual({ problems: 1 })
  })

  test('by the template of its section, whose entries may be required or not', () => {
    const section = (number: string) => `<component><section>${template(number)}${entry(observation())}</section></component>`
    expect(listsOf(parse(documentOf(section('22.2.5') + section('22.2.5.1'))))).toEqual({ problems: 2 })
  })
})

describe('items within groups', () => {
  const relation = (type: string, inside: string) => `<entryRelationship typeCode="${type}">${inside}</entryRelationship>`
  const act = (number: string, inside: string) => `<act classCode="ACT" moodCode="EVN">${template(number)}${inside}</act>`

  test('two problems of a concern, its priority kept with the concern', () => {
    const concern = act(
      '22.4.3',
      relation('SUBJ', observation(template('22.4.4'))) +
        relation('SUBJ', observation(template('22.4.4'))) +
        relation('REFR', observation(template('22.4.143'))),
    )
    const { clinical } = parse(documentOf(sectionOf('11450-4', entry(concern))))
    expect(clinical.problems!.map(({ name, within }) => [name, within])).toEqual([
      ['Problem Observation', [clinical.groups![0]!.path]],
      ['Problem Observation', [clinical.groups![0]!.path]],
    ])
    expect(clinical.groups!.map(({ name, related }) => [name, related?.map(({ statement }) => statement?.name)])).toEqual([
      ['Problem Concern Act', ['Priority Preference']],
    ])
  })

  test('a concern without a template, known by its section', () => {
    const concern = `<act classCode="ACT" moodCode="EVN">${relation('SUBJ', observation('', 'negationInd="true"'))}</act>`
    const { clinical } = parse(documentOf(sectionOf('48765-2', entry(concern))))
    expect(clinical.allergies!.map(({ as, negated }) => [as, negated])).toEqual([['observation', true]])
  })

  test('a concern that holds nothing is an item itself', () => {
    expect(parse(documentOf(sectionOf('11450-4', entry(act('22.4.3', ''))))).clinical.problems!.map(({ as }) => as)).toEqual(['act'])
  })

  test('results of a panel within a panel', () => {
    const panel = (inside: string) => `<organizer classCode="BATTERY" moodCode="EVN">${template('22.4.1')}${inside}</organizer>`
    const inner = panel(`<component>${observation(template('22.4.2'))}</component>`)
    const { clinical } = parse(documentOf(sectionOf('30954-2', entry(panel(`<component>${inner}</component>`)))))
    expect(clinical.results!.map(({ within }) => within)).toEqual([clinical.groups!.map(({ path }) => path)])
  })

  test('the relative of a family history stays with the conditions', () => {
    const organizer = `<organizer classCode="CLUSTER" moodCode="EVN">${template('22.4.45')}
      <subject><relatedSubject classCode="PRS"><code code="FTH"/></relatedSubject></subject>
      <component>${observation(template('22.4.46'))}</component></organizer>`
    const { clinical } = parse(documentOf(sectionOf('10157-6', entry(organizer))))
    expect(clinical.groups![0]!.participants).toEqual([
      { as: 'subject', role: { as: 'relatedSubject', class: 'PRS', code: { code: 'FTH' } } },
    ])
    expect(clinical.familyHistory![0]!.within).toEqual([clinical.groups![0]!.path])
  })
})

describe('what an item says', () => {
  const itemOf = (inside: string, attributes = '') =>
    parse(documentOf(sectionOf('X', entry(observation(inside, attributes))))).clinical.other![0]! as Item

  test.each([
    ['negationInd="true"', true],
    ['negationInd="1"', true],
    ['negationInd="false"', false],
    ['', false],
  ])('negation: %s', (attribute, negated) => {
    expect(itemOf('', attribute).negated).toBe(negated)
  })

  test('a negation that is neither true nor false is told and counted', () => {
    const { issues, unmapped } = parse(documentOf(sectionOf('X', entry(observation('', 'negationInd="maybe"')))))
    expect(issues.map(({ code }) => code)).toEqual(['boolean_invalid'])
    expect(unmapped.map(({ path }) => path.slice(path.lastIndexOf('/')))).toEqual(['/@negationInd'])
  })

  test('null flavors wherever they stand', () => {
    const names = [
      'code',
      'value',
      'effectiveTime',
      'interpretationCode',
      'methodCode',
      'targetSiteCode',
      'id',
      'text',
      'statusCode',
      'derivationExpr',
      'repeatNumber',
    ]
    const inside = names.map((name, i) => `<${name} nullFlavor="N${i}"/>`).join('')
    const item = JSON.stringify(
      itemOf(`${inside}<author><time nullFlavor="NA1"/><assignedAuthor nullFlavor="NA2"/></author>`, 'nullFlavor="NO"'),
    )
    for (const flavor of [...names.map((_, i) => `N${i}`), 'NA1', 'NA2', 'NO']) expect(item).toContain(`"nullFlavor":"${flavor}"`)
  })

  test.each([
    ['<value xsi:type="CD" code="A" codeSystem="1.2" displayName="B"/>', { type: 'CD', code: { code: 'A', system: '1.2', display: 'B' } }],
    ['<value xsi:type="PQ" value="5.40" unit="mmol/L"/>', { type: 'PQ', quantity: { value: '5.40', unit: 'mmol/L' } }],
    ['<value xsi:type="INT" value="007"/>', { type: 'INT', quantity: { value: '007' } }],
    ['<value xsi:type="ST">a\n  b</value>', { type: 'ST', text: 'a b' }],
    ['<value xsi:type="BL" value="false"/>', { type: 'BL', boolean: false }],
    ['<value xsi:type="TS" value="2026"/>', { type: 'TS', time: { type: 'TS', value: '2026', precision: 'year' } }],
    ['<value xsi:type="II" root="1.2" extension="3"/>', { type: 'II', id: { root: '1.2', extension: '3' } }],
    [
      '<value xsi:type="RTO_PQ_PQ"><numerator value="1"/><denominator value="2"/></value>',
      { type: 'RTO_PQ_PQ', quantity: { numerator: { value: '1' }, denominator: { value: '2' } } },
    ],
    ['<value xsi:type="ED" mediaType="text/plain">a</value>', { type: 'ED', media: { mediaType: 'text/plain', text: 'a' } }],
    [
      '<value xmlns:v="urn:hl7-org:v3" xsi:type="v:CE" nullFlavor="OTH"><translation code="C"/></value>',
      { type: 'CE', code: { translations: [{ code: 'C' }], nullFlavor: 'OTH' }, nullFlavor: 'OTH' },
    ],
  ])('a value: %s', (value, expected) => {
    expect(itemOf(value).value).toEqual([expected])
  })

  test.each([
    ['<value code="A"/>', { code: { code: 'A' } }],
    ['<value value="1" unit="g"/>', { quantity: { value: '1', unit: 'g' } }],
    ['<value xsi:type="XYZ">a</value>', { type: 'XYZ', media: { text: 'a' } }],
  ])('a value without a type that is known is read by what it has, and told: %s', (value, expected) => {
    expect(itemOf(value).value).toEqual([expected])
    expect(issuesOf(documentOf(sectionOf('X', entry(observation(value)))))).toEqual(['value_type_missing'])
  })

  test('the allergen, the drug and the vaccine are the substance', () => {
    const allergen =
      '<participant typeCode="CSM"><participantRole><playingEntity><code code="A"/></playingEntity></participantRole></participant>'
    expect(itemOf(allergen).substance).toEqual({ code: 'A' })
    expect(itemOf(allergen.replace('CSM', 'LOC')).substance).toBeUndefined()
    const drug =
      '<consumable><manufacturedProduct><manufacturedMaterial><code code="D"/></manufacturedMaterial></manufacturedProduct></consumable>'
    expect(itemOf(drug).substance).toEqual({ code: 'D' })
  })
})

test('every statement of an entry is in the lists once, whatever templates, relationships and levels it has', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const pick = (texts: readonly string[]) => texts[next(texts.length)]!
  const numbers = ['22.4.3', '22.4.4', '22.4.30', '22.4.7', '22.4.1', '22.4.2', '22.4.60', '22.4.61', '22.4.8', '22.4.16', '99.1']
  let count = 0
  const statement = (depth: number): string => {
    const as = pick(['act', 'observation', 'organizer', 'procedure', 'supply'])
    const inner = Array.from({ length: depth > 3 ? 0 : next(3) }, () =>
      as === 'organizer'
        ? `<component>${statement(depth + 1)}</component>`
        : `<entryRelationship typeCode="${pick(['SUBJ', 'COMP', 'REFR'])}">${statement(depth + 1)}</entryRelationship>`,
    )
    count++
    return `<${as}>${next(3) === 0 ? '' : template(pick(numbers))}<id extension="s${count}"/>${inner.join('')}</${as}>`
  }
  for (let round = 0; round < 60; round++) {
    count = 0
    const sections = ['11450-4', '48765-2', '30954-2', 'X'].map((code) =>
      sectionOf(code, Array.from({ length: 3 }, () => entry(statement(0))).join('')),
    )
    const { clinical, unmapped } = parse(documentOf(sections.join('')))
    const ids = JSON.stringify(clinical).match(/"extension":"s\d+"/g) ?? []
    expect([ids.length, new Set(ids).size, unmapped]).toEqual([count, count, []])
  }
})
