// phi/deidentify-text: a value that the caller knows is never in the result, in capitals or not, unless it is reported; the same answer twice.
import { phiDeidentifyText } from '../../../../src/tools/phi/deidentify-text.ts'
import { SECRET, secretTarget } from '../../engine/known-target.ts'
import { PHI_TEXTS } from '../../engine/phi-texts.ts'
import { bytesOf } from '../../engine/target.ts'

export const target = secretTarget({
  tool: phiDeidentifyText,
  field: 'text',
  output: 'text',
  covers: ['src/formats/phi/deidentify-text.ts', 'src/formats/phi/policy'],
  dictionary: ['\u00ad', '\u200b', '<b>', '&amp;', '"', '\\u005a', 'MRN ', 'DOB 12/31/1949'],
  maxBytes: 700,
  moreSeeds: PHI_TEXTS.map((text) => bytesOf(text.replaceAll('Quuxley', SECRET))),
})
