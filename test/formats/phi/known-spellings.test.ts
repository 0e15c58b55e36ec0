// What the caller knows is found whole in every spelling that people and systems give it, wherever it stands.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { KnownValues } from '../../../src/formats/phi/known/known-values.ts'
import { checkLists } from '../../../src/formats/phi/search/list-contradictions.ts'
import { uncovered } from './annotated-text.ts'

const PLACES = ['Seen today with {} present for review.', '{}', 'call about {}, please', 'x ({}) y', 'Note re: {}.']

/** Known values, and the spellings of them, divided by bars. */
const SPELLINGS: readonly (readonly [string, KnownValues, string])[] = [
  [
    'a name with a hyphen and Nordic letters',
    { names: ['Marit Løvås-Brennan'] },
    'Marit Løvås-Brennan|MARIT LØVÅS-BRENNAN|marit løvås-brennan|Løvås-Brennan, Marit|LØVÅS-BRENNAN,MARIT|Brennan, Marit|M. Løvås-Brennan|M Løvås-Brennan|Løvås-Brennan M|Løvås Brennan|Lovas-Brennan|Loevaas-Brennan|LovasBrennan|Brennans|ML|MLB|M.L.|M.L.B.|M. L.|m.l.|Marit L.|Brennan^Marit|Brennan_Marit|marit.lovas',
  ],
  [
    'a name with an apostrophe',
    { names: ["Seán O'Shaughnessy"] },
    "Seán O'Shaughnessy|Sean OShaughnessy|Sean O Shaughnessy|SEAN O’SHAUGHNESSY|O'Shaughnessy|S. O’Shaughnessy|O'SHAUGHNESSY, S|Sean O.|S.O.",
  ],
  [
    'a name with particles',
    { names: ['José Núñez de la Vega'] },
    'José Núñez de la Vega|Jose Nunez de la Vega|Nunez de la Vega, Jose|Nunez|de la Vega|J. Núñez|JN|J.N.V.|JNDLV|Vega',
  ],
  [
    'a name with umlauts and a sharp s',
    { names: ['Großmüller, Jürgen'] },
    'Jürgen Großmüller|Juergen Grossmueller|Jurgen Grossmuller|GROSSMÜLLER|Großmüllers|J. Großmüller|JG|Grossmueller, J.',
  ],
  ['a name in Cyrillic letters', { names: ['Хорхе Иванов'] }, 'Хорхе Иванов|Иванов Хорхе|ИВАНОВ|Иванова'],
  ['a name of English words', { names: ['Grace Long'] }, 'Grace Long|GRACE LONG|long, grace|Grace|Long, G|G. Long|GL|G.L.'],
  ['a provider', { providers: ['Dr. Osei Kwabena'] }, 'Osei Kwabena|Kwabena|KWABENA, OSEI|O. Kwabena'],
  [
    'a date',
    { dates: ['1987-03-09'] },
    "1987-03-09|03/09/1987|3/9/87|3/9/1987|09.03.1987|9.3.87|9-3-1987|March 9, 1987|Mar 9 1987|9 March 1987|9th of March 1987|09MAR1987|09-Mar-87|9-MAR-1987|19870309|March 9|Mar. 9th|9 Mar|03/09|3/9|1987/3/9|03 09 1987|March the 9th|030987|09031987|1987.03.09|Mar 9 '87|9. März 1987|9 mars 1987|9 de marzo de 1987",
  ],
  [
    'a telephone number',
    { phones: ['(312) 555-0177'] },
    '(312) 555-0177|312-555-0177|312.555.0177|3125550177|312 555 0177|+1 312 555 0177|+13125550177|1-312-555-0177|312/555/0177|555-0177|555 0177|5550177|312 55 50 177|(312)555-0177|001 312 555 0177|312–555–0177|312·555·0177',
  ],
  [
    'a telephone number with the code of a country',
    { phones: ['+49 30 5550 1234'] },
    '+49 30 5550 1234|030 55501234|030/5550-1234|0049 30 55501234|+49 (0)30 5550 1234|49 30 5550 1234|55501234|+493055501234',
  ],
  [
    'an identifier with letters',
    { ids: ['0088-4127-MX'] },
    '0088-4127-MX|00884127MX|0088 4127 MX|0088.4127.MX|884127MX|88-4127-MX|0088-4127|00884127|884127|#884127|0088_4127_MX|0088-4127-mx|O088-4127-MX',
  ],
  [
    'an identifier of digits',
    { ids: ['7714429'] },
    '7714429|771-4429|77 14 429|07714429|0007714429|7,714,429|A7714429|MRN7714429|7714429-01',
  ],
  [
    'an address',
    { addresses: ['418 Sycamore Lane, Apt 4B, Bend, OR 97702'] },
    '418 Sycamore Lane, Apt 4B, Bend, OR 97702|418 sycamore ln apt 4b|418 Sycamore Ln.|418 SYCAMORE LANE|Sycamore Lane|Bend, OR|97702|418 Sycamore|418 Sycamore Ln #4B, Bend OR 97702-1234',
  ],
  [
    'a hospital',
    { organizations: ['Saint Orwena Regional Medical Center'] },
    "Saint Orwena Regional Medical Center|St. Orwena Regional Medical Center|ST ORWENA REGIONAL MED CTR|Saint Orwena|St Orwena|st. orwena|Orwena's|St. Orwena Regional Medical Centre|SORMC|Orwena Hospital",
  ],
  [
    'a hospital called by an English word',
    { organizations: ['Harvest General Hospital'] },
    'Harvest General Hospital|Harvest Gen|HARVEST GENERAL HOSP|Harvest|HGH',
  ],
  [
    'a firm',
    { organizations: ['Tolbeck & Sons Haulage, Inc.'] },
    'Tolbeck & Sons Haulage, Inc.|Tolbeck and Sons Haulage|TOLBECK & SONS|tolbeck|Tolbeck & Sons Haulage Incorporated|TolbeckAndSons',
  ],
  ['a firm called by one English word', { organizations: ['Anchor'] }, 'Anchor|ANCHOR'],
  ['a school', { organizations: ['the Grellan Middle School'] }, 'the Grellan Middle School|Grellan Middle|Grellan MS|grellan|GMS'],
]

describe('every spelling, in every place, is covered whole', () => {
  test.each(SPELLINGS)('%s', (_, known, spellings) => {
    const left = spellings
      .split('|')
      .flatMap((spelling) => PLACES.map((place) => ({ spelling, text: place.replace('{}', () => spelling) })))
      .filter(({ spelling, text }) => {
        const start = text.indexOf(spelling)
        return uncovered(text, { start, end: start + spelling.length }, detectPhi(text, { known })) > 0
      })
    expect(left).toEqual([])
  })
})

describe('the last digits of a known number', () => {
  test.each(['card ending in 4429', 'MRN last four 4429', 'phone x4429', 'account ...4429', 'ID ****4429'])('%s', (text) => {
    const found = detectPhi(text, { known: { ids: ['7714429'] } })
    expect(found.some(({ start, end }) => text.slice(start, end).endsWith('4429'))).toBe(true)
  })

  test('are a measure elsewhere', () => {
    expect(detectPhi('Platelets were 4429 then.', { known: { ids: ['7714429'] } })).toEqual([])
  })
})

describe('what only looks like a known value stays', () => {
  test.each([
    ['M.D. and R.N. at bedside', { names: ['Mara Dunne', 'Rhea Nolan'] }],
    ['a long pause, by grace', { names: ['Grace Long'] }],
    ['strength 4/5, reflexes 2/4', { dates: ['1987-03-09'] }],
    ['The anchor stitch held, a harvest of grafts, Harvest technique.', { organizations: ['Anchor', 'Harvest General Hospital'] }],
    ['General care at home, family medicine, BMI and CBC.', { organizations: ['Family Medical Center', 'Brook Medical Institute'] }],
  ] as const)('%s', (text, known) => {
    expect(detectPhi(text, { known })).toEqual([])
  })
})

describe('short values are found as they were given', () => {
  test.each([
    ['Mom says K has been well.', { names: ['K'] }, 'K'],
    ['Pager 2206 was called.', { phones: ['2206'] }, '2206'],
    ['Call ext 204 then.', { phones: ['204'] }, '204'],
    ['Went to The Anchor then.', { organizations: ['The Anchor'] }, 'The Anchor'],
    ['Locker 7 is hers.', { ids: ['7'] }, '7'],
  ] as const)('%s', (text, known, value) => {
    const start = text.indexOf(value)
    expect(uncovered(text, { start, end: start + value.length }, detectPhi(text, { known }))).toBe(0)
  })

  test.each([
    ['Rohit Dal', 'Dal was seen today.'],
    ['Rohit Dal', 'dal seen'],
    ['Marta Dalla', 'Dalla was seen today.'],
  ])('the surname of %s, which is an Italian particle, too', (name, text) => {
    expect(detectPhi(text, { known: { names: [name] } })[0]).toMatchObject({ start: 0, rule: 'known/name-part' })
  })

  test('a letter before a measure and three digits elsewhere stay', () => {
    expect(detectPhi('K 4.2, weight 204 then.', { known: { names: ['K'], phones: ['204'] } })).toEqual([])
  })

  test('a text of the deny list may be one letter', () => {
    expect(detectPhi('grade K then', { deny: ['K'] })).toMatchObject([{ start: 6, end: 7, rule: 'known/deny' }])
  })
})

describe('a text that has nothing to compare is refused', () => {
  test.each([
    [{ deny: ['--'] }, '/options/deny/0'],
    [{ allow: ['Mercy', ' '] }, '/options/allow/1'],
    [{ known: { names: ['#'] } }, '/options/known/names/0'],
  ])('%j', (lists, pointer) => {
    expect(() => checkLists(lists)).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }))
  })
})
