// What a document of HL7 v2 is: messages and batches over one index of segments.
import type { Delimiters } from './delimiters.ts'
import type { FindingList } from './diagnostics.ts'
import type { Hl7Dictionary } from './dictionary/standard.ts'
import type { VersionChoice } from './dictionary/versions.ts'
import type { SegmentIndex } from './index/segment-index.ts'
import type { Hl7Source } from './source.ts'
import type { LeftOut } from './v2xml/left-out.ts'

export interface Hl7Message {
  /** Its lines: all from its first segment to its last one; frames, empty lines and junk may lie between them. */
  readonly firstLine: number
  readonly endLine: number
  /** The line of MSH; undefined for segments outside of a message. */
  readonly header: number | undefined
  readonly delimiters: Delimiters
  /** MSH-12.1 as it stands. */
  readonly declaredVersion: string
  readonly version: VersionChoice
}

/** Messages between BHS and BTS; without either where the document has none. */
export interface Hl7Batch {
  header: number | undefined
  trailer: number | undefined
  /** Place of its first message in the document's messages. */
  readonly firstMessage: number
  endMessage: number
}

/** Batches between FHS and FTS. */
export interface Hl7BatchFile {
  header: number | undefined
  trailer: number | undefined
  readonly batches: Hl7Batch[]
}

export interface Hl7Document {
  readonly source: Hl7Source
  /** How the bytes were to be read. */
  readonly sourceCharset: string
  readonly index: SegmentIndex
  readonly messages: readonly Hl7Message[]
  /** Empty for a document without FHS, BHS, BTS and FTS. */
  readonly files: readonly Hl7BatchFile[]
  readonly findings: FindingList
  /** Where definitions of segments, data types, tables and structures are looked up. */
  readonly dictionary: Hl7Dictionary
  /** True where the text holds lone surrogates: bytes that could not be decoded, or halves of a pair in a text. */
  readonly illFormed: boolean
  /** What a document in the XML encoding holds and ER7 cannot carry. */
  readonly leftOut?: readonly LeftOut[]
}
