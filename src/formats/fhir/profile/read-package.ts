// Reads a FHIR package as registries publish it: a .tgz with package/package.json and a file for each resource.
import { ProblemError } from '../../../core/problem.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { readJson } from '../json/read-json.ts'
import { type FhirVersion, versionOf } from '../model/versions.ts'
import type { CodeSystemDefinition, ResourceDefinition, StructureDefinition, ValueSetDefinition } from './definitions.ts'
import { readArchive } from './read-archive.ts'
import { readDefinition } from './read-definition.ts'

/** Plain data: it can be handed to another thread. */
export interface GuidePackage {
  /** `hl7.fhir.us.core`. */
  readonly name: string
  readonly version: string
  /** Those of its versions that the program knows. */
  readonly fhirVersions: readonly FhirVersion[]
  /** Versions by the names of packages. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly structures: readonly StructureDefinition[]
  readonly valueSets: readonly ValueSetDefinition[]
  readonly codeSystems: readonly CodeSystemDefinition[]
  readonly resources: readonly ResourceDefinition[]
}

/** Twice what HL7's own packages of examples unpack to. */
const LIMITS = { maxBytes: 400 << 20, maxFiles: 100_000 }
const MANIFEST = 'package/package.json'
/** Packages of the definitions that the program has itself: of them only terminology is taken. */
const CORE = /^hl7\.fhir\.r\d[a-z]?\.(?:core|examples|expansions)$/

/**
 * @throws ProblemError `unreadable_input`: no package, a file of it that is no JSON, with its path in `at.path`; `unsupported_variant`: a package for
 *   no version of FHIR that the program knows; `resource_limit`
 */
export function readPackage(archive: Uint8Array): GuidePackage {
  const files = readArchive(archive, isNeeded, LIMITS)
  const manifest = files.find(({ path }) => path === MANIFEST)
  if (!manifest) throw new ProblemError('The archive is not a FHIR package: package/package.json is missing.', { code: 'unreadable_input' })
  const facts = readManifest(readFile(manifest))
  const definitions = newDefinitions()
  for (const file of files) {
    if (file !== manifest && mentionsDefinition(file.bytes)) collect(readFile(file), definitions)
  }
  const structures = CORE.test(facts.name) ? [] : definitions.structures
  return { ...facts, ...definitions, structures }
}

export interface Definitions {
  readonly structures: StructureDefinition[]
  readonly valueSets: ValueSetDefinition[]
  readonly codeSystems: CodeSystemDefinition[]
  readonly resources: ResourceDefinition[]
}

export function newDefinitions(): Definitions {
  return { structures: [], valueSets: [], codeSystems: [], resources: [] }
}

/** Adds the definition that a resource is, and those of a Bundle. @returns how many there were */
export function collect(resource: JsonValue, into: Definitions): number {
  if (!isObject(resource)) return 0
  if (resource.resourceType === 'Bundle' && Array.isArray(resource.entry)) {
    return resource.entry.reduce<number>((sum, entry) => sum + (isObject(entry) ? collect(entry.resource ?? null, into) : 0), 0)
  }
  const definition = readDefinition(resource)
  if (definition?.kind === 'structure') into.structures.push(definition.structure)
  else if (definition?.kind === 'valueSet') into.valueSets.push(definition.valueSet)
  else if (definition?.kind === 'codeSystem') into.codeSystems.push(definition.codeSystem)
  else if (definition) into.resources.push(definition.definition)
  return definition ? 1 : 0
}

/** Resources stand in the folder itself; examples, schemas and other forms of them stand below it. */
function isNeeded(path: string): boolean {
  return /^package\/[^/]+\.json$/.test(path) && path !== 'package/.index.json'
}

/** Most files of a package are examples: they need not be read. */
function mentionsDefinition(bytes: Uint8Array): boolean {
  return /"resourceType"\s*:\s*"(?:StructureDefinition|ValueSet|CodeSystem|Questionnaire|Measure|SearchParameter)"/.test(
    new TextDecoder().decode(bytes),
  )
}

function readFile({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): JsonObject {
  try {
    const value = readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (isObject(value)) return value
  } catch (error) {
    if (!(error instanceof ProblemError) && !(error instanceof TypeError)) throw error
  }
  throw new ProblemError('A file of the package is not a JSON object.', { code: 'unreadable_input', at: { path } })
}

function readManifest(manifest: JsonObject): Pick<GuidePackage, 'name' | 'version' | 'fhirVersions' | 'dependencies'> {
  const { name, version, dependencies } = manifest
  if (typeof name !== 'string' || typeof version !== 'string') {
    throw new ProblemError('The manifest of the package has no name or no version.', { code: 'unreadable_input', at: { path: MANIFEST } })
  }
  const stated = [manifest.fhirVersions, manifest['fhir-version-list'], manifest.fhirVersion].find(
    (each) => Array.isArray(each) || typeof each === 'string',
  )
  const numbers = (Array.isArray(stated) ? stated : [stated]).filter((each) => typeof each === 'string')
  const fhirVersions = [...new Set(numbers.flatMap((number) => versionOf(number) ?? []))]
  if (numbers.length > 0 && fhirVersions.length === 0) {
    throw new ProblemError('The package is for another version of FHIR than R4, R4B or R5.', {
      code: 'unsupported_variant',
      at: { path: MANIFEST },
    })
  }
  const needed = isObject(dependencies) ? Object.entries(dependencies).filter(([, each]) => typeof each === 'string') : []
  return {
    name,
    version,
    fhirVersions: fhirVersions.length > 0 ? fhirVersions : ['R4'],
    dependencies: Object.fromEntries(needed) as Record<string, string>,
  }
}
