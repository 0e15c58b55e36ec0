// phi/risk as it is called: its declaration, its examples, its refusals, and positions in place of values.
import { expect, test } from 'vitest'
import { containsPart } from '../../../src/core/part.ts'
import { runTool } from '../../../src/core/run.ts'
import { phiRisk } from '../../../src/tools/phi/risk.ts'
import { checkDeclaration } from '../../catalogue/declaration-rules.ts'

const run = async (input: object, options: object) => runTool(phiRisk, input, options)

test('the declaration keeps the rules', () => {
  expect(checkDeclaration(phiRisk)).toEqual([])
})

test.each(phiRisk.examples.map((example) => [example.title, example] as const))(
  'example: %s',
  async (_title, { input, options, output }) => {
    const result = await run(input, options!)
    expect(phiRisk.output.safeParse(result).error?.issues).toBeUndefined()
    expect(containsPart(result, output)).toBe(true)
  },
)

test('rows, CSV and bytes give one result, which names no value', async () => {
  const rows = [
    { born: '1964', town: 'Zebulonford' },
    { born: '1964', town: 'Zebulonford' },
    { born: '1970', town: 'Zebulonford' },
  ]
  const csv = `born;town\r\n${rows.map(({ born, town }) => `${born};${town}`).join('\r\n')}`
  const options = { quasiIdentifiers: ['born', 'town'], k: 2 }
  const result = await run({ rows }, options)
  expect(result).toMatchObject({ k: 1, uniqueShare: 0.333333, worst: [{ size: 1, rows: [3] }] })
  expect(await run({ csv }, options)).toEqual(result)
  expect(await run({ csv: new TextEncoder().encode(csv) }, options)).toEqual(result)
  expect(JSON.stringify(result)).not.toMatch(/Zebulon|1964/)
})

test.each([
  ['a column that is not there', { csv: 'a\n1\n' }, { quasiIdentifiers: ['Zebulon'] }, '/options/quasiIdentifiers/0'],
  ['a population without the column', { csv: 'a\n1\n', population: 'b\n1\n' }, { quasiIdentifiers: ['a'] }, '/population'],
  ['no quasi-identifier', { csv: 'a\n1\n' }, { quasiIdentifiers: [] }, '/options/quasiIdentifiers'],
  ['no table', {}, { quasiIdentifiers: ['a'] }, '/csv'],
])('%s is refused', async (_title, input, options, pointer) => {
  await expect(run(input, options)).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] }),
  )
})
