// Layers of a container image: tar archives that are the same bytes for the same files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { settle } from '../packages/package-tree.ts'

/** User and group of the program in the image. */
export const IMAGE_USER = 65_532

export interface LayerEntry {
  /** Below the root, without a slash at the beginning. */
  readonly path: string
  readonly content: string | Uint8Array | { readonly copyOf: string } | { readonly linkTo: string } | 'folder'
  readonly mode?: number
  /** Folders of the program's own; all else belongs to root. */
  readonly isOwn?: boolean
}

export interface Layer {
  readonly gzip: Uint8Array
  /** Of the archive before it was compressed: the `diff_id` of the image. */
  readonly diffId: string
}

/**
 * @param folder of this layer alone; it is emptied and removed
 * @param seconds since 1970, of every entry
 */
export function makeLayer(entries: readonly LayerEntry[], folder: string, seconds: number): Layer {
  const root = join(folder, 'root')
  const tar = join(folder, 'layer.tar')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  for (const entry of entries) writeEntry(root, entry)
  settle(root, seconds)
  // After the folders have got their usual mode.
  for (const { path, content, mode } of entries) if (content === 'folder' && mode !== undefined) chmodSync(join(root, path), mode)
  const common = ['--format=ustar', '--sort=name', '--numeric-owner', `--mtime=@${seconds}`, `--directory=${root}`, `--file=${tar}`]
  const own = entries.filter(({ isOwn }) => isOwn).map(({ path }) => path)
  const others = own.map((path) => `--exclude=./${path}`)
  execFileSync('tar', ['--create', ...common, '--owner=0', '--group=0', '--anchored', ...others, '.'])
  if (own.length > 0) {
    const owner = [`--owner=${IMAGE_USER}`, `--group=${IMAGE_USER}`]
    execFileSync('tar', ['--append', '--no-recursion', ...common, ...owner, ...own.map((path) => `./${path}`)])
  }
  const bytes = readFileSync(tar)
  rmSync(folder, { recursive: true })
  return { gzip: gzipSync(bytes, { level: 9 }), diffId: sha256(bytes) }
}

function writeEntry(root: string, { path, content, mode = 0o644 }: LayerEntry): void {
  const target = join(root, path)
  mkdirSync(content === 'folder' ? target : dirname(target), { recursive: true })
  if (content === 'folder') return
  if (typeof content === 'object' && 'linkTo' in content) {
    symlinkSync(content.linkTo, target)
    return
  }
  if (typeof content === 'object' && 'copyOf' in content) copyFileSync(content.copyOf, target)
  else writeFileSync(target, content)
  chmodSync(target, mode)
}

/** `sha256:…`, as images name their parts. */
export function sha256(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
