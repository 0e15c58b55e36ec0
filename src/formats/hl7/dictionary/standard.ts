// What tools look definitions up in: the tables of HL7, or these together with what a site defines beside them.
import { type CodeTable, codeTable } from './code-tables.ts'
import { type ComponentDefinition, componentDefinitions, isDataType, type SegmentDefinition, segmentDefinition } from './dictionary.ts'
import { type MessageStructure, messageStructure, structureOfEvent } from './structures.ts'
import type { Hl7Version } from './versions.ts'

/** Where a site says otherwise than the standard does in one version. */
export interface DefinitionConflict {
  /** conflict: the standard's definition is used; override: the site's, because it asks for that. */
  readonly code: 'definition_conflict' | 'definition_override'
  /** What is defined: `PID-3`, `CX.4`, `table 0001`, `ADT^A08`, `ADT_A01`. */
  readonly path: string
}

export interface Hl7Dictionary {
  /** @returns undefined where the version does not define the segment */
  segment(version: Hl7Version, id: string): SegmentDefinition | undefined
  /** The components of a data type, or of what a `CM` holds; empty for what has none. */
  components(version: Hl7Version, composite: string): readonly ComponentDefinition[]
  isDataType(name: string): boolean
  /** @returns undefined where no version has the table */
  table(version: Hl7Version, id: string): CodeTable | undefined
  /** @returns undefined where neither the version nor an older one has the structure */
  structure(version: Hl7Version, id: string): MessageStructure | undefined
  /** @returns the structure that a message code and an event use; undefined where that is not known */
  structureOfEvent(version: Hl7Version, code: string, trigger: string): string | undefined
  conflicts(version: Hl7Version): readonly DefinitionConflict[]
}

const NO_CONFLICTS: readonly DefinitionConflict[] = []

/** The tables of HL7 alone. */
export const STANDARD: Hl7Dictionary = {
  segment: segmentDefinition,
  components: componentDefinitions,
  isDataType,
  table: codeTable,
  structure: messageStructure,
  structureOfEvent,
  conflicts: () => NO_CONFLICTS,
}

/**
 * The structure of a message by its MSH-9. MSH-9.3 may name a structure that the version does not have, as ADT_A40 for ADT_A39: then the one of
 * the event stands in.
 */
export function structureOfMessage(
  dictionary: Hl7Dictionary,
  version: Hl7Version,
  { code, trigger, structure }: Readonly<Record<'code' | 'trigger' | 'structure', string | null>>,
): MessageStructure | undefined {
  const ofEvent = code && trigger ? dictionary.structureOfEvent(version, code, trigger) : undefined
  const found = [structure ?? undefined, ofEvent].flatMap((id) => (id === undefined ? [] : (dictionary.structure(version, id) ?? [])))
  return found.find((each) => each.version === version) ?? found[0]
}
