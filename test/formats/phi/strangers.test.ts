// Persons whom no field names, streets of ordinary words, and remarks in an encoding go from X12 and CDA. More of them: test/bench/x12/x12-campaign.ts
// and cda-campaign.ts.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { locateEscapedText } from '../../../src/formats/phi/normalize/escaped-text.ts'
import { locateStreets } from '../../../src/formats/phi/words/street-lines.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { PROFESSIONAL_CLAIM } from '../x12/sample-interchanges.ts'
import { deidentify, documentOf, entryOf, sectionOf, valuesOf } from './cda/planted-cda.ts'

const encoded = (text: string) => [
  Buffer.from(text).toString('base64'),
  Buffer.from(text).toString('hex'),
  encodeURIComponent(text),
  [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '=$&'),
]
const REMARKS = [
  'resides 2995 corduroy ct',
  'RESIDES 94 MAPLE HOLLOW DRIVE',
  'ambulance pick up birkenweg 8, oberwiesenthal',
  'mail eob to aysegul karaosmanoglu',
  'per tihamer in billing, resubmit',
  ...encoded('spouse Reinhilde Niemeyer'),
]
const SECRET =
  /corduroy|maple|birkenweg|oberwiesenthal|aysegul|karaosmanoglu|tihamer|reinhilde|niemeyer|UmVpbmhpbGRl|5265696e68696c6465|=52=65=69/i

describe.each(REMARKS)('%s', (remark) => {
  test('in a note of X12', () => {
    const note = remark.replaceAll('~', ' ')
    const interchange = PROFESSIONAL_CLAIM.replace('LX*1~', `NTE*ADD*${note}~LX*1~`)
    expect(interchange).toContain(note)
    const { interchange: cleaned } = runTool(phiDeidentifyX12, { interchange }, {}) as unknown as { interchange: string }
    expect(decodeURIComponent(cleaned.replace(/%(?![0-9A-F]{2})/g, ' '))).not.toMatch(SECRET)
  })

  test('in a narrative and an entry of CDA', () => {
    const text = remark.replaceAll('&', '&amp;')
    const document = documentOf({ sections: sectionOf(`<paragraph>${text}</paragraph>`, entryOf(`<text>${text}</text>`)) })
    expect(decodeURIComponent(valuesOf(deidentify(document).content).replace(/%(?![0-9a-f]{2})/g, ' '))).not.toMatch(SECRET)
  })
})

test.each([
  '<value xsi:type="CD" code="Wojciechowska" codeSystem="1.2.3.4.5"/>',
  '<value xsi:type="PQ" value="1" unit="{Wojciechowska}"/>',
  '<value xsi:type="INT" value="541827736"/>',
  '<value xsi:type="CD" code="1" codeSystemName="Wojciechowska"/>',
])('a place that holds something else than its kind: %s', (entry) => {
  const { content } = deidentify(documentOf({ sections: sectionOf('x', entryOf(entry)) }))
  expect(valuesOf(content)).not.toMatch(/wojciechowska|541827736/)
})

test('a date in the place of a time of day is a date', () => {
  const interchange = PROFESSIONAL_CLAIM.replace('LX*1~', 'DTP*472*TM*19421107~DTP*472*TM*0930~LX*1~')
  const { interchange: cleaned } = runTool(phiDeidentifyX12, { interchange }, {}) as unknown as { interchange: string }
  expect(cleaned).not.toContain('19421107')
  expect(cleaned).toContain('DTP*472*TM*0930~')
})

test('words of medicine stay in a narrative', () => {
  const text =
    'Essential hypertension, stable on lisinopril 10 mg daily. CT of the chest 2 weeks post op without findings. Bilateral otitis media.'
  const { document } = deidentify(documentOf({ sections: sectionOf(`<paragraph>${text}</paragraph>`) }))
  expect(document).toContain(text)
})

test.each([
  'NTE*ADD*lives alone at 4-12-9 honcho',
  'NTE*ADD*AMBULANCE PICK UP 2-14-6 HONCHO',
  'MSG*ambulance pick up 9097 honcho l:n',
  'NTE*ADD*ambulance pick up 9097 honcho l~NTE*ADD*n',
  'NTE*ADD*ambulance pick up 9097~NTE*ADD*honcho ct',
])('a street of numbers, or one that a separator divides: %s', (note) => {
  const interchange = PROFESSIONAL_CLAIM.replace('LX*1~', `${note}~LX*1~`)
  const { interchange: cleaned } = runTool(phiDeidentifyX12, { interchange }, {}) as unknown as { interchange: string }
  expect(cleaned).not.toMatch(/honcho|9097/i)
})

test('levels that are no numbers stay apart', () => {
  const interchange = PROFESSIONAL_CLAIM.replace('LX*1~', 'HL*WOJCIECHOWSKA*BEGAYSON*22*0~LX*1~')
  const { interchange: cleaned } = runTool(phiDeidentifyX12, { interchange }, {}) as unknown as { interchange: string }
  expect(cleaned).toMatch(/HL\*(\[OTHER-ID-\d\])\*(?!\1)\[OTHER-ID-\d\]\*22\*0~/)
})

describe('what is no street and no encoding', () => {
  test.each([
    '10 mg given by dr',
    '2 weeks post ct',
    '3 views chest ct',
    '5 tabs per day',
    'seen in 2024 at the way',
    '20 minutes road',
    'seen at 4-12-99 visit',
    'on 4-12-9 honcho',
  ])('%s', (text) => {
    expect(locateStreets(text)).toEqual([])
  })
  test.each(['hospitalization', '50% of 20%', 'ABCDEFGHIJ', '1234567890', 'otorhinolaryngology', 'x=1 y=2'])('%s', (text) => {
    expect(locateEscapedText(text)).toEqual([])
  })
})
