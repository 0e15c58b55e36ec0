// Faults of answers to questionnaires and of reports of measures, for each code.
import type { IssueCode } from '../../../src/formats/fhir/validate/issue-codes.ts'
import type { Example } from './code-examples.ts'

const URL = 'http://example.org/Questionnaire/q'
const questionnaire = (item: readonly object[]) => ({ resourceType: 'Questionnaire', url: URL, status: 'active', item })
const response = (item: readonly object[]) => ({ resourceType: 'QuestionnaireResponse', questionnaire: URL, status: 'completed', item })
const asked = (questions: readonly object[], answers: readonly object[], path: string, mark: string): Example => ({
  resource: response(answers),
  path: `QuestionnaireResponse${path}`,
  mark,
  definitions: [questionnaire(questions)],
})
const A = { linkId: 'a', type: 'string' }
const B = { linkId: 'b', type: 'string' }
const answer = (linkId: string, ...values: readonly object[]) => ({ linkId, answer: values })

const MEASURE = 'http://example.org/Measure/m'
const concept = (code: string) => ({ coding: [{ system: 'http://example.org/CodeSystem/m', code }] })
const measure = {
  resourceType: 'Measure',
  url: MEASURE,
  status: 'draft',
  scoring: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/measure-scoring', code: 'cohort' }] },
  group: [{ population: [{ code: concept('a'), criteria: { language: 'text/cql', expression: 'x' } }] }],
}
const report = (group: object, path: string, mark: string): Example => ({
  resource: {
    resourceType: 'MeasureReport',
    status: 'complete',
    type: 'summary',
    measure: MEASURE,
    period: { start: '2026' },
    group: [group],
  },
  path: `MeasureReport.group[0]${path}`,
  mark,
  definitions: [measure],
})

export const QUESTION_EXAMPLES: Readonly<Partial<Record<IssueCode, Example | ((version: string) => Example)>>> = {
  answer_unknown: asked([A], [answer('z', { valueString: 'x' })], '.item[0]', '{\n   "linkId": "z"'),
  answer_order: asked([A, B], [answer('b', { valueString: 'x' }), answer('a', { valueString: 'x' })], '.item[1]', '{\n   "linkId": "a"'),
  answer_required: asked([{ ...A, required: true }], [{ linkId: 'a' }], '.item[0]', '{\n   "linkId"'),
  answer_repeated: asked(
    [A],
    [answer('a', { valueString: 'x' }, { valueString: 'y' })],
    '.item[0].answer[1]',
    '{\n     "valueString": "y"',
  ),
  answer_disabled: asked(
    [A, { ...B, enableWhen: [{ question: 'a', operator: '=', answerString: 'yes' }] }],
    [answer('a', { valueString: 'no' }), answer('b', { valueString: 'x' })],
    '.item[1]',
    '{\n   "linkId": "b"',
  ),
  answer_text: asked(
    [{ ...A, text: 'Pain?' }],
    [{ ...answer('a', { valueString: 'x' }), text: 'Smoker?' }],
    '.item[0]',
    '{\n   "linkId": "a"',
  ),
  answer_type: asked([A], [answer('a', { valueBoolean: true })], '.item[0].answer[0].value', '"valueBoolean"'),
  answer_option: asked(
    [{ linkId: 'a', type: 'integer', answerOption: [{ valueInteger: 1 }] }],
    [answer('a', { valueInteger: 2 })],
    '.item[0].answer[0].value',
    '"valueInteger"',
  ),
  answer_limit: asked([{ ...A, maxLength: 2 }], [answer('a', { valueString: 'abc' })], '.item[0].answer[0].value', '"valueString"'),
  questionnaire_unknown: { resource: response([A]), path: 'QuestionnaireResponse.questionnaire', mark: '"questionnaire"' },
  report_unknown: report({ population: [{ code: concept('z') }] }, '.population[0]', '{\n     "code": {'),
  report_subjects: report(
    { population: [{ code: concept('a'), subjectResults: { reference: 'List/1' } }] },
    '.population[0]',
    '{\n     "code": {',
  ),
  report_score: (version) =>
    report(version === 'R5' ? { measureScoreQuantity: { value: 1 } } : { measureScore: { value: 1 } }, '', '{\n   "measureScore'),
}
