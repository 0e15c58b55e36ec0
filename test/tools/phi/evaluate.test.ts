// phi/evaluate as it is called: its declaration, its examples, the detector as what is judged, its refusals.
import { expect, test } from 'vitest'
import { containsPart } from '../../../src/core/part.ts'
import { runTool } from '../../../src/core/run.ts'
import { phiEvaluate } from '../../../src/tools/phi/evaluate.ts'
import { checkDeclaration } from '../../catalogue/declaration-rules.ts'

const run = async (input: object, options: object = {}) => runTool(phiEvaluate, input, options)
const TEXT = 'Call 312-555-0117 or write to ada.q@hospital.example about Zebulonquux.'
const GOLD = JSON.stringify({
  text: TEXT,
  spans: [
    [5, 17, 'PHONE'],
    [30, 52, 'EMAIL'],
  ],
})

test('the declaration keeps the rules', () => {
  expect(checkDeclaration(phiEvaluate)).toEqual([])
})

test.each(phiEvaluate.examples.map((example) => [example.title, example] as const))(
  'example: %s',
  async (_title, { input, options, output }) => {
    const result = await run(input, options)
    expect(phiEvaluate.output.safeParse(result).error?.issues).toBeUndefined()
    expect(containsPart(result, output)).toBe(true)
  },
)

test('without predictions the detector is judged, under its options', async () => {
  const result = await run({ gold: GOLD })
  expect(phiEvaluate.output.safeParse(result).error?.issues).toBeUndefined()
  expect(result).toMatchObject({ recallFull: { hits: 2, of: 2 }, recallSameCategory: { hits: 2, of: 2 }, leaks: [] })
  expect(await run({ gold: GOLD }, { detect: { categories: ['email'] } })).toMatchObject({
    recallFull: { hits: 1, of: 2 },
    leaks: [{ document: 1, start: 5, end: 17, category: 'phone', covered: 0 }],
  })
  expect(JSON.stringify(result)).not.toMatch(/Zebulon|312|ada/)
})

test('brat with its text, against i2b2 predictions', async () => {
  const predictions = `<a><TEXT><![CDATA[${TEXT}]]></TEXT><TAGS><PHONE start="5" end="17" TYPE="PHONE"/></TAGS></a>`
  expect(await run({ gold: 'T1\tPHONE 5 17\t312-555-0117\n', text: TEXT, predictions })).toMatchObject({
    recallFull: { value: 1 },
    precisionSpans: { value: 1 },
  })
})

test.each([
  ['both predictions and options of the detector', { gold: GOLD, predictions: '{"spans":[]}' }, { detect: {} }, '/options/detect'],
  ['brat without text', { gold: 'T1\tPHONE 5 17\t312-555-0117\n' }, {}, '/text'],
  ['a text that is no annotation', { gold: 'Zebulonquux went home.' }, {}, '/gold'],
  ['predictions for more documents', { gold: GOLD, predictions: '{"spans":[]}\n{"spans":[]}' }, {}, '/predictions'],
  ['a misspelt option of the detector', { gold: GOLD }, { detect: { moode: 'balanced' } }, '/options/detect'],
])('%s is refused', async (_title, input, options, pointer) => {
  await expect(run(input, options)).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] }),
  )
})
