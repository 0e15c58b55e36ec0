// Makes every package in dist/release: .deb, .rpm and .tar.gz for Linux on x64 and arm64, a ZIP for Windows, the bill of materials, the
// notices, checksums, a signature, and one archive of all that.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findAddon, hostTarget, TARGETS, type Target } from './binary.ts'
import { buildExecutable, buildProgram } from './executable.ts'
import { whyNoDebianPackages } from './image/debian-files.ts'
import { ARCHITECTURES, type ImageParts, makeImage } from './image/make-image.ts'
import { composeBillOfMaterials } from './packages/bill-of-materials.ts'
import { makeDeployment, makeTarball, makeZip, packTar } from './packages/package-archives.ts'
import { makeDeb } from './packages/package-deb.ts'
import { makeRpm } from './packages/package-rpm.ts'
import { listPackagedFiles, type PackagedFile } from './packages/package-tree.ts'
import { compileServiceHost, listServiceFiles, listWindowsFiles, makeMsi } from './packages/package-windows.ts'
import { completeRelease } from './packages/release.ts'
import { composeVex } from './packages/vex.ts'
import { projectFolder } from './project-folder.ts'
import { makeRepositories } from './repositories/package-repositories.ts'
import { makeSdks } from './sdk/make-sdks.ts'
import { sourceDate } from './source-date.ts'

const { values: flags } = parseArgs({
  options: { target: { type: 'string', multiple: true }, 'sign-key': { type: 'string' }, effort: { type: 'string', default: '9' } },
})
const targets = (flags.target ?? Object.keys(TARGETS)).map(findTarget)
const effort = readEffort(flags.effort)
const signKey = flags['sign-key'] === undefined ? undefined : readFileSync(flags['sign-key'], 'utf8')
const seconds = sourceDate()

const dist = join(projectFolder, 'dist')
const workFolder = join(dist, 'package-work')
const program = await buildProgram(dist)
const { version } = program
const release = join(dist, 'release', `health-tools-${version}`)
rmSync(join(dist, 'release'), { recursive: true, force: true })
mkdirSync(release, { recursive: true })

const notices = readFileSync(program.assets['third-party-notices.txt']!, 'utf8')
const billOfMaterials = composeBillOfMaterials(program.inputs, version, seconds)
writeFileSync(join(release, 'third-party-notices.txt'), notices)
writeFileSync(join(release, `health-tools-${version}.cdx.json`), billOfMaterials)
writeFileSync(join(release, `health-tools-${version}.vex.cdx.json`), composeVex(billOfMaterials))
copyFileSync(join(projectFolder, 'NOTICE'), join(release, 'NOTICE'))

const hostExecutable = await makeExecutable(hostTarget())
for (const target of targets) {
  const executable = target.name === hostTarget().name ? hostExecutable : await makeExecutable(target)
  for (const path of packTarget(target, executable)) console.log(`${path}: ${(statSync(path).size / 1e6).toFixed(1)} MB`)
}
const deployment = `health-tools-${version}-deployment`
makeDeployment(deployment, seconds, join(release, `${deployment}.tar.gz`), workFolder)
for (const { paths, lack } of makeSdks(join(dist, 'sdk'), seconds)) {
  for (const path of paths) copyFileSync(path, join(release, basename(path)))
  if (lack !== undefined) console.log(lack)
}
const unmade = makeRepositories(release, signKey, seconds)
if (unmade !== undefined) console.log(unmade)
completeRelease(release, signKey, seconds)
packTar(join(dist, 'release', `health-tools-${version}-offline.tar`), join(dist, 'release'), [`health-tools-${version}`], seconds)
console.log(signKey === undefined ? `${release}: not signed, because no --sign-key was given` : `${release}: signed`)

async function makeExecutable(target: Target): Promise<string> {
  const { path } = await buildExecutable(target, program, join(dist, target.name, target.executable), dist)
  return path
}

function packTarget(target: Target, executable: string): string[] {
  const name = `health-tools-${version}-${target.name}`
  const parts = { executable, addon: findAddon(target), hostExecutable, notices, billOfMaterials }
  const files = listPackagedFiles(parts)
  if (target.name === 'win-x64') {
    return packWindows(listWindowsFiles(files, { name: target.executable, path: executable }, parts.addon), name)
  }
  const architecture = target.name === 'linux-x64' ? 'x64' : 'arm64'
  const facts = { version, architecture, seconds, effort } as const
  const place = { outputFolder: release, workFolder }
  const image = makeContainerImage(target.name, { executable, addon: parts.addon, notices, billOfMaterials })
  return [
    ...image,
    makeDeb(files, facts, place),
    makeRpm(files, facts, place),
    makeTarball(files, name, seconds, join(release, `${name}.tar.gz`), workFolder),
  ]
}

/** A ZIP, and an MSI where it can be made. */
function packWindows(files: readonly PackagedFile[], name: string): string[] {
  const host = compileServiceHost(workFolder, seconds)
  const all = [...files, ...(host ? listServiceFiles(host) : [])]
  const zip = makeZip(all, name, seconds, join(release, `${name}.zip`))
  const msi = host && makeMsi(all, { version, seconds }, workFolder, join(release, `${name}.msi`))
  if (msi === undefined) console.log('No Windows service or MSI: x86_64-w64-mingw32-gcc or wixl is missing.')
  return [zip, ...(msi === undefined ? [] : [msi])]
}

/** Where Debian's packages can be had, which are below the program. */
function makeContainerImage(target: 'linux-x64' | 'linux-arm64', parts: ImageParts): string[] {
  const reason = whyNoDebianPackages()
  if (reason !== undefined) {
    console.log(`No container image: ${reason}.`)
    return []
  }
  const build = { version, architecture: ARCHITECTURES[target], seconds }
  try {
    return [makeImage(parts, build, { outputFolder: release, workFolder }, join(dist, 'debian'))]
  } catch (error) {
    // The packages do not need it: a machine without Debian's archives makes everything else.
    console.log(`No container image: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

function findTarget(name: string): Target {
  if (!Object.hasOwn(TARGETS, name)) throw new Error(`--target takes one of ${Object.keys(TARGETS).join(', ')}`)
  return TARGETS[name as keyof typeof TARGETS]
}

function readEffort(text: string): number {
  if (!/^[0-9]$/.test(text)) throw new Error('--effort takes a number from 0 to 9')
  return Number(text)
}
