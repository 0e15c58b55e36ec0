// phi/deidentify-dicom: in any file that names the planted patient, no spelling of the name is left in the new file, and the independent reader agrees with ours.
import { ProblemError } from '../../../../src/core/problem.ts'
import { runTool } from '../../../../src/core/run.ts'
import { findIn } from '../../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { phiDeidentifyDicom } from '../../../../src/tools/phi/deidentify-dicom.ts'
import { patientFile, SECONDARY_CAPTURE } from '../../../formats/dicom-deidentify/sample-patient.ts'
import { expectThat, type FuzzTarget, refusable, refusableLater } from '../../engine/target.ts'
import { readWholeCall, runWholeCall } from '../../engine/whole-call.ts'

const NAME = 'Zebulonquux'
const PATIENT_NAME = 0x00100010
const OPTION_SETS = [
  [],
  ['retain-uids'],
  ['retain-full-dates', 'clean-descriptors'],
  ['retain-safe-private', 'retain-device'],
  ['clean-structured-content', 'retain-patient-characteristics'],
]
const key = 'correct horse battery staple'

export const target: FuzzTarget = {
  covers: ['src/formats/dicom/deidentify', 'src/formats/dicom/write'],
  dictionary: [
    NAME,
    NAME.toUpperCase(),
    'Alvin',
    '10004711',
    'SQ\u0000\u0000',
    'UN\u0000\u0000',
    'UT\u0000\u0000',
    'LO',
    'ISO_IR 192',
    '1.2.840.10008.5.1.4.1.1.88.33',
  ],
  seeds: () =>
    (['explicit', 'implicit', 'big'] as const).flatMap((syntax, i) => [
      Uint8Array.of(i, ...patientFile(syntax)),
      Uint8Array.of(i + 3, ...patientFile(syntax, SECONDARY_CAPTURE)),
    ]),
  async run(input) {
    const call = readWholeCall(input)
    if (call) {
      await runWholeCall([phiDeidentifyDicom], call)
      return
    }
    const bytes = input.slice(1)
    const original = refusable(() => readDicom(bytes))
    if (original instanceof ProblemError) return
    const name = findIn(original.dataset, PATIENT_NAME)
    const isNamed = name !== undefined && containsName(original.data.subarray(name.valueStart, name.valueEnd))
    const options = OPTION_SETS[(input[0] ?? 0) % OPTION_SETS.length]!
    const result = await refusableLater(() => runTool(phiDeidentifyDicom, { file: bytes }, { key, options, onBurnedIn: 'warn' }))
    if (result instanceof ProblemError || !isNamed) return
    const { file } = result as { file: Uint8Array }
    expectThat(!containsName(file), 'the name of the patient is not left')
    expectThat(readDicom(file).complete, 'the new file is whole')
    const again = await refusableLater(() => runTool(phiDeidentifyDicom, { file: bytes }, { key, options, onBurnedIn: 'warn' }))
    expectThat(!(again instanceof ProblemError) && Buffer.compare((again as { file: Uint8Array }).file, file) === 0, 'the same file twice')
  },
}

/** In ASCII, or in UTF-16 of either order, in capitals or small letters. */
function containsName(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1').toLowerCase()
  return text.includes(NAME.toLowerCase()) || text.includes([...NAME.toLowerCase()].join('\u0000'))
}
