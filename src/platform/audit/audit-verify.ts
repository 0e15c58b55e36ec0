// Checks the files of an audit log: whether the chain of each line holds, and whether its end is still there.
import { createReadStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ProblemError } from '../../core/problem.ts'
import { type BreakKind, type ChainEnd, findBreak, readChained, type Seal } from './audit-chain.ts'
import { headPathOf, readHeadFile, rotatedFiles } from './audit-file.ts'

export interface AuditBreak {
  readonly kind: BreakKind | 'cut-line' | 'cut-end' | 'no-head' | 'changed-head'
  readonly file: string
  /** Of the first line that does not fit; undefined where it is the end that is missing. */
  readonly line: number | undefined
  /** The number that the line should have. */
  readonly seq: number
}

export interface AuditVerdict {
  readonly files: readonly string[]
  /** Lines that hold. */
  readonly lines: number
  /** The numbers of the first and the last line; undefined where there is none. */
  readonly firstSeq: number | undefined
  readonly lastSeq: number | undefined
  readonly broken: AuditBreak | undefined
}

/** The log with what logrotate has made of it, oldest first, and its head record. Throws ProblemError `io_error`. */
export async function verifyAuditLog(path: string, seal: Seal): Promise<AuditVerdict> {
  // The head may only get older than the lines that are read after it.
  const head = existsSync(headPathOf(path)) ? (readHeadFile(path, seal) ?? 'changed') : undefined
  const verdict = await verifyAuditFiles([...rotatedFiles(path), ...(existsSync(path) ? [path] : [])], seal)
  return verdict.broken ? verdict : { ...verdict, broken: findCutEnd(path, head, verdict.lastSeq) }
}

/** Files of one log, in whatever order they are given. Whether lines are missing after the last is not known. Throws ProblemError `io_error`. */
export async function verifyAuditFiles(paths: readonly string[], seal: Seal): Promise<AuditVerdict> {
  const files = await inOrder(paths)
  let end: ChainEnd | undefined
  let firstSeq: number | undefined
  let lines = 0
  for (const file of files) {
    let number = 0
    for await (const { text, isWhole } of readLines(file)) {
      number++
      const line = isWhole ? readChained(text) : undefined
      const kind: AuditBreak['kind'] | undefined = isWhole ? findBreak(line, end, seal) : 'cut-line'
      if (kind || !line) {
        const broken = { kind: kind ?? ('unreadable' as const), file, line: number, seq: (end?.seq ?? 0) + 1 }
        return { files, lines, firstSeq, lastSeq: end?.seq, broken }
      }
      firstSeq ??= line.seq
      end = line
      lines++
    }
  }
  return { files, lines, firstSeq, lastSeq: end?.seq, broken: undefined }
}

/** The head is written after the lines that it names: lines may be ahead of it, never behind. */
function findCutEnd(path: string, head: ChainEnd | 'changed' | undefined, lastSeq = 0): AuditBreak | undefined {
  const place = { file: path, line: undefined, seq: lastSeq + 1 }
  if (head === undefined) return { kind: 'no-head', ...place }
  if (head === 'changed') return { kind: 'changed-head', ...place }
  return head.seq > lastSeq ? { kind: 'cut-end', ...place } : undefined
}

async function inOrder(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(async (path) => ({ path, first: await firstSeqOf(path) })))
  return files.sort((a, b) => a.first - b.first).map(({ path }) => path)
}

/** What cannot be read as a line comes first, where it is named; an empty file says nothing. */
async function firstSeqOf(path: string): Promise<number> {
  for await (const { text } of readLines(path)) return readChained(text)?.seq ?? 0
  return 0
}

interface TextLine {
  readonly text: string
  /** Whether it had its line end. */
  readonly isWhole: boolean
}

/** No line of the log is so long; a file of another kind is not gathered in memory. */
const MAX_LINE = 1 << 20

async function* readLines(file: string): AsyncGenerator<TextLine> {
  const bytes = createReadStream(file)
  const source: Readable = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  bytes.on('error', (error) => source.destroy(error))
  let rest = ''
  try {
    for await (const chunk of source.setEncoding('utf8')) {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop()!
      for (const text of parts) yield { text, isWhole: true }
      if (rest.length > MAX_LINE) break
    }
  } catch (cause) {
    throw new ProblemError('The audit log cannot be read.', { code: 'io_error', at: { file }, cause })
  } finally {
    bytes.destroy()
  }
  if (rest !== '') yield { text: rest, isWhole: false }
}
