// dicom/diff: what counts as a change and what does not, and that every option does what it says.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { dicomDiff } from '../../../src/tools/dicom/diff.ts'
import {
  concat,
  element,
  encapsulated,
  hex,
  item,
  part10,
  sequence,
  TRANSFER_SYNTAXES,
  text,
  u16,
  u32,
} from '../../formats/dicom/build-dicom.ts'
import { fixture, fixtures } from './inspect-result.ts'

interface DiffResult {
  equal: boolean | null
  changes: Record<string, unknown>[]
  changesOmitted: number
  pixels: { equal: boolean | null; hashLeft: string | null; hashRight: string | null; reason: string } | null
}

const diff = async (left: Uint8Array, right: Uint8Array, options: Record<string, unknown> = {}) =>
  (await runTool(dicomDiff, { left, right }, options)) as unknown as DiffResult
const diffSets = (left: Uint8Array, right: Uint8Array, options: Record<string, unknown> = {}) => diff(part10(left), part10(right), options)
const opsOf = ({ changes }: DiffResult) => changes.map(({ op, path, left, right }) => [op, path, left, right])

describe('the same data set', () => {
  it.each([
    ['Implicit VR Little Endian', 'implicit-little.dcm'],
    ['Explicit VR Big Endian', 'explicit-big.dcm'],
    ['Deflated Explicit VR Little Endian', 'deflated.dcm'],
    ['no preamble and no meta group', 'no-preamble.dcm'],
  ])('is equal in %s', async (_what, name) => {
    const result = await diff(fixture('explicit-little.dcm'), fixture(name))
    expect(result).toMatchObject({ equal: true, changes: [], changesOmitted: 0, pixels: { equal: true, reason: 'same_samples' } })
    expect(result.pixels!.hashLeft).toBe(result.pixels!.hashRight)
  })

  it.each([...fixtures].filter(([name]) => name !== 'nested-100.dcm'))('is equal to itself: %s', async (_name, bytes) => {
    expect(await diff(bytes, bytes, { meta: true })).toMatchObject({ equal: true, changes: [] })
  })

  it('is equal where only padding, group lengths, item lengths and trailing padding differ', async () => {
    const name = (pad: string) => element(0x00100010, 'PN', text('Sample^Ada', '').length % 2 ? '' : `Sample^Ada${pad}`)
    const code = element(0x00080100, 'SH', 'T-1')
    const left = concat(name(''), sequence(0x00400275, [item(code)]), element(0x00100020, 'LO', 'A'))
    const right = concat(
      element(0x00080000, 'UL', u32(99)),
      name('  '),
      sequence(0x00400275, [item(code, 'explicit', true)], 'explicit', true),
      element(0x00100020, 'LO', hex('4100')),
      element(0xfffcfffc, 'OB', new Uint8Array(8)),
    )
    expect(await diffSets(left, right)).toMatchObject({ equal: true, changes: [] })
  })

  it('is equal where a private block has another number', async () => {
    const block = (number: number, value: string) =>
      concat(element(0x00090000 + number, 'LO', 'INVENTED'), element(0x00090001 + number * 256, 'LO', value))
    expect(await diffSets(block(0x10, 'A'), block(0x42, 'A'))).toMatchObject({ equal: true })
    expect(await diffSets(block(0x10, 'A'), block(0x42, 'B'))).toMatchObject({
      changes: [{ op: 'change', path: '(0009,1001)', creator: 'INVENTED', left: 'A', right: 'B' }],
    })
  })

  it('is equal where names are written in another character set, and not where bytes without meaning differ', async () => {
    const named = (set: string, name: Uint8Array) => concat(element(0x00080005, 'CS', set), element(0x00100010, 'PN', name))
    const latin = named('ISO_IR 100', hex('5a6feb'))
    const utf8 = named('ISO_IR 192', hex('5a6fc3ab'))
    expect(opsOf(await diffSets(latin, utf8))).toEqual([['change', '(0008,0005)', 'ISO_IR 100', 'ISO_IR 192']])
    expect(await diffSets(latin, utf8, { ignore: ['SpecificCharacterSet'] })).toMatchObject({ equal: true })
    expect(await diffSets(named('ISO_IR 192', hex('41ff')), named('ISO_IR 192', hex('41fe')))).toMatchObject({ equal: false })
  })
})

describe('a change', () => {
  it.each([
    ['an element added', '', element(0x00100020, 'LO', 'A'), [['add', '(0010,0020)', null, 'A']]],
    ['an element removed', element(0x00100020, 'LO', 'A'), '', [['remove', '(0010,0020)', 'A', null]]],
    ['a value', element(0x00100020, 'LO', 'A'), element(0x00100020, 'LO', 'B'), [['change', '(0010,0020)', 'A', 'B']]],
    [
      'one of several values',
      element(0x00200037, 'DS', '1\\0'),
      element(0x00200037, 'DS', '1\\1'),
      [['change', '(0020,0037)', '1\\0', '1\\1']],
    ],
    [
      'a decimal written otherwise',
      element(0x00180050, 'DS', '2.5'),
      element(0x00180050, 'DS', '2.50'),
      [['change', '(0018,0050)', '2.5', '2.50']],
    ],
    ['a number', element(0x00280010, 'US', u16(1)), element(0x00280010, 'US', u16(2)), [['change', '(0028,0010)', '1', '2']]],
    ['an empty value', element(0x00100020, 'LO', ''), element(0x00100020, 'LO', 'B'), [['change', '(0010,0020)', '', 'B']]],
    ['the VR alone', element(0x00280106, 'US', u16(1)), element(0x00280106, 'SS', u16(1)), [['vr-change', '(0028,0106)', '1', '1']]],
    [
      'VR and value',
      element(0x00280106, 'US', hex('ffff')),
      element(0x00280106, 'SS', hex('ffff')),
      [['change', '(0028,0106)', '65535', '-1']],
    ],
    ['bytes', element(0x00282000, 'OB', hex('0102')), element(0x00282000, 'OB', hex('0103')), [['change', '(0028,2000)', null, null]]],
    [
      'inside an item',
      sequence(0x00081140, [item(element(0x00081155, 'UI', '1.2'))]),
      sequence(0x00081140, [item(element(0x00081155, 'UI', '1.3'))]),
      [['change', '(0008,1140)[0].(0008,1155)', '1.2', '1.3']],
    ],
    [
      'an item more',
      sequence(0x00081140, [item(concat())]),
      sequence(0x00081140, [item(concat()), item(concat())]),
      [['add', '(0008,1140)[1]', null, null]],
    ],
  ])('is %s', async (_what, left, right, expected) => {
    const bytes = (part: Uint8Array | string) => concat(element(0x00080005, 'CS', 'ISO_IR 100'), typeof part === 'string' ? concat() : part)
    const result = await diffSets(bytes(left), bytes(right))
    expect(result.equal).toBe(false)
    expect(opsOf(result)).toEqual(expected)
  })

  it('finds the second of duplicate elements', async () => {
    const twice = (second: string) => concat(element(0x00100020, 'LO', 'A'), element(0x00100020, 'LO', second))
    expect((await diffSets(twice('B'), twice('C'))).changes).toMatchObject([{ occurrence: 1, left: 'B', right: 'C' }])
  })

  it('reads UN by the VR that the other side states', async () => {
    expect(await diffSets(element(0x00100020, 'UN', 'A '), element(0x00100020, 'LO', 'A'))).toMatchObject({ equal: true })
    expect(opsOf(await diffSets(element(0x00100020, 'UN', 'A '), element(0x00100020, 'LO', 'B')))).toEqual([
      ['change', '(0010,0020)', 'A', 'B'],
    ])
  })
})

describe('ignore', () => {
  const left = concat(
    element(0x00080018, 'UI', '1.2'),
    sequence(0x00081140, [item(element(0x00081155, 'UI', '1.2')), item(element(0x00081155, 'UI', '1.2'))]),
    element(0x00090010, 'LO', 'INVENTED'),
    element(0x00091001, 'LO', 'A'),
  )
  const right = concat(
    element(0x00080018, 'UI', '1.3'),
    sequence(0x00081140, [item(element(0x00081155, 'UI', '1.3')), item(element(0x00081155, 'UI', '1.3'))]),
    element(0x00090010, 'LO', 'INVENTED'),
    element(0x00091001, 'LO', 'B'),
  )
  const [sop, first, second, own] = ['(0008,0018)', '(0008,1140)[0].(0008,1155)', '(0008,1140)[1].(0008,1155)', '(0009,1001)']

  it.each([
    [[], [sop, first, second, own]],
    [['SOPInstanceUID'], [first, second, own]],
    [['(0008,1155)'], [sop, own]],
    [['0008,xxxx'], [own]],
    [['xxxxxx18'], [first, second, own]],
    [['ReferencedImageSequence.ReferencedSOPInstanceUID'], [sop, own]],
    [['ReferencedImageSequence[1].ReferencedSOPInstanceUID'], [sop, first, own]],
    [['ReferencedImageSequence[0]'], [sop, second, own]],
    [['ReferencedImageSequence'], [sop, own]],
    [['private'], [sop, first, second]],
    [['private', '0008,xxxx'], []],
  ])('%j leaves %j', async (ignore, expected) => {
    const result = await diffSets(left, right, { ignore })
    expect(result.changes.map(({ path }) => path)).toEqual(expected)
    expect(result.equal).toBe(expected.length === 0)
  })

  it('refuses what names nothing', async () => {
    await expect(diffSets(left, right, { ignore: ['SOPInstanceUID', 'NoSuchKeyword', '0008'] })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/options/ignore/1' }, { pointer: '/options/ignore/2' }],
    })
  })
})

describe('the pixels', () => {
  const native = (value: number) => part10(element(0x7fe00010, 'OW', u16(value)))
  const compressed = (bytes: string, syntax = '1.2.840.10008.1.2.4.70') => part10(encapsulated([], [hex(bytes)]), syntax)

  it.each([
    ['other samples', native(1), native(2), { equal: false, pixels: { equal: false, reason: 'different_samples' } }],
    [
      'one side only',
      native(1),
      part10(element(0x00100020, 'LO', 'A')),
      { equal: false, pixels: { equal: false, reason: 'one_side_only' } },
    ],
    ['the same codestream', compressed('ffd8'), compressed('ffd8'), { equal: true, pixels: { equal: true, reason: 'same_codestream' } }],
    [
      'another codestream',
      compressed('ffd8'),
      compressed('ffd9'),
      { equal: null, pixels: { equal: null, reason: 'different_codestream' } },
    ],
    ['another encoding', native(1), compressed('ffd8'), { equal: null, pixels: { equal: null, reason: 'different_encoding' } }],
    [
      'the same bytes under another transfer syntax',
      compressed('ffd8'),
      compressed('ffd8', '1.2.840.10008.1.2.4.50'),
      { equal: null, pixels: { equal: null, reason: 'different_encoding' } },
    ],
  ])('say of %s what hashes tell', async (_what, left, right, expected) => {
    expect(await diff(left, right, { ignore: ['PatientID'], pixels: 'hash' })).toMatchObject(expected)
  })

  it('are left out with none', async () => {
    expect(await diff(native(1), native(2), { pixels: 'none' })).toMatchObject({ equal: true, changes: [], pixels: null })
  })

  it('have the hash of their bytes', async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(1, 0)))
    const expected = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    expect((await diff(native(1), native(1))).pixels!.hashLeft).toBe(expected)
  })
})

describe('the limits', () => {
  it('cut long values, compare them whole, and say so', async () => {
    const long = (end: string) => element(0x00104000, 'LT', 'x'.repeat(999) + end)
    const { changes } = await diffSets(long('a'), long('b'), { maxValueChars: 5 })
    expect(changes).toMatchObject([{ left: 'xxxxx', right: 'xxxxx', leftCut: true, rightCut: true, bytes: { left: 1000, right: 1000 } }])
  })

  it('count what they do not list', async () => {
    const result = await diffSets(concat(), concat(element(0x00100010, 'PN', 'A'), element(0x00100020, 'LO', 'B')), { maxChanges: 1 })
    expect(result).toMatchObject({ equal: false, changesOmitted: 1, changes: [{ path: '(0010,0010)' }] })
  })
})

it('compares the meta group where it is asked to', async () => {
  const left = part10(element(0x00100020, 'LO', 'A'))
  const right = part10(element(0x00100020, 'LO', 'A', 'implicit'), TRANSFER_SYNTAXES.implicit)
  expect(await diff(left, right)).toMatchObject({ equal: true })
  expect(opsOf(await diff(left, right, { meta: true }))).toEqual([
    ['change', '(0002,0010)', TRANSFER_SYNTAXES.explicit, TRANSFER_SYNTAXES.implicit],
  ])
})

it('tells of a file that ends too soon', async () => {
  const result = await diff(fixture('explicit-little.dcm'), fixture('truncated.dcm'))
  expect(result).toMatchObject({ equal: false, pixels: { equal: false }, right: { complete: false, issues: [{ code: 'truncated' }] } })
})
