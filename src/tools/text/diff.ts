// text/diff: what changed between two texts, as ranges for a program and as a unified diff for `patch`.
import * as z from 'zod'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { diffText } from '../../formats/text/diff/diff-text.ts'
import { writeUnifiedDiff } from '../../formats/text/diff/unified-diff.ts'

const count = (description: string) => z.int().min(0).describe(description)
const span = (description: string) =>
  z
    .strictObject({ start: count('Offset of the first UTF-16 code unit.'), end: count('Offset behind the last UTF-16 code unit.') })
    .describe(description)
const name = (description: string) =>
  z
    .string()
    .regex(/^[^\t\n\r\0"\\]{1,200}$/)
    .describe(description)

export const textDiff = defineTool({
  id: 'text/diff',
  version: '1.0.0',
  title: 'Text diff',
  summary: 'Compares two texts by character, word or line.',
  input: z.strictObject({
    left: z.string().describe('The original text.'),
    right: z.string().describe('The changed text.'),
  }),
  options: z.strictObject({
    granularity: z
      .enum(['char', 'word', 'line'])
      .default('line')
      .describe(
        'Unit of comparison. char: Unicode code points. word: words and numbers (`2.5` is one), runs of white space, single signs; in scripts without spaces each character. line: lines ended by LF, CR LF or CR.',
      ),
    ignoreCase: z.boolean().default(false).describe('Ignore case.'),
    ignoreWhitespace: z
      .boolean()
      .default(false)
      .describe('Ignore white space: all of it with char and word, inside lines with line and in `unified`, like `diff -w`.'),
    context: z.int().min(0).max(1000).default(3).describe('Number of equal lines around each change in `unified`.'),
    leftName: name('File name of the original text in `unified`.').default('left'),
    rightName: name('File name of the changed text in `unified`.').default('right'),
  }),
  output: z.strictObject({
    equal: z.boolean().describe('True if nothing differs except what the options ignore.'),
    stats: z.strictObject({
      leftTokens: count('Units compared of the text before.'),
      rightTokens: count('Units compared of the text after.'),
      equalTokens: count('Units that both have, in order.'),
      insertedTokens: count('Units only the text after has.'),
      deletedTokens: count('Units only the text before has.'),
      insertions: count('Changes that only insert.'),
      deletions: count('Changes that only delete.'),
      replacements: count('Changes that replace.'),
      similarity: z.number().min(0).max(1).describe('Twice the equal units over all units, to four places; 1 for two empty texts.'),
    }),
    changes: z
      .array(
        z.strictObject({
          op: z.enum(['insert', 'delete', 'replace']).describe('What makes the right text out of the left one here.'),
          left: span('Range of the text before; empty for `insert`, at the place of the insertion.'),
          right: span('Range of the text after; empty for `delete`.'),
        }),
      )
      .describe('The changes in order. If nothing is ignored, replacing each left range with its right range gives the right text exactly.')
      .meta(showAs({ kind: 'diff', left: 'left', right: 'right' })),
    unified: z.string().describe('Unified diff of the lines, which `patch` applies to the text before; empty where the texts are equal.'),
  }),
  download: { field: 'unified', mediaType: 'text/x-diff', extension: 'diff' },
  // Two texts of 2 MB that have nothing in common take some seconds, and their changes are many times as large as they are.
  maxInputBytes: 4 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'A changed dose, by word',
      input: { left: 'Give 5 mg daily.', right: 'Give 2.5 mg daily.' },
      options: { granularity: 'word' },
      output: { equal: false, changes: [{ op: 'replace', left: { start: 5, end: 6 }, right: { start: 5, end: 8 } }] },
    },
    {
      title: 'Lines, as a patch',
      input: { left: 'aspirin\nmetformin\n', right: 'aspirin\nlisinopril\nmetformin\n' },
      output: {
        changes: [{ op: 'insert', left: { start: 8, end: 8 }, right: { start: 8, end: 19 } }],
        unified: '--- left\n+++ right\n@@ -1,2 +1,3 @@\n aspirin\n+lisinopril\n metformin\n',
      },
    },
    {
      title: 'Case and white space ignored',
      input: { left: 'No acute  distress.', right: 'no acute distress.\n' },
      options: { granularity: 'word', ignoreCase: true, ignoreWhitespace: true },
      output: { equal: true, changes: [], unified: '' },
    },
  ],
  run({ left, right }, { granularity, ignoreCase, ignoreWhitespace, context, leftName, rightName }) {
    const rules = { ignoreCase, ignoreWhitespace }
    const { equal, stats, changes } = diffText(left, right, granularity, rules)
    const unified = equal ? '' : writeUnifiedDiff(left, right, rules, { context, leftName, rightName })
    return { equal, stats, changes, unified }
  },
})
