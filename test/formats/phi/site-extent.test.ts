// Institutions that the layers find in part: how far their names reach, and what stands beside them and is no part of them.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const SITES = new Set(['facility', 'organization', 'location'])
const foundSites = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => SITES.has(category))
    .map(({ start, end }) => text.slice(start, end))

describe('the whole name of an institution', () => {
  test.each([
    ['burned at Ferrand foundry, needs tetanus', 'Ferrand foundry'],
    ['my boss at kestridge scaffolding wants a note', 'kestridge scaffolding'],
    ['she was seen at Marlow Regional 6 West last night', 'Marlow Regional 6 West'],
    ['asbestos exposure at Ferrand depot 12 in 1971', 'Ferrand depot 12'],
    ["he is dying at Our Lady's Hospice and his son is abroad", "Our Lady's Hospice"],
    ["Do you know if Saint Anne's on the Green takes walk-ins, for my patient Ruth Halvorsen", "Saint Anne's on the Green"],
    ['retired from Bord na Gaeltachta last year', 'Bord na Gaeltachta'],
    ['Offered 1130 at Ferrand Walk-in for Ms. Halvorsen', 'Ferrand Walk-in'],
    ['discharged from the Rotunda with labetalol', 'the Rotunda'],
    ['works in the kitchen of Marchetti bakery, employed at Marchetti bakery since May', 'Marchetti bakery'],
    ['Burial: Congregation Beth Shalom society, wife Ruth Halvorsen', 'Congregation Beth Shalom society'],
    ['home nurse from good shepherd home hlth, sees ruth halvorsen', 'good shepherd home hlth'],
  ])('%s', (text, value) => {
    expect(foundSites(text)).toContain(value)
  })

  test.each([
    ['Seen at Regions 4 weeks ago by Dr. Hale', 'Regions'],
    ['Transferred from Regions on Ativan 2 mg', 'Regions'],
    ['Transferred from Regions on Monday', 'Regions'],
    ['Seen at Ferrand 3 times', 'Ferrand'],
    ['A Regions-based trial, seen at Regions', 'Regions'],
    ['Admitted to Regions and the wound is clean', 'Regions'],
    ['Seen at Regions primary complaint chest pain', 'Regions'],
  ])('no more than the name: %s', (text, value) => {
    expect(foundSites(text)).toContain(value)
  })
})
