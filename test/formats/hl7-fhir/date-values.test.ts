// Dates and times (HL7 v2.5.1 §2.A.22, R4 §2.24.0.1): as precise as they were, with an offset where one is known, and never shifted.
import { describe, expect, test } from 'vitest'
import { convertDate, convertTime, type DateKind, readZone, shiftTime, type Zone } from '../../../src/formats/hl7/fhir/date-values.ts'

const unknown: Zone = () => undefined
const vienna = readZone('Europe/Vienna')!

test.each<[string, DateKind, Zone, string | undefined, boolean]>([
  ['1970', 'date', unknown, '1970', false],
  ['197001', 'dateTime', unknown, '1970-01', false],
  ['19700102', 'date', unknown, '1970-01-02', false],
  ['197001022359', 'date', readZone('-10:00')!, '1970-01-02', false],
  ['19700102', 'dateTime', readZone('+14:00')!, '1970-01-02', false],
  ['202601020809', 'dateTime', readZone('+01:00')!, '2026-01-02T08:09:00+01:00', false],
  ['20260102080910.1234-0500', 'dateTime', unknown, '2026-01-02T08:09:10.1234-05:00', false],
  ['20260102080910-0500', 'dateTime', vienna, '2026-01-02T08:09:10-05:00', false],
  ['20260102080910', 'dateTime', vienna, '2026-01-02T08:09:10+01:00', false],
  ['20260702080910', 'dateTime', vienna, '2026-07-02T08:09:10+02:00', false],
  ['20260102080910', 'instant', readZone('UTC')!, '2026-01-02T08:09:10Z', false],
  ['20260102080910', 'dateTime', unknown, '2026-01-02', true],
  ['20260102080910', 'instant', unknown, undefined, true],
  ['20260102', 'instant', vienna, undefined, true],
  ['2026010208', 'dateTime', vienna, '2026-01-02', true],
  ['2026010200', 'dateTime', vienna, '2026-01-02', false],
  ['20240229', 'date', unknown, '2024-02-29', false],
])('%s as %s', (text, kind, zone, value, isCut) => {
  expect(convertDate(text, kind, zone)).toEqual({ value, isCut })
})

test.each([
  '',
  '70',
  '19701301',
  '19700230',
  '20230229',
  '21000229',
  '00000101',
  '202601022409',
  '202601020860',
  '20260102080960',
  '2026-01-02',
  'today',
  '20260102080910+9999',
])('%s is no date', (text) => {
  expect(convertDate(text, 'dateTime', vienna)).toBeUndefined()
})

test.each([
  ['1430', '14:30:00'],
  ['143005.25', '14:30:05.25'],
  ['143005.2500', '14:30:05.25'],
  ['143005.1234', '14:30:05.1234'],
  ['143005.0000', '14:30:05'],
  ['143005+0100', '14:30:05'],
  ['14', undefined],
  ['2400', undefined],
  ['1260', undefined],
])('%s as a time', (text, value) => {
  expect(convertTime(text)).toBe(value)
})

describe('a zone', () => {
  test.each([
    ['+05:45', '2026-01-02T08:00:00', '+05:45'],
    ['Z', '2026-01-02T08:00:00', 'Z'],
    ['America/New_York', '2026-07-02T08:00:00', '-04:00'],
    ['Asia/Kolkata', '2026-07-02T08:00:00', '+05:30'],
    // The clocks go forward on 29 March 2026 from 2:00 to 3:00, and back on 25 October from 3:00 to 2:00.
    ['Europe/Vienna', '2026-03-29T01:59:59', '+01:00'],
    ['Europe/Vienna', '2026-03-29T03:00:00', '+02:00'],
    ['Europe/Vienna', '2026-10-25T01:59:59', '+02:00'],
    ['Europe/Vienna', '2026-10-25T02:30:00', '+02:00'],
    ['Europe/Vienna', '2026-10-25T03:00:00', '+01:00'],
  ])('%s at %s', (name, local, offset) => {
    expect(readZone(name)!(local)).toBe(offset)
  })

  test.each(['', '+1:00', '+15:00', '+01:75', 'Middle/Earth', '+0100'])('%s is none', (name) => {
    expect(readZone(name)).toBeUndefined()
  })
})

test.each<[string, string, string, 1 | -1, string | undefined]>([
  ['2026-01-02T08:09:10+01:00', '30', 'min', 1, '2026-01-02T08:39:10+01:00'],
  ['2026-01-02T08:09:10+01:00', '30', 'MIN', -1, '2026-01-02T07:39:10+01:00'],
  ['2026-01-02T23:50:00Z', '0.5', 'hr', 1, '2026-01-03T00:20:00Z'],
  ['2026-01-02T08:09:10.25Z', '90', 's', 1, '2026-01-02T08:10:40.25Z'],
  ['2026-02-27', '2', 'd', 1, '2026-03-01'],
  ['2026-02-27', '1', 'wk', -1, '2026-02-20'],
  ['2026-02-27', '48', 'h', 1, '2026-03-01'],
  // A day says nothing of hours, and no month or year says how many days it has.
  ['2026-02-27', '30', 'min', 1, undefined],
  ['2026-02', '2', 'd', 1, undefined],
  ['2026-02-27', '1', 'mo', 1, undefined],
  ['2026-01-02T08:09:10Z', '0.0001', 's', 1, undefined],
  ['2026-01-02T08:09:10Z', '-5', 'min', 1, undefined],
  ['2026-01-02T08:09:10Z', '', 'min', 1, undefined],
  ['2026-01-02T08:09:10Z', '5', '', 1, undefined],
  ['9999-12-31T23:59:00Z', '5', 'min', 1, undefined],
])('%s moved by %s %s, %s', (time, amount, unit, sign, moved) => {
  expect(shiftTime(time, amount, unit, sign)).toBe(moved)
})
