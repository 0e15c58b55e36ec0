// The FHIR packages of a site as files: every .tgz of one folder, in memory that threads share.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '../../core/problem.ts'

export interface PackageFile {
  readonly file: string
  readonly bytes: Uint8Array
}

const MAX_FILE_BYTES = 256 << 20
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'The folder does not exist.',
  ENOTDIR: 'This is a file and no folder.',
  EACCES: 'It may not be read.',
}

/**
 * In the order of their names.
 * @throws ProblemError `bad_configuration` with the folder or file that cannot be read
 */
export function readPackageFiles(folder: string): PackageFile[] {
  const names = attempt(folder, () => readdirSync(folder))
  return names
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map((name) => {
      const file = join(folder, name)
      return attempt(file, () => {
        if (statSync(file).size > MAX_FILE_BYTES) {
          throw new ProblemError(`The FHIR package is larger than ${MAX_FILE_BYTES} bytes.`, { code: 'bad_configuration', at: { file } })
        }
        const content = readFileSync(file)
        const bytes = new Uint8Array(new SharedArrayBuffer(content.length))
        bytes.set(content)
        return { file, bytes }
      })
    })
}

function attempt<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'It cannot be read.'
    throw new ProblemError(`FHIR packages: ${reason}`, { code: 'bad_configuration', at: { file }, cause })
  }
}
