// Writes a tar archive in the ustar form (POSIX.1-1988), which every tar reads: plain files, private, without owner names.
import { ProblemError } from '../../core/problem.ts'

export interface TarFile {
  /** ASCII, 100 characters at most. */
  readonly name: string
  readonly content: string
}

const BLOCK = 512

/** @param modifiedAt milliseconds since 1970 */
export function composeTar(files: readonly TarFile[], modifiedAt: number): Uint8Array {
  const blocks = files.flatMap(({ name, content }) => {
    const bytes = new TextEncoder().encode(content)
    const padded = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK)
    padded.set(bytes)
    return [composeHeader(name, bytes.length, modifiedAt), padded]
  })
  return Buffer.concat([...blocks, new Uint8Array(2 * BLOCK)])
}

function composeHeader(name: string, size: number, modifiedAt: number): Uint8Array {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new ProblemError('The file name is too long for a tar archive.', { code: 'internal' })
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(Math.floor(modifiedAt / 1000), 12), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
