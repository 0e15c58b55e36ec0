// Writes results so that a half-written one never stands under its name, and none is overwritten that was not to be.
import { randomBytes } from 'node:crypto'
import { link, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ProblemError } from '../../core/problem.ts'

export interface OutputFile {
  readonly path: string
  /** Where it is written first: on the same file system. */
  readonly drafts: string
  readonly mayReplace: boolean
}

/**
 * @returns why this one file cannot be there, where others still can
 * @throws ProblemError `io_error` where none can be written, as on a full disk
 */
export async function writeOutput(
  file: OutputFile,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<ProblemError | undefined> {
  const draft = join(file.drafts, `.health-tools-${randomBytes(8).toString('hex')}.part`)
  try {
    await mkdir(dirname(file.path), { recursive: true, mode: 0o700 })
    const handle = await open(draft, 'wx', 0o600)
    try {
      for await (const piece of content) await handle.writeFile(piece)
    } finally {
      await handle.close()
    }
    await publish(draft, file)
    return undefined
  } catch (cause) {
    await rm(draft, { force: true })
    if (cause instanceof ProblemError) return cause
    const { code = '' } = cause as NodeJS.ErrnoException
    const reason = REASONS_OF_ONE[code]
    if (reason !== undefined) return new ProblemError(reason, { code: 'io_error', cause })
    throw new ProblemError(REASONS_OF_ALL[code] ?? 'The result cannot be written.', { code: 'io_error', cause })
  }
}

const REASONS_OF_ONE: Readonly<Record<string, string>> = {
  ENAMETOOLONG: 'The name of the result is too long.',
  ENOTDIR: 'A file exists where the result needs a folder.',
  EEXIST: 'A file exists where the result needs a folder.',
}

const REASONS_OF_ALL: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left for the result.',
  EDQUOT: 'There is no space left for the result.',
  EACCES: 'The result may not be written there.',
  EPERM: 'The result may not be written there.',
  EROFS: 'The result may not be written there.',
  ENOENT: 'There is no folder for the result.',
}

async function publish(draft: string, { path, mayReplace }: OutputFile): Promise<void> {
  const there = await lstat(path).catch(() => undefined)
  if (there && !there.isFile()) throw new ProblemError('The output path exists and is not a regular file.', { code: 'io_error' })
  if (there && !mayReplace) throw exists()
  if (mayReplace) return rename(draft, path)
  try {
    // A link, because a rename would replace what came in between.
    await link(draft, path)
    await rm(draft)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists()
    // Some file systems have no links.
    await rename(draft, path)
  }
}

function exists(): ProblemError {
  return new ProblemError('The file already exists. Use --force to replace it.', { code: 'io_error' })
}
