// The DICOM walker and dicom/inspect: spans tile the data, a refusal has a place, a partial result says why; the independent reader agrees.
import { ProblemError } from '../../../../src/core/problem.ts'
import { readIndependently } from '../../../../src/formats/dicom/deidentify/check/independent-reader.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { dicomInspect } from '../../../../src/tools/dicom/inspect.ts'
import { soakStep } from '../../../formats/dicom/soak-reader.ts'
import { patientFile } from '../../../formats/dicom-deidentify/sample-patient.ts'
import { readSmallFiles } from '../../engine/fixture-files.ts'
import type { FuzzTarget } from '../../engine/target.ts'
import { refusable } from '../../engine/target.ts'
import { readWholeCall, runWholeCall } from '../../engine/whole-call.ts'

export const target: FuzzTarget = {
  covers: [
    'read/walker',
    'read/walk-dataset',
    'read/walk-frame',
    'read/read-dicom',
    'read/element-header',
    'read/fragments',
    'read/implicit-vr',
    'read/inflate-dataset',
    'read/locate-dataset',
    'read/descend-unknown',
    'read/sniff-encoding',
    'value/character-set',
    'value/decode-text',
    'value/decode-value',
    'value/split-values',
    'value/decimal-string',
    'describe/json-model',
    'describe/describe-file',
    'describe/describe-element',
    'describe/describe-image',
    'read/tiling',
    'read/judge-bytes',
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
  async run(input) {
    const call = readWholeCall(input)
    if (call) {
      await runWholeCall([dicomInspect], call)
      return
    }
    let turn = 0
    soakStep(input, () => ((input[turn++ % Math.max(1, input.length)] ?? 0) % 10) / 10)
    const file = refusable(() => readDicom(input))
    if (file instanceof ProblemError || !file.complete) return
    refusable(() => readIndependently(file))
  },
}
