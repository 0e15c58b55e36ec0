// The value sets of a version that its definitions enumerate, opened set by set.
import { readBlocks, readSection } from './read-tables.ts'
import type { FhirVersion } from './versions.ts'

const CORE = 'http://hl7.org/fhir/ValueSet/'

export interface EnumeratedSet {
  /** By system: its codes, or undefined where any code of the system may be meant. */
  readonly systems: ReadonlyMap<string, ReadonlySet<string> | undefined>
  /** No system is open: every code of the set is known. */
  readonly closed: boolean
  /** A part of the set is not loaded: a code that is not listed may be in it all the same. */
  readonly partial?: boolean
}

const opened = new Map<FhirVersion, (url: string) => EnumeratedSet | undefined>()

/** Finds sets by canonical, without a version; undefined for what the definitions do not bind, or do not enumerate at all. */
export function valueSetsOf(version: FhirVersion): (url: string) => EnumeratedSet | undefined {
  let find = opened.get(version)
  if (!find) {
    const blocks = readBlocks(readSection(version, 'valueSets'))
    const known = new Map<string, EnumeratedSet | undefined>()
    find = (url) => {
      const key = url.startsWith(CORE) ? url.slice(CORE.length) : url
      if (!known.has(key)) known.set(key, readSet(blocks.get(key)?.body ?? ''))
      return known.get(key)
    }
    opened.set(version, find)
  }
  return find
}

export interface WholeSystem {
  readonly codes: ReadonlySet<string>
  /** HL7 adds codes to it after the version of FHIR is published. */
  readonly isGrowing: boolean
}

const wholeSystems = new Map<FhirVersion, ReadonlyMap<string, WholeSystem>>()

/** The code systems that a value set of the definitions includes completely, by URL. */
export function codeSystemsOf(version: FhirVersion): ReadonlyMap<string, WholeSystem> {
  let systems = wholeSystems.get(version)
  if (!systems) {
    const lines = readSection(version, 'valueSets').split('\n')
    systems = new Map(
      lines.filter(isWhole).map((line) => {
        const [system = '', ...codes] = line.slice(1).split('\t')
        return [system, { codes: new Set(codes), isGrowing: line[0] === '+' }]
      }),
    )
    wholeSystems.set(version, systems)
  }
  return systems
}

function isWhole(line: string): boolean {
  return line[0] === '!' || line[0] === '+'
}

function readSet(body: string): EnumeratedSet | undefined {
  if (body === '') return undefined
  const systems = new Map<string, ReadonlySet<string> | undefined>()
  for (const line of body.split('\n')) {
    if (line.startsWith('?')) systems.set(line.slice(1), undefined)
    else {
      const [system = '', ...codes] = (isWhole(line) ? line.slice(1) : line).split('\t')
      systems.set(system, new Set(codes))
    }
  }
  return { systems, closed: [...systems.values()].every((codes) => codes !== undefined) }
}
