// text/encoding: which encoding a text is in, and the text in another one. What cannot be read or written is listed, never lost unsaid.
import * as z from 'zod'
import { bytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { convertEncoding } from '../../formats/text/encoding/convert-encoding.ts'
import { ENCODINGS } from '../../formats/text/encoding/encoding-names.ts'
import { NEWLINE_STYLES } from '../../formats/text/encoding/newlines.ts'
import { MAX_BAD_SPANS } from '../../formats/text/encoding/text-writer.ts'

const count = (description: string) => z.int().min(0).describe(description)
const encoding = z.enum(ENCODINGS).describe('Name of an encoding.')
const confidence = z.number().min(0).max(1).describe('Confidence of the detection. 1 only if the bytes leave no alternative.')
const places = (offset: string, length: string, description: string) =>
  z
    .array(z.strictObject({ offset: count(offset), length: z.int().min(1).describe(length) }))
    .max(MAX_BAD_SPANS)
    .describe(description)

export const textEncoding = defineTool({
  id: 'text/encoding',
  version: '1.0.0',
  title: 'Text encoding',
  summary: 'Detects the character encoding of a text, and converts the text and its line endings to another.',
  input: z.strictObject({
    content: bytesField('The text in any encoding.'),
  }),
  options: z.strictObject({
    from: z
      .enum(['auto', ...ENCODINGS])
      .default('auto')
      .describe(
        'Encoding of the content. `auto` uses the detected one. iso-8859-1 and us-ascii are just these, not windows-1252; gbk and gb18030 are read alike; big5 has no Hong Kong supplement.',
      ),
    to: z.enum(ENCODINGS).default('utf-8').describe('Encoding of the result `content`.'),
    newline: z.enum(['keep', 'lf', 'crlf', 'cr']).default('keep').describe('Line ends of the result.'),
    bom: z
      .enum(['remove', 'keep', 'add'])
      .default('remove')
      .describe('Byte order mark of the result if `to` is a Unicode encoding. `keep` writes one if the content had one.'),
    onInvalid: z
      .enum(['replace', 'windows-1252', 'fail'])
      .default('replace')
      .describe(
        'Treatment of invalid bytes: they become U+FFFD, or are read as windows-1252 (in utf-8 and us-ascii alone, for documents of mixed origin), or make the call fail.',
      ),
    onUnmappable: z
      .enum(['replace', 'xml', 'fail'])
      .default('replace')
      .describe('Characters that `to` lacks become `?` in `content`, or a reference such as `&#945;`, or make the call fail.'),
  }),
  output: z.strictObject({
    detected: z.strictObject({
      encoding,
      confidence,
      bom: z.boolean().describe('The content begins with the byte order mark of the detected encoding.'),
      newline: z.enum(NEWLINE_STYLES).describe('The line ends of the content.'),
      candidates: z
        .array(z.strictObject({ encoding, confidence }))
        .describe('The likeliest encodings, best first. If two read the bytes alike, the ISO one is first.'),
    }),
    from: encoding.describe('Encoding that the content was read as.'),
    to: encoding.describe('Encoding of the result `content`.'),
    newlines: z
      .strictObject({ lf: count('LF alone.'), crlf: count('CR LF pairs.'), cr: count('CR alone.') })
      .describe('Line ends of the content.'),
    invalidCount: count('Places where bytes are not valid in `from`.'),
    invalid: places('Byte offset in the content.', 'Bytes.', `The first ${MAX_BAD_SPANS} such places.`),
    unmappableCount: count('Characters of the text that `to` lacks.'),
    unmappable: places('Offset in `text`, in UTF-16 code units.', 'UTF-16 code units.', `The first ${MAX_BAD_SPANS} of them.`),
    text: z.string().describe('The text, with the requested line endings.'),
    content: bytesField('The text in the encoding `to`.'),
  }),
  document: { field: 'content', mediaTypes: ['text/plain', 'application/octet-stream'] },
  download: { field: 'content', mediaType: 'text/plain', extension: 'txt' },
  maxInputBytes: 50 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'A Windows file with a degree sign and a typographic apostrophe',
      input: { content: 'VGVtcCAzOC41ILBDLCBjYW6SdCBzbGVlcA0K' },
      output: {
        detected: { encoding: 'windows-1252', bom: false, newline: 'crlf' },
        text: 'Temp 38.5 °C, can’t sleep\r\n',
      },
    },
    {
      title: 'A stray Latin-1 byte in UTF-8',
      input: { content: 'TcO8bGxlciAvIE38bGxlcg==' },
      options: { from: 'utf-8' },
      output: { invalidCount: 1, invalid: [{ offset: 11, length: 1 }], text: 'Müller / M\ufffdller' },
    },
    {
      title: 'To Latin-1 with LF; the Greek letter is missing there',
      input: { content: 'zrHigJFnbG9iaW4NCg==' },
      options: { to: 'iso-8859-1', newline: 'lf', onUnmappable: 'xml' },
      output: {
        detected: { encoding: 'utf-8', newline: 'crlf' },
        unmappable: [
          { offset: 0, length: 1 },
          { offset: 1, length: 1 },
        ],
        content: 'JiM5NDU7JiM4MjA5O2dsb2Jpbgo=',
      },
    },
  ],
  run({ content }, rules) {
    return { ...convertEncoding(content, rules), to: rules.to }
  },
})
