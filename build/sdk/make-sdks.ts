// Writes the SDKs and collections: sources beside what is installed from them. No network is needed.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, writeZip } from '../packages/package-archives.ts'
import { projectFolder } from '../project-folder.ts'
import { brunoFolder, postmanCollection } from './collections.ts'
import { javaSources } from './java-sources.ts'
import { readModel, type SdkModel } from './model.ts'
import { pythonTools, pythonTypes } from './python-sources.ts'
import { typescriptClient, typescriptTypes } from './typescript-sources.ts'

const SDK_FOLDER = join(projectFolder, 'build', 'sdk')

type Language = 'python' | 'typescript' | 'java' | 'collections'

const MAKERS: Readonly<Record<Language, (model: SdkModel, folder: string, seconds: number) => BuiltSdk>> = {
  python: makePython,
  typescript: makeTypescript,
  java: makeJava,
  collections: makeCollections,
}

interface BuiltSdk {
  readonly paths: readonly string[]
  /** What is missing for the rest. */
  readonly lack?: string
}

/**
 * @param folder that is emptied first
 * @param seconds since 1970, the date of every file in the archives
 * @returns what was made, or a sentence on what it needs that is missing
 */
export function makeSdks(
  folder: string,
  seconds: number,
  languages: readonly Language[] = ['python', 'typescript', 'java', 'collections'],
): BuiltSdk[] {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  const model = readModel(version)
  rmSync(folder, { recursive: true, force: true })
  return languages.map((language) => MAKERS[language](model, join(folder, language), seconds))
}

/** A wheel: a ZIP with the modules and a list of their digests. */
function makePython(model: SdkModel, folder: string, seconds: number): BuiltSdk {
  const { version } = model
  const info = `health_tools-${version}.dist-info`
  const own = readdirSync(join(SDK_FOLDER, 'python')).filter((name) => name.endsWith('.py'))
  const files: Record<string, string> = {
    ...Object.fromEntries(own.map((name) => [`health_tools/${name}`, readFileSync(join(SDK_FOLDER, 'python', name), 'utf8')])),
    'health_tools/__init__.py': PYTHON_ENTRY,
    'health_tools/py.typed': '',
    'health_tools/types.py': pythonTypes(model),
    'health_tools/tools.py': pythonTools(model),
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: health-tools\nVersion: ${version}\nSummary: Client of a health-tools server\nLicense: Apache-2.0\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n${readFileSync(join(SDK_FOLDER, 'python', 'README.md'), 'utf8')}`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: health-tools\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/LICENSE`]: readFileSync(join(projectFolder, 'LICENSE'), 'utf8'),
  }
  const record = Object.entries(files).map(
    ([path, text]) => `${path},sha256=${createHash('sha256').update(text).digest('base64url')},${Buffer.byteLength(text)}`,
  )
  files[`${info}/RECORD`] = `${[...record, `${info}/RECORD,,`].join('\n')}\n`
  return { paths: [writeZip(files, seconds, join(folder, `health_tools-${version}-py3-none-any.whl`))] }
}

const PYTHON_ENTRY = `"""Client of a health-tools server."""

from .client import Client
from .problem import Problem
from .tool import Document, Job

__all__ = ["Client", "Document", "Job", "Problem"]
`

/** A tarball as npm makes it. */
function makeTypescript(model: SdkModel, folder: string, seconds: number): BuiltSdk {
  const { version } = model
  const work = join(folder, 'work')
  const own = readdirSync(join(SDK_FOLDER, 'typescript')).filter((name) => name.endsWith('.ts'))
  writeFiles(join(work, 'src'), {
    ...Object.fromEntries(own.map((name) => [name, readFileSync(join(SDK_FOLDER, 'typescript', name), 'utf8')])),
    'types.ts': typescriptTypes(model),
    'client.ts': typescriptClient(model),
  })
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'], types: [], strict: true, declaration: true },
    ...{ allowImportingTsExtensions: true, rewriteRelativeImportExtensions: true, rootDir: 'src', outDir: 'package/dist' },
  }
  const manifest = {
    name: 'health-tools-client',
    version,
    description: 'Client of a health-tools server',
    license: 'Apache-2.0',
    type: 'module',
    exports: { '.': { types: './dist/client.d.ts', default: './dist/client.js' } },
    files: ['dist'],
    engines: { node: '>=20' },
  }
  writeFiles(work, {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'package/package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'package/README.md': readFileSync(join(SDK_FOLDER, 'typescript', 'README.md'), 'utf8'),
    'package/LICENSE': readFileSync(join(projectFolder, 'LICENSE'), 'utf8'),
  })
  execFileSync(process.execPath, [join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', work], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const tar = join(work, 'package.tar')
  packTar(tar, work, ['package'], seconds)
  const path = join(folder, `health-tools-client-${version}.tgz`)
  writeFileSync(path, gzipSync(readFileSync(tar), { level: 9 }))
  rmSync(work, { recursive: true })
  return { paths: [path] }
}

/** A jar: a ZIP with the classes. Where there is no JDK the sources alone are written. */
function makeJava(model: SdkModel, folder: string, seconds: number): BuiltSdk {
  const { version } = model
  const sources = join(folder, 'src')
  const own = readdirSync(join(SDK_FOLDER, 'java')).filter((name) => name.endsWith('.java'))
  writeFiles(join(sources, 'healthtools'), {
    ...Object.fromEntries(own.map((name) => [name, readFileSync(join(SDK_FOLDER, 'java', name), 'utf8')])),
    ...javaSources(model),
  })
  cpSync(join(SDK_FOLDER, 'java', 'README.md'), join(folder, 'README.md'))
  if (spawnSync('javac', ['-version']).error)
    return { paths: [], lack: `${folder}: sources only, because there is no JDK (javac) to compile them` }
  const classes = join(folder, 'classes')
  const files = listFiles(sources).filter((name) => name.endsWith('.java'))
  execFileSync(
    'javac',
    ['--release', '17', '-d', classes, '-encoding', 'UTF-8', '-proc:none', ...files.map((name) => join(sources, name))],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const manifest = `Manifest-Version: 1.0\r\nImplementation-Title: health-tools client\r\nImplementation-Version: ${version}\r\nAutomatic-Module-Name: healthtools\r\n\r\n`
  const entries = Object.fromEntries(listFiles(classes).map((name) => [name, readFileSync(join(classes, name))]))
  const path = writeZip(
    { 'META-INF/MANIFEST.MF': manifest, 'META-INF/LICENSE': readFileSync(join(projectFolder, 'LICENSE')), ...entries },
    seconds,
    join(folder, `health-tools-client-${version}.jar`),
  )
  rmSync(classes, { recursive: true })
  rmSync(sources, { recursive: true })
  return { paths: [path] }
}

/** The collection, and the folder as a ZIP. */
function makeCollections({ version }: SdkModel, folder: string, seconds: number): BuiltSdk {
  const name = `health-tools-bruno-${version}`
  const bruno = brunoFolder(version)
  writeFiles(join(folder, name), bruno)
  writeFiles(folder, { [`health-tools-${version}.postman_collection.json`]: postmanCollection(version) })
  const postman = join(folder, `health-tools-${version}.postman_collection.json`)
  const inside = Object.fromEntries(Object.entries(bruno).map(([path, text]) => [`${name}/${path}`, text]))
  return { paths: [postman, writeZip(inside, seconds, join(folder, `${name}.zip`))] }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Paths below the folder, sorted: archives are the same on every machine. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
}
