// The structure of data sets: PS3.5 §7 (elements, sequences), and what real files do to it.
import { describe, expect, it } from 'vitest'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import {
  concat,
  element,
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
import { DATA_START, findings, id, name, outline, read } from './read-outline.ts'

describe.each<Syntax>(['explicit', 'implicit', 'big'])('PS3.5 §7: elements and sequences, %s', (syntax) => {
  const file = (dataset: Uint8Array) => read(part10(dataset, TRANSFER_SYNTAXES[syntax]))
  const inner = id(syntax)

  it('sequences of defined and undefined length, items of either, empty ones', () => {
    const both = [item(inner, syntax), item(inner, syntax, true), item(concat(), syntax), item(concat(), syntax, true)]
    for (const isUndefined of [false, true]) {
      const dataset = file(
        concat(sequence(0x00081140, both, syntax, isUndefined), sequence(0x00081199, [], syntax, isUndefined), name(syntax)),
      )
      expect(outline(dataset)).toBe('(0008,1140) SQ [(0010,0020) LO 4|(0010,0020) LO 4||] (0008,1199) SQ [] (0010,0010) PN 4')
      expect([dataset.complete, findings(dataset)]).toEqual([true, []])
    }
  })

  it('nests sequences', () => {
    const nested = sequence(0x0040a730, [item(sequence(0x0040a730, [item(inner, syntax)], syntax, true), syntax)], syntax)
    expect(outline(file(nested))).toBe('(0040,A730) SQ [(0040,A730) SQ [(0010,0020) LO 4]]')
  })

  it('lists duplicates, reports them and the order', () => {
    const dataset = file(concat(id(syntax), id(syntax), name(syntax), id(syntax)))
    expect(outline(dataset)).toBe('(0010,0020) LO 4 (0010,0020) LO 4 (0010,0010) PN 4 (0010,0020) LO 4')
    const length = inner.length
    expect(findings(dataset)).toEqual([
      `duplicate_tag@${length} (0010,0020)`,
      `tag_order@${2 * length} (0010,0010)`,
      `duplicate_tag@${2 * length + name(syntax).length} (0010,0020)`,
    ])
  })

  it('takes trailing zeros as padding', () => {
    const dataset = file(concat(name(syntax), new Uint8Array(21)))
    expect([outline(dataset), dataset.complete, findings(dataset)]).toEqual(['(0010,0010) PN 4', true, [`padding@${name(syntax).length}`]])
  })

  it('reports a cut value with both lengths', () => {
    const dataset = file(concat(name(syntax), element(0x00104000, 'LT', 'too short', syntax, 100)))
    expect(outline(dataset)).toBe('(0010,0010) PN 4 (0010,4000) LT 10')
    expect(dataset.complete).toBe(false)
    const start = dataset.dataset.start + name(syntax).length
    expect(dataset.issues.issues).toEqual([
      { code: 'truncated', path: '(0010,4000)', byteOffset: start, expectedBytes: 100, actualBytes: 10 },
    ])
  })

  it('explains a cut at every byte', () => {
    const whole = part10(
      concat(name(syntax), sequence(0x00081140, [item(inner, syntax), item(inner, syntax, true)], syntax, true), inner),
      TRANSFER_SYNTAXES[syntax],
    )
    const datasetStart = read(whole).dataset.start
    const boundaries = read(whole).dataset.elements.map(({ end }) => end)
    for (let length = datasetStart + 1; length < whole.length; length++) {
      const cut = read(whole.subarray(0, length))
      const lastBoundary = Math.max(datasetStart, ...boundaries.filter((end) => end <= length))
      // Zeros behind the last element are padding: in big endian the first byte of a tag may be one.
      if (whole.subarray(lastBoundary, length).every((byte) => byte === 0)) continue
      expect(cut.complete, `cut at ${length}`).toBe(false)
      expect(cut.issues.issues.length, `cut at ${length}`).toBeGreaterThan(0)
    }
  })

  it('keeps to the item where an inner length leads out of it', () => {
    const liar = element(0x00100020, 'LO', 'AB', syntax, 40)
    const dataset = file(
      concat(sequence(0x00081140, [item(liar, syntax), item(inner, syntax)], syntax), element(0x00104000, 'LT', '.'.repeat(60), syntax)),
    )
    expect(outline(dataset)).toBe('(0008,1140) SQ [(0010,0020) LO 2|(0010,0020) LO 4] (0010,4000) LT 60')
    expect(dataset.complete).toBe(true)
    expect(findings(dataset).map((finding) => finding.split('@')[0])).toEqual(['length_exceeds_container'])
  })

  it('skips delimiters that stand where none may stand', () => {
    const delimiter = (tag: number) => concat(tagBytes(tag, syntax), u32(0, syntax))
    const dataset = file(concat(name(syntax), delimiter(0xfffee00d), delimiter(0xfffee0dd), delimiter(0xfffee000), inner))
    expect(outline(dataset)).toBe('(0010,0010) PN 4 (0010,0020) LO 4')
    expect(findings(dataset).map((finding) => finding.split('@')[0])).toEqual(['stray_delimiter', 'stray_delimiter', 'stray_delimiter'])
    expect(dataset.dataset.skipped).toHaveLength(3)
  })

  it('ends an item at the next one where its delimiter is missing', () => {
    const open = concat(tagBytes(0xfffee000, syntax), u32(UNDEFINED, syntax), inner)
    const dataset = file(concat(sequence(0x00081140, [open, open], syntax, true), name(syntax)))
    expect(outline(dataset)).toBe('(0008,1140) SQ [(0010,0020) LO 4|(0010,0020) LO 4] (0010,0010) PN 4')
    expect(findings(dataset).map((finding) => finding.split('@')[0])).toEqual(['missing_delimiter', 'missing_delimiter'])
  })

  it('takes a delimiter for the end where what follows proves the length wrong', () => {
    const delimiter = (tag: number) => concat(tagBytes(tag, syntax), u32(0, syntax))
    const liar = concat(tagBytes(0xfffee000, syntax), u32(40, syntax), inner, delimiter(0xfffee00d))
    const items = file(concat(sequence(0x00081140, [liar, item(inner, syntax), item(inner, syntax)], syntax, true), name(syntax)))
    expect(outline(items)).toBe('(0008,1140) SQ [(0010,0020) LO 4|(0010,0020) LO 4|(0010,0020) LO 4] (0010,0010) PN 4')
    expect(findings(items).map((finding) => finding.split('@')[0])).toEqual(['stray_delimiter'])
    const sequences = concat(element(0x00081140, 'SQ', item(inner, syntax), syntax, 60), delimiter(0xfffee0dd), name(syntax), id(syntax))
    const longer = file(concat(sequences, element(0x00104000, 'LT', '.'.repeat(40), syntax)))
    expect(outline(longer)).toBe('(0008,1140) SQ [(0010,0020) LO 4] (0010,0010) PN 4 (0010,0020) LO 4 (0010,4000) LT 40')
    expect([longer.complete, findings(longer).map((finding) => finding.split('@')[0])]).toEqual([true, ['stray_delimiter']])
  })

  it('keeps the bytes of a sequence without items', () => {
    const dataset = file(concat(element(0x00081140, 'SQ', 'no items', syntax), name(syntax)))
    expect(outline(dataset)).toBe(`(0008,1140) ${syntax === 'implicit' ? 'UN' : 'SQ'} 8 (0010,0010) PN 4`)
    expect(findings(dataset)).toEqual(['not_a_sequence@0 (0008,1140)'])
  })

  it('leaves bytes between items unread and says so', () => {
    const dataset = file(concat(element(0x00081140, 'SQ', concat(item(inner, syntax), text('no item!')), syntax), name(syntax)))
    expect(outline(dataset)).toBe('(0008,1140) SQ [(0010,0020) LO 4] (0010,0010) PN 4')
    expect([dataset.complete, dataset.dataset.elements[0]!.skipped?.map(({ reason }) => reason)]).toEqual([false, ['unreadable']])
    expect(findings(dataset).map((finding) => finding.split('@')[0])).toEqual(['not_a_sequence'])
  })

  it('allows 64 levels and refuses the 65th', () => {
    const nest = (depth: number) => {
      let bytes = inner
      for (let i = 0; i < depth; i++) bytes = sequence(0x0040a730, [item(bytes, syntax)], syntax)
      return part10(bytes, TRANSFER_SYNTAXES[syntax])
    }
    expect(read(nest(64)).complete).toBe(true)
    expect(thrownProblem(() => readDicom(nest(65)))).toMatchObject({ code: 'resource_limit', facts: { limit: 64 } })
  })

  it.each([true, false])('refuses 60,000 nested items of undefined length, closed: %s', (isClosed) => {
    const open = concat(element(0x0040a730, 'SQ', '', syntax, UNDEFINED), tagBytes(0xfffee000, syntax), u32(UNDEFINED, syntax))
    const close = concat(tagBytes(0xfffee00d, syntax), u32(0, syntax), tagBytes(0xfffee0dd, syntax), u32(0, syntax))
    const many = (part: Uint8Array) => concat(...Array.from({ length: 60_000 }, () => part))
    const bytes = part10(isClosed ? concat(many(open), many(close)) : many(open), TRANSFER_SYNTAXES[syntax])
    const fault = thrownProblem(() => readDicom(bytes))
    expect(fault.code).toBe('resource_limit')
    expect(fault.at?.byteOffset).toBeGreaterThan(DATA_START)
  })
})

describe('PS3.5 §7.1.2: headers with a VR', () => {
  it.each(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])('%s has a length of 32 bits', (vr) => {
    expect(outline(read(part10(concat(element(0x00091001, vr, new Uint8Array(16)), name()))))).toBe(`(0009,1001) ${vr} 16 (0010,0010) PN 4`)
  })

  it('takes a VR of two capitals that no edition knows for one with a long length', () => {
    const future = concat(tagBytes(0x00091001), text('ZZ'), [0, 0], u32(6), text('future'))
    const file = read(part10(concat(future, name())))
    expect([outline(file), findings(file)]).toEqual([
      '(0009,1001) UN 6 (0010,0010) PN 4',
      ['unknown_vr@0 (0009,1001)', 'missing_creator@0 (0009,1001)'],
    ])
  })

  it('takes other letters for a VR with a short length', () => {
    const file = read(part10(concat(tagBytes(0x00100020), text('??'), u16(4), text('TEST'), element(0x00100040, 'CS', 'O'))))
    expect([outline(file), findings(file)]).toEqual(['(0010,0020) UN 4 (0010,0040) CS 2', ['unknown_vr@0 (0010,0020)']])
  })

  it('reads an element without VR among those that have one', () => {
    const file = read(part10(concat(name(), id('implicit'), element(0x00100040, 'CS', 'O'))))
    expect(outline(file)).toBe('(0010,0010) PN 4 (0010,0020) LO 4 (0010,0040) CS 2')
    expect(findings(file)).toEqual(['implicit_in_explicit@12 (0010,0020)'])
  })

  it('reads on behind a VR of no letters where an element follows', () => {
    const broken = concat(tagBytes(0x00280001), [0, 0x53], u16(2), [1, 0])
    const file = read(part10(concat(name(), broken, element(0x00280010, 'US', u16(2)))))
    expect([outline(file), findings(file)]).toEqual(['(0010,0010) PN 4 (0028,0001) UN 2 (0028,0010) US 2', ['unknown_vr@12 (0028,0001)']])
  })

  it('stops at bytes that are no element and says where', () => {
    const file = read(part10(concat(name(), hex('ffffffff ffffffff ffffffff ffff'))))
    expect([outline(file), file.complete, findings(file)]).toEqual(['(0010,0010) PN 4', false, ['unreadable@12']])
  })

  it('reports odd lengths', () => {
    const file = read(part10(concat(element(0x00100020, 'LO', Uint8Array.of(65)), element(0x00100040, 'CS', 'O'))))
    expect([outline(file), findings(file)]).toEqual(['(0010,0020) LO 1 (0010,0040) CS 2', ['odd_length@0 (0010,0020)']])
  })
})
