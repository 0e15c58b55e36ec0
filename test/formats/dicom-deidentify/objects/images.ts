// Images of many kinds: enhanced, slides, segments, overlays, look-up tables, icons.
import { concat, item } from '../../dicom/build-dicom.ts'
import {
  BIRTH,
  code,
  e,
  f64,
  ID,
  image,
  latin,
  NAME,
  type ObjectFile,
  object,
  ROOT,
  STRANGER,
  s,
  samples,
  u16s,
  u32s,
} from './object-file.ts'

const pixels = e(0x7fe00010, 'OW', samples(64))
const CT = ['1.1.2', 'CT'] as const
const grey = [...image(), pixels]

export function images(): ObjectFile[] {
  const shared = (...elements: readonly Uint8Array[]) => s(0x52009229, elements)
  const each = (...elements: readonly Uint8Array[]) => s(0x52009230, elements)
  return [
    object(
      'enhanced CT: what a frame says',
      ['1.1.2.1', 'CT'],
      [
        ...grey,
        s(0x00209221, [e(0x00209164, 'UI', `${ROOT}.2`)]),
        s(0x00209222, [
          e(0x00209165, 'AT', latin('JohnMary')),
          e(0x00209421, 'LO', STRANGER),
          e(0x00209213, 'LO', NAME),
          e(0x00209238, 'LO', STRANGER),
        ]),
        shared(s(0x00289145, [e(0x00281053, 'DS', ID), e(0x00281054, 'LO', STRANGER)])),
        each(
          s(0x00209111, [
            e(0x00189074, 'DT', `${BIRTH}120000+0100`),
            e(0x00189151, 'DT', `${BIRTH}120000.123456`),
            e(0x00209056, 'SH', ID),
            e(0x00209057, 'UL', u32s(Number(ID))),
            e(0x00209157, 'UL', u32s(1, Number(BIRTH))),
            e(0x00209158, 'LT', STRANGER),
            e(0x00209453, 'LO', STRANGER),
          ]),
        ),
      ],
      [STRANGER, NAME, ID, BIRTH],
    ),
    object(
      'enhanced MR: maps of real-world values',
      ['1.1.4.1', 'MR'],
      [
        ...grey,
        s(0x00409096, [
          e(0x00283003, 'LO', `for ${STRANGER}`),
          e(0x00409210, 'SH', STRANGER),
          e(0x00409211, 'US', u16s(9)),
          e(0x00409216, 'US', u16s(0)),
          e(0x00409212, 'FD', latin(`${STRANGER} Edith`.padEnd(24))),
          e(0x00409224, 'FD', f64(Number(ID))),
          s(0x004008ea, code(ID, '99UNITS', STRANGER)),
        ]),
      ],
      [STRANGER, ID],
    ),
    object(
      'look-up tables that explain',
      ['1.1.7', 'OT'],
      [
        ...grey,
        s(0x00283000, [
          e(0x00283002, 'US', u16s(8, 0, 16)),
          e(0x00283003, 'LO', STRANGER),
          e(0x00283004, 'LO', NAME),
          e(0x00283006, 'US', latin(`${STRANGER} Ann`)),
        ]),
        s(0x00283010, [
          e(0x00283002, 'US', u16s(4, 0, 16)),
          e(0x00283003, 'LO', `${NAME}\\${STRANGER}`),
          e(0x00283006, 'OW', u16s(1, 2, 3, 4)),
        ]),
        e(0x00281055, 'LO', `ABDOMEN\\${STRANGER}`),
        e(0x00281054, 'LO', STRANGER),
        e(0x00281056, 'CS', STRANGER.toUpperCase()),
      ],
      [STRANGER, NAME],
    ),
    object(
      'icon with letters',
      CT,
      [...grey, s(0x00880200, [...image(), e(0x7fe00010, 'OB', latin(`${STRANGER} ${NAME}`.padEnd(64)))])],
      [STRANGER, NAME],
    ),
    object(
      'slide: specimens and containers',
      ['1.1.77.1.6', 'SM'],
      [
        ...image(8, 1),
        pixels,
        e(0x00400512, 'LO', `${NAME} A1`),
        s(0x00400515, [e(0x00080104, 'LO', STRANGER)]),
        s(0x00400560, [
          e(0x00400551, 'LO', `S-${ID}`),
          e(0x00400554, 'UI', `${ROOT}.11`),
          e(0x00400600, 'LO', STRANGER),
          e(0x00400602, 'UT', `liver of ${STRANGER}`),
          s(0x00400562, [e(0x00400032, 'UT', STRANGER)]),
          s(0x00400610, [
            s(0x00400612, [e(0x0040a040, 'CS', 'TEXT'), s(0x0040a043, code('111700')), e(0x0040a160, 'UT', `done by ${STRANGER}`)]),
          ]),
        ]),
        e(0x22000002, 'UT', `${STRANGER} 12/34`),
        e(0x22000005, 'LT', ID),
        s(0x00480105, [
          e(0x00480106, 'SH', ID),
          e(0x00480107, 'ST', `filter of ${STRANGER}`),
          s(0x00480108, code('1', '99', STRANGER)),
          s(0x00480120, [e(0x00281101, 'US', u16s(4, 0, 8)), e(0x00281201, 'OW', concat(u16s(1, 2), latin(STRANGER)))]),
        ]),
        e(0x00081048, 'PN', STRANGER),
      ],
      [STRANGER, NAME, ID],
    ),
    object(
      'segments',
      ['1.1.66.4', 'SEG'],
      [
        ...image(1),
        e(0x7fe00010, 'OB', samples(8)),
        s(0x00620002, [
          e(0x00620004, 'US', u16s(1)),
          e(0x00620005, 'LO', `Tumour of ${STRANGER}`),
          e(0x00620006, 'ST', STRANGER),
          e(0x00620008, 'CS', 'MANUAL'),
          e(0x00620009, 'LO', `${NAME} net`),
          e(0x00620020, 'UT', `${ID}/1`),
          e(0x00620021, 'UI', `${ROOT}.12`),
        ]),
      ],
      [STRANGER, NAME, ID],
    ),
    object(
      'segments of one bit behind the last',
      ['1.1.66.4', 'SEG'],
      [...image(1), e(0x7fe00010, 'OB', concat(samples(8), latin(`${STRANGER} `)))],
      [STRANGER],
    ),
    object(
      'overlays and curves',
      CT,
      [
        ...grey,
        e(0x50000005, 'US', u16s(1)),
        e(0x50002500, 'LO', STRANGER),
        e(0x50003000, 'OW', latin(STRANGER)),
        e(0x5002200e, 'LT', NAME),
        e(0x601e0010, 'US', u16s(8)),
        e(0x601e0022, 'LO', STRANGER),
        e(0x601e1500, 'LO', NAME),
        e(0x601e3000, 'OW', latin(STRANGER)),
        e(0x60011001, 'LO', STRANGER),
      ],
      [STRANGER, NAME],
    ),
    object(
      'mammography with a paddle',
      ['1.1.1.2', 'MG'],
      [
        ...image(12),
        e(0x7fe00010, 'OW', samples(128)),
        e(0x001811a4, 'LO', STRANGER),
        e(0x00181147, 'CS', 'RECTANGLE'),
        e(0x00181405, 'IS', ID),
        e(0x00187004, 'CS', 'SCINTILLATOR'),
        e(0x0018700a, 'SH', `${STRANGER.slice(0, 9)}^Jo`),
        e(0x00187006, 'LT', STRANGER),
      ],
      [STRANGER.slice(0, 9), ID],
    ),
    object(
      'ultrasound: regions and comments',
      ['1.1.3.1', 'US'],
      [
        e(0x00280301, 'CS', 'NO'),
        ...grey,
        e(
          0x00186011 + 0,
          'SQ',
          item(
            concat(
              e(0x00186012, 'US', u16s(1)),
              e(0x00186018, 'UL', u32s(0)),
              e(0x00186020, 'SL', u32s(Number(ID))),
              e(0x00186028, 'FD', f64(Number(BIRTH))),
            ),
          ),
        ),
        e(0x00082120, 'SH', `${STRANGER}`),
        e(0x00082124, 'IS', '1'),
        e(0x00082129, 'IS', ID),
        e(0x00181060, 'DS', ID),
        e(0x00185010, 'LO', `${NAME}\\C5-2`),
      ],
      [STRANGER, NAME, ID, BIRTH],
    ),
    object(
      'visible light with a position',
      ['1.1.77.1.4', 'XC'],
      [
        e(0x00280301, 'CS', 'NO'),
        ...grey,
        e(0x00160070 + 1, 'AS', '045Y'),
        e(0x00160005, 'LO', STRANGER),
        e(0x0016002b, 'LT', STRANGER),
        e(0x0016003b, 'UT', STRANGER),
        e(0x0016003c, 'UC', STRANGER),
        e(0x00160041, 'UC', STRANGER),
        e(0x00160051, 'DS', ID),
        e(0x0016007d, 'UT', STRANGER),
        e(0x0016008d, 'DA', BIRTH),
      ],
      [STRANGER, ID, BIRTH],
    ),
  ]
}
