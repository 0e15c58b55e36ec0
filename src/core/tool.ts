// What a tool is: one declaration from which route, command, discovery, OpenAPI, form and tests derive.
import type * as z from 'zod'
import type { ProblemError } from './problem.ts'

/** A document inside the input that may arrive as a raw body or as the multipart part `file`. */
interface InputDocument<Field> {
  readonly field: Field
  /** Media types of a raw body, the native one first. */
  readonly mediaTypes: readonly string[]
  /** Where documents come one behind the other without an end, and each can be worked on alone. */
  readonly feed?: Feed
}

/** A stream of documents of one kind. */
export interface Feed {
  /** Of a body that is one. */
  readonly mediaTypes: readonly string[]
  /**
   * Called once, before the first document. Documents are processed apart from each other and still belong together.
   * @param options of the call with their defaults
   * @returns options that all documents of the feed get beside those of the call
   */
  shareOptions?(options: unknown): Readonly<Record<string, unknown>>
  /** Called once, where documents need what others of the feed say. */
  openIndex?(): FeedIndex
  /** @param maxBytes of one document */
  openCutter(maxBytes: number): FeedCutter
}

/** What documents of a feed say that others need. Never throws. */
export interface FeedIndex {
  add(document: Uint8Array): void
  /** @returns the options of the call with what these documents need */
  optionsFor(documents: readonly Uint8Array[], options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

/** Cuts the chunks of a feed into documents, whatever the chunks' borders. */
export interface FeedCutter {
  /** Bytes that wait for the end of their document. */
  readonly pendingBytes: number
  /** What it passed over because it belongs to the feed and to none of its documents; undefined for nothing. */
  readonly envelope: FeedEnvelope | undefined
  /**
   * @param chunk not to be used by the caller any more
   * @returns documents that may be kept, and errors for those that are too large
   */
  split(chunk: Uint8Array): Iterable<Uint8Array | ProblemError>
  /** What stands behind the last border. */
  end(): Iterable<Uint8Array | ProblemError>
}

export interface FeedEnvelope {
  /** Headers and trailers. */
  readonly segments: number
  /** Trailers that count other than what came. */
  readonly wrongCounts: number
  /** Headers and trailers with a comment, which is in no result. */
  readonly comments: number
}

/** A document inside the output that may be downloaded as it is. */
interface OutputDocument<Field, Result> {
  readonly field: Field
  readonly mediaType: string
  /** File name ending without the dot. */
  readonly extension: string
  /** Path of the member of the result that says whether the document may be passed on: `passed` or `needs-review`. */
  readonly verdict?: readonly string[]
  /** True where the result says the same beside it: lines of a feed are without it. */
  readonly isCopy?: true
  /** True if the document tells about the input and cannot take its place in a recipe. */
  readonly isReport?: true
  /** Where the documents of a feed can be lines: their media type, and what stands in the place of one that failed, or last of a stream that broke off. */
  readonly lines?: DocumentLines<Result>
  /** Where the document, in bytes, holds several files that an archive is to hold one by one; undefined for one file. */
  divide?(result: Result): readonly ByteSpan[] | undefined
}

/** Documents of a feed as lines. */
interface DocumentLines<Result> {
  readonly mediaType: string
  /** @param file name of the file that the document comes from, where it has one */
  failure(index: number | undefined, problem: FeedProblem, file?: string): string
  /** Options under which documents are rows of a table, such as CSV, which has no place for a failure: failures are reported beside it. */
  readonly rows?: { readonly mediaType: string; isChosen(options: unknown): boolean }
  /** The last line, where the feed's headers and trailers say what no document holds; undefined for nothing. */
  note?(envelope: FeedEnvelope): string | undefined
  /** What stands once before all others. @param options of the call; defaults may be missing. @param hasFiles true if the documents come from named files */
  head?(options: unknown, hasFiles: boolean): string | undefined
  /** What a result adds; undefined for nothing. The whole document where it is left out. @param index of the document in its feed, from 0. @param file name of its file */
  line?(result: Result, index: number, file?: string): string | undefined
}

/** Why a document of a feed has no line of its own. */
export interface FeedProblem {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail?: string
}

/** The end exclusive. */
export interface ByteSpan {
  readonly byteStart: number
  readonly byteEnd: number
}

/** Follows a document while it comes in, and says which of its bytes the tool never looks at, whatever the rest will be. Never throws. */
export interface Skimmer {
  /**
   * @param document what has come of it so far; what is in spans that were given before may be zeros
   * @returns the next such span, in the order of the document; `more` where that cannot be told yet, `none` where all the rest has to be kept
   */
  next(document: Uint8Array): ByteSpan | 'more' | 'none'
}

/**
 * Follows a document, and names one span of it that is in the downloaded result unchanged. The tool, run on a document with zeros there, gives the
 * same result with zeros in their place, whose own bypass names the same span.
 */
export interface Bypass extends Skimmer {
  /**
   * @param bytes of the span, in order up to its end; the first may be any multiple of four bytes behind its start
   * @returns false if the tool needs the whole document
   */
  accepts(bytes: Uint8Array): boolean
  /** @param document all of it, with zeros in the span. Returns false if something behind the span shows that the tool needs the whole document. */
  confirms(document: Uint8Array): boolean
}

/** A JSON text; a long one in UTF-8. */
export type Json = string | Uint8Array

export interface Example {
  readonly title: string
  /** In JSON form: documents of bytes as base64. */
  readonly input: Readonly<Record<string, unknown>>
  readonly options?: Readonly<Record<string, unknown>>
  /** A part of the result in JSON form: what is given must be equal, what is left out is not compared. */
  readonly output: Readonly<Record<string, unknown>>
}

/** The planned end of a tool. Days are UTC, such as 2027-01-31. */
export interface Retirement {
  /** From this day on the tool is not recommended any more. */
  readonly deprecatedAt: string
  /** From this day on it may be gone. */
  readonly sunsetAt?: string
  /** The id of the tool to use instead. */
  readonly successor?: `${string}/${string}`
}

/** What a site installs for a tool, such as implementation guides: files, of which a pure core sees the bytes alone. */
export interface SitePackages {
  /** @throws ProblemError where it is no package */
  inspect(bytes: Uint8Array): PackageFacts
  /** Has every call from now on use these packages and no others; they are read when a call first needs them. */
  use(packages: readonly Uint8Array[]): void
}

export interface PackageFacts {
  readonly name: string
  readonly version: string
  /** Versions by the names of packages. */
  readonly dependencies: Readonly<Record<string, string>>
  /** In words of this program: for whom it is, and how much it holds. */
  readonly summary: string
}

export interface ToolDeclaration<I extends z.ZodObject, O extends z.ZodObject, R extends z.ZodObject> {
  /** `<category>/<tool>`: at once the URL path, the command's name and the path of the source file. */
  readonly id: `${string}/${string}`
  /** Semantic version of the tool's behaviour. */
  readonly version: string
  readonly title: string
  readonly summary: string
  readonly input: I
  readonly options: O
  readonly output: R
  readonly document?: InputDocument<Extract<keyof z.infer<I>, string>>
  readonly download?: OutputDocument<Extract<keyof z.infer<R>, string>, z.infer<R>>
  /** Bytes of all documents of one call; the server's own limit holds where it is lower. */
  readonly maxInputBytes: number
  /** True where one call on a permitted input may take more than about 10 ms, so that a server may run it beside its event loop. */
  readonly mayRunLong: boolean
  readonly packages?: SitePackages
  /** Only where the tool is going to be retired. */
  readonly retirement?: Retirement
  /** Even a small document may take long, as compressed images can; where not every one may, it is told by its bytes. Never throws. */
  readonly smallMayRunLong?: true | ((document: Uint8Array) => boolean)
  /**
   * How many bytes of a document a call does no more with than to copy, compare and search them, as with pixels: a server counts them as
   * little work. Never throws.
   */
  copiedBytes?(document: Uint8Array, options: z.infer<O>): number
  /** Where the tool does not look at all bytes of its document: a server need not hold the others. The result is the same whatever they are. */
  skim?(options: z.infer<O>): Skimmer
  /** If the result contains a long part of the document unchanged: a server need not hold it to make the download. Undefined for options that need it. */
  bypass?(options: z.infer<O>): Bypass | undefined
  readonly examples: readonly [Example, ...Example[]]
  /** Throws a ProblemError for options that fit the schema and no input: said once for many inputs. `run` checks them all the same. */
  checkOptions?(options: z.infer<O>): void
  /** Pure: the result depends on input and options alone. Throws only ProblemError. */
  run(input: z.infer<I>, options: z.infer<O>): z.infer<R> | Promise<z.infer<R>>
  /** Where there is a faster way to it than by the result: its JSON, byte for byte the same. Undefined for options that have none. */
  writeJson?(input: z.infer<I>, options: z.infer<O>): Json | undefined
}

/** A declaration whose schemas are known only at run time. */
export interface Tool {
  readonly id: `${string}/${string}`
  readonly version: string
  readonly title: string
  readonly summary: string
  readonly input: z.ZodObject
  readonly options: z.ZodObject
  readonly output: z.ZodObject
  readonly document?: InputDocument<string>
  readonly download?: OutputDocument<string, unknown>
  readonly maxInputBytes: number
  readonly mayRunLong: boolean
  readonly packages?: SitePackages
  readonly retirement?: Retirement
  readonly smallMayRunLong?: true | ((document: Uint8Array) => boolean)
  copiedBytes?(document: Uint8Array, options: unknown): number
  skim?(options: unknown): Skimmer
  bypass?(options: unknown): Bypass | undefined
  readonly examples: readonly [Example, ...Example[]]
  checkOptions?(options: unknown): void
  run(input: unknown, options: unknown): unknown
  writeJson?(input: unknown, options: unknown): Json | undefined
}

/** Checks a declaration's types against each other and forgets them. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject, R extends z.ZodObject>(
  declaration: ToolDeclaration<I, O, R>,
): Tool {
  return declaration as unknown as Tool
}

/** `text` of `text/word-count`. */
export function categoryOf(tool: Tool): string {
  return tool.id.slice(0, tool.id.indexOf('/'))
}
