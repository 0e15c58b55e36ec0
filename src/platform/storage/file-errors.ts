// What the system refuses about a file, as a ProblemError in words of this program that names the file.
import { ProblemError } from '../../core/problem.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that there',
  EPERM: 'this user may not do that there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a limit of the file size is reached',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'there is already a file of this name',
  EXDEV: 'it is on another file system',
  EMFILE: 'too many files are open',
}

/** Does work on a file; what the system refuses becomes a ProblemError `io_error`. `what` is the beginning of a sentence. */
export function onFile<T>(what: string, file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw fileError(what, file, error)
  }
}

/** Any other error comes back as it is. */
export function fileError(what: string, file: string, error: unknown): unknown {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
  if (code === undefined) return error
  return new ProblemError(`${what}: ${REASONS[code] ?? 'the system refused'}.`, { code: 'io_error', at: { file }, cause: error })
}
