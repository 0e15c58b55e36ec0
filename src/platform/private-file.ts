// Files that the service and its administrator both write: what root makes belongs to whom the folder belongs, so that the service can
// write it too.
import { fchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** @returns the same descriptor */
export function giveToFolderOwner(descriptor: number, path: string): number {
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(dirname(path))
    if (uid !== 0) fchownSync(descriptor, uid, gid)
  }
  return descriptor
}
