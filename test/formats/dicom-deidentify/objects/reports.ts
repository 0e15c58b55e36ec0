// Structured reports.
import { BIRTH, code, DOCTOR, e, f64, GIVEN, ID, latin, NAME, type ObjectFile, object, ROOT, STRANGER, s, u32s } from './object-file.ts'

const SR = ['1.1.88.33', 'SR'] as const
const content = (type: string, ...value: readonly Uint8Array[]) => [
  e(0x0040a010, 'CS', 'CONTAINS'),
  e(0x0040a040, 'CS', type),
  s(0x0040a043, code('121071')),
  ...value,
]
const report = (...items: readonly (readonly Uint8Array[])[]) => [
  e(0x0040a040, 'CS', 'CONTAINER'),
  s(0x0040a043, code('126000', 'DCM', 'Imaging Measurement Report')),
  e(0x0040a050, 'CS', 'SEPARATE'),
  s(0x0040a730, ...items),
]

export function reports(): ObjectFile[] {
  return [
    object(
      'report: a person name inside containers',
      SR,
      report(content('CONTAINER', s(0x0040a730, content('PNAME', e(0x0040a123, 'PN', `${STRANGER}^Edith`))))),
      [STRANGER],
    ),
    object(
      'report: dates and times with zones',
      SR,
      report(
        content('DATETIME', e(0x0040a120, 'DT', `${BIRTH}0715+0100`)),
        content('DATE', e(0x0040a121, 'DA', BIRTH)),
        content('TEXT', e(0x0040a160, 'UT', `born 1961-03-07T07:15+01:00`)),
      ),
      [BIRTH, '1961-03-07'],
    ),
    object(
      'report: numbers that are the identifier',
      SR,
      report(
        content(
          'NUM',
          s(0x0040a300, [
            s(0x004008ea, code('mm', 'UCUM', 'mm')),
            e(0x0040a30a, 'DS', ID),
            e(0x0040a161, 'FD', f64(Number(ID))),
            e(0x0040a162, 'SL', u32s(Number(ID))),
            e(0x0040a163, 'UL', u32s(1)),
          ]),
        ),
      ),
      [ID],
    ),
    object(
      'report: coordinates of times',
      SR,
      report(
        content(
          'TCOORD',
          e(0x0040a130, 'CS', 'POINT'),
          e(0x0040a132, 'UL', u32s(Number(ID), 4)),
          e(0x0040a138, 'DS', `${ID}.0`),
          e(0x0040a13a, 'DT', `${BIRTH}071500.5-0330`),
        ),
      ),
      [ID, BIRTH],
    ),
    object(
      'report: coordinates that spell',
      SR,
      report(content('SCOORD', e(0x00700022, 'FL', latin(`${STRANGER} Edith Anne`.padEnd(24))), e(0x00700023, 'CS', 'POLYLINE'))),
      [STRANGER],
    ),
    object(
      'report: names of concepts',
      SR,
      report([
        e(0x0040a010, 'CS', 'CONTAINS'),
        e(0x0040a040, 'CS', 'CODE'),
        s(0x0040a043, code(`99${STRANGER}`.slice(0, 16), '99LOCAL', `Seen by ${STRANGER}`)),
        s(0x0040a168, [e(0x00080119, 'UC', `${NAME}-${ID}`), e(0x00080102, 'SH', '99LOCAL'), e(0x00080104, 'LO', `for ${NAME}`)]),
      ]),
      [STRANGER, NAME, ID],
    ),
    object(
      'report: codes by URN',
      SR,
      report([
        e(0x0040a010, 'CS', 'CONTAINS'),
        e(0x0040a040, 'CS', 'CODE'),
        s(0x0040a043, [e(0x00080104, 'LO', 'Finding'), e(0x00080120, 'UR', `urn:oid:1.2.3.${ID}`)]),
        s(0x0040a168, [e(0x00080104, 'LO', 'Finding'), e(0x00080120, 'UR', `https://hospital.example/p/${STRANGER}`)]),
      ]),
      [ID, STRANGER],
    ),
    object(
      'report: observers, authors and custodians',
      SR,
      [
        ...report(),
        s(0x0040a073, [
          e(0x0040a027, 'LO', `${STRANGER} Clinic`),
          e(0x0040a030, 'DT', `${BIRTH}0000`),
          e(0x0040a075, 'PN', `${STRANGER}^E`),
          s(0x0040a088, code(ID, '99STAFF', STRANGER)),
        ]),
        s(0x0040a078, [e(0x0040a080, 'CS', 'AUTH'), e(0x0040a123, 'PN', STRANGER), e(0x0040a082, 'DT', `${BIRTH}0715`)]),
        s(0x0040a07c, [e(0x00080080, 'LO', `${STRANGER} Trust`), s(0x00080082, code('1', '99', STRANGER))]),
      ],
      [STRANGER, BIRTH],
    ),
    object(
      'report: HL7 documents',
      SR,
      [
        ...report(),
        s(0x0040a390, [
          e(0x00081150, 'UI', '1.2.840.10008.5.1.4.1.1.88.33'),
          e(0x0040e001, 'ST', `${ROOT}.5^${ID}`),
          e(0x0040e010, 'UR', `https://x.example/${NAME}`),
        ]),
        s(0x0040a494, [e(0x0040a30a, 'DS', '1')]),
      ],
      [ID, NAME],
    ),
    object(
      'report: a template and its mapping',
      SR,
      report(
        content(
          'TEXT',
          e(0x0040db00, 'CS', ID),
          e(0x00080105, 'CS', 'DCMR'),
          e(0x00080118, 'UI', `1.2.3.${ID}`),
          e(0x00080122, 'LO', STRANGER),
          e(0x0040a160, 'UT', `Mrs ${NAME} (${GIVEN}) was seen by Dr ${DOCTOR}.`),
        ),
      ),
      [ID, STRANGER, NAME, DOCTOR],
    ),
    object(
      'report: text of markup',
      SR,
      report(
        content('TEXT', e(0x0040a160, 'UT', `<p title="${NAME}">&#81;uillfeather, ${GIVEN}</p>`)),
        content('TEXT', e(0x0040a160, 'UT', `{"patient":{"family":"${NAME}","id":${ID}}}`)),
        content('TEXT', e(0x0040a160, 'UT', `PID|1||${ID}^^^MRN||${NAME}^${GIVEN}||${BIRTH}|F`)),
      ),
      [NAME, ID, BIRTH],
    ),
    object('report: a name with a hyphen', SR, report(content('TEXT', e(0x0040a160, 'UT', 'Quill-feather was seen'))), ['Quill-feather']),
    object('report: text of one word', SR, report(content('TEXT', e(0x0040a160, 'UT', `x${NAME}y ${NAME}s ${NAME}_2 IMG_${ID}.dcm`))), [
      NAME,
      ID,
    ]),
    object(
      'key objects with a remark',
      ['1.1.88.59', 'KO'],
      [
        ...report(content('TEXT', e(0x0040a160, 'UT', `${STRANGER}, Edith: please review`))),
        s(0x0040a375, [
          s(0x00081115, [
            e(0x0020000e, 'UI', `${ROOT}.${ID}`),
            e(0x00080054, 'AE', STRANGER.slice(0, 12)),
            e(0x00880130, 'SH', `TAPE ${NAME}`.slice(0, 16)),
          ]),
        ]),
      ],
      [`${ROOT}.${ID}`, STRANGER],
    ),
    object(
      'dose report of a person',
      ['1.1.88.67', 'SR'],
      report(
        content('TEXT', s(0x0040a043, code('113870', 'DCM', 'Person Name')), e(0x0040a160, 'UT', `${STRANGER}^Edith`)),
        content('UIDREF', e(0x0040a124, 'UI', `1.2.840.10008.${ID}`)),
      ),
      [STRANGER, ID],
    ),
  ]
}
