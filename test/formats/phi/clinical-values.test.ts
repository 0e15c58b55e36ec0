// Clinical values and eponyms that look like days, numbers and names stay, and what is found has the right category.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const found = (text: string, mode?: 'fail-closed') =>
  detectPhi(text, mode && { mode }).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)

describe('nothing is found in', () => {
  test.each([
    'VA 6/18 6/9',
    'Visual acuity 6/18 right, 6/9 left',
    'Suboxone 8/2 daily',
    'nodes 3/14',
    'Axillary nodes 3/14 positive',
    'Bishop 9/13',
    'POD 9 s/p lap chole',
    'EFW by Hadlock 2400 g',
    'Nägele',
    'EDD by Nägele rule',
    'Leopold maneuvers: vertex',
    'Semmes-Weinstein monofilament intact',
    'Family history of Lynch.',
    'Mantoux negative',
    'Lassa fever ruled out',
    'Hb 7.4.',
    'CRP 12.4. Hb 9.8.',
    'pH 7.4.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('the category of what is found', () => {
  test.each([
    ['Frau Nägele kam', ['name Frau Nägele']],
    ['visit 2024-01-05', ['date 2024-01-05']],
    ['seen 3/4/2024, MRN 44719', ['date 3/4/2024', 'mrn 44719']],
    ['12:40 PM Dr Lee', ['name Lee']],
    ['Address:12 Elm Street', ['location 12 Elm Street']],
    ['A. Brennan reviewed the scan.', ['name A. Brennan']],
    ['seen by J. Okafor MD', ['name J. Okafor']],
    ['Aufnahme 7.4.', ['date 7.4']],
    ['Der Patient stürzte. Entlassung 12.4. nach Hause.', ['date 12.4']],
    ['Bitte Wiedervorstellung 14.5. mit den Befunden.', ['date 14.5']],
  ])('%s', (text, findings) => {
    expect(found(text)).toEqual(findings)
  })
})

test.each([
  ['I saw Verity Wickham today.', /Verity Wickham/],
  ['Patient: Verity Wickham', /Verity Wickham/],
  ['pt hope baker seen, mrn 4471923', /hope baker/],
])('mode fail-closed hides the name of %s', (text, name) => {
  expect(found(text, 'fail-closed').join()).toMatch(name)
})
