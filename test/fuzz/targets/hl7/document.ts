// HL7 v2 index, reader, writer and hl7/parse: the parts tile the document, what is written is what was read, both ways to JSON agree.
import { buildFixtures } from '../../../fixtures/hl7/make-fixtures.ts'
import { checkInput } from '../../../formats/hl7/mutate.ts'
import { type FuzzTarget, textOf } from '../../engine/target.ts'

export const target: FuzzTarget = {
  covers: [
    ...[
      'index-segments',
      'segment-index',
      'document',
      'write-document',
      'delimiters',
      'line-start',
      'line-findings',
      'line-paths',
      'escapes',
    ],
    ...[
      'decode-bytes',
      'decode-multi-byte',
      'decoded-text',
      'iso-2022',
      'single-byte',
      'charsets',
      'header-bytes',
      'source',
      'source-charset',
    ],
    ...['message-header', 'describe-document', 'describe-message', 'describe-segments', 'describe-fields', 'field-spans', 'field-values'],
    ...['place-segments', 'write-description', 'write-facts', 'write-field', 'write-fields', 'write-segments', 'json-bytes', 'json-parts'],
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
  run(input) {
    const turn = input[0] ?? 0
    checkInput(input, turn)
    if (turn % 4 === 0) checkInput(textOf(input), turn)
  },
}
