// Reads what the pages are made of: the pack of the build, which is inside the executable, and the logo that the configuration names.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getRawAsset, isSea } from 'node:sea'
import { ProblemError } from '../../core/problem.ts'
import type { ReadTable } from '../../http/pages/asset-gaps.ts'
import type { Branding } from '../../http/pages/pages.ts'

/** Name of the pack in the executable and in `dist`. */
const PACK_NAME = 'web.pack'
const MAX_LOGO_BYTES = 256 * 1024

interface WebFiles {
  readonly pack: Uint8Array
  /** The tables that the pack leaves out, which lie beside it. */
  readonly readTable: ReadTable
}

/** Undefined where the sources run and the pages were not built. */
export function readWebFiles(): WebFiles | undefined {
  const readAsset: ReadTable = (name) => new Uint8Array(getRawAsset(name))
  if (isSea()) return { pack: readAsset(PACK_NAME), readTable: readAsset }
  const places = [join(import.meta.dirname, PACK_NAME), join(import.meta.dirname, '..', '..', '..', 'dist', PACK_NAME)]
  const path = places.find((place) => existsSync(place))
  if (path === undefined) return undefined
  return { pack: new Uint8Array(readFileSync(path)), readTable: (name) => new Uint8Array(readFileSync(join(dirname(path), name))) }
}

/** @throws ProblemError `bad_configuration` where the file cannot be read, is too large, or is no image of a kind that the pages show */
export function readLogo(path: string | null): Branding['logo'] {
  if (path === null) return null
  const logo = logoOf(readBytes(path))
  if (!logo) throw badLogo('is not an SVG, PNG, JPEG or WebP image', path)
  return logo
}

/** The bytes with their media type, or undefined where they are no image of a kind that the pages show. */
export function logoOf(bytes: Uint8Array): NonNullable<Branding['logo']> | undefined {
  const mediaType = mediaTypeOf(bytes)
  return mediaType === undefined ? undefined : { mediaType, bytes }
}

function readBytes(path: string): Uint8Array {
  try {
    if (statSync(path).size > MAX_LOGO_BYTES) throw badLogo(`is larger than ${MAX_LOGO_BYTES} bytes`, path)
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw error instanceof ProblemError
      ? error
      : badLogo(isMissing ? 'does not exist; expected a path of this machine' : 'cannot be read', path, error)
  }
}

function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const begins = (...start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  return head.includes('<svg') ? 'image/svg+xml' : undefined
}

function badLogo(what: string, file: string, cause?: unknown): ProblemError {
  return new ProblemError(`branding.logo ${what}.`, { code: 'bad_configuration', at: { file }, cause })
}
