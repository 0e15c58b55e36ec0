// Makes executables: the bundles, the page and the licence texts once, and with them an executable for each platform that is asked for.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_GUIDE_ASSET, joinChapters } from '../src/cli/manual/admin-chapters.ts'
import { findAddon, hostTarget, packBinary, type Target } from './binary.ts'
import { bundleParts, bundleProgram, readTables } from './bundle.ts'
import { type CompileTask, compileApart, compiledFile, PARTS, partFile } from './compile-program.ts'
import { readLicenceKeys } from './licence-keys.ts'
import { gatherNotices } from './notices.ts'
import { projectFolder } from './project-folder.ts'
import { findRuntime } from './runtime.ts'
import { buildWeb } from './web.ts'

/** What all executables share. */
export interface Program {
  readonly version: string
  /** What the executable starts with. */
  readonly entryPath: string
  /** Paths of the assets by name, without the addon, which each platform has its own of. */
  readonly assets: Readonly<Record<string, string>>
  /** Every file that was bundled, relative to the project folder. */
  readonly inputs: readonly string[]
  readonly bundleBytes: number
  readonly webBytes: number
}

/** @param folder where the parts are written */
export async function buildProgram(folder: string): Promise<Program> {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  const facts = { version, commit: currentCommit(), licenceKeys: readLicenceKeys(process.env.HEALTH_TOOLS_LICENCE_KEYS) }
  const { program, tools } = await bundleParts(facts)
  const launch = await bundleProgram({ ...facts, entry: 'src/launch.ts', name: 'launch' })
  const web = await buildWeb()
  const inputs = [...program.inputs, ...tools.inputs, ...launch.inputs, ...web.inputs]
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  // To be started by Node, as the sources are; for commands without a database, whose driver is not beside it.
  write('health-tools.cjs', program.code)
  write('tools.cjs', tools.code)
  const launchPath = write('launch.cjs', launch.code)
  return {
    version,
    entryPath: launchPath,
    assets: {
      'launch.cjs': launchPath,
      ...Object.fromEntries(PARTS.map((name, i) => [partFile(name), write(partFile(name), wrapPart([program, tools][i]!.code))])),
      ...Object.fromEntries(Object.entries(await readTables()).map(([name, bytes]) => [name, write(name, bytes)])),
      'web.pack': write('web.pack', web.pack),
      [ADMIN_GUIDE_ASSET]: write(
        ADMIN_GUIDE_ASSET,
        joinChapters((name) => readFileSync(join(projectFolder, 'docs', 'admin', `${name}.md`), 'utf8')),
      ),
      'third-party-notices.txt': write('third-party-notices.txt', gatherNotices(inputs, hostTarget().runtime)),
      LICENSE: join(projectFolder, 'LICENSE'),
      NOTICE: join(projectFolder, 'NOTICE'),
    },
    inputs,
    bundleBytes: program.code.length + tools.code.length,
    webBytes: web.pack.byteLength,
  }
}

interface Executable {
  readonly path: string
  readonly bytes: number
  /** Whether the runtime is without symbols. */
  readonly stripped: boolean
}

/**
 * @param outputPath absolute path of the executable
 * @param dist folder for what is needed only meanwhile, and for runtimes of other platforms
 */
export async function buildExecutable(target: Target, program: Program, outputPath: string, dist: string): Promise<Executable> {
  const assets = { 'better_sqlite3.node': findAddon(target), ...program.assets }
  const nodePath = findRuntime(target, join(dist, 'runtimes'))
  const compiled = Object.fromEntries(PARTS.map((name) => [compiledFile(name), join(dist, compiledFile(name))]))
  compileFor(target, nodePath, { assets, outputFolder: dist })
  const { stripped } = await packBinary({
    target,
    nodePath,
    entryPath: program.entryPath,
    assets: { ...assets, ...compiled },
    outputPath,
    workFolder: join(dist, 'work'),
  })
  return { path: outputPath, bytes: statSync(outputPath).size, stripped }
}

/** The compiled parts must come from the runtime that reads them; where that does not run here, they are empty. */
function compileFor({ name }: Target, nodePath: string, task: CompileTask): void {
  if (name === hostTarget().name) compileApart(nodePath, task)
  else for (const name of PARTS) writeFileSync(join(task.outputFolder, compiledFile(name)), '')
}

/** A part as the executable runs it: a function of what a module of CommonJS has, and of what loads another part. */
function wrapPart(code: string): string {
  return `(function (exports, require, module, __filename, __dirname, loadPart) {${code}\n})`
}

/** Short commit, marked where the sources differ from it; empty outside a repository. */
function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD')
    return git('status', '--porcelain') === '' ? commit : `${commit}-changed`
  } catch {
    return ''
  }
}
