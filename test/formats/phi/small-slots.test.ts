// Institutions and places by the slot of the sentence, the label or the number that tells them, in any case, and the plain words that stand there, too.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const PLACES = new Set(['facility', 'organization', 'location'])
const covers = (text: string, value: string): boolean => {
  const start = text.indexOf(value)
  const spans = detectPhi(text).filter(({ category }) => PLACES.has(category))
  for (let at = start; at < start + value.length; at++)
    if (/[\p{L}\d]/u.test(text[at]!) && !spans.some((span) => span.start <= at && at < span.end)) return false
  return start >= 0
}

describe('names in small letters behind what puts somebody there', () => {
  test.each([
    ['came from harborline peds with a rash', 'harborline peds'],
    ['dialyzes mwf at quail run dialysis', 'quail run dialysis'],
    ['referred by tri-valley oncology associates for a second opinion', 'tri-valley oncology associates'],
    ['she was seen at mercy for the same thing', 'mercy'],
    ['had bypass at narayana', 'narayana'],
    ['seen at rpa last month', 'rpa'],
    ['cashier at blue barn, wrist pain', 'blue barn'],
    ['he works at target and stands all day', 'target'],
    ['i work for delmonico foods and need a note', 'delmonico foods'],
    ['employed by caterpillar as a machinist', 'caterpillar'],
    ['food poisoning from golden corral', 'golden corral'],
    ['junior at wexford high, concussion on friday', 'wexford high'],
    ['homeless, sleeps at pine street inn', 'pine street inn'],
    ['grew up in kalkaska', 'kalkaska'],
    ['visiting from hardanger, ran out of insulin', 'hardanger'],
    ['resident of pend oreille county', 'pend oreille county'],
    ['born sat 11/2 surrey memorial', 'surrey memorial'],
    ['lincoln pd brought her in on a hold', 'lincoln pd'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    'transferred from floor to stepdown',
    'seen at bedside with family',
    'discharged to home with hospice',
    'works at night and sleeps at noon',
    'works for fmla',
    'moved from supine to sitting',
    'lives at home with wife',
    'lives near the hospital',
    'sent to cardiology from triage',
    'bought from a local market',
    'fell at work from ladder',
    'labs from admission reviewed',
    'treated with target dose of metoprolol',
  ])('none in: %s', (text) => {
    expect(detectPhi(text)).toEqual([])
  })
})

describe('values behind a label', () => {
  test.each([
    ['Employer - Brighton Tile', 'Brighton Tile'],
    ['employer: ferncliff nurseries', 'ferncliff nurseries'],
    ['pharmacy: kinney drugs', 'kinney drugs'],
    ['hospice is Seasons', 'Seasons'],
    ['pob: tbilisi', 'tbilisi'],
    ['employer: blue barn insurance: molina', 'blue barn'],
    ['school: meadowlark montessori', 'meadowlark montessori'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    'Employer: none',
    'employer - unemployed',
    'Insurance: none, self pay',
    'Lab: CBC, BMP',
    'Clinic: Cardiology',
    'Plan: brachytherapy',
    'pharmacy: on file',
    'school is hard',
  ])('none in: %s', (text) => {
    expect(detectPhi(text)).toEqual([])
  })
})

describe('what a number tells apart', () => {
  test.each([
    ['3rd grader at PS 118, needs albuterol form', 'PS 118'],
    ['class at P.S. 118. Lives w/ moms', 'P.S. 118'],
    ['member of local 512, on disability', 'local 512'],
    ['from teamsters local 848', 'teamsters local 848'],
    ['night clerk at 7-eleven, robbed', '7-eleven'],
    ['Medic 12 brought him in', 'Medic 12'],
    ['served with the 101st airborne', '101st airborne'],
    ['MVC at exit 12 off I-90, restrained', 'exit 12 off I-90'],
    ['MVC on I-40 mm 212, TXA given', 'I-40 mm 212'],
    ['at mile marker 112 on US-64', 'mile marker 112 on US-64'],
    ['lives in a trailer at lot 14 shady acres', 'lot 14 shady acres'],
    ['zip is 60614', '60614'],
    ['lives on RR 2, no running water', 'RR 2'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    'nodule 4 mm 2 cm from hilum',
    'lot 14 expired',
    'ms 3 days ago',
    'local 2 mg lidocaine',
    'exit 12 mm wound',
    'RR 18, HR 90',
    'unit 2 transfused',
    'I-131 ablation',
    '2nd division of the nerve',
  ])('none in: %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => PLACES.has(category))).toEqual([])
  })
})

describe('where an institution is', () => {
  test.each([
    ['Treated at Planned Parenthood on Lyndale.', 'Lyndale'],
    ['refill sent to cvs on halsted', 'halsted'],
    ['works at the Kroger on Vine', 'Vine'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    ['Seen at Mayo Clinic on Monday', 'Monday'],
    ['Seen at Mayo Clinic on Lasix', 'Lasix'],
    ['Seen at Mayo Clinic in Cardiology', 'Cardiology'],
  ])('%s: not %s', (text, value) => {
    const at = text.indexOf(value)
    expect(detectPhi(text).some(({ start, end, category }) => category === 'location' && start < at + value.length && at < end)).toBe(false)
  })
})

describe('what people call hospitals and homes', () => {
  test.each([
    ['seen at mayo last week', 'mayo'],
    ['transfer from mass gen for pci', 'mass gen'],
    ['he was at good sam for 3 days', 'good sam'],
    ['admitted methodist 3/4 for chf', 'methodist'],
    ['mayo called about her labs', 'mayo'],
    ['new T2 lesions, u of m', 'u of m'],
    ['came from the pines with fever', 'the pines'],
    ["transfer from children's for pci", "children's"],
    ['my dad is at mercy west and cant eat', 'mercy west'],
    ['oak manor wants to send her here', 'oak manor'],
    ['she goes to magnolia place for rehab', 'magnolia place'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    'pain at temple and jaw',
    'rush to the ed with chest pain',
    'a sharp pain in regions of the back',
    'select patients were seen',
    'she is at risk of falls',
    'he was at baseline and goes to work',
    'she goes to church and to therapy',
    'mercy of the court',
    'the children were fed from milk',
    'ate mayo from the fridge',
  ])('none in: %s', (text) => {
    expect(detectPhi(text)).toEqual([])
  })
})

describe('institutions that nothing announces, beside somebody', () => {
  test.each([
    ['Ann Brodsky, cath 2019 Zangmeister.', 'Zangmeister'],
    ['Ann Brodsky, CABG x3 (Genesis 2011)', 'Genesis'],
    ['Ann Brodsky tested Helixara 2016', 'Helixara'],
    ['Ann Brodsky flown via LifeNet 3 to us', 'LifeNet 3'],
    ['Ann Brodsky in Room E-414', 'E-414'],
    ['Ann Brodsky still on precautions in b-214', 'b-214'],
    ['Ann Brodsky is in 4N-12 now', '4N-12'],
    ['Ann Brodsky moved to 4N-12', '4N-12'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    ['Ann Brodsky, echo 2019 Normal EF', 'Normal'],
    ['Ann Brodsky, MRI 2019 Lumbar spine', 'Lumbar'],
    ['Ann Brodsky, chemo 2019 Taxol 80', 'Taxol'],
    ['Ann Brodsky, pain in T-12', 'T-12'],
    ['cath 2019 Zangmeister.', 'Zangmeister'],
  ])('%s: not %s', (text, value) => {
    const at = text.indexOf(value)
    expect(detectPhi(text).some(({ start, end }) => start < at + value.length && at < end)).toBe(false)
  })
})
