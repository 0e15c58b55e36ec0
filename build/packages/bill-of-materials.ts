// The bill of materials in CycloneDX 1.6: what is really in the executable, found in the bundler's own record and asked of the runtime.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { hostTarget } from '../binary.ts'
import { CODEC_PARTS, CODECS_FILE, CODECS_PACKAGE, type CodecPart } from '../codec-parts.ts'
import { namesOfCodec, namesOfNode, namesOfRuntimePart } from '../library-names.ts'
import { packageOf } from '../notices.ts'
import { projectFolder } from '../project-folder.ts'
import { lockedPackage } from '../runtime.ts'

interface Component {
  readonly type: 'application' | 'library' | 'platform'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl?: string
  readonly cpe?: string
  readonly licenses?: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly components?: readonly Component[]
}

/** Members of `process.versions` that name interfaces and data, no parts. */
const NO_PARTS = new Set(['node', 'modules', 'napi', 'cldr', 'tz', 'unicode'])

/**
 * @param inputs every file that was bundled, relative to the project folder
 * @param seconds since 1970, of the bill
 * @returns JSON text, the same for the same arguments
 */
export function composeBillOfMaterials(inputs: readonly string[], version: string, seconds: number): string {
  const packages = [...new Set(['better-sqlite3', ...inputs.flatMap((input) => packageNames(input))])].sort()
  const components = [runtimeComponent(), sqliteComponent(), ...packages.map(packageComponent)]
  const root: Component = {
    type: 'application',
    'bom-ref': 'health-tools',
    name: 'health-tools',
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, components]))}`,
    version: 1,
    metadata: { timestamp: new Date(seconds * 1000).toISOString().replace('.000', ''), component: root },
    components,
    dependencies: [{ ref: root['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) }],
  }
  return `${JSON.stringify(bill, undefined, 2)}\n`
}

/** The runtime with the libraries that are linked into it. */
function runtimeComponent(): Component {
  const { version, integrity } = lockedPackage(hostTarget().runtime)
  if (process.versions.node !== version)
    throw new Error(`This runs on Node ${process.versions.node} and not on ${version}: start it by npm run`)
  const parts = Object.entries(process.versions).filter(([name, part]) => !NO_PARTS.has(name) && part)
  return {
    type: 'platform',
    'bom-ref': `node@${version}`,
    name: 'Node.js',
    version,
    ...namesOfNode(version),
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [hashOf(integrity)],
    components: parts.map(([name, part]) => ({
      type: 'library',
      'bom-ref': `node@${version}/${name}`,
      name,
      version: part!,
      ...namesOfRuntimePart(name, part!),
    })),
  }
}

/** It is inside the addon of better-sqlite3 and tells its version. */
function sqliteComponent(): Component {
  const database = new Sqlite(':memory:')
  try {
    const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
    return {
      type: 'library',
      'bom-ref': `sqlite@${version}`,
      name: 'SQLite',
      version,
      ...namesOfRuntimePart('sqlite', version),
      licenses: [{ license: { id: 'blessing' } }],
    }
  } finally {
    database.close()
  }
}

function packageComponent(name: string): Component {
  const { version, license } = JSON.parse(readFileSync(join(projectFolder, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const { integrity } = lockedPackage(name)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const component: Component = {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [licenceOf(license)],
    hashes: [hashOf(integrity)],
  }
  return name === CODECS_PACKAGE ? { ...component, components: CODEC_PARTS.map((part) => codecComponent(purl, part)) } : component
}

function codecComponent(owner: string, { name, version, licence }: CodecPart): Component {
  return { type: 'library', 'bom-ref': `${owner}/${name}`, name, version, ...namesOfCodec(name, version), licenses: [licenceOf(licence)] }
}

/** The codecs come as a generated table, not as a file of their package. */
function packageNames(input: string): string[] {
  if (input === CODECS_FILE) return [CODECS_PACKAGE]
  const name = packageOf(input)
  return name === undefined ? [] : [name]
}

/** `MIT`, or an expression such as `MIT OR Apache-2.0`. */
function licenceOf(text: string): { license: { id: string } } | { expression: string } {
  return text.includes(' ') ? { expression: text } : { license: { id: text } }
}

/** Of the package as the registry gives it. */
function hashOf(integrity: string): { alg: 'SHA-512'; content: string } {
  return { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }
}

/** Version 8 of RFC 9562: made of a digest. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
