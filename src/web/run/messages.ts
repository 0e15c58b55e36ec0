// What the page and the threads that run tools say to each other.
import type { Review } from './review.ts'

/** A field of an input as the page has it. A file is read by the thread, so that the page stays free while it is. */
export type FieldValue = { readonly text: string } | { readonly file: Blob } | { readonly bytes: Uint8Array } | { readonly json: unknown }

export type Fields = Readonly<Record<string, FieldValue>>

export interface RunRequest {
  readonly kind: 'run'
  readonly toolId: string
  readonly input: Fields
  readonly options: Readonly<Record<string, unknown>>
  /** Tools in a row, instead of the tool. */
  readonly recipe?: unknown
}

/** Asks for a ZIP of files, in their order. */
export interface ZipRequest {
  readonly kind: 'zip'
  readonly files: readonly ZipEntry[]
}

/** Asks for the files of a ZIP. */
export interface UnzipRequest {
  readonly kind: 'unzip'
  readonly zip: Blob
}

export interface ZipEntry {
  /** With its folders. */
  readonly name: string
  readonly content: Blob
}

export type WorkerRequest = RunRequest | ZipRequest | UnzipRequest

/** The document of a result that may be saved as a file. */
export interface ResultDocument {
  readonly content: Blob
  readonly extension: string
}

export interface RunResult {
  /** The answer of the API, byte for byte. */
  readonly json: Blob
  /** The same as a value, where it is small enough to be shown. */
  readonly value: Readonly<Record<string, unknown>> | undefined
  readonly document: ResultDocument | undefined
  /** Set for tools that write a document, if they ran in the tab. */
  readonly review?: Review
  readonly milliseconds: number
}

/** The members of RFC 9457 that the page shows. */
export interface Problem {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly at?: Readonly<Record<string, unknown>>
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[]
}

export type WorkerReply =
  | { readonly kind: 'result'; readonly result: RunResult }
  | { readonly kind: 'zip'; readonly content: Blob }
  | { readonly kind: 'files'; readonly files: readonly ZipEntry[] }
  | { readonly kind: 'problem'; readonly problem: Problem }
