// Secrets come from files that nobody else may read, or from systemd; the pepper of the embedded default is made once.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fstatSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { giveToFolderOwner, makePrivateFolder, syncFolder } from '../storage/private-file.ts'

/** `generated` is made where it does not exist. Systemd gives credentials modes of its own. `public` is no secret: a certificate. */
export interface SecretSource {
  readonly kind: 'file' | 'credential' | 'generated' | 'public'
  readonly path: string
}

const FORBIDDEN_MODES = { file: 0o077, credential: 0o007, generated: 0o077, public: 0 }
const MAX_SECRET_BYTES = 65_536
const MIN_PEPPER_BYTES = 32

/**
 * The bytes of a secret, without a line end at their end.
 * @throws ProblemError `bad_configuration` where the file is missing, empty, too large, or readable by others than its owner
 */
export function readSecret({ kind, path }: SecretSource): Uint8Array {
  const descriptor = openSecret(path)
  try {
    const stats = fstatSync(descriptor)
    if (stats.isDirectory()) throw refuse('A folder, not a file; write the path of the file.', path)
    const { mode, size } = stats
    const forbidden = FORBIDDEN_MODES[kind]
    if (process.platform !== 'win32' && (mode & forbidden) !== 0) {
      throw refuse('The secret can be read by others than its owner; use chmod 600.', path)
    }
    if (size > MAX_SECRET_BYTES) throw refuse(`The secret is larger than ${MAX_SECRET_BYTES} bytes.`, path)
    const bytes = trimLineEnd(readFileSync(descriptor))
    if (bytes.length === 0) throw refuse('The secret is empty.', path)
    return bytes
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Whether a secret could be read; one that is made at the first start need not be there yet.
 * @throws ProblemError `bad_configuration`
 */
export function checkSecret(source: SecretSource): void {
  if (source.kind !== 'generated' || existsSync(source.path)) readSecret(source)
}

/**
 * The pepper of keys; made first where the source says so and no key was made with another one.
 * @throws ProblemError `bad_configuration`, `io_error`
 */
export function readPepper(source: SecretSource, { mayMake }: { readonly mayMake: boolean }): Uint8Array {
  if (source.kind === 'generated' && mayMake) makeSecret(source.path)
  const bytes = readSecret(source)
  if (bytes.length < MIN_PEPPER_BYTES) throw refuse(`The pepper is shorter than ${MIN_PEPPER_BYTES} bytes.`, source.path)
  return bytes
}

function openSecret(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'The file of the secret does not exist.' : 'The file of the secret cannot be read.'
    throw new ProblemError(reason, { code: 'bad_configuration', at: { file: path }, cause: error })
  }
}

/** Written whole under another name and linked: of two processes that start at once both read the one that came first. */
function makeSecret(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    makePrivateFolder(dirname(path))
    if (existsSync(path)) return
    const descriptor = giveToFolderOwner(openSync(draft, 'wx', 0o600), draft)
    try {
      writeSync(descriptor, `${randomBytes(32).toString('hex')}\n`)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    linkSync(draft, path)
    syncFolder(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ProblemError('Cannot write the pepper file.', { code: 'io_error', at: { file: path }, cause: error })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function trimLineEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end--
  return bytes.subarray(0, end)
}

function refuse(message: string, file: string): ProblemError {
  return new ProblemError(message, { code: 'bad_configuration', at: { file } })
}
