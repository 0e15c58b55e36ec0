// Roads by their letter or number, landmarks in small letters, races, and the parts of the body and the readings that are called alike.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

describe('places that a road, a landmark or a race tells', () => {
  test.each([
    ['rolled his truck on County Road 12, chest tube in', 'County Road 12'],
    ['eleven miles of gravel off BIA Hwy 27', 'BIA Hwy 27'],
    ['on FM 1960 when the tyre blew', 'FM 1960'],
    ['I was on the A303 near Amesbury when it started', 'A303'],
    ['crash on the M25 this morning, seatbelt sign', 'M25'],
    ['letter postmarked 60614 came yesterday', '60614'],
    ['lives at 1180 Mile 3 Rd with her aunt', '1180 Mile 3 Rd'],
    ['Erf 41 Protea Str, tel 0145550162', 'Erf 41 Protea Str'],
    ['ran the Lake Placid marathon, sodium 119', 'Lake Placid'],
    ['collapsed at Bushy parkrun, ROSC on scene', 'Bushy'],
    ['fell near the kessock bridge, hip fracture', 'the kessock bridge'],
    ['Mrs. Halvorsen lives alone near the old limekilnery', 'the old limekilnery'],
  ])('%s', (text, value) => {
    const places = detectPhi(text).filter(({ category }) => category === 'location')
    expect(places.map(({ start, end }) => text.slice(start, end))).toContain(value)
  })

  test.each([
    'trigger finger release at the A1 pulley',
    'aneurysm on the A1 segment near the ACOM',
    'stenosis of the M1 branch at the bifurcation',
    'how much B12 on the A1c results',
    'trained for a half marathon, stress fracture',
    'lesion near the bridge of the nose',
    'dental bridge near the molar',
    'pressure on the nasal bridge',
    'fracture near the old osteotomy',
    'mask sat on the N95 line',
    'plot 12 values on the growth chart',
    'Stand 10 times from a chair',
    'near the old hardware, no loosening',
    'pain near the new fistula',
    'flow rate 12 on the road 4 mg',
  ])('none in: %s', (text) => {
    expect(detectPhi(text)).toEqual([])
  })
})
