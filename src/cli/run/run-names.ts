// The list of which file became which result. It names files, and names of files name patients: it is for its owner alone, and never
// stands among the results.
import { closeSync, constants, readSync, writeSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { openUnlinked } from '../../platform/storage/private-file.ts'

export interface NamedOutcome {
  readonly index: number
  /** As it was found: below its folder, or as the argument. */
  readonly file: string
  /** Below the folder of results; undefined where the result went elsewhere. */
  readonly output: string | undefined
  readonly failed: boolean
}

export interface NameList {
  /** Throws ProblemError `io_error`. */
  readonly add: (outcome: NamedOutcome) => void
  /** Throws ProblemError `io_error`. */
  readonly close: () => void
}

const START = '{"index":0,'
const BUFFERED_CHARACTERS = 65_536

/**
 * Begins the list anew; a run that goes on lists what was done before, too.
 * @param folder of the results
 * @throws ProblemError `bad_usage` where it would stand among the results or take the place of another file, `io_error`
 */
export function openNameList(path: string, folder: string | undefined): NameList {
  if (folder !== undefined && isBelow(folder, path))
    throw new ProblemError('The name list cannot be in the output folder, because results are shared.', { code: 'bad_usage' })
  const descriptor = openList(path)
  let text = ''
  const flush = (): void => {
    const bytes = new TextEncoder().encode(text)
    text = ''
    guard(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
    })
  }
  return {
    add({ index, file, output, failed }) {
      text += `${JSON.stringify({ index, file, output, status: failed ? 'failed' : 'done' })}\n`
      if (text.length > BUFFERED_CHARACTERS) flush()
    },
    close() {
      try {
        flush()
      } finally {
        closeSync(descriptor)
      }
    },
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function openList(path: string): number {
  const exists = guard(() => judgeExisting(path))
  if (exists === 'another')
    throw new ProblemError('The name list would overwrite a file that is not a name list.', { code: 'bad_usage', at: { file: path } })
  return guard(() => openUnlinked(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC))
}

/** What stands under the name of the list. */
function judgeExisting(path: string): 'nothing' | 'list' | 'another' {
  let descriptor: number
  try {
    descriptor = openUnlinked(path, constants.O_RDONLY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'nothing'
    throw error
  }
  try {
    const start = Buffer.alloc(START.length)
    const length = readSync(descriptor, start)
    return length === 0 || start.toString('latin1') === START ? 'list' : 'another'
  } finally {
    closeSync(descriptor)
  }
}

function guard<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new ProblemError('Cannot write the name list.', { code: 'io_error', cause })
  }
}
