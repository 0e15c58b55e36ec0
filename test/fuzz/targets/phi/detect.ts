// phi/detect: spans are in the text, in order and apart, and the same text gives the same answer twice.
import { ProblemError } from '../../../../src/core/problem.ts'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { phiDetect } from '../../../../src/tools/phi/detect.ts'
import { PHI_TEXTS } from '../../engine/phi-texts.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable, textOf } from '../../engine/target.ts'
import { readWholeCall, runWholeCall } from '../../engine/whole-call.ts'

const MODES = ['balanced', 'high-recall', 'fail-closed'] as const

export const target: FuzzTarget = {
  covers: [
    'src/formats/phi/layers',
    'src/formats/phi/markup',
    'src/formats/phi/detect-phi.ts',
    'src/formats/phi/tokens.ts',
    'src/formats/phi/normalize/normalize-text.ts',
    'src/formats/phi/search/resolve.ts',
    'src/formats/phi/search/propagate.ts',
    'src/formats/phi/normalize/spaced-letters.ts',
    'src/formats/phi/normalize/decode-base64.ts',
    'src/formats/phi/fold.ts',
  ],
  dictionary: [
    'Patient: ',
    'Dr. ',
    'MRN ',
    'DOB ',
    ' Street',
    '@',
    'http://',
    '\u00ad',
    '\u200b',
    '&amp;',
    '<b>',
    'Q2hhcnQ=',
    '12/31/1999',
    '(312) 555-0117',
    '123-45-6789',
    '10.0.0.1',
    ' Hospital',
  ],
  maxBytes: 700,
  seeds: () => PHI_TEXTS.map((text, i) => Uint8Array.of(i, ...bytesOf(text))),
  async run(input) {
    const call = readWholeCall(input)
    if (call) {
      await runWholeCall([phiDetect], call)
      return
    }
    const mode = MODES[(input[0] ?? 0) % MODES.length]!
    const text = textOf(input.subarray(1))
    const spans = refusable(() => detectPhi(text, { mode }))
    if (spans instanceof ProblemError) return
    let last = 0
    for (const { start, end, score } of spans) {
      expectThat(start >= last && end > start && end <= text.length, 'spans are in the text, in order, and apart')
      expectThat(score > 0 && score <= 1, 'a score is a share')
      last = end
    }
    expectThat(JSON.stringify(detectPhi(text, { mode })) === JSON.stringify(spans), 'the same answer twice')
  },
}
