// De-identified texts that stay what they were: JSON stays JSON, a limited data set keeps its towns, and no initial stays.
import { expect, test } from 'vitest'
import { createDeidentifier } from '../../../src/formats/phi/policy/deidentifier.ts'
import { phiDeidentifyText } from '../../../src/tools/phi/deidentify-text.ts'

const KEY = 'correct horse battery staple'

interface Result {
  readonly text: string
  readonly spans: readonly { readonly newStart: number; readonly newEnd: number }[]
}

function clean(text: string, options: object = {}): Result {
  return phiDeidentifyText.run({ text }, phiDeidentifyText.options.parse(options)) as unknown as Result
}

const RECORD =
  '{"mrn": 4471923, "patient": "Verity \\"Vee\\" Wickham", "dob":"1970-01-02", "age": 93, "phones": ["312-555-4477", 3125554477], "ok": true}'

test.each([{}, { policy: 'pseudonymize', key: KEY }, { policy: 'limited-data-set' }])('JSON stays JSON: %j', (options) => {
  const { text, spans } = clean(RECORD, options)
  expect(Object.keys(JSON.parse(text))).toEqual(['mrn', 'patient', 'dob', 'age', 'phones', 'ok'])
  for (const gone of ['4471923', 'Wickham', '555-4477', '3125554477']) expect(text).not.toContain(gone)
  for (const { newStart, newEnd } of spans) expect(text.slice(newStart, newEnd)).not.toMatch(/[{}[:]\s?"|",/)
})

test('keys and literals of JSON stay in mode fail-closed, names in its texts go', () => {
  const { text } = clean('{"hr":72,"spo2":98,"ok":true,"note":"Seen by Verity Wickham"}', { mode: 'fail-closed' })
  expect(JSON.parse(text)).toMatchObject({ spo2: 98, ok: true, note: expect.not.stringMatching(/Verity|Wickham/) })
})

test('JSON whose keys are names is refused: one label for two of them would lose a value', () => {
  const document = '{"Petra Novak":{"hr":72},"Anna Kral":{"hr":90}}'
  expect(() => clean(document)).toThrow(expect.objectContaining({ code: 'unsupported_variant' }))
})

test('deeply nested JSON stays JSON', () => {
  const depth = 20_000
  const { text } = clean(`${'['.repeat(depth)}"Patient: Petra Novak"${']'.repeat(depth)}`)
  expect(text).toBe(`${'['.repeat(depth)}"Patient: [NAME]"${']'.repeat(depth)}`)
})

test('a text that is no JSON as a whole gets no quotation marks', () => {
  expect(clean('MRN: 4471923 {').text).toBe('MRN: [MRN] {')
})

test('a limited data set keeps town, state and ZIP code, not the street', () => {
  const { text } = clean('Patient lives at 12 Elm St, Aurora, IL 60505.', { policy: 'limited-data-set' })
  expect(text).toBe('Patient lives at [LOCATION], Aurora, IL 60505.')
  const whole = createDeidentifier({ policy: 'limited-data-set' })
  expect(whole.replace({ category: 'location', text: 'Rose Cottage, 3 Mill Lane, Hinton' }).text).toBe('[LOCATION], Hinton')
})

test('no initial is its own surrogate', () => {
  const kept = Array.from({ length: 60 }, (_, i) => createDeidentifier({ policy: 'pseudonymize', key: `${KEY} ${i}` })).filter(
    (deidentifier) => /^A\./.test(deidentifier.replace({ category: 'name', text: 'A. Brennan' }).text),
  )
  expect(kept).toEqual([])
})
