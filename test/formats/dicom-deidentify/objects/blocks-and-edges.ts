// Private blocks, values of other kinds, numbers and UIDs, and what stands around the data set.
import { concat, element, item, metaGroup, part10, sequence, text, UNDEFINED } from '../../dicom/build-dicom.ts'
import {
  BASE,
  BIRTH,
  CT,
  dataset,
  EXPLICIT,
  e,
  f64,
  GIVEN,
  GRAY,
  ID,
  latin,
  NAME,
  type ObjectFile,
  object,
  PIXELS,
  ROOT,
  STRANGER,
  s,
  u16s,
  u32s,
} from './object-file.ts'

export function blocks(): ObjectFile[] {
  const kept = [e(0x00190010, 'LO', 'GEMS_ACQU_01')]
  return [
    object(
      'private: a creator that is a name',
      CT,
      [
        ...GRAY,
        e(0x00110010, 'LO', `${NAME}^${GIVEN}`),
        e(0x00111001, 'LO', 'x'),
        e(0x00110011, 'LO', STRANGER),
        e(0x00111101, 'PN', STRANGER),
      ],
      [NAME, STRANGER],
    ),
    object(
      'private: safe elements with other values',
      CT,
      [
        ...GRAY,
        ...kept,
        e(0x0019109e, 'LO', 'Johnson'),
        e(0x0019109c, 'LO', `FSE ${ID}`),
        e(0x0019100f, 'DS', ID),
        e(0x00191018, 'LO', NAME),
      ],
      ['Johnson', ID, NAME],
    ),
    object(
      'private: safe numbers of other VRs',
      CT,
      [
        ...GRAY,
        ...kept,
        e(0x001910cc, 'SS', u16s(1)),
        e(0x001910a7, 'DS', BIRTH),
        e(0x001910b3, 'SS', latin(STRANGER)),
        e(0x001910d5, 'UN', latin(STRANGER)),
      ],
      [STRANGER, BIRTH],
    ),
    object(
      'private: a sequence in a safe block',
      CT,
      [
        ...GRAY,
        e(0x20050010, 'LO', 'Philips MR Imaging DD 001'),
        s(0x20051402, [e(0x00100010, 'PN', STRANGER), e(0x20050010, 'LO', 'Philips MR Imaging DD 001'), e(0x20051406, 'UI', `${ROOT}.4`)]),
        s(0x2005140f, [e(0x0008103e, 'LO', NAME), e(0x00080104, 'LO', STRANGER)]),
      ],
      [STRANGER, NAME],
    ),
    object(
      'private: two creators of one block',
      CT,
      [...GRAY, ...kept, e(0x00190011, 'LO', 'GEMS_ACQU_01'), e(0x0019119e, 'LO', 'Johnson x'), e(0x0019ff01, 'UN', latin(`${NAME}`))],
      ['Johnson', NAME],
    ),
    object(
      'private: groups that are none',
      CT,
      [e(0x00010010, 'LO', STRANGER), e(0x00070002, 'LO', NAME), ...GRAY, e(0xffff0010, 'LO', STRANGER)],
      [STRANGER, NAME],
    ),
    object(
      'UN of known attributes',
      CT,
      [
        ...GRAY,
        e(0x00181030, 'UN', latin(`${STRANGER}`)),
        e(0x00180015, 'UN', latin(STRANGER)),
        e(0x00180060, 'UN', latin(ID)),
        e(0x00200032, 'UN', latin(`1\\2\\${ID}`)),
        e(0x00181000, 'UN', latin(`for ${NAME} `)),
        e(0x00102160, 'UN', latin('Johnson^Mary')),
      ],
      [ID, NAME, 'Johnson'],
    ),
    object(
      'UN with a sequence of implicit VR',
      CT,
      [
        ...GRAY,
        concat(
          element(0x00081140, 'UN', concat(), 'explicit', UNDEFINED),
          item(
            concat(element(0x00081155, 'UI', `${ROOT}.${ID}`, 'implicit'), element(0x0040a160, 'UT', STRANGER, 'implicit')),
            'implicit',
            true,
          ),
          [0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0],
        ),
      ],
      [`${ROOT}.${ID}`, STRANGER],
    ),
    object(
      'values of other VRs',
      CT,
      [
        ...GRAY,
        e(0x00180050, 'LO', STRANGER),
        e(0x00280030, 'SH', STRANGER),
        e(0x00180088, 'UT', `spacing by ${STRANGER}`),
        e(0x00200037, 'OB', latin(STRANGER)),
        e(0x00201041, 'CS', STRANGER.toUpperCase()),
        e(0x00189004, 'DT', `${BIRTH}+0100`),
        e(0x00180022, 'LO', `FAST\\${STRANGER}`),
      ],
      [STRANGER, BIRTH],
    ),
  ]
}

export function numbers(): ObjectFile[] {
  return [
    object(
      'decimals that are the identifier',
      CT,
      [
        ...GRAY,
        e(0x00180050, 'DS', `+${ID}`),
        e(0x00180088, 'DS', `0${ID}.00`),
        e(0x00180060, 'DS', `${ID}e0`),
        e(0x00181130, 'DS', `8812376.4E1`),
        e(0x00181140, 'CS', 'CW'),
        e(0x00181151, 'IS', `  ${ID}`),
        e(0x00181152, 'IS', `-${ID}`),
        e(0x00280034, 'IS', `1\\${ID}`),
      ],
      [ID, '8812376.4E1'],
    ),
    object(
      'numbers of 64 bits',
      CT,
      [
        ...GRAY,
        e(0x00189313, 'FD', f64(1, 2, Number(ID))),
        e(0x00189328, 'FD', f64(-Number(ID))),
        e(0x00720082, 'SV', new Uint8Array(BigInt64Array.of(BigInt(ID)).buffer)),
        e(0x00720083, 'UV', new Uint8Array(BigUint64Array.of(BigInt(BIRTH)).buffer)),
      ],
      [ID, BIRTH],
    ),
    object(
      'identifiers of short words in codes',
      CT,
      [
        ...GRAY,
        e(0x00180010, 'LO', `contrast 8812 3764`),
        e(0x00181200, 'DA', BIRTH),
        e(0x00180040, 'IS', BIRTH),
        e(0x00181400, 'LO', `ROUTINE_${ID}`),
        e(0x00180024, 'SH', `*tfi2d1_${ID.slice(0, 8)}`),
        e(0x00181251, 'SH', `Q${ID}`),
        e(0x00185101, 'CS', `AP${ID}`),
      ],
      [ID, '8812 3764', BIRTH],
    ),
    object(
      'UIDs with a birth date and a number',
      CT,
      [
        ...GRAY,
        e(0x00080014, 'UI', `1.2.826.0.1.${ID}`),
        e(0x00200052, 'UI', `1.2.840.113619.2.55.3.${BIRTH}.1`),
        e(0x00020010, 'UI', EXPLICIT),
        s(0x00081140, [e(0x00081150, 'UI', `1.2.840.10008.5.1.4.1.1.${ID}`), e(0x00081155, 'UI', `${NAME}.1`)]),
        e(0x00080062, 'UI', `1.2.840.10008.${BIRTH}`),
      ],
      [ID, NAME, `.${BIRTH}.`],
    ),
  ]
}

export function edges(): ObjectFile[] {
  const meta = (more: Uint8Array, content: Uint8Array) =>
    concat(text(`${NAME} ${STRANGER}`.padEnd(128)), text('DICM'), metaGroup(EXPLICIT, more), content)
  const plain = dataset(...CT, GRAY)
  let deep: readonly Uint8Array[] = [e(0x00100010, 'PN', STRANGER), e(0x0040a160, 'UT', STRANGER), e(0x00181030, 'LO', NAME)]
  for (let i = 0; i < 40; i++) deep = [s([0x00081140, 0x0040a730, 0x00400275, 0x52009230][i % 4]!, deep)]
  return [
    {
      name: 'group 0002 and the preamble',
      bytes: meta(
        concat(
          e(0x00020013, 'SH', STRANGER),
          e(0x00020016, 'AE', NAME),
          e(0x00020017, 'AE', NAME),
          e(0x00020018, 'AE', NAME),
          e(0x00020026, 'UR', `http://${STRANGER}/`),
          e(0x00020100, 'UI', `1.2.3.${ID}`),
          e(0x00020102, 'OB', latin(STRANGER)),
        ),
        plain,
      ),
      plants: [NAME, STRANGER, ID],
    },
    {
      name: 'padding at the end',
      bytes: part10(concat(plain, e(0xfffcfffc, 'OB', latin(`${STRANGER} ${NAME}`)))),
      plants: [NAME, STRANGER],
    },
    {
      name: 'commands and directories before the data set',
      bytes: part10(
        concat(
          e(0x00000110, 'US', u16s(1)),
          e(0x00001000, 'UI', `${ROOT}.${ID}`),
          e(0x00041130, 'CS', STRANGER.toUpperCase()),
          e(0x00041141, 'CS', NAME.toUpperCase()),
          plain,
        ),
      ),
      plants: [NAME, STRANGER],
    },
    object('directory of a medium', CT, [s(0x00041220, [e(0x00041430, 'CS', 'PATIENT'), e(0x00100010, 'PN', STRANGER)])], [STRANGER]),
    object('group lengths that spell', CT, [...GRAY, e(0x00080000, 'UL', latin('John')), e(0x00180000, 'UL', u32s(Number(ID)))], [ID]),
    object('forty sequences deep', CT, [...GRAY, ...deep], [STRANGER, NAME]),
    object('deflated', CT, [...GRAY, e(0x00181030, 'LO', STRANGER), e(0x00204000, 'LT', NAME)], [NAME, STRANGER], `${BASE}.1.99`),
    {
      name: 'items between which text stands',
      bytes: part10(
        concat(
          plain.subarray(0, -PIXELS.length),
          sequence(0x00720200, [item(e(0x00720202, 'US', u16s(1)))], 'explicit', true),
          PIXELS,
          text(`${STRANGER} `),
        ),
      ),
      plants: [STRANGER],
    },
    {
      name: 'digital signatures and encrypted attributes',
      bytes: part10(
        dataset(...CT, [
          ...GRAY,
          s(0x04000500, [e(0x04000520, 'OB', latin(STRANGER))]),
          s(0xfffafffa, [
            e(0x04000005, 'US', u16s(1)),
            e(0x04000100, 'UI', `${ROOT}.${ID}`),
            e(0x04000115, 'OB', latin(`${NAME} CA`)),
            e(0x04000120, 'OB', latin(STRANGER)),
          ]),
          s(0x04000561, [e(0x04000564, 'LO', STRANGER), s(0x04000550, [e(0x00100010, 'PN', STRANGER), e(0x00080080, 'LO', NAME)])]),
        ]),
      ),
      plants: [STRANGER, NAME],
    },
  ]
}
