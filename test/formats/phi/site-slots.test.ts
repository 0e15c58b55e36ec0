// Institutions by the little words around them and addresses without a suffix of streets, and the states, parts of the body and counts that stand there, too.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const SITES = new Set(['facility', 'organization', 'location'])
const foundSites = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => SITES.has(category))
    .map(({ start, end }) => text.slice(start, end))

describe('institutions and addresses by the words around them', () => {
  test.each([
    ['wife rang me from the Ballinderry, waters gone', 'the Ballinderry'],
    ['he has lost his glasses at RVQ, wants them back', 'RVQ'],
    ['Mrs. Halvorsen went in to the Vic on monday, still there', 'the Vic'],
    ["my sister drove me to Kettlemen's. They did an ecg", "Kettlemen's"],
    ['the shelter, Hope on Ninth, needs to know', 'Hope on Ninth'],
    ['her insurer (Norcross Meridian) needs a form', 'Norcross Meridian'],
    ['transport Lonestar MedRide, arrives late', 'Lonestar MedRide'],
    ['Medical aid Polmed Select, number below', 'Polmed Select'],
    ['retired from Halden Oak Steelworks in 1998', 'Halden Oak Steelworks'],
    ['label of Wickford Mingus Drug, filled last week', 'Wickford Mingus Drug'],
    ['mom is at work brivian annex today', 'brivian annex'],
    ['lives at 14 Elmers Green, Skelmersdale', '14 Elmers Green'],
    ['My address is 3 Shore Brae, Anstruther KY10 3ZZ', '3 Shore Brae, Anstruther KY10 3ZZ'],
    ['410 Main, New Iberia LA 70560', '410 Main, New Iberia LA 70560'],
  ])('%s', (text, value) => {
    expect(foundSites(text)).toContain(value)
  })

  test.each([
    'ablation success at AVNRT vs AVRT',
    'bleed risk at DOAC trough',
    'switching to the Zoladex, how soon after the last shot',
    'the pain goes to the Achilles, is that normal',
    'difference between the Foley and the Coude',
    'is it safe at GFR 20',
    'anesthesia for the clinic, Propofol Lipuro, and monitoring',
    'at home, Vitamin Supplements, and rest',
    'the pharmacy (Generic Name) question',
    'my practice (Solo Family) uses it',
    "at Crohn's",
    "related to Parkinson's, or not",
    "transition to Kaposi's",
    'give to the Neonate, then the mother',
    'back to the Hunter syndrome question',
    'applied to the Gartland, type 3',
    'return to the Philippines',
    'from the school (Years 7 to 9) vaccinations',
    'the camp, Summer Camp Forms, needs',
    'compare the plant, Aloe Vera, with silver',
    'chemical factory (Hydrogen Fluoride) exposure',
    'in pharmacy, Vitamin D3, which strength',
    'clinic (Monday Wednesday) hours',
    'at the Adductor, pain on squeeze',
    'down to the Malleolus, swelling',
    '20 Mild View, then stop',
    'Grade 3 Bank, none',
    'Fell 2 Steps Down Side.',
  ])('none in: %s', (text) => {
    expect(foundSites(text)).toEqual([])
  })
})
