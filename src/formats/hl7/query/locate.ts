// Finds the segments of a message that a locator means.
import type { Leaf } from '../field-values.ts'
import { evaluateCondition } from './evaluate-condition.ts'
import type { Condition, GroupStep, Locator } from './locator.ts'
import type { MessageView } from './message-view.ts'
import { choose, partsOf, valueAt } from './parts.ts'

/** Whether a message meets a condition. */
export function matchesMessage(view: MessageView, condition: Condition): boolean {
  return evaluateCondition(condition, (locator) => valuesOf(view, locator))
}

/** The values of all parts that a locator means. @param reading how they are decoded; conditions are always decoded as the view says */
export function valuesOf(view: MessageView, locator: Locator, reading = view.context): Leaf[] {
  return findSegments(view, locator).flatMap((place) => {
    const segment = view.segments[place]!
    return partsOf(reading, segment, locator).map(({ span }) => valueAt(reading, segment, span))
  })
}

/** Places in the segments of the view, in order. */
export function findSegments(view: MessageView, locator: Locator): number[] {
  const { groups, segment, condition, segmentIndex } = locator
  if (groups.length === 0) return choose(candidates(view, segment, condition, undefined), segmentIndex)
  return findInGroups(view, groups).flatMap((scope) => choose(candidates(view, segment, condition, scope), segmentIndex))
}

/** Whole segments of a message, or those of one occurrence of a group. */
type Scope = ReadonlySet<number> | undefined

function candidates(view: MessageView, id: string, condition: Locator['condition'], scope: Scope): number[] {
  const found: number[] = []
  const { segments, context } = view
  for (let place = 0; place < segments.length; place++) {
    const segment = segments[place]!
    if (segment.id !== id || (scope && !scope.has(place))) continue
    const read = (part: Locator) => partsOf(context, segment, part).map(({ span }) => valueAt(context, segment, span))
    if (!condition || evaluateCondition(condition, read)) found.push(place)
  }
  return found
}

/** The segments of each occurrence of the last group, inside of the chosen occurrences of the groups before it. */
function findInGroups(view: MessageView, steps: readonly GroupStep[]): ReadonlySet<number>[] {
  const paths = view.groupPaths()
  let scopes = [{ prefix: '', places: new Set(paths.keys()) }]
  for (const { name, index } of steps) {
    scopes = scopes.flatMap(({ prefix, places }) => {
      const occurrences = new Map<string, Set<number>>()
      for (const place of places) {
        const inner = prefixTo(paths[place]!, name, prefix)
        if (inner === undefined) continue
        if (!occurrences.has(inner)) occurrences.set(inner, new Set())
        occurrences.get(inner)!.add(place)
      }
      return choose([...occurrences], index).map(([innerPrefix, innerPlaces]) => ({ prefix: innerPrefix, places: innerPlaces }))
    })
  }
  return scopes.map(({ places }) => places)
}

/** The path up to a group of the name that stands behind the prefix: `A/B[2]` of `A/B[2]/C` for B. */
function prefixTo(path: string, name: string, prefix: string): string | undefined {
  let end = prefix === '' ? 0 : prefix.length + 1
  while (end < path.length) {
    const slash = path.indexOf('/', end)
    const stop = slash < 0 ? path.length : slash
    const step = path.slice(end, stop)
    if (step === name || step.startsWith(`${name}[`)) return path.slice(0, stop)
    end = stop + 1
  }
  return undefined
}
