// A dictionary of the standard and a site's definitions together; what is asked for is put together once for each version.
import type { CodeTable } from '../dictionary/code-tables.ts'
import type { ComponentDefinition, SegmentDefinition } from '../dictionary/dictionary.ts'
import { type DefinitionConflict, type Hl7Dictionary, STANDARD } from '../dictionary/standard.ts'
import type { MessageStructure } from '../dictionary/structures.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import type { Hl7Definitions, LocalComponent, LocalPlace, LocalSegment, LocalTable } from './definitions-schema.ts'
import { insertSegments } from './insert-segments.ts'
import { type Merged, mergeComponents, mergeSegment, mergeTable } from './merge-definitions.ts'

export class LocalDictionary implements Hl7Dictionary {
  readonly #segments: ReadonlyMap<string, LocalSegment>
  readonly #types: ReadonlyMap<string, readonly LocalComponent[]>
  readonly #tables: ReadonlyMap<string, LocalTable>
  readonly #structures: ReadonlyMap<string, readonly LocalPlace[]>
  readonly #events: ReadonlyMap<string, string>
  readonly #segmentCache = new Map<string, Merged<SegmentDefinition>>()
  readonly #typeCache = new Map<string, Merged<readonly ComponentDefinition[]>>()
  readonly #tableCache = new Map<string, Merged<CodeTable>>()
  readonly #structureCache = new Map<string, Merged<MessageStructure>>()
  readonly #conflicts = new Map<Hl7Version, readonly DefinitionConflict[]>()

  /** @param definitions checked by checkDefinitions */
  constructor({ segments, dataTypes, tables, structures, events }: Hl7Definitions) {
    this.#segments = new Map(segments.map((each) => [each.id, each]))
    this.#types = new Map(dataTypes.map((each) => [each.name, each.components]))
    this.#tables = new Map(tables.map((each) => [each.id, each]))
    this.#structures = new Map(structures.map((each) => [each.id, each.segments]))
    this.#events = new Map(events.map(({ code, trigger, structure }) => [`${code}^${trigger}`, structure]))
  }

  segment(version: Hl7Version, id: string): SegmentDefinition | undefined {
    const local = this.#segments.get(id)
    if (!local) return STANDARD.segment(version, id)
    return keep(this.#segmentCache, version, id, () => mergeSegment(local, STANDARD.segment(version, id))).definition
  }

  components(version: Hl7Version, composite: string): readonly ComponentDefinition[] {
    const local = this.#types.get(composite)
    if (!local) return STANDARD.components(version, composite)
    return keep(this.#typeCache, version, composite, () => mergeComponents(composite, local, STANDARD.components(version, composite)))
      .definition
  }

  isDataType(name: string): boolean {
    return this.#types.has(name) || STANDARD.isDataType(name)
  }

  table(version: Hl7Version, id: string): CodeTable | undefined {
    const local = this.#tables.get(id)
    if (!local) return STANDARD.table(version, id)
    return keep(this.#tableCache, version, id, () => mergeTable(local, STANDARD.table(version, id))).definition
  }

  structure(version: Hl7Version, id: string): MessageStructure | undefined {
    const places = this.#structures.get(id)
    const standard = STANDARD.structure(version, id)
    if (!places || !standard) return standard
    return keep(this.#structureCache, version, id, () => {
      const { structure, missing } = insertSegments(standard, places)
      const conflicts = missing.map((): DefinitionConflict => ({ code: 'definition_conflict', path: id }))
      return { definition: structure, conflicts: conflicts.slice(0, 1) }
    }).definition
  }

  structureOfEvent(version: Hl7Version, code: string, trigger: string): string | undefined {
    return STANDARD.structureOfEvent(version, code, trigger) ?? this.#events.get(`${code}^${trigger}`)
  }

  conflicts(version: Hl7Version): readonly DefinitionConflict[] {
    let conflicts = this.#conflicts.get(version)
    if (!conflicts) {
      conflicts = this.#findConflicts(version)
      this.#conflicts.set(version, conflicts)
    }
    return conflicts
  }

  #findConflicts(version: Hl7Version): DefinitionConflict[] {
    for (const id of this.#segments.keys()) this.segment(version, id)
    for (const name of this.#types.keys()) this.components(version, name)
    for (const id of this.#tables.keys()) this.table(version, id)
    for (const id of this.#structures.keys()) this.structure(version, id)
    const found = [this.#segmentCache, this.#typeCache, this.#tableCache, this.#structureCache].flatMap((cache) =>
      [...cache].flatMap(([key, { conflicts }]) => (key.startsWith(`${version} `) ? conflicts : [])),
    )
    for (const [event, structure] of this.#events) {
      const [code = '', trigger = ''] = event.split('^')
      const standard = STANDARD.structureOfEvent(version, code, trigger)
      if (standard !== undefined && standard !== structure) found.push({ code: 'definition_conflict', path: event })
    }
    return found
  }
}

function keep<T>(cache: Map<string, Merged<T>>, version: Hl7Version, name: string, make: () => Merged<T>): Merged<T> {
  const key = `${version} ${name}`
  let merged = cache.get(key)
  if (!merged) {
    merged = make()
    cache.set(key, merged)
  }
  return merged
}
