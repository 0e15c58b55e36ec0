// A second set of values that hide names and numbers, in all encodings of data sets: with other attributes, other names and other writings than the first.
import { deflateRawSync } from 'node:zlib'
import type { ProfileOption } from '../../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import { concat, element, item, metaGroup, part10, sequence, text, u16, u32 } from '../../dicom/build-dicom.ts'
import { type HostileFile, inOrder } from './hostile-files.ts'
import { OTHER_BIRTH, OTHER_HEAD, OTHER_ID, OTHER_NAME, OTHER_STRANGER } from './second-streams.ts'

const BASE = '1.2.840.10008.1.2'
const narrowBig = (value: string) => concat(...[...value].map((sign) => Uint8Array.of(0, sign.charCodeAt(0))))
const wide = (value: string) => concat(...[...value].map((sign) => Uint8Array.of(sign.charCodeAt(0), 0)))

function float(value: number, size: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(size))
  if (size === 4) view.setFloat32(0, value, true)
  else view.setFloat64(0, value, true)
  return new Uint8Array(view.buffer)
}

function integer64(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigInt64(0, BigInt(value), true)
  return new Uint8Array(view.buffer)
}

/** 4 x 4 samples. */
const grey = (allocated: number, stored: number, high = stored - 1, signed = 0) => [
  element(0x00280002, 'US', u16(1)),
  element(0x00280004, 'CS', 'MONOCHROME2'),
  element(0x00280010, 'US', u16(4)),
  element(0x00280011, 'US', u16(4)),
  element(0x00280100, 'US', u16(allocated)),
  element(0x00280101, 'US', u16(stored)),
  element(0x00280102, 'US', u16(high)),
  element(0x00280103, 'US', u16(signed)),
]
const PICTURE = [
  ...grey(16, 12),
  element(
    0x7fe00010,
    'OW',
    Uint8Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? 11 * i : 0)),
  ),
]
const LETTERS = text(`${OTHER_STRANGER}, ${OTHER_NAME}^Odette   `)

type Case = readonly [name: string, elements: readonly Uint8Array[], plants: readonly string[], options?: readonly ProfileOption[]]

/** Bits above and below those stored. */
function spareBits(): readonly Case[] {
  const inWords = (place: 'upper' | 'lower') =>
    concat(...[...OTHER_STRANGER.padEnd(16)].map((sign, i) => (place === 'upper' ? [i, sign.charCodeAt(0)] : [sign.charCodeAt(0), i])))
  const in32 = concat(...Array.from({ length: 16 }, (_, i) => [i, 0, OTHER_NAME.charCodeAt(i) || 0, OTHER_STRANGER.charCodeAt(i) || 0]))
  const bits = (from: number) =>
    Uint8Array.from({ length: 16 }, (_, i) => ((OTHER_STRANGER.charCodeAt(i >> 1) >> (4 * (i & 1))) & 15) << from)
  return [
    ['spare bits: below the sample', [...grey(16, 8, 15), element(0x7fe00010, 'OW', inWords('lower'))], [OTHER_STRANGER]],
    ['spare bits: above a signed sample', [...grey(16, 8, 7, 1), element(0x7fe00010, 'OW', inWords('upper'))], [OTHER_STRANGER]],
    ['spare bits: the upper half of 32', [...grey(32, 16), element(0x7fe00010, 'OW', in32)], [OTHER_STRANGER, OTHER_NAME]],
    ['spare bits: letters in halves', [...grey(8, 4), element(0x7fe00010, 'OB', bits(4))], []],
  ]
}

const NAMED: readonly ProfileOption[] = ['retain-patient-characteristics']
const DEVICE: readonly ProfileOption[] = ['retain-device']

function texts(): readonly Case[] {
  const address = (value: string): Uint8Array =>
    sequence(0x00082218, [
      item(
        concat(
          element(0x00080102, 'SH', 'SCT'),
          element(0x00080104, 'LO', 'Chest'),
          element(0x0008010e, 'UR', value),
          element(0x00080119, 'UC', '51185008'),
        ),
      ),
    ])
  return [
    ['address: a name in percent signs', [address(`http://snomed.info/id/%54histlewick`)], ['54histlewick']],
    ['address: a name as a host', [address(`https://${OTHER_NAME.toLowerCase()}.hl7.org/`)], [OTHER_NAME]],
    ['address: a name as a user', [address(`https://${OTHER_NAME}@loinc.org/`)], [OTHER_NAME]],
    ['address: letters, a mail', [address(`mailto:o.${OTHER_STRANGER}@example.org`)], [OTHER_STRANGER]],
    ['address: a number', [address(`urn:mrn:${OTHER_ID}`)], [OTHER_ID]],
    ['address: a name between dots', [address(`http://www.w3.org/${[...OTHER_NAME].join('.')}`)], [[...OTHER_NAME].join('.')]],
    ['address: of a retrieval', [element(0x00081190, 'UR', `https://pacs.example/${OTHER_STRANGER}`)], [OTHER_STRANGER]],
    [
      'wide letters: the high byte first, in a protocol',
      [element(0x00181030, 'LO', narrowBig(OTHER_NAME))],
      [OTHER_NAME],
      ['clean-descriptors'],
    ],
    [
      'wide letters: with a mark of order',
      [element(0x00181030, 'LO', concat([0xff, 0xfe], wide(OTHER_STRANGER)))],
      [OTHER_STRANGER],
      ['clean-descriptors'],
    ],
    ['wide letters: in a long text', [element(0x00104000, 'LT', wide(`${OTHER_NAME} said so`))], [OTHER_NAME], ['clean-descriptors']],
    ['wide letters: in a code', [element(0x00185100, 'CS', wide(OTHER_NAME.toUpperCase().slice(0, 8)))], [OTHER_NAME.slice(0, 8)]],
    ['wide letters: a kernel', [element(0x00181210, 'SH', narrowBig(OTHER_STRANGER.slice(0, 8)))], [OTHER_STRANGER.slice(0, 8)], DEVICE],
    ['kept: special needs', [element(0x00380050, 'LO', `call ${OTHER_NAME}`)], [OTHER_NAME], NAMED],
    ['kept: medical alerts', [element(0x00102000, 'LO', 'sister Mary Johnson knows')], ['Johnson'], NAMED],
    ['kept: state of the patient', [element(0x00380500, 'LO', `brought by JOHNSON, MARY`)], ['JOHNSON'], NAMED],
    ['kept: medication before', [element(0x00400012, 'LO', `by ${OTHER_NAME.toUpperCase()}`)], [OTHER_NAME], NAMED],
    ['kept: a weight that is the number', [element(0x00101030, 'DS', OTHER_ID)], [OTHER_ID], NAMED],
    ['kept: a sex that is a name', [element(0x00100040, 'CS', 'JOHNSON')], ['JOHNSON'], NAMED],
    ['kept: a serial number that is the number', [element(0x00181000, 'LO', `SN ${OTHER_ID}`)], [OTHER_ID], DEVICE],
    ['kept: a gantry', [element(0x00181008, 'LO', `of ${OTHER_NAME}, O.`)], [OTHER_NAME], DEVICE],
    ['kept: a cassette', [element(0x00181007, 'LO', 'Mary Johnson')], ['Johnson'], DEVICE],
    ['kept: a plate with the birth date', [element(0x00181004, 'LO', OTHER_BIRTH)], [OTHER_BIRTH], DEVICE],
    ['kept: a station with an entity title', [element(0x00400241, 'AE', OTHER_NAME.toUpperCase())], [OTHER_NAME], DEVICE],
    [
      'kept: a device in UDI',
      [sequence(0x0018100a, [item(element(0x00181009, 'UT', `(01)00844588003288(21)${OTHER_ID}`))])],
      [OTHER_ID],
      DEVICE,
    ],
    ['kept: a description of a device', [sequence(0x00081072, [item(element(0x00404011, 'DT', OTHER_BIRTH))])], [OTHER_BIRTH], DEVICE],
  ]
}

function numbers(): readonly Case[] {
  return [
    ['numbers: letters in signed 32 bits', [element(0x00186020, 'SL', text('Marchbanks, O. '))], ['Marchban']],
    ['numbers: letters in 16 bits', [element(0x00189219, 'US', text(OTHER_STRANGER))], [OTHER_STRANGER]],
    ['numbers: letters in 64 bits', [element(0x00080306, 'UV', text('Marchbanks Odett'))], ['Marchban']],
    [
      'numbers: a name backwards in doubles',
      [element(0x00189087, 'FD', text([...`${OTHER_NAME} Odet`].reverse().join('')))],
      [[...OTHER_NAME].reverse().join('').slice(3)],
    ],
    ['numbers: the number in a double', [element(0x00189098, 'FD', float(Number(OTHER_ID), 8))], [OTHER_ID]],
    ['numbers: the number with a sign', [element(0x00189087, 'FD', float(-Number(OTHER_ID), 8))], []],
    ['numbers: the number in 64 bits', [element(0x00720082, 'SV', integer64(Number(OTHER_ID)))], [OTHER_ID]],
    ['numbers: the birth date in a decimal', [element(0x00180088, 'DS', `+${OTHER_BIRTH}.00`)], [OTHER_BIRTH]],
    ['numbers: the number with zeros before', [element(0x00181302, 'IS', `0000${OTHER_ID}`)], [OTHER_ID]],
    ['numbers: tags that spell', [element(0x00280009, 'AT', text('Marchbanks O'))], ['Marchbanks']],
    ['numbers: the number as a UID of a syntax', [element(0x00083002, 'UI', `${BASE}.${OTHER_ID}`)], [OTHER_ID]],
    ['numbers: the number in a short float', [element(0x00186060, 'FL', float(Number(OTHER_ID), 4))], [OTHER_ID]],
  ]
}

const lut = (descriptor: readonly number[], data: Uint8Array): Uint8Array =>
  item(
    concat(
      element(0x00283002, 'US', concat(...descriptor.map((one) => u16(one)))),
      element(0x00283003, 'LO', OTHER_STRANGER),
      element(0x00283006, 'OW', data),
    ),
  )

function bulk(): readonly Case[] {
  const planes = (group: number, data: Uint8Array) => [
    element(group * 65_536 + 0x10, 'US', u16(4)),
    element(group * 65_536 + 0x11, 'US', u16(4)),
    element(group * 65_536 + 0x40, 'CS', 'G'),
    element(group * 65_536 + 0x50, 'SS', concat(u16(1), u16(1))),
    element(group * 65_536 + 0x100, 'US', u16(1)),
    element(group * 65_536 + 0x102, 'US', u16(0)),
    element(group * 65_536 + 0x3000, 'OW', data),
  ]
  return [
    ['bulk: behind the plane of an overlay', planes(0x6002, concat([5, 160], LETTERS)), [OTHER_STRANGER, OTHER_NAME], ['clean-graphics']],
    [
      'bulk: a table of a window',
      [sequence(0x00283010, [lut([2, 0, 16], concat(new Uint8Array(4), LETTERS))])],
      [OTHER_STRANGER, OTHER_NAME],
    ],
    [
      'bulk: a table of a modality',
      [sequence(0x00283000, [lut([2, 0, 8], concat(new Uint8Array(2), LETTERS))])],
      [OTHER_STRANGER, OTHER_NAME],
    ],
    ['bulk: parts of a palette', [element(0x00281221, 'OW', concat([1, 0, 2, 0, 0, 0], LETTERS))], [OTHER_STRANGER]],
    [
      'bulk: a document',
      [element(0x00420010, 'ST', OTHER_NAME), element(0x00420011, 'OB', LETTERS), element(0x00420012, 'LO', 'text/plain')],
      [OTHER_STRANGER],
    ],
    ['bulk: a signature', [sequence(0xfffafffa, [item(element(0x04000115, 'OB', LETTERS))])], [OTHER_STRANGER]],
    ['bulk: padding at the end', [element(0xfffcfffc, 'OB', LETTERS)], [OTHER_STRANGER]],
    ['bulk: a curve', [element(0x50003000, 'OW', LETTERS)], [OTHER_STRANGER]],
    ['bulk: sound', [element(0x5000200c, 'OB', LETTERS)], [OTHER_STRANGER]],
    ['bulk: a spectrum', [element(0x56000020, 'OF', LETTERS.subarray(0, 24))], [OTHER_STRANGER]],
    [
      'bulk: encrypted attributes',
      [sequence(0x04000500, [item(concat(element(0x04000510, 'UI', `${BASE}.1`), element(0x04000520, 'OB', LETTERS)))])],
      [OTHER_STRANGER],
    ],
    ['bulk: a group of nobody', [element(0x00b10010, 'LO', 'X'), element(0x00b11001, 'UN', LETTERS)], [OTHER_STRANGER]],
    ['bulk: an old group', [element(0x40000010, 'LT', OTHER_STRANGER), element(0x40004000, 'LT', OTHER_NAME)], [OTHER_STRANGER]],
  ]
}

/** Beside the data set, and data sets in other encodings. */
function wholeFiles(): HostileFile[] {
  const dataset = inOrder([...OTHER_HEAD, ...PICTURE])
  const file = (name: string, bytes: Uint8Array): HostileFile => ({
    name: `second: ${name}`,
    bytes,
    plants: [OTHER_STRANGER, OTHER_NAME],
    options: ['retain-uids'],
  })
  const plain = part10(dataset)
  const preamble = plain.slice()
  preamble.set(LETTERS)
  const meta = (more: Uint8Array, body = dataset, syntax = `${BASE}.1`) =>
    concat(new Uint8Array(128), text('DICM'), metaGroup(syntax, more), body)
  const converted = (syntax: 'implicit' | 'big') => {
    const one = (tag: number, vr: string, value: string | Uint8Array) => element(tag, vr, value, syntax)
    const whole = concat(
      one(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
      one(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.78'),
      one(0x00080060, 'CS', 'CT'),
      one(0x00100010, 'PN', `${OTHER_NAME}^Odette`),
      one(0x00181250, 'SH', OTHER_NAME),
      ...[
        [0x00280002, 1],
        [0x00280010, 4],
        [0x00280011, 4],
        [0x00280100, 16],
        [0x00280101, 8],
        [0x00280102, 7],
        [0x00280103, 0],
      ]
        .map(([tag, value]) => one(tag!, 'US', u16(value!, syntax)))
        .toSpliced(1, 0, one(0x00280004, 'CS', 'MONOCHROME2')),
      one(
        0x7fe00010,
        'OW',
        concat(
          ...[...`${OTHER_STRANGER}`.padEnd(16)].map((sign, i) => (syntax === 'big' ? [sign.charCodeAt(0), i] : [i, sign.charCodeAt(0)])),
          LETTERS,
        ),
      ),
    )
    return part10(whole, syntax === 'big' ? `${BASE}.2` : BASE)
  }
  const deflated = deflateRawSync(dataset)
  return [
    file('preamble', preamble),
    file('private information of the head', meta(concat(element(0x00020100, 'UI', '1.2.3'), element(0x00020102, 'OB', LETTERS)))),
    file('a title of a source', meta(element(0x00020016, 'AE', OTHER_NAME))),
    file('a version of a program', meta(element(0x00020013, 'SH', OTHER_STRANGER))),
    file('an address of a sender', meta(element(0x00020026, 'UR', `http://${OTHER_NAME}.example/`))),
    file('behind the data set', concat(plain, LETTERS)),
    file('implicit', converted('implicit')),
    file('big endian', converted('big')),
    file('deflated, with a tail', meta(new Uint8Array(0), concat(deflated, LETTERS), `${BASE}.1.99`)),
    file('a group length that is letters', part10(concat(element(0x00080000, 'UL', text('Marc')), dataset))),
    file(
      'a head without a length',
      concat(new Uint8Array(128), text('DICM'), element(0x00020010, 'UI', `${BASE}.1`), element(0x00020016, 'AE', OTHER_NAME), dataset),
    ),
    file('no preamble', dataset),
    file('a number of bytes that lies', part10(concat(dataset, u32(0x00290010), LETTERS))),
  ]
}

export function secondValueFiles(): HostileFile[] {
  const cases = [...spareBits(), ...texts(), ...numbers(), ...bulk()]
  const built = cases.map(
    ([name, elements, plants, options = []]): HostileFile => ({
      name: `second: ${name}`,
      bytes: part10(inOrder([...OTHER_HEAD, ...PICTURE, ...elements])),
      plants,
      options,
    }),
  )
  return [...built, ...wholeFiles()]
}
