// Turns a tool's result into the body of an answer in the form that the caller chose.
import { chain } from '../../core/chain.ts'
import { endingOf, verdictOf } from '../../core/download-verdict.ts'
import type { Tool } from '../../core/tool.ts'
import { checkSoleDocument, resultToJson, sideDocuments } from '../../core/wire.ts'
import { writeJson } from '../../core/write-json.ts'
import type { AnswerForm } from '../request/accept.ts'
import { type MakeDigest, sha256Digest } from './content-digest.ts'

export interface AnswerBody {
  readonly body: string | Uint8Array
  readonly headers: Record<string, string>
}

/**
 * The result as the bare document, or as a ZIP of the document, in several files where it holds several, other documents such as
 * mapping.bin, and report.json.
 * @throws ProblemError `not_acceptable` where the bare document would lose another one
 */
export function composeAnswer(
  tool: Tool,
  result: Readonly<Record<string, unknown>>,
  form: Exclude<AnswerForm, 'json'>,
  makeDigest: MakeDigest,
): Promise<AnswerBody> | AnswerBody {
  const verdict = verdictHeaders(tool, result)
  if (form === 'file') {
    checkSoleDocument(tool, result)
    return composeDownload(documentOf(tool, result), {
      mediaType: mediaTypeOf(tool, result),
      name: fileName(tool, result),
      verdict,
      makeDigest,
    })
  }
  const sides = sideDocuments(tool, result)
  const report = Object.fromEntries(Object.entries(result).filter(([name]) => name !== tool.download!.field && !sides.includes(name)))
  const beside = Object.fromEntries(sides.map((name) => [`${name}.bin`, result[name] as Uint8Array]))
  const files = { ...filesOf(tool, result), ...beside, 'report.json': new TextEncoder().encode(writeJson(resultToJson(tool, report))) }
  return composeArchive(files, `${toolName(tool)}.zip`, makeDigest, verdict)
}

/** What the tool says of the document. */
function verdictHeaders(tool: Tool, result: Readonly<Record<string, unknown>>): Record<string, string> {
  const verdict = verdictOf(tool.download!, result)
  return verdict === undefined ? {} : { 'Verification-Status': verdict }
}

/** A download of files by their names, in their order. */
export async function composeArchive(
  files: Readonly<Record<string, Uint8Array>>,
  name: string,
  makeDigest?: MakeDigest,
  verdict: Record<string, string> = {},
): Promise<AnswerBody> {
  const { zipFiles } = await import('./zip.ts')
  return composeDownload(zipFiles(files), { mediaType: 'application/zip', name, verdict, makeDigest })
}

/** The files of an archive by their names: the document, or where it holds several files 0001.hl7, 0002.hl7 … in their order. */
function filesOf(tool: Tool, result: Readonly<Record<string, unknown>>): Record<string, Uint8Array> {
  const document = documentOf(tool, result)
  const spans = tool.download!.divide?.(result)
  if (!spans) return { [fileName(tool, result)]: document }
  const names = numberedNames(spans.length, tool.download!.extension)
  return Object.fromEntries(spans.map(({ byteStart, byteEnd }, i) => [names(i), document.subarray(byteStart, byteEnd)]))
}

/** `0001.hl7` for the first of several; as long for each that they sort by their number. */
export function numberedNames(count: number, extension: string): (index: number) => string {
  const digits = Math.max(4, String(count).length)
  return (index) => `${String(index + 1).padStart(digits, '0')}.${extension}`
}

/** The document of a result as bytes. */
export function documentOf(tool: Tool, result: Readonly<Record<string, unknown>>): Uint8Array {
  const document = result[tool.download!.field]
  return document instanceof Uint8Array ? document : new TextEncoder().encode(String(document))
}

/** A document that is a text inside is UTF-8 outside, and says so. */
function mediaTypeOf(tool: Tool, result: Readonly<Record<string, unknown>>): string {
  const { field, mediaType } = tool.download!
  return typeof result[field] === 'string' ? `${mediaType}; charset=utf-8` : mediaType
}

/** Named for the tool, never for the upload: the names of files hold the names of patients. */
function fileName(tool: Tool, result: Readonly<Record<string, unknown>>): string {
  return `${toolName(tool)}.${endingOf(tool.download!, result)}`
}

function toolName(tool: Tool): string {
  return tool.id.slice(tool.id.indexOf('/') + 1)
}

interface DownloadFacts {
  readonly mediaType: string
  readonly name: string
  readonly verdict: Record<string, string>
  readonly makeDigest: MakeDigest | undefined
}

/** A file to be saved, with its digest (RFC 9530). */
function composeDownload(
  bytes: Uint8Array,
  { mediaType, name, verdict, makeDigest = sha256Digest }: DownloadFacts,
): Promise<AnswerBody> | AnswerBody {
  return chain(makeDigest(bytes), (digest) => {
    const disposition = `attachment; filename="${name}"`
    const headers = { 'Content-Type': mediaType, 'Content-Disposition': disposition, 'Content-Digest': digest, ...verdict }
    return { body: bytes, headers }
  })
}
