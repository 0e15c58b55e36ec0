// Files that the service and its administrator both write: what root makes belongs to whom the folder belongs, so that the service can
// write it too. Whoever owns the folder may have put a link there in its place, so root goes by descriptors and follows no link.
import { closeSync, constants, existsSync, fchmodSync, fchownSync, fstatSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Windows has no such flag, nor a root that works in the folders of others. */
const { O_NOFOLLOW = 0, O_RDONLY } = constants

/** Opens the file of that name, never what a link of that name points to. Throws the system's error, ELOOP for a link. */
export function openUnlinked(path: string, flags: number, mode = 0o600): number {
  return openSync(path, flags | O_NOFOLLOW, mode)
}

/** @returns the same descriptor */
export function giveToFolderOwner(descriptor: number, path: string): number {
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(dirname(path))
    const own = fstatSync(descriptor)
    // A second name of a file of root's may stand here just as a link may.
    if (uid !== 0 && own.uid === 0 && (own.isDirectory() || own.nlink === 1)) fchownSync(descriptor, uid, gid)
  }
  return descriptor
}

/** Makes a finished file private, gives it to the owner of its folder and writes it through to the disk. */
export function settleFile(path: string): void {
  const descriptor = openUnlinked(path, constants.O_RDWR)
  try {
    if (process.platform !== 'win32') fchmodSync(giveToFolderOwner(descriptor, path), 0o600)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Makes what is missing of a path of folders, 0700, each for the owner of the folder around it. Throws the system's error. */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return
  const around = dirname(path)
  if (around !== path) makePrivateFolder(around)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was first.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    throw error
  }
  settleFolder(path)
}

/** Gives a folder that was just made to the owner of the folder around it. */
function settleFolder(path: string): void {
  if (process.platform === 'win32') return
  closeSync(giveToFolderOwner(openUnlinked(path, O_RDONLY), path))
}

/** A name in a folder survives a power cut once the folder is written. Windows has no such call for folders and needs none. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
