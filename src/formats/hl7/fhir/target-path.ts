// The targets of the v2-to-FHIR maps: `name[1].given`, `performer[2](PractitionerRole.organization(Organization))`, `$value`, `[2].system`.

import { intern } from './intern.ts'

/** One element on the way, and the resource that it refers to where the path goes on in one. */
export interface TargetStep {
  /** Empty for the place of the map itself: `[2].value` is the value of a second one. */
  readonly name: string
  /** What tells the occurrences of a repeating element apart within a map; `each` and none are one occurrence for each repetition. */
  readonly label: string
  /** Type of the resource behind a reference. */
  readonly resource: string | undefined
}

export type TargetPath = readonly TargetStep[]

/** @throws Error where the text is no such path: the build repairs or lists those */
export function parseTarget(text: string): TargetPath {
  if (text === '$this' || text === '$value') return []
  const steps: TargetStep[] = []
  readSteps(text, steps)
  return steps
}

function readSteps(text: string, steps: TargetStep[]): void {
  let at = 0
  while (at < text.length) {
    const step = /^([a-z][A-Za-z0-9]*)?(?:\[([0-9]{1,2}|each|n)\])?/.exec(text.slice(at))
    if (!step?.[0] || (step[1] === undefined && at > 0)) throw new Error('expected an element')
    at += step[0].length
    const name = intern(step[1] ?? '')
    const label = intern(step[2] ?? '')
    if (text[at] === '(') {
      if (!text.endsWith(')')) throw new Error('open parenthesis')
      const inner = /^([A-Z][A-Za-z]*)(?:\[(?:[0-9]{1,2}|n)\])?(?:\.(.*))?$/.exec(text.slice(at + 1, -1))
      if (!inner) throw new Error('expected a resource')
      steps.push({ name, label, resource: intern(inner[1]!) })
      if (inner[2] !== undefined) readSteps(inner[2], steps)
      return
    }
    steps.push({ name, label, resource: undefined })
    if (at === text.length) return
    if (text[at] !== '.' || at + 1 === text.length) throw new Error('expected a point')
    at++
  }
}
