// Files of a package whose program is a few bytes, so that a test makes packages in no time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPackagedFiles, type PackagedFile } from '../../build/packages/package-tree.ts'
import { executable } from '../binary/program.ts'

/** Seconds since 1970 of everything that the tests pack. */
export const SECONDS = 1_700_000_000

export function listSmallFiles(folder: string): PackagedFile[] {
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'program')
  const addon = join(folder, 'addon')
  writeFileSync(program, '#!/bin/sh\nexit 0\n')
  writeFileSync(addon, 'addon\n')
  return listPackagedFiles({ executable: program, addon, hostExecutable: executable, notices: 'notices\n', billOfMaterials: '{}\n' })
}
