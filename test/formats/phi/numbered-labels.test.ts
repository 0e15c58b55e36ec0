// Numbers behind nouns that have one, plates of many countries, and the counts, measures, codes and ranges that are written like them.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const spans = (text: string) => detectPhi(text).map(({ start, end, category }) => `${category}:${text.slice(start, end)}`)

describe('a number behind a noun that has one', () => {
  test.each([
    ['prescriber no. 48822', 'license:48822'],
    ['DL ME 4417082.', 'license:ME 4417082'],
    ['Mbr ID W2044 71882', 'health-plan-id:W2044 71882'],
    ['Sub# RQ447', 'health-plan-id:RQ447'],
    ['UHC, W2044 71882', 'health-plan-id:W2044 71882'],
    ['enrollee no YPP W10294471', 'health-plan-id:YPP W10294471'],
    ['Enc# 77120', 'account:77120'],
    ['hosp # KQ8827', 'mrn:KQ8827'],
    ['pump # 77120', 'device:77120'],
    ['emp # 4471', 'other-id:4471'],
    ['Surg path # 77120', 'other-id:77120'],
    ['chassis number MA3ERLF1S00', 'vehicle:MA3ERLF1S00'],
    ['taxi no. 4471', 'vehicle:4471'],
    ['spectralink 5-1180', 'phone:5-1180'],
  ])('%s', (text, expected) => {
    expect(spans(text).filter((span) => !/^(?:organization|name)/.test(span))).toEqual([expected])
  })

  test.each([
    'SVC 3420 mL (88% pred)',
    'Tail 1425 HU',
    'Serial 12-lead EKGs',
    'CF 508del',
    'CPT code 99213, modifier 25',
    'Ref: 150-450',
    'Reference 135-145',
    'MR 2024',
    'ACC 2021',
    'Plan: 1500 mL fluid restriction',
    'Exam: 148/82, pulse 66',
    'Disp #120 tablets',
    'visit no 12 of 20',
    'platelets 145000',
    'incident 1200 cases',
  ])('no identifier in: %s', (text) => {
    expect(spans(text)).toEqual([])
  })
})

describe('numbers in groups and serials of a year', () => {
  test.each([
    ['donor unit W0413 24 118827. Bili', 'other-id:W0413 24 118827'],
    ['claim S0147 22 908 | Employer', 'account:S0147 22 908'],
    ['ABN 53 004 085 616', 'national-id:53 004 085 616'],
    ['NHI: ZAC5361', 'national-id:ZAC5361'],
    ['lot 9K7XB L delt', 'device:9K7XB'],
    ['Lab no. D24/33871', 'other-id:D24/33871'],
    ['Previous 2/2023 (D23/04471) Clark', 'other-id:D23/04471'],
    ['\nBOUCHARD,ROSAIRE P   B4417    AUG 14', 'other-id:B4417'],
    ['pump (01)00844588003288(17)251231(10)AB1234S failing', 'device:(01)00844588003288(17)251231(10)AB1234S'],
    ['xxx-xx-4417', 'ssn:xxx-xx-4417'],
    ['his MyChart is lfeatherwick94', 'other-id:lfeatherwick94'],
    ['on (02) 5550 0163.', 'phone:(02) 5550 0163'],
    ['98400 55501', 'phone:98400 55501'],
    ['030/5550123', 'phone:030/5550123'],
    ['91 555 01 23', 'phone:91 555 01 23'],
    ['pgr 2-0447', 'phone:2-0447'],
    ['ext 447', 'phone:447'],
  ])('%s', (text, expected) => {
    expect(spans(text)).toContain(expected)
  })

  test.each(['fasting 92 110 98', 'ext 2+ edema', 'D5/45', 'C5/6 disc'])('none in: %s', (text) => {
    expect(spans(text)).toEqual([])
  })
})

describe('number plates', () => {
  test.each([
    ['the driver behind had plate MH 12 AB 3456 on', 'MH 12 AB 3456'],
    ['Kennzeichen B 8841 KT', 'B 8841 KT'],
    ['His car, registration 191-D-20455, was towed.', '191-D-20455'],
    ['hit by a van (reg. 1234 KBC) at low speed', '1234 KBC'],
    ['a grey Vauxhall Corsa (BD19KXY) in the bay', 'BD19KXY'],
    ['came on a scooter, 8KLM204 on the plate.', '8KLM204'],
    ['rego YGT-884', 'YGT-884'],
    ['by ambulance reg GRZ 441 CK, escorted', 'GRZ 441 CK'],
  ])('%s', (text, plate) => {
    expect(spans(text).filter((span) => span.startsWith('vehicle'))).toEqual([`vehicle:${plate}`])
  })

  test.each([
    'Hit by a car, GCS 15, HR 120',
    'Ford F-150 rollover',
    'car at 45 MPH',
    'volar plate, 6 screws',
    'SUV struck at 1430, BP 120/80',
  ])('no plate in: %s', (text) => {
    expect(spans(text).filter((span) => span.startsWith('vehicle'))).toEqual([])
  })
})

describe('a short number behind a label and a sign', () => {
  test.each([
    ['MRN:7', 'mrn:7'],
    ['MRN#7', 'mrn:7'],
    ['Acct #7', 'account:7'],
  ])('%s', (text, expected) => {
    expect(spans(text)).toEqual([expected])
  })

  test.each(['Account 7', 'account #3 of 5', 'MR:3', 'MRN:7%'])('but not %s', (text) => {
    expect(spans(text)).toEqual([])
  })
})
