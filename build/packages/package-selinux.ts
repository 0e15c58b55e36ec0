// Compiles the SELinux policy module, for RHEL 9 and its like, with checkmodule and semodule_package, which Debian has too.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../project-folder.ts'

/** checkmodule wants the file to have the module's name. */
const NAME = 'health_tools'
const SOURCES = join(projectFolder, 'installers', 'selinux')

/** @param folder where a folder for the work is made and removed @returns bytes of the .pp; undefined where the tools are missing */
export function compileSelinuxModule(folder: string): Uint8Array | undefined {
  if (['checkmodule', 'semodule_package'].some((program) => spawnSync('which', [program]).status !== 0)) return undefined
  const work = mkdtempSync(join(folder, 'selinux-'))
  try {
    const [compiled, packed] = [join(work, `${NAME}.mod`), join(work, `${NAME}.pp`)]
    execFileSync('checkmodule', ['-M', '-m', '-o', compiled, join(SOURCES, `${NAME}.te`)])
    execFileSync('semodule_package', ['-o', packed, '-m', compiled, '-f', join(SOURCES, `${NAME}.fc`)])
    return readFileSync(packed)
  } finally {
    rmSync(work, { recursive: true })
  }
}
