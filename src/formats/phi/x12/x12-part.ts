// The parts of a segment: components of repetitions of elements, each with its place in the text, its rule and the qualifier before it.
import { ProblemError } from '../../../core/problem.ts'
import type { Delimiters } from '../../x12/delimiters.ts'
import type { Segment } from '../../x12/segment.ts'
import { kindOfWords } from '../table/cell-words.ts'
import type { PlacedSegment } from './section-segments.ts'
import { type ElementRule, isKnownX12Segment, ruleOf } from './segment-rules.ts'
import type { X12Reason } from './x12-reasons.ts'

export interface X12Part {
  /** `NM109`, `SV101-7`. */
  readonly place: string
  /** The same with the repetition: `HI01[2]-2`. */
  readonly shown: string
  readonly text: string
  /** In the text of the document. */
  readonly start: number
  readonly end: number
  readonly rule: ElementRule
  /** Why it goes, where no rule is for it. */
  readonly blocked: X12Reason | undefined
  /** The component or element before it. */
  readonly qualifier: string
  /** Of a name: true, false, or undefined where only its words tell. */
  readonly isOrganization: boolean | undefined
  readonly owner: PlacedSegment
}

/** Stands for an identifier that is not known. */
export const UNKNOWN_SEGMENT = 'ZZZ'

const BLOCKED: ElementRule = { treatment: 'other-id', max: Number.POSITIVE_INFINITY }

/** Parts that hold something, in their order. */
export function readParts(owner: PlacedSegment, delimiters: Delimiters): X12Part[] {
  const { segment } = owner
  const { id, elements } = segment
  const parts: X12Part[] = []
  const blocked = owner.blocked ?? (isKnownX12Segment(id) ? undefined : 'unknown_segment')
  let at = segment.start + id.length
  const refuseMany = () => {
    if (parts.length > MAX_PARTS) throw tooManyParts(owner)
  }
  const isWhole = id === 'ISA' || id === 'BIN' || id === 'BDS'
  for (let i = 0; i < elements.length; i++) {
    const element = elements[i]!
    const start = at + 1
    at = start + element.length
    if (element.trim() === '') continue
    if (isWhole || !isDivided(element, delimiters)) {
      parts.push(partOf(owner, { element: i + 1, repetition: 0, component: 0, text: element, start, components: NONE, blocked }))
      refuseMany()
      continue
    }
    const repetitions = delimiters.repetition === null ? [element] : element.split(delimiters.repetition)
    let from = start
    for (const [r, repetition] of repetitions.entries()) {
      const components = repetition.split(delimiters.component)
      for (const [c, text] of components.entries()) {
        if (text.trim() !== '') {
          parts.push(
            partOf(owner, {
              element: i + 1,
              repetition: repetitions.length > 1 ? r + 1 : 0,
              component: components.length > 1 ? c + 1 : 0,
              text,
              start: from,
              components,
              blocked,
            }),
          )
        }
        from += text.length + 1
      }
      refuseMany()
    }
  }
  return parts
}

/** No segment of X12 has a thousand. */
const MAX_PARTS = 10_000

function tooManyParts({ path, segment }: PlacedSegment): ProblemError {
  return new ProblemError(`A segment has more than ${MAX_PARTS} elements, repetitions and components.`, {
    code: 'resource_limit',
    at: { path, byteOffset: segment.start },
    facts: { limit: MAX_PARTS },
  })
}

const NONE: readonly string[] = []

function isDivided(element: string, { repetition, component }: Delimiters): boolean {
  return element.includes(component) || (repetition !== null && element.includes(repetition))
}

interface Found {
  readonly element: number
  readonly repetition: number
  readonly component: number
  readonly text: string
  readonly start: number
  readonly components: readonly string[]
  readonly blocked: X12Reason | undefined
}

function partOf(owner: PlacedSegment, { element, repetition, component, text, start, components, blocked }: Found): X12Part {
  const { id, elements } = owner.segment
  const rule = ruleOf(id, element, component || 1)
  // An identifier that is not known may be a value.
  const known = isKnownX12Segment(id) ? id : UNKNOWN_SEGMENT
  const place = placeName(known, element, component)
  return {
    place,
    shown: repetition === 0 ? place : `${placeName(known, element, 0)}[${repetition}]${component === 0 ? '' : `-${component}`}`,
    text,
    start,
    end: start + text.length,
    rule: rule ?? BLOCKED,
    blocked: blocked ?? (rule ? undefined : 'unknown_element'),
    qualifier: qualifierOf(owner.segment, element, component, components),
    isOrganization: isOrganization(id, elements, element, text),
    owner,
  }
}

/** One string for each place, however many segments have it. */
const placeNames = new Map<string, string[]>()
/** Names are kept for elements and components below this number. */
const MOST_KEPT = 100

function placeName(id: string, element: number, component: number): string {
  const make = () => `${id}${String(element).padStart(2, '0')}${component === 0 ? '' : `-${component}`}`
  if (element >= MOST_KEPT || component >= MOST_KEPT) return make()
  let names = placeNames.get(id)
  if (!names) {
    names = []
    placeNames.set(id, names)
  }
  names[element * MOST_KEPT + component] ??= make()
  return names[element * MOST_KEPT + component]!
}

/** The code that tells what the part is: the element or component before it, of a coded composite its first component. */
function qualifierOf({ id, elements }: Segment, element: number, component: number, components: readonly string[]): string {
  if (id === 'RDM') return elements[0] ?? ''
  if (component < 2) return elements[element - 2] ?? ''
  return (COMPOSITES_BY_FIRST.has(id) ? components[0] : components[component - 2]) ?? ''
}

/** Data elements C003 and C022, whose first component says of what list the codes behind it are. */
const COMPOSITES_BY_FIRST: ReadonlySet<string> = new Set(['EB', 'EQ', 'SV1', 'SV2', 'SV3', 'SV5', 'SVC', 'SVD'])

function isOrganization(id: string, elements: readonly string[], element: number, text: string): boolean | undefined {
  if (id === 'NM1') return (element === 3 || element === 12) && elements[1] === '2'
  // Contacts are persons or the words of a department.
  return id === 'PER' ? kindOfWords(text) === 'plain' : undefined
}
