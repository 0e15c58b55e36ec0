// Answers against their Questionnaire: every kind of fault with its place, and conditions under which items are enabled.
import { describe, expect, test } from 'vitest'
import { validate } from './package-fixture.ts'

const URL = 'http://example.org/fhir/Questionnaire/admission'
const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition/'

const questionnaire = (item: readonly object[]) => ({ resourceType: 'Questionnaire', url: URL, status: 'active', item })
const response = (item: readonly object[], rest: object = {}) => ({
  resourceType: 'QuestionnaireResponse',
  questionnaire: URL,
  status: 'completed',
  ...(item.length > 0 ? { item } : {}),
  ...rest,
})
const question = (linkId: string, type: string, rest: object = {}) => ({ linkId, type, text: 'x', ...rest })
const answered = (linkId: string, ...answer: object[]) => ({ linkId, answer })
const limit = (name: string, value: object) => ({ extension: [{ url: EXTENSIONS + name, ...value }] })

function faults(items: readonly object[], answers: readonly object[], rest: object = {}, more: readonly object[] = []): string[] {
  return validate(response(answers, rest), [questionnaire(items), ...more])
    .issues.filter(({ severity }) => severity === 'error')
    .map(({ code, path }) => `${code} ${path.replace('QuestionnaireResponse', '')}`)
}

describe('an answer', () => {
  test.each<[string, object, object[], string[]]>([
    ['of the right type', question('q', 'string'), [{ valueString: 'x' }], []],
    ['of another type', question('q', 'boolean'), [{ valueString: 'x' }], ['answer_type .item[0].answer[0].value']],
    ['too many', question('q', 'string'), [{ valueString: 'x' }, { valueString: 'y' }], ['answer_repeated .item[0].answer[1]']],
    ['several of a question that repeats', question('q', 'string', { repeats: true }), [{ valueString: 'x' }, { valueString: 'y' }], []],
    ['that is too long', question('q', 'string', { maxLength: 2 }), [{ valueString: 'abc' }], ['answer_limit .item[0].answer[0].value']],
    [
      'that is too short',
      question('q', 'string', limit('minLength', { valueInteger: 2 })),
      [{ valueString: 'a' }],
      ['answer_limit .item[0].answer[0].value'],
    ],
    [
      'of another format',
      question('q', 'string', limit('regex', { valueString: '[0-9]+' })),
      [{ valueString: 'a' }],
      ['answer_limit .item[0].answer[0].value'],
    ],
    [
      'that is too small',
      question('q', 'integer', limit('minValue', { valueInteger: 2 })),
      [{ valueInteger: 1 }],
      ['answer_limit .item[0].answer[0].value'],
    ],
    [
      'that is too great',
      question('q', 'decimal', limit('maxValue', { valueDecimal: 2 })),
      [{ valueDecimal: 2.5 }],
      ['answer_limit .item[0].answer[0].value'],
    ],
    [
      'too precise',
      question('q', 'decimal', limit('maxDecimalPlaces', { valueInteger: 1 })),
      [{ valueDecimal: 2.55 }],
      ['answer_limit .item[0].answer[0].value'],
    ],
    [
      'that leads elsewhere',
      question('q', 'reference', limit('questionnaire-referenceResource', { valueCode: 'Patient' })),
      [{ valueReference: { reference: 'Group/1' } }],
      ['answer_limit .item[0].answer[0].value'],
    ],
    [
      'of another media type',
      question('q', 'attachment', limit('mimeType', { valueCode: 'image/png' })),
      [{ valueAttachment: { contentType: 'image/gif' } }],
      ['answer_limit .item[0].answer[0].value'],
    ],
    [
      'that is an option',
      question('q', 'choice', { answerOption: [{ valueCoding: { code: 'a' } }] }),
      [{ valueCoding: { code: 'a' } }],
      [],
    ],
    [
      'that is no option',
      question('q', 'choice', { answerOption: [{ valueCoding: { code: 'a' } }] }),
      [{ valueCoding: { code: 'b' } }],
      ['answer_option .item[0].answer[0].value'],
    ],
    [
      'beside the options where that is allowed',
      question('q', 'open-choice', { answerOption: [{ valueCoding: { code: 'a' } }] }),
      [{ valueString: 'b' }],
      [],
    ],
    [
      'beside an exclusive option',
      question('q', 'choice', {
        repeats: true,
        answerOption: [
          { valueCoding: { code: 'a' } },
          { valueCoding: { code: 'none' }, ...limit('questionnaire-optionExclusive', { valueBoolean: true }) },
        ],
      }),
      [{ valueCoding: { code: 'a' } }, { valueCoding: { code: 'none' } }],
      ['answer_option .item[0].answer[1].value'],
    ],
    ['to a group', question('q', 'group', { item: [question('r', 'string')] }), [{ valueString: 'x' }], ['answer_type .item[0]']],
    ['to a display', question('q', 'display'), [{ valueString: 'x' }], ['answer_type .item[0]']],
    [
      'fewer than needed',
      question('q', 'string', { repeats: true, ...limit('questionnaire-minOccurs', { valueInteger: 2 }) }),
      [{ valueString: 'x' }],
      ['answer_required .item[0]'],
    ],
  ])('%s', (_, item, answers, expected) => {
    expect(faults([item], [answered('q', ...answers)])).toEqual(expected)
  })

  test('of a value set is a code of it', () => {
    const set = { resourceType: 'ValueSet', url: `${URL}-set`, compose: { include: [{ system: 'urn:example', concept: [{ code: 'a' }] }] } }
    const item = question('q', 'choice', { answerValueSet: set.url })
    const of = (code: string) => faults([item], [answered('q', { valueCoding: { system: 'urn:example', code } })], {}, [set])
    expect(of('a')).toEqual([])
    expect(of('b')).toEqual(['binding_required .item[0].answer[0].value'])
  })
})

describe('an item', () => {
  const required = [question('g', 'group', { required: true, item: [question('q', 'string', { required: true })] })]

  test('that is required is there, once the response is complete', () => {
    expect(faults(required, [])).toEqual(['answer_required '])
    expect(faults(required, [{ linkId: 'g' }])).toEqual(['answer_required .item[0]'])
    expect(faults(required, [], { status: 'in-progress' })).toEqual([])
  })

  test('that the questionnaire does not have, or has elsewhere, is reported', () => {
    expect(faults([question('q', 'string')], [answered('r', { valueString: 'x' })])).toEqual(['answer_unknown .item[0]'])
    expect(faults(required, [{ linkId: 'g', item: [answered('q', { valueString: 'x' })] }, answered('q', { valueString: 'x' })])).toEqual([
      'answer_unknown .item[1]',
    ])
  })

  test('stands in order, and once', () => {
    const two = [question('a', 'string'), question('b', 'string')]
    const [a, b] = [answered('a', { valueString: 'x' }), answered('b', { valueString: 'x' })]
    expect(faults(two, [a, b])).toEqual([])
    expect(faults(two, [b, a])).toEqual(['answer_order .item[1]'])
    expect(faults(two, [a, a])).toEqual(['answer_repeated .item[1]'])
  })

  test('below an answer is checked', () => {
    const items = [question('a', 'boolean', { item: [question('b', 'string', { required: true })] })]
    expect(faults(items, [{ linkId: 'a', answer: [{ valueBoolean: true }] }])).toEqual(['answer_required .item[0].answer[0]'])
  })
})

describe('a condition', () => {
  const enabled = (rest: object) => [question('a', 'integer'), question('b', 'string', { required: true, ...rest })]
  const when = (operator: string, answer: object) => ({ enableWhen: [{ question: 'a', operator, ...answer }] })
  const of = (rest: object, a: number, ...b: object[]) => faults(enabled(rest), [answered('a', { valueInteger: a }), ...b])
  const B = answered('b', { valueString: 'x' })

  test.each<[string, object, number, number]>([
    ['=', { answerInteger: 2 }, 2, 3],
    ['!=', { answerInteger: 2 }, 3, 2],
    ['>', { answerInteger: 2 }, 3, 2],
    ['<', { answerInteger: 2 }, 1, 2],
    ['>=', { answerInteger: 2 }, 2, 1],
    ['<=', { answerInteger: 2 }, 2, 3],
  ])('%s enables and disables', (operator, answer, yes, no) => {
    expect(of(when(operator, answer), yes, B)).toEqual([])
    expect(of(when(operator, answer), yes)).toEqual(['answer_required '])
    expect(of(when(operator, answer), no)).toEqual([])
    expect(of(when(operator, answer), no, B)).toEqual(['answer_disabled .item[1]'])
  })

  test('of existence, and several of which any or all hold', () => {
    expect(faults(enabled(when('exists', { answerBoolean: true })), [B])).toEqual(['answer_disabled .item[0]'])
    expect(faults(enabled(when('exists', { answerBoolean: false })), [B])).toEqual([])
    const two = [when('=', { answerInteger: 2 }), when('=', { answerInteger: 3 })].flatMap(({ enableWhen }) => enableWhen)
    expect(of({ enableWhen: two, enableBehavior: 'any' }, 2, B)).toEqual([])
    expect(of({ enableWhen: two, enableBehavior: 'all' }, 2, B)).toEqual(['answer_disabled .item[1]'])
  })

  const expression = "QuestionnaireResponse.item.where(linkId = 'a').answer.value > 2"
  const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression'
  const KANTA = 'http://phr.kanta.fi/StructureDefinition/fiphr-ext-questionnaire-enablewhen'
  test.each([
    ['SDC', { url: SDC, valueExpression: { language: 'text/fhirpath', expression } }],
    ['Kanta', { url: KANTA, valueString: expression }],
  ])('as an expression of %s enables and disables', (_, extension) => {
    const rest = { extension: [extension] }
    expect(of(rest, 3, B)).toEqual([])
    expect(of(rest, 3)).toEqual(['answer_required '])
    expect(of(rest, 2)).toEqual([])
    expect(of(rest, 2, B)).toEqual(['answer_disabled .item[1]'])
  })
})

describe('the questionnaire', () => {
  test('that is contained is used', () => {
    const contained = [{ ...questionnaire([question('q', 'boolean')]), id: 'q1' }]
    const own = response([answered('q', { valueString: 'x' })], { contained, questionnaire: '#q1' })
    const { issues } = validate(own, [questionnaire([])])
    expect(issues.map(({ code }) => code)).toContain('answer_type')
  })

  test('that is not loaded is said to be unknown', () => {
    const { valid, issues } = validate(response([], { questionnaire: `${URL}-other` }), [questionnaire([])])
    expect(valid).toBe(true)
    expect(issues.find(({ code }) => code === 'questionnaire_unknown')?.path).toBe('QuestionnaireResponse.questionnaire')
  })
})

test('codes of a value set that the questionnaire contains', () => {
  const include = [{ system: 'http://example.org/colors', concept: [{ code: 'red' }] }]
  const set = { resourceType: 'ValueSet', id: 'colors', status: 'active', compose: { include } }
  const own = { ...questionnaire([question('q', 'choice', { answerValueSet: '#colors' })]), contained: [set] }
  const found = (code: string) => {
    const answer = answered('q', { valueCoding: { system: 'http://example.org/colors', code } })
    return validate(response([answer]), [own]).issues.filter(({ severity }) => severity === 'error')
  }
  expect(found('red')).toEqual([])
  expect(found('green').map(({ code, path }) => `${code} ${path}`)).toEqual([
    'binding_required QuestionnaireResponse.item[0].answer[0].value',
  ])
})

test('the text of an item is that of the questionnaire or one of its translations, unless the response is in another language', () => {
  const translation = {
    url: `${EXTENSIONS}translation`,
    extension: [
      { url: 'lang', valueCode: 'de' },
      { url: 'content', valueString: 'Schmerz?' },
    ],
  }
  const items = [question('a', 'string', { text: 'Any pain?', _text: { extension: [translation] } })]
  const answer = (text: string) => [{ ...answered('a', { valueString: 'x' }), text }]
  expect(faults(items, answer('Any  pain?'))).toEqual([])
  expect(faults(items, answer('Schmerz?'))).toEqual([])
  expect(faults(items, answer('Any cough?'))).toEqual([expect.stringContaining('answer_text')])
  expect(faults(items, answer('Des douleurs ?'), { language: 'fr' })).toEqual([])
})

test('the text of an item that an expression computes may be any', () => {
  const expression = { url: `${EXTENSIONS}cqf-expression`, valueExpression: { language: 'text/fhirpath', expression: '%name' } }
  const items = [question('a', 'string', { text: 'Any pain?', _text: { extension: [expression] } })]
  expect(faults(items, [{ ...answered('a', { valueString: 'x' }), text: 'Any pain, Ada?' }])).toEqual([])
})

test('a whole number is no decimal', () => {
  expect(faults([question('a', 'decimal')], [answered('a', { valueInteger: 1 })])).toEqual([expect.stringContaining('answer_type')])
})
