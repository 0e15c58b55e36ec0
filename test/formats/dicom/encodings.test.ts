// Elements whose VR or length is not written: PS3.5 §A.1 (implicit), §6.2.2 (UN), §A.4 (encapsulated data).
import { describe, expect, it } from 'vitest'
import {
  concat,
  element,
  encapsulated,
  hex,
  item,
  part10,
  type Syntax,
  sequence,
  TRANSFER_SYNTAXES,
  tagBytes,
  text,
  UNDEFINED,
  u16,
  u32,
} from './build-dicom.ts'
import { findings, id, name, outline, read } from './read-outline.ts'

describe('PS3.5 §A.1: VRs of implicit elements', () => {
  const vrs = (dataset: Uint8Array) => outline(read(part10(dataset, TRANSFER_SYNTAXES.implicit)))
  const one = (tag: number, value: Uint8Array) => element(tag, '', value, 'implicit')

  it('come from the registry, repeating groups included', () => {
    expect(vrs(concat(one(0x00080000, u32(0)), one(0x00100010, text('A^')), one(0x60020010, u16(1)), one(0x60023000, u16(1))))).toBe(
      '(0008,0000) UL 4 (0010,0010) PN 2 (6002,0010) US 2 (6002,3000) OW 2',
    )
  })

  it.each([
    [0, 'US'],
    [1, 'SS'],
  ])('US or SS follows Pixel Representation %i, in items too', (representation, vr) => {
    const lut = sequence(0x00283010, [item(one(0x00283002, concat(u16(1), u16(0), u16(8))), 'implicit')], 'implicit')
    expect(vrs(concat(one(0x00280103, u16(representation)), one(0x00280106, u16(1)), lut))).toBe(
      `(0028,0103) US 2 (0028,0106) ${vr} 2 (0028,3010) SQ [(0028,3002) ${vr} 6]`,
    )
  })

  it('come from the creator of the private block, each block by its own', () => {
    const dataset = concat(
      one(0x00290010, text('SIEMENS CSA HEADER')),
      one(0x00290011, text('SIEMENS MEDCOM HEADER ')),
      one(0x00291008, text('X ')),
      one(0x00291108, text('X ')),
      one(0x00291208, text('X ')),
    )
    expect(vrs(dataset)).toBe('(0029,0010) LO 18 (0029,0011) LO 22 (0029,1008) CS 2 (0029,1108) CS 2 (0029,1208) UN 2')
  })

  it('make a private sequence of defined length one', () => {
    const dataset = concat(
      one(0x20010010, text('Philips Imaging DD 001')),
      element(0x2001105f, '', item(id('implicit'), 'implicit'), 'implicit'),
    )
    expect(vrs(dataset)).toBe('(2001,0010) LO 22 (2001,105F) SQ [(0010,0020) LO 4]')
  })
})

describe('PS3.5 §6.2.2: UN', () => {
  it('of undefined length holds implicit items', () => {
    const unknown = sequence(0x00091001, [item(id('implicit'), 'implicit', true)], 'explicit', true, 'UN')
    expect(outline(read(part10(concat(unknown, name()))))).toBe('(0009,1001) UN [(0010,0020) LO 4] (0010,0010) PN 4')
  })

  it('in big endian holds little endian items', () => {
    const inner = sequence(0, [item(id('implicit'), 'implicit', true)], 'implicit', true).subarray(8)
    const unknown = concat(element(0x00091001, 'UN', '', 'big', UNDEFINED), inner)
    expect(outline(read(part10(concat(unknown, name('big')), TRANSFER_SYNTAXES.big)))).toBe(
      '(0009,1001) UN [(0010,0020) LO 4] (0010,0010) PN 4',
    )
  })

  it.each<[string, Syntax]>([
    ['implicit', 'implicit'],
    ['explicit', 'explicit'],
  ])('of defined length is opened where its value is a whole sequence of %s items', (_, syntax) => {
    const value = concat(item(id(syntax), syntax), item(sequence(0x00081140, [item(id(syntax), syntax)], syntax), syntax))
    expect(outline(read(part10(element(0x00091001, 'UN', value))))).toBe(
      '(0009,1001) UN [(0010,0020) LO 4|(0008,1140) SQ [(0010,0020) LO 4]]',
    )
  })

  it.each<[string, Uint8Array]>([
    ['an item that is too long', hex('feff00e0 10000000 0102')],
    ['an item of garbage', concat(item(hex('ffffffff ffffff7f 0000'), 'implicit'))],
    [
      'an element behind a delimiter',
      concat(item(id('implicit'), 'implicit'), hex('feffdde0 00000000'), element(0x00100010, '', 'A^B ', 'implicit')),
    ],
    ['bytes behind the items', concat(item(id('implicit'), 'implicit'), hex('0102'))],
  ])('of defined length stays closed with %s', (_, value) => {
    const file = read(part10(element(0x00091001, 'UN', value)))
    expect([outline(file), file.complete, findings(file)]).toEqual([
      `(0009,1001) UN ${value.length}`,
      true,
      ['missing_creator@0 (0009,1001)'],
    ])
  })
})

describe('PS3.5 §A.4: encapsulated data', () => {
  it('lists fragments and hops over bytes that look like delimiters', () => {
    const file = read(
      part10(concat(encapsulated([], [hex('feffdde000000000'), hex('feff00e0ffffffff')]), element(0xfffcfffc, 'OB', new Uint8Array(4)))),
    )
    expect([outline(file), findings(file)]).toEqual(['(7FE0,0010) OB <3> (FFFC,FFFC) OB 4', []])
  })

  it('steps over a padding byte that the length of a fragment does not count', () => {
    const oddLengthItem = concat(tagBytes(0xfffee000), u32(3), hex('010203 00'))
    const opened = encapsulated([], []).subarray(0, -8)
    const file = read(part10(concat(opened, oddLengthItem, oddLengthItem, tagBytes(0xfffee0dd), u32(0))))
    expect([outline(file), file.complete]).toEqual(['(7FE0,0010) OB <3>', true])
    expect(findings(file).map((finding) => finding.split('@')[0])).toEqual(['fragment_alignment', 'fragment_alignment'])
  })

  it('reports a cut fragment and a missing delimiter', () => {
    const whole = part10(encapsulated([], [new Uint8Array(8)]))
    const noDelimiter = read(whole.subarray(0, -8))
    expect([outline(noDelimiter), noDelimiter.complete, findings(noDelimiter)]).toEqual([
      '(7FE0,0010) OB <2>',
      false,
      ['missing_delimiter@36 (7FE0,0010)'],
    ])
    const cut = read(whole.subarray(0, -12))
    expect([cut.complete, findings(cut)]).toEqual([false, ['truncated@20 (7FE0,0010)']])
  })
})
