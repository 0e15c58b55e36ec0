// A small file system of a test's own, where root may mount one: a disk that gets full, or that cannot be written.
import { execFileSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { makeScratchFolder } from '../scratch-folder.ts'

/** Prints why tests are skipped where it is false. */
export const canMount: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

export function mountFolder(kilobytes: number, mode = '700'): { readonly folder: string; makeReadOnly(): void } {
  const folder = makeScratchFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=${mode}`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
  })
  return { folder, makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]) }
}
