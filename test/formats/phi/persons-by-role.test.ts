// Names behind what somebody is or is called, given names of two syllables, and the other half of a name; and the same places without a name.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const names = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'name')
    .map(({ start, end }) => text.slice(start, end))

describe('behind a role', () => {
  test.each([
    'Case mgr @ will call.',
    'SW @ arranging placement.',
    'SW is @, from the county',
    'NNP @ present at delivery.',
    'med student @ wrote this.',
    'Arrived by car (husb. @ parked outside)',
    'Interp @ on video',
    'Next of kin @, lives nearby',
    'Her ride is @. Discharged home',
    'OB on call: @',
    'the boss @ is ok with light duties',
  ])('%s', (sentence) => {
    for (const name of ['Tarnowsky', 'Lindqvist', 'Priti']) expect(names(sentence.replace('@', name))).toEqual([name])
  })

  test.each([
    'student health center',
    'SW Oncology',
    'a node of 3 cm. Ki-67 of 18%',
    'manager Radiology',
    'Driver of the bus. Hit from behind.',
    'ride is here. Discharged home',
    'RT Chest portable',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('given names of two syllables', () => {
  test.each([
    ['Why did Shu-Fen become hypotensive?', 'Shu-Fen'],
    ['a patient like Sun-hee Rutherford, who had DVTs', 'Sun-hee Rutherford'],
    ['Kim Soon-ja failed letrozole', 'Kim Soon-ja'],
    ['CT head, Jong-su Quillbaek, found down', 'Jong-su Quillbaek'],
    ['Re Hye-jin Quillbaek: 26 wks', 'Hye-jin Quillbaek'],
  ])('%s', (text, name) => {
    expect(names(text)).toContain(name)
  })

  test.each(['Pre-op labs', 'Co-sign the note', 'No-show today', 'Bi-level support', 'Hi-flow oxygen'])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('in a row', () => {
  test.each([
    ['Present: Voss, Quillafor, Tarnowsky', ['Voss', 'Quillafor', 'Tarnowsky']],
    ['Attendees: Voss (attending), Quillafor MD and Tarnowsky', ['Voss', 'Quillafor', 'Tarnowsky']],
    ['her sons Zaylah and Wojquill came along', ['Zaylah', 'Wojquill']],
  ])('%s', (text, persons) => {
    for (const person of persons) expect(names(text)).toContain(person)
  })

  test.each([
    'Present: Fever, Cough, Rash',
    'Present: Elvanse',
    'Team: Cardiology, Nephrology',
    'her sons healthy and active',
    'kids Tylenol and Motrin',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})

describe('behind a team', () => {
  test.each([
    ['labs w/ pall care Reynolds. Lines out', 'Reynolds'],
    ['Vanc per pharm Lindqvist. HD tomorrow', 'Lindqvist'],
    ['random level when? pharmacist Winsome here', 'Winsome'],
  ])('%s', (text, name) => {
    expect(names(text)).toContain(name)
  })

  test.each(['wound care Aquacel. Lines out', 'per pharm Protocol. HD tomorrow', 'ortho Brace. Lines out', 'pharmacist Counseling here'])(
    'nobody in: %s',
    (text) => {
      expect(names(text)).toEqual([])
    },
  )
})

describe('a test that is called after a person', () => {
  test.each([
    'Thrill good, Allen ok.',
    'Allen normal, no edema',
    'Gaenslen and Patrick negative',
    'Watson neg, Finkelstein neg',
    'Leopold vtx, EFW 3 kg',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })

  test.each([
    ['Mr. Allen normal today', 'Allen'],
    ['her son Patrick negative for strep', 'Patrick'],
    ['Allen ok to go home, says Dr. Moro', 'Allen'],
  ])('%s', (text, name) => {
    expect(names(text)).toContain(name)
  })
})

describe('who is called something', () => {
  test.each([
    ['The man calls himself Shadow and sleeps outside', 'Shadow'],
    ['From the hostel, says name is Mossy, vomiting', 'Mossy'],
    ['I was told that Little Crow, known as Little Crow, refuses', 'Little Crow'],
    ["Hello, it's Temperance on the ward", 'Temperance'],
    ['"Big Al" gets his dose here', 'Big Al'],
    ['A1c is 51; Winsome asks if it is reliable', 'Winsome'],
    ['Ordering: QUILLAGAT, R   Site: east', 'QUILLAGAT, R'],
    ['supervising Al-Quillbouri, M', 'Al-Quillbouri, M'],
    ['Is it funded for Hemi Quilloe-Wright, dob unknown', 'Hemi Quilloe-Wright'],
    ['pt Quillong, Pa Houa. hold next dose', 'Quillong, Pa Houa'],
    ['mom Priscilla A will come', 'Priscilla A'],
    ['yusuf a. - optic neuritis', 'yusuf a'],
    ['CCT 48 min.\ne. tsang md', 'e. tsang'],
    ['ekg shown to dr. p. thao', 'p. thao'],
    ['the regimen for inmate Rufus Teal, genotype 3', 'Rufus Teal'],
    ['MS3 Lloyd Outlaw, note', 'Lloyd Outlaw'],
    ['pt Anjushri R dosed 85 mg', 'Anjushri R'],
    ['CM Emmy c. says no', 'Emmy c'],
    ['14 min. -- marisol t, LVN', 'marisol t'],
    ['grp 4 for marisela fuentes-ortega, osa', 'marisela fuentes-ortega'],
    ["Quillverd's truck is in the shop", 'Quillverd'],
    ['Quillhimi, 70s, from the home', 'Quillhimi'],
  ])('%s', (text, name) => {
    expect(names(text)).toContain(name)
  })

  test.each([
    'The rash is known as Sweet syndrome',
    'The file name is Untitled2.pdf',
    'Culture calls itself negative',
    '"Red Flag" symptoms were reviewed',
    'diet: Carbs, A',
    'vitamins: B, C and D',
    'Hepatitis panel: A, B',
    'On exam, Heart sounds are normal; Lungs clear',
  ])('nobody in: %s', (text) => {
    expect(names(text)).toEqual([])
  })
})
