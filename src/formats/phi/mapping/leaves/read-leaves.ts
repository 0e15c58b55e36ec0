// The values of a document by its format.
import { ProblemError } from '../../../../core/problem.ts'
import type { CsvDelimiter } from '../../../csv/read-csv.ts'
import { csvLeaves } from './csv-leaves.ts'
import { hl7Leaves } from './hl7-leaves.ts'
import { jsonLeaves } from './json-leaves.ts'
import type { LeafDocument } from './leaf-document.ts'
import { textLeaves } from './text-leaves.ts'
import { x12Leaves } from './x12-leaves.ts'
import { xmlLeaves } from './xml-leaves.ts'

export const MAPPED_FORMATS = ['text', 'hl7', 'csv', 'json', 'xml', 'x12'] as const
export type MappedFormat = (typeof MAPPED_FORMATS)[number]

export interface LeafOptions {
  /** Character set of HL7 v2 in bytes, by a name that readSourceCharset knows. */
  readonly sourceCharset?: string | undefined
  /** Of CSV. Default: by its first lines. */
  readonly delimiter?: CsvDelimiter | undefined
}

/** @throws ProblemError `unreadable_input` for a document that is not of the format, or not UTF-8 where its format names no character set */
export function readLeaves(
  document: string | Uint8Array,
  format: MappedFormat,
  { sourceCharset, delimiter }: LeafOptions = {},
): LeafDocument {
  switch (format) {
    case 'hl7':
      return hl7Leaves(document, sourceCharset)
    case 'csv':
      return csvLeaves(document, delimiter)
    case 'xml':
      return xmlLeaves(document)
    case 'x12':
      return x12Leaves(document)
    case 'json':
      return jsonLeaves(decodeUtf8(document))
    case 'text':
      return textLeaves(decodeUtf8(document))
  }
}

function decodeUtf8(document: string | Uint8Array): string {
  if (typeof document === 'string') return document
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(document)
  } catch {
    throw new ProblemError('The document is not UTF-8.', { code: 'unreadable_input' })
  }
}
