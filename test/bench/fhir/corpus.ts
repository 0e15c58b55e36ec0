// What the FHIR bench runs on: HL7's official examples from their packages, the Synthea Bundles beside the project, and suites as child processes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArchive } from '../../../src/formats/fhir/profile/read-archive.ts'

export interface ExampleFile {
  readonly name: string
  readonly text: string
}

const CORPORA = new URL('../../../../shared/corpora/fhir/', import.meta.url).pathname

/** HL7's package of examples, from the registry of npm; undefined if it cannot be had. */
export function packageFiles(name: string): ExampleFile[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'fhir-package-'))
  try {
    const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder, name], { encoding: 'utf8', timeout: 300_000 })
    const [file] = status === 0 ? readdirSync(folder) : []
    if (file === undefined) return undefined
    const isResource = (path: string): boolean => /^package\/[A-Z][^/]*\.json$/.test(path)
    const files = readArchive(readFileSync(join(folder, file)), isResource, { maxBytes: 2 ** 31, maxFiles: 100_000 })
    return files.map(({ path, bytes }) => ({ name: path.slice('package/'.length), text: new TextDecoder().decode(bytes) }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of the files of a package those of patients' data, as the anchors were measured on: no definitions, below 300 kB. */
export function clinicalOf(files: readonly ExampleFile[]): ExampleFile[] {
  const isDefinition =
    /^(?:StructureDefinition|ValueSet|CodeSystem|ConceptMap|SearchParameter|OperationDefinition|CompartmentDefinition|NamingSystem|StructureMap|ImplementationGuide|CapabilityStatement|Bundle-(?:types|resources|profiles|valuesets|v[23]|extension|search|concept|dataelements))/
  return files.filter(({ name, text }) => !isDefinition.test(name) && text.length < 300_000)
}

/** The resources of the Synthea Bundles, one by one. */
export function syntheaResources(): string[] {
  return syntheaBundles()
    .flatMap((text) => (JSON.parse(text) as { entry: { resource: object }[] }).entry)
    .map(({ resource }) => JSON.stringify(resource))
}

/** As Synthea writes them, indented. */
export function syntheaBundles(): string[] {
  const folder = join(CORPORA, 'synthea')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** What a script of the folder above prints. */
export function outputOf(script: string, ...args: string[]): string {
  const file = new URL(`../${script}`, import.meta.url).pathname
  const { stdout, status } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${script} failed`)
  return stdout
}
