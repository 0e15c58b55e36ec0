// HL7 v2 segments and JSON pasted into text: each field by its meaning, at its place in the original text.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const found = (text: string) => detectPhi(text).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)

describe('HL7 v2', () => {
  test('the fields of a patient', () => {
    const text = 'Feed said PID|1||1234577^^^MRN||QUORLIN^BRISA^T||19700101|F|||9 Elb Way^^Torvel^IL^60505||3125550117'
    const spans = found(text)
    for (const each of ['mrn 1234577', 'date 19700101', 'phone 3125550117']) expect(spans).toContain(each)
    expect(spans.join('\n')).toMatch(/name QUORLIN/)
    expect(spans.join('\n')).toMatch(/name (?:QUORLIN\^)?BRISA/)
    expect(spans.join('\n')).toMatch(/location 9 Elb Way/)
    expect(spans.join('\n')).toContain('Torvel')
    expect(spans.join('\n')).not.toContain('|F')
  })

  test('a provider is a number and a name', () => {
    expect(found('PV1|1|I|||||77120^Quorlin^Brisa').join('\n')).toMatch(/77120[\s\S]*Quorlin/)
  })

  test('places are those of the original text, whatever is normalised before them', () => {
    const text = 'ｎｏｔｅ\u200b: NK1|1|Quorlin^Brisa|SIS'
    expect(found(text).some((each) => each.includes('Quorlin'))).toBe(true)
    expect(found(text).some((each) => each.includes('SIS'))).toBe(false)
  })

  test.each(['a|b|c', 'BP|1||120|80', 'XPID|1||12', 'PID|1'])('%s is none', (text) => {
    expect(detectPhi(text).filter(({ rule }) => rule.startsWith('record/'))).toEqual([])
  })
})

describe('JSON', () => {
  test('members by their names', () => {
    const spans = found('payload {"patientName":"brisa quorlin","dob":"1970-01-01", "mrn": 5520918, "hba1c": 7.1}')
    expect(spans).toEqual(['name brisa quorlin', 'date 1970-01-01', 'mrn 5520918'])
  })

  test.each(['{"name": null}', '{"mrn": ""}', '{"result": "negative"}', '"name": unquoted text', '{"patientName":"never closed'])(
    '%s holds none',
    (text) => {
      expect(detectPhi(text).filter(({ rule }) => rule === 'record/json')).toEqual([])
    },
  )
})

describe('FHIR and CDA', () => {
  test.each([
    ['{"family":"quorlin","given":["brisa", "tove"],"prefix":["Dr"]}', ['name quorlin', 'name brisa', 'name tove']],
    ['{"name":"Brisa \\"Bri\\" quorlin"}', ['name Brisa \\"Bri\\" quorlin']],
    ['{"address":"9 elb way\\ntorvel"}', ['location 9 elb way\\ntorvel']],
    ['<family value="quorlin"/><given value="brisa"/>', ['name quorlin', 'name brisa']],
    ['<birthTime value="19700101"/><city>torvel</city>', ['date 19700101', 'location torvel']],
    ['<MRN>5520918</MRN><result>5.2</result>', ['mrn 5520918']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test('elements with a namespace or an attribute', () => {
    const text = '<n1:given>brisa</n1:given><family qualifier="BR">quorlin</family>'
    expect(found(text)).toEqual(expect.arrayContaining(['name brisa', 'name quorlin']))
  })

  test.each(['<family>', '<family/>quorlin', '<given><x>brisa</x></given>', 'a <given brisa', '{"given":[{"x":"brisa"}]}'])(
    'nothing is read by its name in %s',
    (text) => {
      expect(detectPhi(text).filter(({ rule }) => rule.startsWith('record/'))).toEqual([])
    },
  )
})
