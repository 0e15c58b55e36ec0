// What a comparison leaves out: tags, keywords, patterns of tags, paths, all private elements. An entry that names nothing is refused.
import { ProblemError, type ProblemItem } from '../../../core/problem.ts'
import { isPrivateTag } from '../tag.ts'
import { readTagPath, type TagPath } from '../tag-path.ts'

/** Tags whose bits under the mask are those of `match`. */
interface TagPattern {
  readonly mask: number
  readonly match: number
}

export interface IgnoreRules {
  readonly ignorePrivate: boolean
  /** Elements at every depth. */
  readonly tags: ReadonlySet<number>
  readonly patterns: readonly TagPattern[]
  /** From the data set down. */
  readonly paths: readonly TagPath[]
}

/**
 * A single tag or keyword means the element wherever it stands; a path with `.` or an index means that place.
 * @param pointer JSON pointer of the list, for the findings
 * @throws ProblemError `invalid_input` with a finding for every entry that names no element
 */
export function readIgnoreRules(entries: readonly string[], pointer: string): IgnoreRules {
  const findings: ProblemItem[] = []
  const tags = new Set<number>()
  const patterns: TagPattern[] = []
  const paths: TagPath[] = []
  let ignorePrivate = false
  entries.forEach((entry, i) => {
    if (entry === 'private') {
      ignorePrivate = true
      return
    }
    const pattern = readPattern(entry)
    const path = pattern ? undefined : readTagPath(entry)
    if (pattern) patterns.push(pattern)
    else if (path?.length === 1 && path[0]!.index === undefined) tags.add(path[0]!.tag)
    else if (path) paths.push(path)
    else {
      const detail = 'expected a tag, a keyword, a pattern such as 0008,xxxx, a path, or the word private'
      findings.push({ pointer: `${pointer}/${i}`, code: 'unknown_tag', detail })
    }
  })
  if (findings.length > 0)
    throw new ProblemError('An entry of ignore does not name an element.', { code: 'invalid_input', errors: findings })
  return { ignorePrivate, tags, patterns, paths }
}

/** `0008,xxxx` or `(60xx,3000)`; undefined for what has no x in the place of a digit. */
function readPattern(entry: string): TagPattern | undefined {
  const bare = (entry.startsWith('(') && entry.endsWith(')') ? entry.slice(1, -1) : entry).replace(',', '').toLowerCase()
  if (!/^[0-9a-fx]{8}$/.test(bare) || !bare.includes('x')) return undefined
  const mask = Number.parseInt(bare.replace(/[0-9a-f]/g, 'f').replaceAll('x', '0'), 16)
  return { mask, match: Number.parseInt(bare.replaceAll('x', '0'), 16) }
}

/** @param steps tags and item numbers in turn, from the data set down to the element */
export function isIgnored(rules: IgnoreRules, steps: readonly number[]): boolean {
  const tag = steps.at(-1)!
  if (rules.tags.has(tag) || (rules.ignorePrivate && isPrivateTag(tag))) return true
  if (rules.patterns.some(({ mask, match }) => (tag & mask) >>> 0 === match)) return true
  return rules.paths.some((path) => matchesPath(path, steps))
}

/** True where the path leads to the element; one that ends in an index leads to an item, which {@link isItemIgnored} answers. */
function matchesPath(path: TagPath, steps: readonly number[]): boolean {
  return path.at(-1)!.index === undefined && path.length * 2 - 1 === steps.length && leadsAlong(path, steps)
}

/** @param steps as for {@link isIgnored}, and the number of the item at the end */
export function isItemIgnored(rules: IgnoreRules, steps: readonly number[]): boolean {
  return rules.paths.some((path) => path.at(-1)!.index !== undefined && path.length * 2 === steps.length && leadsAlong(path, steps))
}

function leadsAlong(path: TagPath, steps: readonly number[]): boolean {
  return path.every(({ tag, index }, i) => tag === steps[i * 2] && (index === undefined || index === steps[i * 2 + 1]))
}
