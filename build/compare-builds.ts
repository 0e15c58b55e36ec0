// Builds one commit twice, in two folders of other names and with other time zones, languages and file rights, and compares what comes out:
// node build/compare-builds.ts [--packages] [--keep]. Exits with 1 if bytes differ, and prints the file and the places.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectFolder } from './project-folder.ts'

const SURROUNDINGS = [
  { folder: 'a', umask: '022', env: { TZ: 'UTC', LANG: 'C', HOME: '/nonexistent' } },
  { folder: 'another-folder-with-a-longer-name', umask: '077', env: { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', USER: 'somebody' } },
] as const
const { values: flags } = parseArgs({
  options: { packages: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
})
const base = mkdtempSync(join(tmpdir(), 'health-tools-builds-'))
const outputs = SURROUNDINGS.map((surroundings) => buildIn(surroundings))
const names = [...new Set(outputs.flatMap((folder) => listFiles(folder)))].sort()
const differing = names.filter((name) => !isSame(name))
console.log(`${names.length} files compared, ${differing.length} differ`)
for (const name of differing) describeDifference(name)
if (flags.keep) console.log(base)
else rmSync(base, { recursive: true, force: true })
process.exitCode = differing.length > 0 ? 1 : 0

/** @returns the folder of what was built */
function buildIn({ folder, umask, env }: (typeof SURROUNDINGS)[number]): string {
  const place = join(base, folder)
  execFileSync('git', ['clone', '--quiet', '--local', projectFolder, place])
  symlinkSync(join(projectFolder, 'node_modules'), join(place, 'node_modules'))
  const script = flags.packages ? 'build/package.ts' : 'build/build.ts'
  const command = `umask ${umask} && exec "$0" ${script}`
  execFileSync('sh', ['-c', command, process.execPath], {
    cwd: place,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(place, 'dist')
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith('compile-cache'))
}

function isSame(name: string): boolean {
  const [first, second] = outputs.map((folder) => digestOf(join(folder, name)))
  return first === second
}

function digestOf(path: string): string {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'missing'
}

/** Up to five places: offset, length, and what text stands before, which tells the part of the file. */
function describeDifference(name: string): void {
  const [first, second] = outputs.map((folder) => join(folder, name))
  if (!existsSync(first!) || !existsSync(second!)) {
    console.log(`${name}: made by one build alone`)
    return
  }
  const [a, b] = [readFileSync(first!), readFileSync(second!)]
  console.log(`${name}: ${a.length} and ${b.length} bytes`)
  let shown = 0
  let bytes = 0
  for (let at = 0, last = -1024; at < Math.min(a.length, b.length); at++) {
    if (a[at] === b[at]) continue
    bytes++
    if (at - last > 1024 && shown < 5) {
      shown++
      const before = a.toString('latin1', Math.max(0, at - 60), at).replaceAll(/[^\x20-\x7e]/g, '.')
      console.log(`  at ${at}, behind "${before}"`)
    }
    last = at
  }
  console.log(`  ${bytes} bytes differ`)
}
