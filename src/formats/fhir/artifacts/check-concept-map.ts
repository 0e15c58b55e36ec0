// ConceptMap: codes that are mapped exist in the systems that the group names (R4 4.10).
import type { JsonPath } from '../json/json-value.ts'
import { objectsIn, textOf } from '../json/members.ts'
import { knownConcepts } from '../terminology/known-concepts.ts'
import type { ArtifactCheck } from './artifact-check.ts'

export const checkConceptMap: ArtifactCheck = ({ issues }, { value, path }, guides) => {
  const judge = (codes: ReadonlySet<string> | undefined, code: string | undefined, place: JsonPath): void => {
    if (codes && code !== undefined && !codes.has(code))
      issues.add('definition_code', [...place, 'code'], { expected: 'a code of the system' })
  }
  objectsIn(value.group).forEach((group, i) => {
    const codesOf = (system: string | undefined, version: string | undefined) =>
      system === undefined ? undefined : knownConcepts(system, guides, version)
    const sources = codesOf(textOf(group.source), textOf(group.sourceVersion))
    const targets = codesOf(textOf(group.target), textOf(group.targetVersion))
    objectsIn(group.element).forEach((element, j) => {
      const place = [...path, 'group', i, 'element', j]
      judge(sources, textOf(element.code), place)
      for (const [k, target] of objectsIn(element.target).entries()) judge(targets, textOf(target.code), [...place, 'target', k])
    })
  })
}
