// Names in hurried text that are plain words, too, in small letters and in capitals, and the same words where they are a test, a device, a plant or a thing.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const names = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'name')
    .map(({ start, end }) => text.slice(start, end))

describe('a plain word that a bed, a value, a deed or a question makes a name', () => {
  test.each([
    '@ trop 22 then 310',
    '@ bed 6 wants to leave ama',
    '@ in rm 12 pulled his chest tube',
    'lasix for @ in bed 9 or hold',
    '@ refused am insulin',
    '@ ate his tray and vomited',
    'can @ have his warfarin tonight',
    'should @ stop apixaban before the block',
    'is @ ok to fly with a chest drain site',
    'do we isolate @ for zoster',
    'told @ to come back if worse',
    'ask @ if he took his dose',
    "@'s wife says no blood",
    '@ my brother fell down the stairs',
    'call back @ 5555550142 re labs',
    'mother of @ called about the rash',
    'ok so @ has a gcs of 9',
    '@ 84f hip fx',
    '@ is crying and wont latch',
    '@ wants to know if she can drive',
  ])('%s', (sentence) => {
    for (const name of ['crane', 'tanner', 'daisy', 'FINCH']) expect(names(sentence.replace('@', name))).toContain(name)
  })

  test.each([
    ['methadone for Stone, qtc 470', 'Stone'],
    ['who covers for Dusty tonight', 'Dusty'],
    ['NURSE NOTE: COOK REFUSED PM VITALS', 'COOK'],
    ['fyi: HAWK 4B SVT 190', 'HAWK'],
    ['lab rang, marsh t ca 3.3', 'marsh t'],
    ['he used daisys inhaler by mistake', 'daisy'],
    ['her sister april had the same surgery', 'april'],
    ['chiwetel got heparin at 6', 'chiwetel'],
    ['lab called re gray, stool black', 'gray'],
    ['LAMB DNR? K 7.0', 'LAMB'],
    ['potassium on crane 6.6', 'crane'],
    ['heparin for petty 140kg', 'petty'],
    ['SEPSIS ALERT COOPER LACTATE 5.5', 'COOPER'],
    ['pls transfer petty to icu', 'petty'],
    ['my kid dusty ate a pod', 'dusty'],
    ['does daisy need a tetanus shot', 'daisy'],
    ["we've got Quillah, back from ct", 'Quillah'],
    ['ms. k wants out', 'k'],
    ['patient Min-won, urate 14', 'Min-won'],
    ['seo-yeon allergic to nuts', 'seo-yeon'],
    ['neonate thapa b/o sunita, bili 14', 'sunita'],
    ['S: crane, delphine 91F from the ward', 'crane, delphine'],
    ['a porter here, surname Bright', 'Bright'],
    ['say whether Quillnowsky needs treatment', 'Quillnowsky'],
  ])('%s', (text, name) => {
    expect(names(text)).toContain(name)
  })
})

describe('nobody where the word is something else', () => {
  test.each([
    'wells of 4.5 and a dimer of 610',
    'wells dimer 610 at age 70',
    'wells says low risk',
    'bishop 6, induce or wait',
    'winters pco2 28 for that bicarb',
    'is wells ok to use in pregnancy',
    'long qtc 520 on sotalol',
    'short pr 90 and a delta wave',
    'cook catheter for ripening',
    'rose bengal stain pos',
    'can hunter syndrome be picked up on the screen',
    'is honey safe for a cough at 14 months',
    'can ginger have an effect on inr',
    'should sage stop before surgery',
    'call light in reach, call bell to hand',
    'drew labs then gave lasix',
    'field hr 130 bp 80/50',
    'light sats 88 on room air',
    'summer camp called about his inhaler',
    'white hb 7 after the transfusion of the black bag',
    'passed a stone in the bathroom',
    'how long in bed 3 after a spinal',
    'penicillin for May, then stop',
    'use the walker to go home',
    'dose for long haul flights',
    'plan for spring, then review',
    'give honey to coat the throat',
    'gave iron to the lab tech',
    'transfer light to the other side',
    'a so-so night, ha-ha',
    'wound c/o lavage, w/o dressing',
    "we've got Xanax, Ativan",
    'potassium on repeat 6.6',
  ])('%s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('behind a title', () => {
  test.each([
    ['mrs pain wants more morphine', 'pain'],
    ['can mr low have his lisinopril', 'low'],
    ['dr blood wants a type and screen', 'blood'],
    ['MR LOVE K 2.9', 'LOVE'],
    ['mr self discharged himself', 'self'],
    ["mrs k's daughter rang", 'k'],
    ['mr. t has a rash', 't'],
    ['Mr. In in 9 has a gtt', 'In'],
    ['by doctor ping showed slowing', 'ping'],
    ['copy to doctor day and to the payer', 'day'],
    ['at the request of doctor lucille crane of this practice', 'lucille crane'],
    ['nurse joy said hold it', 'joy'],
  ])('%s', (text, name) => {
    expect(names(text)).toEqual([name])
  })

  test.each([
    'my dr never called me back',
    'can a doctor see it',
    'need dr note for school',
    'dr visit tomorrow',
    'mr spine with contrast',
    'MR angio of the neck',
    'moderate MR. She was started on a diuretic',
    'moderate MR murmur at the apex',
    'ms relapse on a new drug',
    'i miss work',
    'did he miss june dose',
    'See the eye doctor. Recheck in three months.',
    'nurse practitioner said so',
    'NURSE NOTE: CALM, NO PAIN',
    'doctor orders: npo',
    'dr office wants a copy',
    'dr note says no lifting',
    'is mr clean toxic if swallowed',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})
