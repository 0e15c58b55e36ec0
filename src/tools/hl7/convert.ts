// hl7/convert: HL7 v2 messages between ER7 (delimiters) and the XML encoding.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { definitionsOption, readDefinitions } from '../../formats/hl7/definitions/definitions-option.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { controlId } from '../../formats/hl7/message-header.ts'
import { writeEr7 } from '../../formats/hl7/v2xml/convert-encoding.ts'
import { XML_LOSSES } from '../../formats/hl7/v2xml/loss-list.ts'
import { structureOf, writeV2Xml } from '../../formats/hl7/v2xml/write-v2xml.ts'
import { isV2Xml } from '../../formats/hl7/v2xml/xml-names.ts'

const ADMISSION = ['MSH|^~\\&|REG|NORTH|||20260102080910||ADT^A01^ADT_A01|A-100|P|2.5.1', 'PID|1||1001^^^NORTH^MR||Sample^Ada', ''].join(
  '\r',
)

const ADMISSION_XML = [
  '<?xml version="1.0" encoding="UTF-8"?><ADT_A01 xmlns="urn:hl7-org:v2xml"><MSH><MSH.1>|</MSH.1><MSH.2>^~\\&amp;</MSH.2>',
  '<MSH.3><HD.1>REG</HD.1></MSH.3><MSH.4><HD.1>NORTH</HD.1></MSH.4><MSH.7><TS.1>20260102080910</TS.1></MSH.7>',
  '<MSH.9><MSG.1>ADT</MSG.1><MSG.2>A01</MSG.2><MSG.3>ADT_A01</MSG.3></MSH.9><MSH.10>A-100</MSH.10><MSH.11><PT.1>P</PT.1></MSH.11>',
  '<MSH.12><VID.1>2.5.1</VID.1></MSH.12></MSH><PID><PID.1>1</PID.1>',
  '<PID.3><CX.1>1001</CX.1><CX.4><HD.1>NORTH</HD.1></CX.4><CX.5>MR</CX.5></PID.3>',
  '<PID.5><XPN.1><FN.1>Sample</FN.1></XPN.1><XPN.2>Ada</XPN.2></PID.5></PID></ADT_A01>',
].join('')

export const hl7Convert = defineTool({
  id: 'hl7/convert',
  version: '1.0.0',
  title: 'Convert HL7 v2',
  summary:
    'Converts messages between ER7 and the XML encoding of HL7 v2 (v2.xml) and lists everything that the other encoding cannot represent.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    ...definitionsOption('Their data types name the elements of components, and groups hold their segments.'),
    to: z
      .enum(['xml', 'er7'])
      .default('xml')
      .describe('xml: elements by message structure, segment, field and data type (urn:hl7-org:v2xml). er7: segments with delimiters.'),
    pretty: z.boolean().default(true).describe('Indent the XML. Text inside fields is never changed.'),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    format: z.enum(['xml', 'er7']).describe('Encoding of the result.'),
    message: z.string().describe('The converted document as text.'),
    content: bytesField(
      'The converted document as bytes. XML is in UTF-8. ER7 is in the character set of its messages; of XML, in the one that MSH-18 names, or UTF-8.',
    ),
    messages: z
      .array(
        z.strictObject({
          controlId: z.string().nullable().describe('MSH-10.'),
          structure: z.string().nullable().describe('Message structure that the groups come from; null if the tables have none.'),
        }),
      )
      .describe('The messages in order. In XML, several messages and their batch segments are enclosed in one BATCH element.'),
    lost: z
      .array(
        z.strictObject({
          what: z
            .enum(XML_LOSSES)
            .describe(
              'line_end, frame, byte_order_mark, blank, junk: what stands between and around segments. line: a line without a segment identifier. escape: an escape character that opens no sequence; it comes back escaped. subcomponent: an unescaped subcomponent separator in text, written as a character; it comes back escaped. line_end_in_field, control_character: written as a hexadecimal escape. undecodable: a byte that is no character, written as U+FFFD.',
            ),
          message: z.int().min(0).nullable().describe('Place of the message in the document, from 0; null outside of messages.'),
          path: z.string().nullable().describe('Field. Null if no field is affected.'),
          count: z.int().min(1).describe('How many times.'),
        }),
      )
      .describe(
        'Everything that the result lacks or contains in another form. Empty: converting back gives the same document. What ER7 cannot represent of XML is listed in diagnostics (xml_left_out).',
      ),
  }),
  document: {
    field: 'message',
    mediaTypes: HL7_MEDIA_TYPES,
  },
  download: { field: 'content', mediaType: 'application/octet-stream', extension: 'hl7' },
  maxInputBytes: 64_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'An admission as XML',
      input: { message: ADMISSION },
      options: { pretty: false },
      output: { message: ADMISSION_XML, messages: [{ controlId: 'A-100', structure: 'ADT_A01' }], lost: [] },
    },
    {
      title: 'XML as ER7',
      input: { message: ADMISSION_XML },
      options: { to: 'er7' },
      output: { message: ADMISSION, lost: [] },
    },
  ],
  checkOptions({ definitions }) {
    readDefinitions(definitions)
  },
  run({ message }, { sourceCharset, definitions, to, pretty }) {
    const { dictionary } = readDefinitions(definitions)
    const document = readDocument(message, sourceCharset, dictionary)
    const xml = to === 'xml' ? writeV2Xml(document, { pretty }) : undefined
    const er7 = xml ? undefined : writeEr7(document, isV2Xml(message))
    return {
      ...describeFacts(document),
      format: to,
      message: xml ? xml.text : er7!.message,
      content: xml ? new TextEncoder().encode(xml.text) : er7!.content,
      messages: document.messages.map((each) => ({
        controlId: controlId(document, each),
        structure: structureOf(document, each)?.id ?? null,
      })),
      lost: [...(xml ?? er7!).losses],
    }
  },
})
