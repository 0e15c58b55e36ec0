// Encapsulated documents and objects of radiotherapy.
import { BIRTH, e, ID, image, latin, NAME, type ObjectFile, object, ROOT, STRANGER, s, samples, u32s } from './object-file.ts'

const PDF = latin(`%PDF-1.4 /Title (${NAME}) ${STRANGER}`)

export function documents(): ObjectFile[] {
  return [
    object(
      'document: PDF',
      ['1.1.104.1', 'DOC'],
      [e(0x00420010, 'ST', NAME), e(0x00420011, 'OB', PDF), e(0x00420012, 'LO', 'application/pdf')],
      [NAME, STRANGER],
    ),
    object(
      'document: CDA',
      ['1.1.104.2', 'DOC'],
      [e(0x00420011, 'OB', latin(`<ClinicalDocument><family>${NAME}</family></ClinicalDocument>`)), e(0x00420012, 'LO', 'text/XML')],
      [NAME],
    ),
    object(
      'document: STL',
      ['1.1.104.3', 'M3D'],
      [e(0x00420010, 'ST', `Skull of ${STRANGER}`), e(0x00420011, 'OB', latin(`solid ${STRANGER}`)), e(0x00420012, 'LO', 'model/stl')],
      [STRANGER],
    ),
    object(
      'document: without its bytes',
      ['1.1.104.1', 'DOC'],
      [
        e(0x00420010, 'ST', `Letter on ${STRANGER}`),
        e(0x00420011, 'OB'),
        e(0x00420012, 'LO', `application/${STRANGER}`),
        e(0x00420014, 'LO', `text/plain\\x/${NAME}`),
        e(0x00420015, 'UL', u32s(Number(ID))),
      ],
      [STRANGER, NAME, ID],
    ),
    object(
      'document: inside a sequence',
      ['1.1.104.1', 'DOC'],
      [s(0x00420013, [e(0x00081155, 'UI', `${ROOT}.1`), e(0x00420011, 'OB', PDF)])],
      [NAME, STRANGER],
    ),
    object('document: MTL in UN', ['1.1.104.5', 'M3D'], [e(0x00420011, 'UN', PDF), e(0x00420012, 'LO', 'model/mtl')], [NAME, STRANGER]),
    object(
      'document: a code file in private elements',
      ['1.1.7', 'OT'],
      [e(0x00990010, 'LO', `${STRANGER} 1`), e(0x00991001, 'OB', PDF), e(0x00991002, 'UN', latin(`${NAME} `))],
      [NAME, STRANGER],
    ),
  ]
}

const STRUCTURES = ['1.1.481.3', 'RTSTRUCT'] as const

export function radiotherapy(): ObjectFile[] {
  return [
    object(
      'structure set: names and labels',
      STRUCTURES,
      [
        e(0x30060002, 'SH', NAME),
        e(0x30060004, 'LO', STRANGER),
        e(0x30060006, 'ST', `for ${STRANGER}`),
        s(0x30060020, [
          e(0x30060022, 'IS', '1'),
          e(0x30060026, 'LO', `PTV ${STRANGER}`),
          e(0x30060028, 'ST', `drawn by ${STRANGER}`),
          e(0x30060038, 'LO', STRANGER),
        ]),
        s(0x30060080, [
          e(0x30060082, 'IS', ID),
          e(0x30060085, 'SH', STRANGER),
          e(0x30060088, 'ST', STRANGER),
          e(0x300600a6, 'PN', `${STRANGER}^E`),
        ]),
      ],
      [NAME, STRANGER, ID],
    ),
    object(
      'structure set: contours',
      STRUCTURES,
      [
        s(0x30060039, [
          e(0x3006002a, 'IS', `255\\0\\${ID}`),
          s(0x30060040, [
            e(0x30060042, 'CS', 'CLOSED_PLANAR'),
            e(0x30060046, 'IS', '2'),
            e(0x30060050, 'DS', `1\\2\\3\\${ID}\\${BIRTH}\\3`),
          ]),
        ]),
      ],
      [ID, BIRTH],
    ),
    object(
      'plan',
      ['1.1.481.5', 'RTPLAN'],
      [
        e(0x300a0002, 'SH', NAME),
        e(0x300a0003, 'LO', STRANGER),
        e(0x300a0004, 'ST', STRANGER),
        e(0x300a000e, 'ST', `${STRANGER}: 60 Gy`),
        s(0x300a0010, [e(0x300a0016, 'LO', STRANGER), e(0x300a0012, 'IS', ID)]),
        s(0x300a00b0, [
          e(0x300a00b2, 'SH', NAME),
          e(0x300a00c2, 'LO', `${STRANGER} 1`),
          e(0x300a00c3, 'ST', STRANGER),
          s(0x300a00f4, [e(0x300a00fc, 'SH', STRANGER), e(0x300a00fe, 'LO', STRANGER)]),
        ]),
        s(0x300a0180, [e(0x300a0184, 'LO', STRANGER), e(0x300a01b2, 'SH', STRANGER), e(0x300a01d0, 'ST', STRANGER)]),
      ],
      [NAME, STRANGER, ID],
    ),
    object(
      'treatment record',
      ['1.1.481.4', 'RTRECORD'],
      [
        e(0x00081070, 'PN', STRANGER),
        e(0x30080105, 'LO', STRANGER),
        e(0x30080202, 'ST', STRANGER),
        e(0x30080250, 'DA', BIRTH),
        s(0x30080220, [e(0x30080224, 'IS', ID), e(0x30080223, 'IS', '1')]),
      ],
      [STRANGER, BIRTH, ID],
    ),
    object(
      'second-generation prescription',
      ['1.1.481.10', 'PLAN'],
      [
        e(0x30100033, 'SH', STRANGER),
        e(0x30100034, 'LO', `${STRANGER} Edith`),
        e(0x30100035, 'LO', STRANGER),
        e(0x30100036, 'LO', STRANGER),
        e(0x30100037, 'ST', STRANGER),
        e(0x3010005a, 'UT', `for ${STRANGER}`),
        s(0x3010006c, [e(0x30100054, 'SH', STRANGER), e(0x30100061, 'UT', STRANGER), e(0x3010007f, 'LT', STRANGER)]),
      ],
      [STRANGER],
    ),
    object(
      'dose with a comment',
      ['1.1.481.2', 'RTDOSE'],
      [
        ...image(16),
        e(0x30040004, 'CS', 'PHYSICAL'),
        e(0x30040006, 'LO', STRANGER),
        e(0x3004000c, 'DS', `0\\${ID}`),
        e(0x30040050, 'DS', '1'),
        e(0x30040058, 'DS', `1\\${ID}\\2\\3`),
        e(0x7fe00010, 'OW', samples(128)),
      ],
      [STRANGER, ID],
    ),
    object('ion plan in Implicit VR', ['1.1.481.8', 'RTPLAN'], [e(0x300a0002, 'SH', NAME)], [NAME]),
  ]
}
