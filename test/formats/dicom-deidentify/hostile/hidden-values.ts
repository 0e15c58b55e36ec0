// Plants in values of attributes that the profile, or an option of it, keeps.
import type { ProfileOption } from '../../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import { concat, element, item, sequence, text, u16 } from '../../dicom/build-dicom.ts'
import { STRANGER } from './streams.ts'

interface ValueCase {
  readonly name: string
  readonly elements: readonly Uint8Array[]
  readonly plants: readonly string[]
  readonly options?: readonly ProfileOption[]
}

const NAME = 'Quillfeather'
const ID = '88123764'
const BIRTH = '19610307'
const wide = (value: string) => concat(...[...value].map((sign) => Uint8Array.of(sign.charCodeAt(0), 0)))

function number(kind: 'u32' | 'f32' | 'f64' | 'i32' | 'u64', value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(kind === 'f64' || kind === 'u64' ? 8 : 4))
  if (kind === 'u32') view.setUint32(0, value, true)
  else if (kind === 'i32') view.setInt32(0, value, true)
  else if (kind === 'f32') view.setFloat32(0, value, true)
  else if (kind === 'f64') view.setFloat64(0, value, true)
  else view.setBigUint64(0, BigInt(value), true)
  return new Uint8Array(view.buffer)
}

/** A profile with a description, a copyright and a private tag. */
function icc(plant: string): Uint8Array {
  const desc = concat(text('desc\0\0\0\0'), Uint8Array.of(0, 0, 0, 32), text(plant.padEnd(32, '\0')))
  const bytes = new Uint8Array(128 + 4 + 24 + desc.length + 20)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bytes.length)
  bytes.set(text('acsp'), 36)
  bytes.set(text('mntrRGB XYZ '), 12)
  view.setUint32(128, 2)
  bytes.set(text('desc'), 132)
  view.setUint32(136, 156)
  view.setUint32(140, desc.length)
  bytes.set(text('wtpt'), 144)
  view.setUint32(148, 156 + desc.length)
  view.setUint32(152, 20)
  bytes.set(desc, 156)
  bytes.set(text('XYZ '), 156 + desc.length)
  return bytes
}

const palette = (tail: Uint8Array) => [
  element(0x00281101, 'US', concat(u16(4), u16(0), u16(16))),
  element(0x00281201, 'OW', concat(new Uint8Array(8), tail)),
]

const code = (value: string, scheme = 'DCM', meaning = 'Chest') =>
  item(concat(element(0x00080100, 'SH', value), element(0x00080102, 'SH', scheme), element(0x00080104, 'LO', meaning)))

const waveform = (data: Uint8Array) =>
  sequence(0x54000100, [
    item(
      concat(
        element(0x003a0005, 'US', u16(1)),
        element(0x003a0010, 'UL', number('u32', data.length / 2)),
        element(0x003a001a, 'DS', '500'),
        element(0x54001004, 'US', u16(16)),
        element(0x54001006, 'CS', 'SS'),
        element(0x54001010, 'OW', data),
      ),
    ),
  ])

const content = (value: string) =>
  sequence(0x0040a730, [
    item(
      concat(
        element(0x0040a010, 'CS', 'CONTAINS'),
        element(0x0040a040, 'CS', 'TEXT'),
        sequence(0x0040a043, [code('121071', 'DCM', 'Finding')]),
        element(0x0040a160, 'UT', value),
      ),
    ),
  ])

/** What people write, in an attribute that the profile keeps as technical. */
const TECHNICAL: readonly (readonly [plant: string, name: string])[] = [
  ['1961-03-08', 'a date'],
  ['8 March 1961', 'a spelled date'],
  ['08.03.1961', 'a date with points'],
  ['3/8/1961', 'a date with slashes'],
  ['08.03.61', 'a short date'],
  ['8MAR1961', 'a date in one word'],
  ['219-09-9999', 'a social security number'],
  ['0113 496 0123', 'a telephone number'],
  ['(555) 019-9123', 'a telephone number in brackets'],
  ['+44 113 496 0123', 'a telephone number of another country'],
  ['88 12 37 65', 'a number in pairs'],
  ['943 476 5919', 'a number of a health service'],
  ['BrImBlEcOmBe', 'a name in capitals and small letters'],
  ['QnJpbWJsZWNvbWJl', 'a name in base64'],
  ['B r i m b l e c o m b e', 'a name in single letters'],
]

const drawing = (data: Uint8Array) =>
  sequence(0x00700001, [
    item(
      concat(
        element(0x00700002, 'CS', 'L1'),
        sequence(0x00700009, [
          item(
            concat(
              element(0x00700005, 'CS', 'DISPLAY'),
              element(0x00700020, 'US', u16(2)),
              element(0x00700021, 'US', u16(2)),
              element(0x00700022, 'FL', data),
              element(0x00700023, 'CS', 'POLYLINE'),
            ),
          ),
        ]),
      ),
    ),
  ])

export const VALUE_CASES: readonly ValueCase[] = [
  { name: 'description of an ICC profile', elements: [element(0x00282000, 'OB', icc(`${STRANGER} profile`))], plants: [STRANGER] },
  { name: 'description of an ICC profile, of the header', elements: [element(0x00282000, 'OB', icc(NAME))], plants: [NAME] },
  { name: 'bytes behind a palette', elements: palette(text(`${STRANGER}  `)), plants: [STRANGER] },
  {
    name: 'entries of a palette',
    elements: [element(0x00281101, 'US', concat(u16(8), u16(0), u16(16))), element(0x00281201, 'OW', text(`${NAME}^Ros`))],
    plants: [NAME],
  },
  {
    name: 'entries of a palette, a stranger',
    elements: [element(0x00281101, 'US', concat(u16(8), u16(0), u16(16))), element(0x00281201, 'OW', text(`${STRANGER} Edw`))],
    plants: [STRANGER],
  },
  { name: 'an address with a name', elements: [element(0x0008010e, 'UR', `http://pacs.example/${NAME}/x`)], plants: [NAME] },
  {
    name: 'an address with a stranger',
    elements: [
      sequence(0x00082218, [
        item(
          concat(
            element(0x00080100, 'SH', '51185008'),
            element(0x00080102, 'SH', 'SCT'),
            element(0x00080104, 'LO', 'Chest'),
            element(0x0008010e, 'UR', `http://pacs.example/?p=${STRANGER}`),
          ),
        ),
      ]),
    ],
    plants: [STRANGER],
  },
  { name: 'UTF-16 in LO', elements: [element(0x00181250, 'SH', wide(NAME.slice(0, 8)))], plants: [NAME.slice(0, 8)] },
  {
    name: 'UTF-16 in a protocol name',
    elements: [element(0x00181030, 'LO', wide(`${NAME}  `))],
    plants: [NAME],
    options: ['clean-descriptors'],
  },
  {
    name: 'UTF-16 of a stranger in LO',
    elements: [element(0x00181006, 'LO', wide(`${STRANGER}`))],
    plants: [STRANGER],
    options: ['retain-device'],
  },
  { name: 'an id as a number', elements: [element(0x00181302, 'IS', ID)], plants: [ID] },
  { name: 'an id as a decimal', elements: [element(0x00180088, 'DS', `${ID}.0 `)], plants: [ID] },
  { name: 'an id as a decimal with an exponent', elements: [element(0x00180088, 'DS', '8.8123764E7 ')], plants: [] },
  { name: 'an id in 32 bits', elements: [element(0x00186044, 'UL', number('u32', Number(ID)))], plants: [ID] },
  { name: 'an id in signed 32 bits', elements: [element(0x00186020, 'SL', number('i32', Number(ID)))], plants: [ID] },
  {
    name: 'an id in a double',
    elements: [element(0x00189089, 'FD', concat(number('f64', Number(ID)), number('f64', 0), number('f64', 1)))],
    plants: [ID],
  },
  { name: 'a birth date in 32 bits', elements: [element(0x00186044, 'UL', number('u32', Number(BIRTH)))], plants: [BIRTH] },
  { name: 'letters in doubles', elements: [element(0x00189087, 'FD', text('Quillfea'))], plants: ['Quillfea'] },
  { name: 'letters in floats', elements: [element(0x00186036, 'FD', text('Brimblec'))], plants: ['Brimblec'] },
  {
    name: 'letters in a list of floats',
    elements: [element(0x00189074, 'DT', ''), element(0x00189087, 'FD', text('Brimblec'))],
    plants: ['Brimblec'],
  },
  { name: 'an id in a UID of a class', elements: [element(0x0008001a, 'UI', `1.2.826.0.1.${ID}`)], plants: [ID] },
  { name: 'a number in a UID of a class that is none', elements: [element(0x0008001a, 'UI', '1.2.826.0.1.5550019')], plants: ['5550019'] },
  {
    name: 'a coding scheme that is none',
    elements: [sequence(0x00080110, [item(concat(element(0x00080102, 'SH', '99X'), element(0x0008010c, 'UI', '1.2.826.0.1.5550019')))])],
    plants: ['5550019'],
  },
  { name: 'an id as a code', elements: [sequence(0x00082218, [code(ID)])], plants: [ID] },
  { name: 'an id as a code with a dash', elements: [sequence(0x00082218, [code('8812-3764')])], plants: ['8812-3764'] },
  { name: 'a name as the meaning of a code', elements: [sequence(0x00082218, [code('51185008', 'SCT', NAME)])], plants: [NAME] },
  { name: 'a character set', elements: [element(0x00080005, 'CS', NAME.toUpperCase())], plants: [NAME] },
  { name: 'a second character set', elements: [element(0x00080005, 'CS', `\\${STRANGER.toUpperCase()}`)], plants: [STRANGER] },
  {
    name: 'a kept smoking status',
    elements: [element(0x001021a0, 'CS', STRANGER.toUpperCase())],
    plants: [STRANGER],
    options: ['retain-patient-characteristics'],
  },
  {
    name: 'a kept ethnic group',
    elements: [element(0x00102160, 'SH', 'Johnson^Mary')],
    plants: ['Johnson'],
    options: ['retain-patient-characteristics'],
  },
  {
    name: 'kept allergies',
    elements: [element(0x00102110, 'LO', `${NAME} has none`)],
    plants: [NAME],
    options: ['retain-patient-characteristics'],
  },
  { name: 'a kept device', elements: [element(0x00181000, 'LO', `${NAME}`)], plants: [NAME], options: ['retain-device'] },
  { name: 'a kept station', elements: [element(0x00081010, 'SH', 'Dr Johnson')], plants: ['Johnson'], options: ['retain-device'] },
  { name: 'a kept detector', elements: [element(0x0018700a, 'SH', 'Johnson^Mary')], plants: ['Johnson'], options: ['retain-device'] },
  { name: 'samples of a waveform', elements: [waveform(text(`${NAME}^Rosalind  `))], plants: [NAME] },
  { name: 'samples of a waveform, a stranger', elements: [waveform(text(`ab ${STRANGER} Edw`))], plants: [STRANGER] },
  { name: 'content of a report', elements: [content(`seen by ${NAME}`)], plants: [NAME], options: ['clean-structured-content'] },
  { name: 'content of a report, an id', elements: [content(`no ${ID}`)], plants: [ID], options: ['clean-structured-content'] },
  {
    name: 'a safe private element',
    elements: [element(0x00190010, 'LO', 'GEMS_ACQU_01'), element(0x0019109e, 'LO', NAME)],
    plants: [NAME],
    options: ['retain-safe-private'],
  },
  {
    name: 'a safe private number',
    elements: [element(0x70530010, 'LO', 'Philips PET Private Group'), element(0x70531000, 'DS', ID)],
    plants: [ID],
    options: ['retain-safe-private'],
  },
  ...TECHNICAL.map(
    ([plant, name]): ValueCase => ({ name: `a technical text: ${name}`, elements: [element(0x00181250, 'SH', plant)], plants: [plant] }),
  ),
  {
    name: 'a name with signs of no width',
    elements: [element(0x00080005, 'CS', 'ISO_IR 100'), element(0x00181250, 'SH', 'Brim\u00adble\u00adcom\u00adbe')],
    plants: ['ble\u00adcom'],
  },
  ...['https://www.nema.org/Brimblecombe/1234', 'http://brimblecombe.nih.gov/', `http://hl7.org/${' '.repeat(66_000)}${STRANGER}`].map(
    (address, i): ValueCase => ({
      name: `a published address with a name, ${i + 1}`,
      elements: [sequence(0x00080110, [item(concat(element(0x00080102, 'SH', '99X'), element(0x0008010e, 'UR', address)))])],
      plants: [STRANGER],
    }),
  ),
  { name: 'a short name in a double', elements: [element(0x00189087, 'FD', text('Johnson '))], plants: ['Johnson'] },
  { name: 'a short name in two numbers', elements: [element(0x00209157, 'UL', text('Mary Ann'))], plants: ['Mary Ann'] },
  {
    name: 'a short name in a drawing',
    elements: [drawing(text('Mary Ann Johnson'))],
    plants: ['Mary Ann'],
    options: ['clean-graphics'],
  },
  ...['1104M', '33600D', '4800W', '091Y\\092Y', '96Y 3M', `${'001Y\\'.repeat(300)}097Y`].map(
    (age): ValueCase => ({
      name: `an age of ${age.slice(-9)}`,
      elements: [element(0x00101010, 'AS', age)],
      plants: [age.slice(-9)],
      options: ['retain-patient-characteristics'],
    }),
  ),
  {
    name: 'a telephone number for a time',
    elements: [element(0x00080031, 'TM', '5550199123')],
    plants: ['5550199123'],
    options: ['retain-full-dates'],
  },
  {
    name: 'a telephone number for a date',
    elements: [element(0x00080021, 'DA', '5550199123')],
    plants: ['5550199123'],
    options: ['retain-full-dates'],
  },
  {
    name: 'a birth date in a report whose dates stay',
    elements: [content(`born ${BIRTH}`)],
    plants: [BIRTH],
    options: ['clean-structured-content', 'retain-full-dates'],
  },
  {
    name: 'a birth date as a number where dates stay',
    elements: [element(0x00181302, 'IS', BIRTH)],
    plants: [BIRTH],
    options: ['retain-full-dates'],
  },
  {
    name: 'a maker in the form of a name',
    elements: [element(0x00080070, 'LO', 'Johnson^Mary')],
    plants: ['Johnson'],
    options: ['retain-device'],
  },
  ...['0113 496 0123', '08.03.1961'].map(
    (plant): ValueCase => ({
      name: `a safe private element with ${plant}`,
      elements: [element(0x00190010, 'LO', 'GEMS_ACQU_01'), element(0x0019109e, 'LO', plant)],
      plants: [plant],
      options: ['retain-safe-private'],
    }),
  ),
  {
    name: 'a name behind many',
    elements: [
      element(0x00101001, 'PN', `${Array.from({ length: 80 }, (_, i) => `Zebulonquux${i}^Abc`).join('\\')}\\Ottilienfeld^X`),
      element(0x00181000, 'LO', 'x Ottilienfeld'),
    ],
    plants: ['Ottilienfeld'],
    options: ['retain-device'],
  },
]
