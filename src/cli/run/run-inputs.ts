// The files that the arguments of `run` name: files, folders with all that is in them, and patterns. They come one by one, however many
// there are; what is passed over is counted, and what cannot be read is an item that fails.
import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { isGlob, matchesGlob, matchesPath, splitGlob } from '../command-line/glob.ts'

export interface InputFile {
  /** As it is read. */
  readonly path: string
  /** Where its result belongs below the output folder, without the ending; with slashes. */
  readonly target: string
  /** Why there is nothing to read. */
  readonly problem?: ProblemError
}

/** One argument. */
export interface InputRoot {
  readonly path: string
  readonly target: string
  readonly kind: 'file' | 'folder'
  /** Which files of the folder; undefined for all. */
  readonly pattern?: string
}

export interface WalkSettings {
  /** Which files of folders; undefined for all. */
  readonly only: string | undefined
  /** A folder that is not gone into. */
  readonly except: string | undefined
  /** Told of links to folders and of what is no file. */
  readonly passOver: () => void
}

/**
 * What the arguments stand for. The files of a single folder keep their paths within it, others those of the arguments.
 * @throws ProblemError `io_error` where there is nothing, `bad_usage` where two arguments would give one result
 */
export async function readRoots(args: readonly string[], cwd: string): Promise<InputRoot[]> {
  const roots: InputRoot[] = []
  for (const arg of args) roots.push(await readRoot(arg, cwd))
  const [only] = roots
  if (only && roots.length === 1) return [{ ...only, target: only.kind === 'folder' ? '' : basename(only.path) }]
  checkTargets(roots)
  return roots
}

async function readRoot(arg: string, cwd: string): Promise<InputRoot> {
  const path = resolve(cwd, arg)
  try {
    return { path, target: targetOf(arg), kind: (await stat(path)).isDirectory() ? 'folder' : 'file' }
  } catch (cause) {
    if (!isGlob(arg)) throw readError(cause, arg)
    const { folder, pattern } = splitGlob(arg.split(sep).join('/'))
    return { ...(await readRoot(folder, cwd)), pattern }
  }
}

/** As an archive would name it: relative, without a way up. */
function targetOf(arg: string): string {
  return arg
    .split(/[\\/]/)
    .filter((step) => step !== '' && step !== '.' && step !== '..' && !/^[A-Za-z]:$/.test(step))
    .join('/')
}

function checkTargets(roots: readonly InputRoot[]): void {
  const places = new Map(roots.map(({ target, path }) => [target, path]))
  for (const { target, path } of roots) {
    let below = path
    for (let at = target; ; ) {
      const other = places.get(at)
      if (other !== undefined && other !== below)
        throw new ProblemError('Two inputs would produce results with the same name.', { code: 'bad_usage' })
      if (at === '') break
      at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : ''
      below = resolve(below, '..')
    }
  }
}

export async function* listInputs(roots: readonly InputRoot[], settings: WalkSettings): AsyncGenerator<InputFile> {
  for (const root of roots) {
    if (root.kind === 'file') yield { path: root.path, target: root.target }
    else yield* walk(root.path, '', root, settings)
  }
}

/** So many names of one folder are put in order; of more, each so many. */
const ORDERED_ENTRIES = 10_000

async function* walk(folder: string, below: string, root: InputRoot, settings: WalkSettings): AsyncGenerator<InputFile> {
  const place = (name: string): string => (below === '' ? name : `${below}/${name}`)
  const target = (path: string): string => (root.target === '' ? path : path === '' ? root.target : `${root.target}/${path}`)
  try {
    for await (const entries of readFolder(folder)) {
      for (const entry of entries) {
        const path = join(folder, entry.name)
        const relative = place(entry.name)
        if (entry.isDirectory()) {
          if (path !== settings.except) yield* walk(path, relative, root, settings)
        } else if (!isNeeded(relative, root, settings)) continue
        else if (await isFile(entry, path)) yield { path, target: target(relative) }
        else settings.passOver()
      }
    }
  } catch (cause) {
    if (cause instanceof ProblemError || (cause as NodeJS.ErrnoException).code === undefined) throw cause
    yield { path: folder, target: target(below), problem: readError(cause, undefined) }
  }
}

function isNeeded(path: string, { pattern }: InputRoot, { only }: WalkSettings): boolean {
  return (pattern === undefined || matchesPath(path, pattern)) && (only === undefined || matchesGlob(path, only))
}

async function* readFolder(folder: string): AsyncGenerator<Dirent[]> {
  let entries: Dirent[] = []
  for await (const entry of await opendir(folder)) {
    entries.push(entry)
    if (entries.length < ORDERED_ENTRIES) continue
    yield inOrder(entries)
    entries = []
  }
  yield inOrder(entries)
}

function inOrder(entries: Dirent[]): Dirent[] {
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A link counts as the file that it leads to; one that leads nowhere fails when it is read. */
async function isFile(entry: Dirent, path: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile()
  const found = await stat(path).catch(() => undefined)
  return found === undefined || found.isFile()
}

/** What a run tells of what was no file; nothing if all were. */
export function notesOnPassedOver(count: number): string[] {
  return count > 0 ? [`${count} links to folders or special files were passed over.`] : []
}

/** Without the system's message, which repeats the path. */
export function readError(cause: unknown, file: string | undefined): ProblemError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'The file does not exist.',
    EISDIR: 'That is a folder.',
    EACCES: 'The file may not be read.',
  }
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'The file cannot be read.'
  return new ProblemError(reason, { code: 'io_error', ...(file === undefined ? {} : { at: { file } }), cause })
}
