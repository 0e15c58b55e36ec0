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

const wholeSystems = new Map<FhirVersion, ReadonlyMap<string, ReadonlySet<string>>>()

/** The code systems that a set of the definitions takes whole: all of their codes, by the address of the system. */
export function codeSystemsOf(version: FhirVersion): ReadonlyMap<string, ReadonlySet<string>> {
  let systems = wholeSystems.get(version)
  if (!systems) {
    const lines = readSection(version, 'valueSets').split('\n')
    const whole = lines.filter((line) => line[0] === '!').map((line) => line.slice(1).split('\t'))
    systems = new Map(whole.map(([system = '', ...codes]) => [system, new Set(codes)]))
    wholeSystems.set(version, systems)
  }
  return systems
}

function readSet(body: string): EnumeratedSet | undefined {
  if (body === '') return undefined
  const systems = new Map<string, ReadonlySet<string> | undefined>()
  for (const line of body.split('\n')) {
    if (line.startsWith('?')) systems.set(line.slice(1), undefined)
    else {
      const [system = '', ...codes] = line.split('\t')
      systems.set(system.startsWith('!') ? system.slice(1) : system, new Set(codes))
    }
  }
  return { systems, closed: [...systems.values()].every((codes) => codes !== undefined) }
}
