// Words of tests, scores, doses and scales beside persons: what the surroundings show to be a thing stays, the same word as somebody's name does not.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'
import { hasMedicalAffix } from '../../../src/formats/phi/layers/medical-forms.ts'

const hidden = (text: string, mode: PhiMode = 'balanced'): string[] =>
  detectPhi(text, { mode }).map(({ start, end }) => text.slice(start, end))

describe('short forms and measures', () => {
  test.each([
    'QTc 530 on methadone, K 3.0, recheck when',
    'ferr 12, tsat 8, start iv iron or oral',
    'vanco trough 24, hold or drop the dose',
    'hcy 48 with normal b12',
    'TAPSE 1.2, RVSP 60, start diuretics?',
    'is rosuva 40 safe with gemfibrozil',
    'ondans or metoclop first in hyperemesis',
    'KDIGO 3, AHI 44, what next',
    'ropin or pramip for restless legs',
    'MADRS vs HAMD for a trial of esketamine',
    'zelbrix 0.3 mg/kg in renal failure',
    'anti-PLIT < 20, still positive?',
    'do we rebolus heparin when ptt 34',
    'remi target in awake intubation',
    'aldo 28, renin low, next step',
    'prem baby 1.8 kg, how much formula',
  ])('nothing in: %s', (text) => {
    for (const mode of ['balanced', 'high-recall'] as const) expect(hidden(text, mode)).toEqual([])
  })

  test.each([
    'Fontaine IIb, start cilostazol?',
    'Forrester class II on dobutamine',
    'How often should she be turned with a Braden of 12?',
    'How do Addison and Cushing differ in potassium?',
    'takes warfarin 5 mg on Mondays',
    'Is a Hartmann reversible at six months?',
  ])('no name of a scale or a disease in: %s', (text) => {
    expect(hidden(text)).toEqual([])
  })
})

describe('the same words as names', () => {
  test.each([
    ['my son remi has a fever of 39', 'remi'],
    ["remi's mother called about the rash", 'remi'],
    ['tell ada her potassium is 5.9', 'ada'],
    ['Wm. Thos. Hardcastle III, 80, aspiration risk', 'Hardcastle'],
    ['Dr. Fontaine wants the films', 'Fontaine'],
    ['Mr. Forrester, class II heart failure', 'Forrester'],
    ['patient Addison and her mother are here', 'Addison'],
    ['Sota Nakamura, 7yo, allergic to eggs', 'Sota Nakamura'],
    ['pt Tyreque 7 with fever', 'Tyreque'],
    ['my patient sara 24 with cough and MRN 4471920', 'sara'],
    ['spoke with Ms. Braden today', 'Braden'],
  ])('%s', (text, name) => {
    expect(hidden(text).join(' ')).toContain(name)
  })

  test.each([
    ['tyreque 7 w/ fever and MRN 4471920', 'tyreque'],
    ['Patel vs Nguyen on call tonight?', 'Patel Nguyen'],
    ['Lives near the old ropewalk, MRN 4471920', 'ropewalk'],
    ['transferred from RGV 005, MRN 4471920', 'RGV'],
  ])('fail-closed: %s', (text, name) => {
    expect(hidden(text, 'fail-closed').join(' ')).toContain(name)
  })
})

describe('affixes of medicine', () => {
  test.each([
    'prealbumin',
    'carboxyhemoglobin',
    'reimplantation',
    'bioprosthetic',
    'vigabatrin',
    'iloprost',
    'denervation',
    'pericolic',
    'photoparoxysmal',
    'oesophagogastric',
    'sialorrhoea',
    'zelobrutinib',
    'hyperinfection',
  ])('%s', (word) => {
    expect(hasMedicalAffix(word)).toBe(true)
  })

  test.each([
    'josephine',
    'adelaide',
    'kostakis',
    'villanueva',
    'mohamedin',
    'okonkwo',
    'predovic'.slice(1),
    'ballinaclash',
    'kickapoo',
    'priyanka',
  ])('not %s', (word) => {
    expect(hasMedicalAffix(word)).toBe(false)
  })
})

describe('what a question goes by', () => {
  test.each([
    'Transfuse to Hb 10 per ASH 2020?',
    'Is saline suppression needed by Endocrine Society 2025?',
    'should we follow the 2021 ERC for double sequential shocks in an ambulance',
    'The ashton manual is too slow, any faster taper?',
    'Is the Grobman calculator still used?',
    'bence jones neg, flc ratio 90',
    'fournier? sugar 3, creatinine 2',
    'fluid bolus per SSC guidelines in cirrhosis',
  ])('nothing in: %s', (text) => {
    expect(hidden(text)).toEqual([])
  })

  test.each([
    ['Seen by Maria Lindqvist 2020 in clinic', 'Maria Lindqvist'],
    ['Labs per Dr. Ashton, manual diff pending', 'Ashton'],
    ['ask leticia okonkwo about her refill', 'okonkwo'],
    ['The plate on the car is NM 482 TKR', '482 TKR'],
  ])('%s', (text, name) => {
    expect(hidden(text).join(' ')).toContain(name)
  })
})

describe('a letter with four digits behind what has a code', () => {
  test.each([
    ['vanc trough 25 on B5512, hold?', 'B5512'],
    ['call X3390 with the potassium', 'X3390'],
    ['reaction to unit W0771, what to send', 'W0771'],
  ])('%s', (text, code) => {
    expect(hidden(text)).toEqual([code])
  })

  test.each([
    'Does G2211 go with modifier 25?',
    'Is J1885 paid twice a day?',
    'SWOG S1826 gives which PFS?',
    'BRCA2 c.5946delT carrier, MRI annually?',
    'LRRK2 G2019S penetrance at 60?',
  ])('nothing in: %s', (text) => {
    expect(hidden(text)).toEqual([])
  })
})

describe('small words of no list beside a finding', () => {
  test('near a place that no list has', () => {
    expect(hidden('gp is huws in machynlleth, MRN 4471920, on amiodarone')).toContain('machynlleth')
  })

  test.each([
    'MRN 4471920 had a pseudohyperkalemia, repeat?',
    'MRN 4471920, methacholine challenge positive, next step',
    'MRN 4471920, rebolus heparin or wait',
  ])('nothing but the number in: %s', (text) => {
    expect(hidden(text)).toHaveLength(1)
  })
})
