// The DICOM walker and dicom/inspect: spans tile the data, a refusal has a place, a partial result says why; the independent reader agrees.
import { Fault } from '../../../../src/core/fault.ts'
import { readIndependently } from '../../../../src/formats/dicom/deidentify/check/independent-reader.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { soakStep } from '../../../formats/dicom/soak-reader.ts'
import { patientFile } from '../../../formats/dicom-deidentify/sample-patient.ts'
import { readSmallFiles } from '../../engine/fixture-files.ts'
import type { FuzzTarget } from '../../engine/target.ts'
import { refusable } from '../../engine/target.ts'

export const target: FuzzTarget = {
  covers: [
    'walker',
    'walk-dataset',
    'walk-frame',
    'read-dicom',
    'element-header',
    'fragments',
    'implicit-vr',
    'inflate-dataset',
    'locate-dataset',
    'descend-unknown',
    'sniff-encoding',
    'character-set',
    'decode-text',
    'decode-value',
    'split-values',
    'decimal-string',
    'json-model',
    'describe-file',
    'describe-element',
    'describe-image',
    'tiling',
    'judge-bytes',
  ].map((name) => `src/formats/dicom/${name}.ts`),
  dictionary: [
    'DICM',
    'SQ\u0000\u0000',
    'OB\u0000\u0000',
    'UN\u0000\u0000',
    'UL\u0004\u0000',
    'PN',
    'ISO_IR 192',
    'ISO 2022 IR 87',
    '1.2.840.10008.1.2',
    '1.2.840.10008.1.2.1',
    '1.2.840.10008.1.2.2',
    '1.2.840.10008.1.2.1.99',
  ],
  seeds: () => [...readSmallFiles('dicom', 4000), patientFile('explicit'), patientFile('implicit'), patientFile('big')],
  run(input) {
    let turn = 0
    soakStep(input, () => ((input[turn++ % Math.max(1, input.length)] ?? 0) % 10) / 10)
    const file = refusable(() => readDicom(input))
    if (file instanceof Fault || !file.complete) return
    refusable(() => readIndependently(file))
  },
}
