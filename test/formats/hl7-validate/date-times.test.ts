// Dates and times by data type and version: HL7 v2.2 §2.8.10, v2.3.1 §2.8.15, §2.8.42, v2.5.1 §2.A.21, §2.A.22, §2.A.75.
import { describe, expect, test } from 'vitest'
import type { Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'
import { checkDateTime, type DateTimeType } from '../../../src/formats/hl7/validate/date-times.ts'

const OK: readonly (readonly [DateTimeType, Hl7Version, string])[] = [
  ['DT', '2.1', '20260102'],
  ['DT', '2.3', '2026'],
  ['DT', '2.5.1', '202601'],
  ['DT', '2.8.2', '20240229'],
  ['DT', '2.5', '20000229'],
  ['TM', '2.2', '0809'],
  ['TM', '2.2', '080910.1234+0100'],
  ['TM', '2.5', '08'],
  ['TM', '2.5', '235959.9-0500'],
  ['TS', '2.2', '20260102'],
  ['TS', '2.2', '202601020809'],
  ['TS', '2.3', '2026'],
  ['TS', '2.4', '202601+0100'],
  ['TS', '2.4', '20260102080910.1'],
  ['TS', '2.5', '2026010208'],
  ['DTM', '2.7', '20260102080910.1234+1400'],
  ['DTM', '2.6', '20260102080910-1200'],
]

const PROBLEMS: readonly (readonly [DateTimeType, Hl7Version, string, string])[] = [
  ['DT', '2.2', '202601', 'precision_not_allowed'],
  ['DT', '2.5', '20260229', 'date_invalid'],
  ['DT', '2.5', '19000229', 'date_invalid'],
  ['DT', '2.5', '20260431', 'date_invalid'],
  ['DT', '2.5', '20261301', 'date_invalid'],
  ['DT', '2.5', '20260001', 'date_invalid'],
  ['DT', '2.5', '20260100', 'date_invalid'],
  ['DT', '2.5', '00000101', 'date_invalid'],
  ['DT', '2.5', '2026-01-02', 'date_invalid'],
  ['DT', '2.5', '20260102+0100', 'date_invalid'],
  ['DT', '2.5', '2026010208', 'date_invalid'],
  ['DT', '2.5', 'x', 'date_invalid'],
  ['TM', '2.2', '08', 'precision_not_allowed'],
  ['TM', '2.5', '24', 'time_invalid'],
  ['TM', '2.5', '0860', 'time_invalid'],
  ['TM', '2.5', '08:09', 'time_invalid'],
  ['TM', '2.5', '0809.5', 'time_invalid'],
  ['TM', '2.5', '080910.', 'time_invalid'],
  ['TM', '2.5', '080910.12345', 'time_invalid'],
  ['TS', '2.2', '2026', 'precision_not_allowed'],
  ['TS', '2.4', '2026010208', 'precision_not_allowed'],
  ['TS', '2.5', '202601020', 'date_time_invalid'],
  ['DTM', '2.7', '20260102080960', 'date_time_invalid'],
  ['DTM', '2.7', '202601022400', 'date_time_invalid'],
  ['DTM', '2.7', '20260102080910+1500', 'offset_invalid'],
  ['DTM', '2.7', '20260102080910+0160', 'offset_invalid'],
  ['DTM', '2.7', '20260102080910+100', 'offset_invalid'],
  ['DTM', '2.7', '20260102T080910', 'date_time_invalid'],
  ['DTM', '2.7', '20260102080910Z', 'date_time_invalid'],
  ['DTM', '2.7', '2026010208091000', 'date_time_invalid'],
]

describe('dates and times', () => {
  test.each(OK)('%s of %s: %s', (type, version, text) => {
    expect(checkDateTime(type, text, version)).toBeUndefined()
  })

  test.each(PROBLEMS)('%s of %s: %s is %s', (type, version, text, code) => {
    expect(checkDateTime(type, text, version)?.code).toBe(code)
  })
})
