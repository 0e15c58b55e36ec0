// The delimiters of a header, by HL7 v2.5.1 §2.5.4 and v2.7 §2.5.4; damaged ones, too.
import { describe, expect, test } from 'vitest'
import { readDelimiters } from '../../../src/formats/hl7/delimiters.ts'

function read(header: string) {
  const { delimiters, problems } = readDelimiters(header, 0)
  const { field, component, repetition, escape: escapeChar, subcomponent, truncation } = delimiters
  return [[field, component, repetition, escapeChar ?? '-', subcomponent ?? '-', truncation ?? '-'].join(' '), ...problems]
}

describe('delimiters', () => {
  test.each<[string, ...string[]]>([
    ['MSH|^~\\&|A', '| ^ ~ \\ & -'],
    ['MSH|^~\\&#|A', '| ^ ~ \\ & #'],
    ['MSH|^~\\&', '| ^ ~ \\ & -'],
    ['MSH|^~\\&\rPID|1', '| ^ ~ \\ & -'],
    ['MSH:-+?*:A', ': - + ? * -'],
    ['MSH$%~\\&$A', '$ % ~ \\ & -'],
    ['FHS|^~\\&|A', '| ^ ~ \\ & -'],
  ])('%j', (header, ...expected) => {
    expect(read(header)).toEqual(expected)
  })
})

describe('damaged delimiters', () => {
  test.each<[string, string, ...string[]]>([
    ['MSH', '| ^ ~ \\ & -', 'header_cut_short'],
    ['MSH\rPID|1', '| ^ ~ \\ & -', 'header_cut_short'],
    ['MSH|', '| ^ ~ \\ & -', 'delimiters_missing'],
    ['MSH||A', '| ^ ~ \\ & -', 'delimiters_missing'],
    ['MSH|^|A', '| ^ ~ - - -', 'delimiters_missing'],
    ['MSH|^~|A', '| ^ ~ - - -', 'delimiters_missing'],
    ['MSH|^~\\|A', '| ^ ~ \\ - -', 'delimiters_missing'],
    // The backslash has been lost on the way: the ampersand is still the subcomponent separator.
    ['MSH|^~&|A', '| ^ ~ \\ & -', 'delimiters_missing'],
    ['MSH|^\\&|A', '| ^ ~ \\ & -', 'delimiters_missing'],
    ['MSH|~\\&|A', '| ^ ~ \\ & -', 'delimiters_missing'],
    ['MSH|-+|A', '| - + - - -', 'delimiters_missing'],
    ['MSH|&~|A', '| & ~ - - -', 'delimiters_missing'],
    ['MSH|^&&^|A', '| ^ & & ^ -', 'delimiters_repeated'],
    ['MSH|^~\\&^|A', '| ^ ~ \\ & ^', 'delimiters_repeated'],
    ['MSH|^~\\&##|A', '| ^ ~ \\ & #', 'delimiters_excess'],
    ['MSH|^~\\&#$%|A', '| ^ ~ \\ & #', 'delimiters_excess'],
    ['MSH|^~\\ |A', '| ^ ~ \\   -', 'delimiters_unusual'],
    ['MSH|ABCD|A', '| A B C D -', 'delimiters_unusual'],
    ['MSH\t^~\\&\tA', '\t ^ ~ \\ & -', 'delimiters_unusual'],
  ])('%j', (header, delimiters, ...problems) => {
    expect(read(header)).toEqual([delimiters, ...problems])
  })

  test('a header of one endless field is not read to its end', () => {
    expect(read(`MSH|${'^'.repeat(1_000_000)}`)).toEqual(['| ^ ^ ^ ^ ^', 'delimiters_excess', 'delimiters_repeated'])
  })
})
