// Makes an RPM package of a list of files with rpmbuild: the same bytes for the same files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageFacts } from './package-deb.ts'
import { installer, type PackagedFile, writeTree } from './package-tree.ts'

const RPM_NAMES = { x64: 'x86_64', arm64: 'aarch64' }

/** @param workFolder a folder of this package alone; it is emptied and removed. @returns the path of the package */
export function makeRpm(
  files: readonly PackagedFile[],
  { version, architecture, seconds, effort }: PackageFacts,
  { outputFolder, workFolder }: { readonly outputFolder: string; readonly workFolder: string },
): string {
  rmSync(workFolder, { recursive: true, force: true })
  const placed = files.map((file) => ({ ...file, path: rpmPath(file.path) }))
  const tree = join(workFolder, 'tree')
  mkdirSync(tree, { recursive: true })
  writeTree(placed, tree, seconds)
  const specPath = join(workFolder, 'health-tools.spec')
  writeFileSync(specPath, composeSpec(placed, version, effort, tree))
  const definitions = {
    _topdir: join(workFolder, 'top'),
    _rpmdir: join(workFolder, 'out'),
    _buildhost: 'localhost',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    source_date_epoch_from_changelog: '0',
  }
  const target = RPM_NAMES[architecture]
  const defines = Object.entries(definitions).flatMap(([name, value]) => ['--define', `${name} ${value}`])
  execFileSync('rpmbuild', ['-bb', '--quiet', `--target=${target}`, ...defines, specPath], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [name] = readdirSync(join(workFolder, 'out', target))
  mkdirSync(outputFolder, { recursive: true })
  const path = join(outputFolder, name!)
  renameSync(join(workFolder, 'out', target, name!), path)
  rmSync(workFolder, { recursive: true })
  return path
}

/** Zsh reads other folders there. */
function rpmPath(path: string): string {
  return path.replace('usr/share/zsh/vendor-completions/', 'usr/share/zsh/site-functions/')
}

function composeSpec(files: readonly PackagedFile[], version: string, effort: number, tree: string): string {
  const rows = files.map(({ path, mode, isConfig }) => {
    const kind = isConfig ? '%config(noreplace) ' : path.startsWith('usr/share/doc/') ? '%doc ' : ''
    return `%attr(${mode.toString(8).padStart(4, '0')}, root, root) ${kind}/${path}`
  })
  const folders = ['etc/health-tools', 'usr/lib/health-tools', 'usr/share/health-tools', 'usr/share/doc/health-tools']
  const [number = '', before] = version.split('-')
  const replacements: Readonly<Record<string, string>> = {
    VERSION: number,
    RELEASE: before === undefined ? '1' : `0.${before}`,
    EFFORT: String(effort),
    TREE: tree,
    FILES: [...folders.map((folder) => `%attr(0755, root, root) %dir /${folder}`), ...rows].join('\n'),
    SETUP: installer('scripts/setup.sh'),
    RESTART: installer('scripts/restart.sh'),
    STOP: installer('scripts/stop.sh'),
  }
  // A percent sign of a script would begin a macro.
  return installer('health-tools.spec').replace(/@([A-Z]+)@/g, (_mark, name: string) =>
    name === 'FILES' ? replacements[name]! : replacements[name]!.replaceAll('%', '%%'),
  )
}
