// Reads resources of FHIR packages as HL7 publishes them: a `.tgz`, or the folder that one was unpacked or installed to.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** A resource with its members in the order of the file; what is read of it, the generators check. */
export type Resource = Readonly<Record<string, unknown>> & { readonly resourceType: string; readonly url?: string }

export interface FhirPackage {
  /** `hl7.fhir.r4.examples`. */
  readonly name: string
  readonly version: string
  readonly license: string
  /** In the order of the names of their files. */
  readonly resources: readonly Resource[]
}

/**
 * @param place a `.tgz`, a folder with `package.json`, or a folder with `package/package.json`
 * @param wanted types of resource; a package names its files by them
 */
export function readPackage(place: string, wanted: readonly string[]): FhirPackage {
  const prefixes = wanted.map((type) => `${type}-`)
  const isWanted = (name: string): boolean =>
    name === 'package.json' || (name.endsWith('.json') && prefixes.some((prefix) => name.startsWith(prefix)))
  const files = statSync(place).isDirectory() ? readFolder(place, isWanted) : readArchive(place, isWanted)
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as Partial<FhirPackage>
  files.delete('package.json')
  const names = [...files.keys()].sort()
  const resources = names.map((name) => JSON.parse(files.get(name)!.replace(/^\uFEFF/, '')) as Resource)
  return { name: manifest.name ?? '', version: manifest.version ?? '', license: manifest.license ?? '', resources }
}

function readFolder(place: string, isWanted: (name: string) => boolean): Map<string, string> {
  const folder = existsSync(join(place, 'package/package.json')) ? join(place, 'package') : place
  const names = readdirSync(folder).filter(isWanted)
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

const BLOCK = 512

/** The files of a tar of the kind that npm makes: names below `package/`, no longer than a header holds. */
function readArchive(place: string, isWanted: (name: string) => boolean): Map<string, string> {
  const tar = gunzipSync(readFileSync(place))
  const files = new Map<string, string>()
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number): string => tar.toString('latin1', at + from, at + from + length).split('\0')[0]!
    const size = Number.parseInt(field(124, 12), 8)
    const path = [field(345, 155), field(0, 100)].filter((part) => part !== '').join('/')
    const name = /^package\/([^/]+)$/.exec(path)?.[1]
    if (name !== undefined && isWanted(name)) files.set(name, tar.toString('utf8', at + BLOCK, at + BLOCK + size))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
