// The file around the data set: PS3.10 §7, deflated data sets (PS3.5 §A.5), and limits.
import { deflateSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { DEFAULT_DICOM_LIMITS, readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { buildFixtures } from '../../fixtures/dicom/make-fixtures.ts'
import { thrownProblem } from '../../thrown-problem.ts'
import { concat, element, encapsulated, hex, metaGroup, part10, type Syntax, TRANSFER_SYNTAXES, text } from './build-dicom.ts'
import { seededRandom } from './mutate-bytes.ts'
import { DATA_START, findings, id, name, outline, read } from './read-outline.ts'

const random = seededRandom(7)
/** Four bits of chance: deflate shrinks them to half. */
const randomByte = () => Math.floor(random() * 16)
describe('PS3.10 §7: the file', () => {
  it('reads preamble, meta group and data set', () => {
    const file = read(part10(name()))
    expect(file.preamble).toEqual({ start: 0, end: 128 })
    expect(file.meta?.elements).toHaveLength(6)
    expect(file.declaredTransferSyntax).toBe(TRANSFER_SYNTAXES.explicit)
    expect(file.dataset.start).toBe(DATA_START)
    expect(outline(file)).toBe('(0010,0010) PN 4')
    expect([file.complete, findings(file)]).toEqual([true, []])
  })

  const bare: [string, Uint8Array, string[]][] = [
    ['no preamble and no meta group, explicit', concat(name(), id()), ['missing_preamble', 'missing_meta', 'missing_transfer_syntax']],
    [
      'no preamble and no meta group, implicit',
      concat(name('implicit'), id('implicit')),
      ['missing_preamble', 'missing_meta', 'missing_transfer_syntax'],
    ],
    [
      'no preamble and no meta group, big endian',
      concat(name('big'), id('big')),
      ['missing_preamble', 'missing_meta', 'missing_transfer_syntax'],
    ],
    ['a meta group without preamble', concat(metaGroup(TRANSFER_SYNTAXES.explicit), name(), id()), ['missing_preamble']],
    ['the prefix without preamble', concat(text('DICM'), metaGroup(TRANSFER_SYNTAXES.explicit), name(), id()), ['missing_preamble']],
    [
      'a broken prefix',
      concat(new Uint8Array(128), text('DIKM'), metaGroup(TRANSFER_SYNTAXES.explicit), name(), id()),
      ['missing_preamble'],
    ],
    [
      'a preamble, the prefix and no meta group',
      concat(new Uint8Array(128), text('DICM'), name(), id()),
      ['missing_meta', 'missing_transfer_syntax'],
    ],
  ]
  it.each(bare)('%s', (_, bytes, codes) => {
    const file = read(bytes)
    expect(outline(file)).toBe('(0010,0010) PN 4 (0010,0020) LO 4')
    expect(file.issues.issues.map(({ code }) => code)).toEqual(codes)
  })

  it.each<[string, Syntax]>([
    ['explicit data declared implicit', 'explicit'],
    ['implicit data declared explicit', 'implicit'],
    ['big endian data declared implicit', 'big'],
  ])('%s are read as they are', (_, syntax) => {
    const dataset = concat(
      element(0x00080005, 'CS', 'ISO_IR 100', syntax),
      element(0x00080060, 'CS', 'CT', syntax),
      name(syntax),
      id(syntax),
    )
    const file = read(part10(dataset, syntax === 'implicit' ? TRANSFER_SYNTAXES.explicit : TRANSFER_SYNTAXES.implicit))
    expect(outline(file)).toBe('(0008,0005) CS 10 (0008,0060) CS 2 (0010,0010) PN 4 (0010,0020) LO 4')
    expect(findings(file)).toEqual(['wrong_transfer_syntax@0'])
  })

  it('judges the data where the transfer syntax is unknown or missing', () => {
    const dataset = concat(name('implicit'), id('implicit'))
    expect(findings(read(part10(dataset, '1.2.3.4')))).toEqual([`unknown_transfer_syntax@0 (0002,0010)`])
    const meta = element(0x00020001, 'OB', Uint8Array.of(0, 1))
    const file = read(concat(new Uint8Array(128), text('DICM'), meta, dataset))
    expect([outline(file), findings(file)]).toEqual(['(0010,0010) PN 4 (0010,0020) LO 4', ['missing_transfer_syntax@0']])
  })

  it('reports a wrong length of the meta group and reads on by tags', () => {
    const meta = metaGroup(TRANSFER_SYNTAXES.explicit)
    meta[8] = 9
    const file = read(concat(new Uint8Array(128), text('DICM'), meta, name()))
    expect([outline(file), file.issues.issues.map(({ code, byteOffset }) => [code, byteOffset])]).toEqual([
      '(0010,0010) PN 4',
      [['meta_length', 132]],
    ])
  })

  it('keeps the meta group together where one of its elements has another group', () => {
    const meta = metaGroup(TRANSFER_SYNTAXES.explicit)
    const secondElement = 26
    meta[secondElement] = 0xc2
    const file = read(concat(new Uint8Array(128), text('DICM'), meta, name()))
    expect([outline(file), file.meta?.elements.length, file.declaredTransferSyntax]).toEqual([
      '(0010,0010) PN 4',
      6,
      TRANSFER_SYNTAXES.explicit,
    ])
    expect(file.issues.issues[0]).toEqual({ code: 'meta_group', byteOffset: 132 + secondElement })
  })

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['text', text('FORMAT dicom, but only in words. Nothing here is an element of a data set, as long as one looks.')],
    ['zeros', new Uint8Array(1000)],
    ['a PNG', hex('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de')],
    ['a gzip stream', hex('1f8b0800000000000203')],
    ['the preamble alone', new Uint8Array(128)],
  ])('%s is refused with a byte offset', (_, bytes) => {
    expect(thrownProblem(() => readDicom(bytes))).toMatchObject({ code: 'unreadable_input', at: { byteOffset: 0 } })
  })

  it('refuses a file that ends with the prefix', () => {
    expect(thrownProblem(() => readDicom(concat(new Uint8Array(128), text('DICM'))))).toMatchObject({
      code: 'unreadable_input',
      at: { byteOffset: 132 },
    })
  })

  it('reports a file without data set', () => {
    expect(findings(read(part10(concat())))).toEqual(['empty_dataset@0'])
  })
})

describe('PS3.5 §A.5: deflated data sets', () => {
  const dataset = concat(name(), element(0x7fe00010, 'OB', new Uint8Array(100_000)))
  const head = concat(new Uint8Array(128), text('DICM'), metaGroup('1.2.840.10008.1.2.1.99'))

  it.each<[string, Uint8Array, string[]]>([
    ['a raw stream', deflateSync(dataset), []],
    ['a padded stream', concat(deflateSync(dataset), [0]), []],
    ['a stream with much padding', concat(deflateSync(dataset), new Uint8Array(1_000_000)), []],
    ['a zlib stream', concat([0x78, 0x9c], deflateSync(dataset), [1, 2, 3, 4]), ['deflate_header@0']],
  ])('%s', (_, stream, expected) => {
    const file = read(concat(head, stream))
    expect([outline(file), file.complete, findings(file)]).toEqual(['(0010,0010) PN 4 (7FE0,0010) OB 100000', true, expected])
    expect(file.deflated).toEqual({ start: head.length, end: head.length + stream.length })
  })

  it('keeps what came out of a cut stream', () => {
    const stream = deflateSync(concat(name(), element(0x7fe00010, 'OB', Uint8Array.from({ length: 100_000 }, randomByte))))
    const file = read(concat(head, stream.subarray(0, stream.length / 2)))
    expect(file.complete).toBe(false)
    expect(outline(file)).toMatch(/^\(0010,0010\) PN 4 \(7FE0,0010\) OB \d{4,5}$/)
    expect(file.issues.issues.map(({ code, byteOffset }) => [code, byteOffset])).toEqual([
      ['deflate_damaged', head.length],
      ['truncated', head.length],
    ])
  })

  it('reads a data set that is declared deflated and is not', () => {
    const file = read(concat(head, name(), id()))
    expect([outline(file), findings(file)]).toEqual(['(0010,0010) PN 4 (0010,0020) LO 4', ['wrong_transfer_syntax@0']])
  })

  it('says where a stream begins that cannot be inflated at all', () => {
    const file = read(concat(head, hex('ff'.repeat(40))))
    expect([file.complete, findings(file)]).toEqual([false, ['deflate_damaged@0', 'unreadable@0']])
  })

  it('stops at the limit', () => {
    const limits = { ...DEFAULT_DICOM_LIMITS, maxInflatedBytes: 50_000 }
    expect(thrownProblem(() => readDicom(concat(head, deflateSync(dataset)), limits))).toMatchObject({
      code: 'inflated_too_large',
      at: { byteOffset: head.length },
      facts: { limitBytes: 50_000 },
    })
  })

  it('stops a bomb that grows more than 100-fold before it takes memory', () => {
    // Zeros deflate a thousandfold.
    const bomb = deflateSync(new Uint8Array(201 * 1024 * 1024), { level: 1 })
    expect(bomb.length).toBeLessThan(2_000_000)
    const before = process.memoryUsage().arrayBuffers
    expect(thrownProblem(() => readDicom(concat(head, bomb)))).toMatchObject({ code: 'inflated_too_large', facts: { limitRatio: 100 } })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024)
  })
})

describe('limits', () => {
  it('refuses more elements than the limit, in the data set and in fragments', () => {
    const limits = { ...DEFAULT_DICOM_LIMITS, maxElements: 100 }
    const many = concat(...Array.from({ length: 101 }, (_, i) => element(0x00091000 + i, 'LO', '')))
    expect(thrownProblem(() => readDicom(part10(many), limits))).toMatchObject({ code: 'resource_limit', facts: { limit: 100 } })
    const fragments = encapsulated(
      [],
      Array.from({ length: 101 }, () => new Uint8Array(2)),
    )
    expect(thrownProblem(() => readDicom(part10(fragments), limits))).toMatchObject({ code: 'resource_limit', facts: { limit: 100 } })
  })

  it('counts what it does not list', () => {
    const odd = concat(...Array.from({ length: 300 }, (_, i) => element(0x00100100 + i, 'LO', Uint8Array.of(65))))
    const { issues } = read(part10(odd))
    expect([issues.issues.length, issues.omitted]).toEqual([100, 200])
  })
})

describe('fixtures', () => {
  it.each([...buildFixtures()].filter(([file]) => file !== 'nested-100.dcm'))('%s is accounted for byte by byte', (_, bytes) => {
    expect(read(bytes).dataset.elements.length).toBeGreaterThan(0)
  })
})
