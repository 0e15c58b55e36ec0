// CodeSystem: count and content agree, properties are declared, and a supplement adds only to what is there (R4 4.8).
import type { JsonObject, JsonPath } from '../json/json-value.ts'
import { objectsIn, textOf } from '../json/members.ts'
import type { LoadedGuides } from '../profile/validate-profiles.ts'
import { knownConcepts } from '../terminology/known-concepts.ts'
import type { Context, ResourceNode } from '../validate/context.ts'

/** Members of a concept's property by the type that the CodeSystem declares (R4 CodeSystem.property.type). */
const MEMBERS: Readonly<Record<string, string>> = {
  code: 'valueCode',
  Coding: 'valueCoding',
  string: 'valueString',
  integer: 'valueInteger',
  boolean: 'valueBoolean',
  dateTime: 'valueDateTime',
  decimal: 'valueDecimal',
}

interface PlacedConcept {
  readonly value: JsonObject
  readonly path: JsonPath
}

export function checkCodeSystem(context: Context, node: ResourceNode, guides: LoadedGuides | undefined): void {
  const concepts = conceptsOf(node)
  checkContent(context, node, concepts.length)
  checkProperties(context, node, concepts)
  checkUnique(context, concepts)
  if (node.value.content === 'supplement') checkSupplement(context, node, concepts, guides)
}

function conceptsOf({ value, path }: ResourceNode): PlacedConcept[] {
  const found: PlacedConcept[] = []
  const visit = (holder: JsonObject, at: JsonPath): void => {
    objectsIn(holder.concept).forEach((concept, i) => {
      const placed = { value: concept, path: [...at, 'concept', i] }
      found.push(placed)
      visit(concept, placed.path)
    })
  }
  visit(value, path)
  return found
}

function checkContent({ issues }: Context, { value, path }: ResourceNode, concepts: number): void {
  const { compositional, content, count, supplements } = value
  // A grammar decides what counts as a concept.
  if (content === 'complete' && compositional !== true && typeof count === 'number' && concepts > 0 && count !== concepts) {
    issues.add('definition_content', [...path, 'count'], { expected: `${concepts} concepts` })
  }
  if (content === 'not-present' && concepts > 0) issues.add('definition_content', [...path, 'concept', 0], { expected: 'no concept' })
  if (supplements !== undefined && content !== 'supplement')
    issues.add('definition_content', [...path, 'content'], { expected: 'supplement' })
  if (supplements === undefined && content === 'supplement') issues.add('definition_content', path, { expected: 'supplements' })
}

/** Csd-1 of R5 compares the codes of one level only. */
function checkUnique({ issues, model }: Context, concepts: readonly PlacedConcept[]): void {
  if (model.version !== 'R5') return
  const codes = new Set<string>()
  for (const { value, path } of concepts) {
    const code = textOf(value.code)
    if (code === undefined) continue
    if (codes.has(code)) issues.add('definition_content', path, { expected: 'a code that is defined once' })
    codes.add(code)
  }
}

function checkProperties({ issues }: Context, { value, path }: ResourceNode, concepts: readonly PlacedConcept[]): void {
  const types = new Map<string, string>()
  const uris = new Set<string>()
  objectsIn(value.property).forEach(({ code, uri, type }, i) => {
    const name = textOf(code)
    const place = [...path, 'property', i]
    if (name !== undefined && types.has(name)) issues.add('definition_duplicate', place, { expected: 'one property of each code' })
    if (name !== undefined) types.set(name, textOf(type) ?? '')
    const address = textOf(uri)
    if (address === undefined) return
    if (!address.includes(':')) issues.add('canonical_relative', [...place, 'uri'], { expected: 'an absolute URI' })
    if (uris.has(address)) issues.add('definition_duplicate', place, { expected: 'one property of each URI' })
    uris.add(address)
  })
  for (const concept of concepts) {
    objectsIn(concept.value.property).forEach((property, i) => {
      const declared = types.get(textOf(property.code) ?? '')
      const member = declared === undefined ? undefined : MEMBERS[declared]
      if (member === undefined || property[member] !== undefined || property[`_${member}`] !== undefined) return
      issues.add('definition_type', [...concept.path, 'property', i], { expected: member })
    })
  }
}

function checkSupplement(
  { issues }: Context,
  { value }: ResourceNode,
  concepts: readonly PlacedConcept[],
  guides: LoadedGuides | undefined,
): void {
  const base = textOf(value.supplements)
  const known = base === undefined ? undefined : knownConcepts(base, guides, undefined)
  if (!known) return
  for (const concept of concepts) {
    const code = textOf(concept.value.code)
    if (code !== undefined && !known.has(code))
      issues.add('definition_code', concept.path, { expected: 'a code of the system that is supplemented' })
  }
}
