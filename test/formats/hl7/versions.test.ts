// Which version's tables stand in for what MSH-12 says.
import { describe, expect, test } from 'vitest'
import { chooseVersion, HL7_VERSIONS } from '../../../src/formats/hl7/dictionary/versions.ts'

describe('the version of a message', () => {
  test.each(HL7_VERSIONS)('%s is covered', (version) => {
    expect(chooseVersion(version)).toEqual({ used: version, how: 'declared' })
  })

  test.each([
    ['2.9', '2.8.2', 'nearest'],
    ['2.9.1', '2.8.2', 'nearest'],
    ['3.0', '2.8.2', 'nearest'],
    ['2.5.2', '2.5.1', 'nearest'],
    ['2.6.1', '2.6', 'nearest'],
    ['2.0', '2.1', 'nearest'],
    ['1.0', '2.1', 'nearest'],
    ['2.3 PID', '2.3', 'nearest'],
    ['2.1MSA', '2.1', 'nearest'],
    ['2.10', '2.8.2', 'nearest'],
    ['2.999', '2.8.2', 'nearest'],
    ['', '2.5.1', 'default'],
    ['2', '2.5.1', 'default'],
    ['v2.5', '2.5.1', 'default'],
    ['2.', '2.5.1', 'default'],
    ['.5', '2.5.1', 'default'],
    ['9'.repeat(400), '2.5.1', 'default'],
  ])('%s is read as %s (%s)', (declared, used, how) => {
    expect(chooseVersion(declared)).toEqual({ used, how })
  })
})
