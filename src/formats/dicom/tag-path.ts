// Paths that name elements: tags or keywords, through sequences with `.`, one item by `[n]` from 0 (PS3.18 §8.3.4.1, items added).
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import { findKeyword } from './dictionary/dictionary.ts'
import { parseTag } from './tag.ts'

export interface PathStep {
  readonly tag: number
  /** Undefined for all items. */
  readonly index: number | undefined
}
export type TagPath = readonly PathStep[]

/**
 * @param pointer JSON pointer of the list, for the findings
 * @throws ProblemError `invalid_input` with a finding for every path that names no element
 */
export function readTagPaths(texts: readonly string[], pointer: string): TagPath[] {
  const findings: ProblemItem[] = []
  const paths = texts.map((text, i) => {
    const path = readTagPath(text)
    if (!path)
      findings.push({
        pointer: `${pointer}/${i}`,
        code: 'unknown_tag',
        detail: 'expected a tag, a keyword of the dictionary, or a path of them',
      })
    return path ?? []
  })
  if (findings.length > 0) throw new ProblemError('A path does not name an element.', { code: 'invalid_input', errors: findings })
  return paths
}

/** Undefined where the text names no element. */
export function readTagPath(text: string): TagPath | undefined {
  const steps: PathStep[] = []
  for (const part of text.split('.')) {
    const match = /^([^[\]]{1,128})(?:\[([0-9]{1,9}|\*)\])?$/.exec(part)
    if (!match) return undefined
    const tag = parseTag(match[1]!) ?? findKeyword(match[1]!)
    if (tag === undefined) return undefined
    steps.push({ tag, index: match[2] === undefined || match[2] === '*' ? undefined : Number(match[2]) })
  }
  return steps
}

/** What is wanted of an element: everything, or paths inside its items; undefined where it is not wanted. */
export function selectElement(paths: readonly TagPath[] | undefined, tag: number): readonly TagPath[] | 'all' | undefined {
  if (!paths) return 'all'
  const matching = paths.filter((path) => path[0]!.tag === tag)
  if (matching.length === 0) return undefined
  return matching.some((path) => path.length === 1 && path[0]!.index === undefined) ? 'all' : matching
}

/** What is wanted of one item of an element, undefined for everything; an empty list where the item is not wanted. */
export function selectInItem(selected: readonly TagPath[] | 'all', index: number): readonly TagPath[] | undefined {
  if (selected === 'all') return undefined
  const inside = selected.filter(([step]) => step!.index === undefined || step!.index === index)
  return inside.some((path) => path.length === 1) ? undefined : inside.map((path) => path.slice(1))
}
