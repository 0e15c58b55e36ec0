// HL7 v2 index, reader, writer and hl7/parse: the parts tile the document, what is written is what was read, both ways to JSON agree.
import { hl7Parse } from '../../../../src/tools/hl7/parse.ts'
import { buildFixtures } from '../../../fixtures/hl7/make-fixtures.ts'
import { checkInput } from '../../../formats/hl7/mutate.ts'
import { type FuzzTarget, textOf } from '../../engine/target.ts'
import { readWholeCall, runWholeCall } from '../../engine/whole-call.ts'

export const target: FuzzTarget = {
  covers: [
    ...[
      'index/index-segments',
      'index/segment-index',
      'document',
      'describe/write-document',
      'delimiters',
      'index/line-start',
      'line-findings',
      'line-paths',
      'escapes',
    ],
    ...[
      'charset/decode-bytes',
      'charset/decode-multi-byte',
      'charset/decoded-text',
      'charset/iso-2022',
      'charset/single-byte',
      'charset/charsets',
      'charset/header-bytes',
      'source',
      'charset/source-charset',
    ],
    ...[
      'message-header',
      'describe/describe-document',
      'describe/describe-message',
      'describe/describe-segments',
      'describe/describe-fields',
      'field-spans',
      'field-values',
    ],
    ...[
      'index/place-segments',
      'describe/write-description',
      'describe/write-facts',
      'describe/write-field',
      'describe/write-fields',
      'describe/write-segments',
      'describe/json-bytes',
      'describe/json-parts',
    ],
  ].map((name) => `src/formats/hl7/${name}.ts`),
  dictionary: [
    '\r',
    '\v',
    '\u001c\r',
    'MSH|^~\\&|',
    'BHS|^~\\&|\r',
    'FHS|',
    'BTS|1\r',
    'FTS|1\r',
    '\\XC3\\',
    '\\.br\\',
    '8859/1',
    'UNICODE UTF-8',
    '~ISO IR87',
  ],
  seeds: () => [...buildFixtures().values()],
  async run(input) {
    const call = readWholeCall(input)
    if (call) {
      await runWholeCall([hl7Parse], call)
      return
    }
    const turn = input[0] ?? 0
    checkInput(input, turn)
    if (turn % 4 === 0) checkInput(textOf(input), turn)
  },
}
