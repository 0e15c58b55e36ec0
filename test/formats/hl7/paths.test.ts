// The notation of places in a message.
import { describe, expect, test } from 'vitest'
import { parsePath } from '../../../src/formats/hl7/paths.ts'

const path = (
  segment: string,
  segmentIndex: number | 'all',
  field?: number,
  repetition?: number | 'all',
  component?: number,
  subcomponent?: number,
) => ({
  segment,
  segmentIndex,
  field,
  repetition,
  component,
  subcomponent,
})

test.each([
  ['PID', path('PID', 1)],
  ['PID-5', path('PID', 1, 5)],
  ['PID-5-1', path('PID', 1, 5, undefined, 1)],
  ['PID-5.1', path('PID', 1, 5, undefined, 1)],
  ['PID.5.1', path('PID', 1, 5, undefined, 1)],
  ['PID-5-1-2', path('PID', 1, 5, undefined, 1, 2)],
  ['PID-3[2]', path('PID', 1, 3, 2)],
  ['PID-3[2].1', path('PID', 1, 3, 2, 1)],
  ['PID-3[*].4.2', path('PID', 1, 3, 'all', 4, 2)],
  ['OBX[*]', path('OBX', 'all')],
  ['OBX[*]-5', path('OBX', 'all', 5)],
  ['OBX[2]-5.1.2', path('OBX', 2, 5, undefined, 1, 2)],
  ['ZP1-12', path('ZP1', 1, 12)],
  ['OBX[999999]-999999', path('OBX', 999_999, 999_999)],
])('%s', (text, expected) => {
  expect(parsePath(text)).toEqual(expected)
})

describe('what is no path', () => {
  test.each([
    '',
    'P',
    'PI',
    'pid-5',
    'PIDX-5',
    '1ID-5',
    'PID-',
    'PID-0',
    'PID-x',
    'PID-5.',
    'PID-5.0',
    'PID-5.1.2.3',
    'PID[0]-5',
    'PID[]-5',
    'PID[1',
    'PID[1]5',
    'PID[-1]-5',
    'PID-5[',
    'PID-5[2',
    'PID-5[2]]',
    'PID-5[2]1',
    'PID -5',
    'PID-5 ',
    'PID--5',
    'PID-1234567',
    'OBX[1234567]',
    'PID-٣',
    'PID-5[**]',
    'PID[*]*',
  ])('%j', (text) => {
    expect(parsePath(text)).toBeUndefined()
  })
})
