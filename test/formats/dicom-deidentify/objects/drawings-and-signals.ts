// Presentation states, hanging protocols, surfaces, waveforms, spectra, raw data.
import { concat, text } from '../../dicom/build-dicom.ts'
import {
  BIRTH,
  code,
  e,
  f32,
  f64,
  GIVEN,
  ID,
  image,
  latin,
  NAME,
  type ObjectFile,
  ORDER,
  object,
  ROOT,
  STRANGER,
  s,
  samples,
  u16s,
  u32s,
} from './object-file.ts'

export function drawings(): ObjectFile[] {
  const text1 = (value: string) =>
    s(0x00700008, [e(0x00700006, 'ST', value), e(0x00700010, 'FL', f32(1, 2)), e(0x00700011, 'FL', f32(3, 4))])
  return [
    object(
      'presentation state: layers and texts',
      ['1.1.11.1', 'PR'],
      [
        s(0x00700001, [e(0x00700002, 'CS', STRANGER.toUpperCase()), text1(`see ${NAME} ${STRANGER}`)]),
        s(0x00700060, [e(0x00700002, 'CS', STRANGER.toUpperCase()), e(0x00700068, 'LO', STRANGER)]),
        e(0x00700080, 'CS', STRANGER.toUpperCase()),
        e(0x00700081, 'LO', `by ${STRANGER}`),
        e(0x00700084, 'PN', STRANGER),
        s(0x00700087, [e(0x00700006, 'ST', STRANGER)]),
      ],
      [NAME, STRANGER],
    ),
    object(
      'presentation state: compound graphics',
      ['1.1.11.1', 'PR'],
      [
        s(0x00700001, [
          s(0x00700209, [
            e(0x00700294, 'CS', 'MULTILINE'),
            e(0x00700295, 'UL', u32s(Number(ID))),
            e(0x00700282, 'CS', 'TOP'),
            s(0x00700287, [e(0x00700288, 'FL', f32(1)), e(0x00700289, 'SH', STRANGER)]),
          ]),
        ]),
        s(0x00700234, [e(0x00700207, 'LO', STRANGER), e(0x00700208, 'ST', STRANGER), e(0x00700295, 'UL', u32s(7))]),
        s(0x00700232, [
          s(0x00700231, [e(0x00700227, 'LO', 'Arial'), e(0x00700228, 'LO', STRANGER), e(0x00700229, 'LO', `${STRANGER} Sans`)]),
        ]),
      ],
      [ID, STRANGER],
    ),
    object(
      'hanging protocol: values that select',
      ['38.1', 'OT'],
      [
        e(0x00720002, 'SH', STRANGER),
        e(0x00720004, 'LO', `for ${STRANGER}`),
        e(0x00720008, 'LO', STRANGER),
        e(0x0072000a, 'DT', `${BIRTH}07`),
        s(0x00720200, [
          e(0x00720202, 'US', u16s(1)),
          s(0x00720022, [
            e(0x00720026, 'AT', Uint8Array.of(0x10, 0, 0x10, 0)),
            e(0x00720050, 'CS', 'PN'),
            e(0x0072006a, 'PN', `${STRANGER}^E`),
            e(0x00720066, 'LO', NAME),
            e(0x0072006c, 'SH', ID),
            e(0x0072006e, 'ST', STRANGER),
            e(0x00720063, 'DT', BIRTH),
            e(0x00720064, 'IS', ID),
            e(0x00720078, 'UL', u32s(Number(ID))),
            e(0x00720065, 'OB', latin(STRANGER)),
            e(0x0072005e, 'AE', STRANGER),
          ]),
        ]),
        s(0x00720204, [e(0x00720203, 'LO', STRANGER), e(0x00720310, 'CS', STRANGER.toUpperCase()), e(0x00720624, 'SH', STRANGER)]),
      ],
      [STRANGER, NAME, ID, BIRTH],
    ),
    object(
      'surface: comments and points',
      ['1.1.66.5', 'SEG'],
      [
        s(0x00660002, [
          e(0x00660003, 'UL', u32s(Number(ID))),
          e(0x00660004, 'LT', `of ${STRANGER}`),
          s(0x00660011, [e(0x00660015, 'UL', u32s(2)), e(0x00660016, 'OF', latin(`${STRANGER} Edith Anne`.padEnd(24)))]),
          s(0x00660013, [e(0x00660041, 'OL', latin(`${STRANGER}   ${GIVEN} `)), e(0x00660023, 'OW', latin(`${STRANGER} Edith  `))]),
        ]),
      ],
      [ID, STRANGER],
    ),
    object(
      'tracts',
      ['1.1.66.6', 'TRACT'],
      [s(0x00660101, [e(0x00620005, 'LO', STRANGER), e(0x00660106, 'UT', STRANGER), s(0x00660102, [e(0x00660016, 'OF', f32(1, 2, 3))])])],
      [STRANGER],
    ),
  ]
}

const channel = (label: string) =>
  s(0x003a0200, [
    e(0x003a0203, 'SH', label),
    s(0x003a0208, code('5.6.3-9-1', 'SCPECG', label)),
    e(0x003a020c, 'LO', label),
    e(0x003a0215, 'DS', ID),
    e(0x003a021a, 'US', u16s(16)),
  ])
const waveform = (label: string, data: Uint8Array) =>
  s(0x54000100, [
    e(0x003a0004, 'CS', 'ORIGINAL'),
    e(0x003a0005, 'US', u16s(1)),
    e(0x003a0010, 'UL', u32s(data.length / 2)),
    e(0x003a001a, 'DS', '500'),
    e(0x003a0020, 'SH', label),
    channel(label),
    e(0x54000110, 'OW', latin('Br')),
    e(0x54001004, 'US', u16s(16)),
    e(0x54001006, 'CS', 'SS'),
    e(0x54001010, 'OW', data),
  ])

export function signals(): ObjectFile[] {
  return [
    object(
      'ECG: labels and notes',
      ['1.1.9.1.1', 'ECG'],
      [
        waveform(STRANGER, samples(64)),
        s(0x0040b020, [
          e(0x00700006, 'ST', `${NAME} ${STRANGER}`),
          e(0x0040a0b0, 'US', u16s(1, 1)),
          e(0x0040a180, 'US', u16s(1)),
          e(0x0040a130, 'CS', 'POINT'),
          e(0x0040a132, 'UL', u32s(Number(ID))),
        ]),
      ],
      [STRANGER, NAME, ID],
    ),
    object(
      'ECG: acquisition context',
      ['1.1.9.1.2', 'ECG'],
      [
        s(0x00400555, [
          e(0x0040a040, 'CS', 'TEXT'),
          s(0x0040a043, code('109054')),
          e(0x0040a160, 'UT', STRANGER),
          e(0x0040a30a, 'DS', ID),
          e(0x0040a123, 'PN', STRANGER),
        ]),
      ],
      [STRANGER, ID],
    ),
    object('voice', ['1.1.9.4.2', 'AU'], [waveform('x', latin(`RIFF ${STRANGER}`))], [STRANGER]),
    object(
      'haemodynamics: a patient in the label of a group',
      ['1.1.9.2.1', 'HD'],
      [waveform(`${NAME}`, samples(64)), e(0x00181061, 'LO', STRANGER), e(0x00181068, 'DS', ID)],
      [NAME, STRANGER, ID],
    ),
    object(
      'raw data',
      ['1.1.66', 'OT'],
      [
        e(0x00091001, 'OB', latin(`${NAME} raw `)),
        e(0x00090010, 'LO', 'SIEMENS MR HEADER'),
        e(0x00200052, 'UI', `${ROOT}.${ID}`),
        e(0x00204000, 'LT', STRANGER),
        e(0x00880140, 'UI', `${ROOT}.3`),
      ],
      [NAME, STRANGER],
    ),
    object(
      'spectroscopy: numbers that spell',
      ['1.1.4.2', 'MR'],
      [e(0x00189053, 'CS', 'REAL'), e(0x56000020, 'OF', concat(f32(1, 2, 3), latin(`${STRANGER} Edith Anne   `), f32(1)))],
      [STRANGER],
    ),
    object(
      'parametric map: doubles that spell',
      ['1.1.30', 'OT'],
      [
        ...image(16),
        e(0x7fe00009, 'OD', concat(text(`${STRANGER} Edith Anne Holt`.padEnd(32)), f64(...Array.from({ length: 60 }, (_, i) => i)))),
      ],
      [STRANGER],
    ),
    object(
      'protocol: elements that are named',
      ['1.1.200.1', 'CT'],
      [
        e(0x00189923, 'SH', STRANGER),
        s(0x00189920, [
          e(0x00189922, 'US', u16s(1)),
          e(0x0018991b, 'UI', `${ROOT}.4`),
          e(0x00189921, 'US', u16s(1)),
          e(0x00189926, 'LO', STRANGER),
        ]),
        e(0x00181030, 'LO', `${NAME} thorax`),
        e(0x00181240, 'IS', ID),
      ],
      [STRANGER, NAME, ID],
    ),
    object(
      'inventory and storage commitment',
      ['1.1.201.1', 'OT'],
      [
        e(0x00080401, 'LT', STRANGER),
        e(0x00080404, 'UR', `https://x.example/${STRANGER}`),
        e(0x00080405, 'UR', `https://x.example/${ID}`),
        s(0x00080423, [e(0x00100010, 'PN', STRANGER)]),
        e(0x00080407, 'UR', `file:///${NAME}`),
        e(0x00081195, 'UI', `${ROOT}.${ORDER.slice(3)}`),
      ],
      [STRANGER, ID, NAME],
    ),
  ]
}
