// What every result of the category says of its document beside the tool's own work, and the schemas of that.
import * as z from 'zod'
import type { Diagnostic } from '../diagnostics.ts'
import type { Hl7Document } from '../document-types.ts'
import { describeDocument } from './describe-document.ts'

const sourceFacts = z
  .strictObject({
    charset: z.string().nullable().describe('Character set by its IANA name; null for a document sent as text.'),
    charsetFrom: z
      .enum(['bom', 'msh-18', 'detected', 'text', 'option'])
      .describe('How the character set was determined. option: set by the caller.'),
    lineEnd: z.enum(['CR', 'LF', 'CRLF', 'mixed', 'none']).describe('How the segments end.'),
    bom: z.boolean().describe('True if the document begins with a byte order mark.'),
    mllp: z.boolean().describe('True if start or end characters of MLLP were found.'),
    bytes: z.int().min(0).describe('Size of the document; of a text, of its UTF-8 form.'),
  })
  .describe('The input document.')
  .meta({ title: 'Hl7Source' })

const diagnosticFacts = z
  .strictObject({
    code: z.string().describe('What was found.'),
    severity: z.enum(['info', 'warning', 'error']).describe('error: a part of the document could not be interpreted.'),
    message: z.string().describe('Description of the issue. Contains no value of the document.'),
    path: z.string().nullable().describe('Segment or field; of a definition, what it defines: CX.4, table 0001, ADT^A08.'),
    byteStart: z.int().min(0).describe('First byte of the place; of a document that came as text, in its UTF-8 form.'),
    byteEnd: z.int().min(0).describe('First byte behind the place.'),
  })
  .meta({ title: 'Hl7Diagnostic' })

/** Members that describe one message. */
export const MESSAGE_FACTS = {
  delimiters: z
    .strictObject({
      field: z.string(),
      component: z.string(),
      repetition: z.string(),
      escape: z.string().nullable(),
      subcomponent: z.string().nullable(),
      truncation: z.string().nullable(),
    })
    .describe('The delimiters in force; null for one that the header does not declare.')
    .meta({ title: 'Hl7Delimiters' }),
  type: z
    .strictObject({ code: z.string().nullable(), trigger: z.string().nullable(), structure: z.string().nullable() })
    .describe('MSH-9; if MSH-9.3 is empty, structure is that of the version for code and trigger.')
    .meta({ title: 'Hl7MessageType' }),
  version: z
    .strictObject({ declared: z.string().nullable(), used: z.string() })
    .describe('MSH-12, and the version whose tables were used.')
    .meta({ title: 'Hl7Version' }),
  controlId: z.string().nullable().describe('MSH-10.'),
}

/** Members of a result; those of a message are of the first one. */
export const DOCUMENT_FACTS = {
  source: sourceFacts,
  ...MESSAGE_FACTS,
  diagnostics: z.array(diagnosticFacts).describe('Everything unusual in the document, in document order.'),
}

export interface DocumentFacts {
  source: z.infer<typeof sourceFacts>
  delimiters: z.infer<(typeof DOCUMENT_FACTS)['delimiters']>
  type: z.infer<(typeof DOCUMENT_FACTS)['type']>
  version: z.infer<(typeof DOCUMENT_FACTS)['version']>
  controlId: string | null
  diagnostics: Diagnostic[]
}

/** No segment is asked for: only headers are looked at. */
const NO_SEGMENTS = { view: 'flat', names: false, decode: 'none', groups: false, selection: new Map() } as const

/** Describes the document after a tool's work, so that the tool's own findings are among the diagnostics. */
export function describeFacts(document: Hl7Document): DocumentFacts {
  const { source, delimiters, type, version, controlId, diagnostics } = describeDocument(document, NO_SEGMENTS)
  return { source, delimiters, type, version, controlId, diagnostics }
}
