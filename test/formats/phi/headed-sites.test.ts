// Places and institutions with a capital by the noun behind them, the slot, the label or the form of the address, and what looks like them.
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
const touches = (text: string, value: string): boolean => {
  const start = text.indexOf(value)
  return detectPhi(text).some((span) => span.start < start + value.length && start < span.end)
}

describe('by the noun behind the name', () => {
  test.each([
    ['sleeps beneath the Burnside Bridge', 'Burnside Bridge'],
    ['drove past Slim Buttes', 'Slim Buttes'],
    ['lives in the Dorchester neighborhood', 'Dorchester'],
    ['from the Muskogee area, farmer', 'Muskogee'],
    ['at the GM plant in Lordstown', 'GM'],
    ['may return to the TVA control room', 'TVA'],
    ['Sutures: PHN Lynch, Dingle health centre 12th', 'Dingle health centre'],
    ['Works as a cashier, Bashas', 'Bashas'],
    ['new pt, LANL janitor, badge Z 118', 'LANL'],
    ['aboard USS Nimitz in 2009', 'USS Nimitz'],
    ['student at Univ. of Wollongong', 'Univ. of Wollongong'],
    ["born in January at Children's of the Plains", "Children's of the Plains"],
    ['after delivery at Our Lady of the Lake', 'Our Lady of the Lake'],
    ['prior classical. St Barnabas OR busy till 6', 'St Barnabas'],
    ['crossing Delancey St when hit', 'Delancey St'],
    ['a veteran of the 10th Mountain Division', '10th Mountain Division'],
    ['consulate of Mexico called', 'consulate of Mexico'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    ['The ADA Standards of Care 2024 say so', 'ADA'],
    ['Myocardial Bridge on the angiogram', 'Bridge'],
    ['the ICU nurse called', 'ICU'],
    ['the MRI control group', 'MRI'],
    ['VA disability form, VA 20/40', 'VA'],
    ['Multiplanar PD fat-saturated images', 'PD'],
    ['tender in the RUQ area', 'RUQ'],
    ['in the Medical branch of the nerve', 'Medical'],
    ['transferred from OSH ED with sepsis', 'OSH ED'],
    ['transfer to PCU from MICU', 'PCU'],
    ['admitted from Home', 'Home'],
    ['Transferred from Stretcher to Bed', 'Stretcher'],
    ['the 2nd Right rib', 'Right'],
  ])('%s: not %s', (text, value) => {
    expect(touches(text, value)).toBe(false)
  })
})

describe('by the slot with a capital', () => {
  test.each([
    ['resident physician at Jackson', 'Jackson'],
    ['methadone at CODA', 'CODA'],
    ['Seen by Ann Brodsky; did her knee at Trillium (2014).', 'Trillium'],
    ['Ann Brodsky lives in a house built 1924 on Yemans.', 'Yemans'],
    ['Pt Ann Brodsky flies back to Hana 4/4 on Mokulele', 'Mokulele'],
    ['Ann Brodsky has a sling from Brexmar.', 'Brexmar'],
    ['Ann Brodsky, travel ADAC case 24-771', 'ADAC'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    ['Ann Brodsky on INH for TB contact', 'INH'],
    ['Ann Brodsky, last CBC with ANC.', 'ANC'],
    ['malaria prophylaxis on a trip to bali', 'bali'],
    ['Ann Brodsky seen at Baseline', 'Baseline'],
    ['Ann Brodsky takes Zorvex 40 with food', 'food'],
  ])('%s: not %s', (text, value) => {
    expect(touches(text, value)).toBe(false)
  })
})

describe('residences by their form', () => {
  test.each([
    [
      'R/o H.No. 4-12, Beside Hanuman Temple, Kundgol Tq, Dist. Dharwad; Cell',
      'H.No. 4-12, Beside Hanuman Temple, Kundgol Tq, Dist. Dharwad',
    ],
    ['Add: Stand 771 Block F, Soshanguve  Next of kin', 'Stand 771 Block F, Soshanguve'],
    ['mother lives Toowoomba QLD 4350?', 'Toowoomba QLD 4350'],
    ['ZIP codes, such as 30310 and 30032-1187', '30032-1187'],
    ['patients with ZIP codes such as 60614', '60614'],
    ['at 2207 Fifth Line W, L5K, she drives', '2207 Fifth Line W, L5K'],
    ['farmer near Bird-in-Hand, has', 'Bird-in-Hand'],
    ['confirmed at GPS 38.7021, -76.2144. Right heel', '38.7021, -76.2144'],
    ['Wound visit 2/6 at 5215 Loughboro Rd NW. ok', '5215 Loughboro Rd NW'],
  ])('%s', (text, value) => {
    expect(covers(text, value)).toBe(true)
  })

  test.each([
    'R/o MI, r/o PE, Dist pulses 2+',
    'Add: metoprolol 25 mg, Aspirin 81',
    'Add: Vitamin D',
    'first-in-human trial',
    '12 Central Line days',
    'ST 4350 change',
  ])('none in: %s', (text) => {
    expect(detectPhi(text).filter(({ category }) => category === 'location')).toEqual([])
  })
})
