// A section of very many parts is cleaned in runs, and its long texts in windows: a name that one of them is sure of is hidden in all.
import { expect, test } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { phiDeidentifyX12 } from '../../../../src/tools/phi/deidentify-x12.ts'
import { set } from '../../x12/hostile-parts.ts'

const NAMES = ['Foley', 'Hale', 'Reed', 'Baker', 'Grant']
const noteOf = (text: string) => `NTE*ADD*${text}~`
const SURE = NAMES.map((name) => noteOf(`Seen today by Dr. Brendan ${name} who advised rest.`)).join('')
const ALONE = NAMES.map((name) => noteOf(`We discussed it with ${name} again.`) + noteOf(`${name} agreed to the plan`)).join('')
const MANY_PARTS = 'DTP*472*D8*20260203~'.repeat(20_001)
const LONG_TEXT = noteOf(`Rest.${' '.repeat(70_000)}Ice.`).repeat(3)
const namesIn = (text: string) => text.match(new RegExp(`\\b(?:${NAMES.join('|')})\\b`, 'gi')) ?? []
const clean = (body: string) => {
  const { interchange } = runTool(phiDeidentifyX12, { interchange: set(`HL*1**22*0~${body}`) }, {}) as { interchange: string }
  return namesIn(interchange)
}

test.each([
  ['runs', MANY_PARTS],
  ['windows', LONG_TEXT],
])('in other %s, before and behind', (_, between) => {
  expect(clean(`${ALONE}${SURE}${ALONE}`)).toEqual([])
  expect(clean(`${ALONE}${between}${SURE}${between}${ALONE}`)).toEqual([])
})

test('a subscriber of many claims may have many patients below', () => {
  const claims = Array.from({ length: 300 }, (_, i) => `CLM*A${i}*10***11:B:1~REF*D9*1234${i}~NM1*82*1*DOCTOR${i}*ADA~`).join('')
  const patients = Array.from({ length: 60 }, (_, i) => `HL*${i + 2}*1*23*0~NM1*QC*1*BAKER*ADA~${noteOf('Baker came')}`).join('')
  expect(clean(`NM1*IL*1*REED*ADA~${claims}${patients}`)).toEqual([])
})
