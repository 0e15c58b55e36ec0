// Reads what a message is to be built from: a tree as hl7/parse shows it, or values by their paths.
import { ProblemError } from '../../../core/problem.ts'
import type { Delimiters } from '../delimiters.ts'
import type { PathNames } from '../dictionary/path-names.ts'
import type { FieldValue, Leaf } from '../field-values.ts'
import { type Hl7Path, parsePath } from '../paths.ts'
import { encodeLeaf, type LeafOptions } from './encode-leaf.ts'
import { SegmentDraft } from './segment-draft.ts'

export interface TreeSegment {
  readonly id: string
  readonly fields: readonly { readonly path: string; readonly value: FieldValue }[]
}

/** @throws ProblemError `invalid_input` with a pointer to each path that is none or of another segment */
export function draftsOfTree(tree: readonly TreeSegment[], options: LeafOptions): SegmentDraft[] {
  return tree.map(({ id, fields }, s) => {
    const draft = new SegmentDraft(id)
    for (const [f, { path: text, value }] of fields.entries()) {
      const path = parsePath(text)
      if (path?.field === undefined || path.segment !== id || path.repetition === 'all') {
        throw invalidPath(`/tree/${s}/fields/${f}/path`, 'expected a field or part of the segment, such as PID-5 or PID-3[2].1')
      }
      // MSH-1 and MSH-2 have been read for the delimiters.
      if (id === 'MSH' && path.field <= 2) continue
      const placed = placedAt(path, value)
      if (!placed) throw invalidPath(`/tree/${s}/fields/${f}/value`, 'expected no more than the part that the path names')
      setValue(draft, path, placed, options)
    }
    return draft
  })
}

/** @throws ProblemError `invalid_input` for a path that is none, and for segments whose numbers leave one out */
export function draftsOfPaths(
  paths: Readonly<Record<string, string | number | null>>,
  options: LeafOptions,
  names: PathNames | undefined,
): SegmentDraft[] {
  /** By name, then by number. */
  const drafts = new Map<string, Map<number, SegmentDraft>>()
  const order: string[] = []
  for (const [text, value] of Object.entries(paths)) {
    const path = parsePath(text, names)
    if (path?.field === undefined || path.segmentIndex === 'all' || path.repetition === 'all') {
      throw invalidPath('/paths/*', 'expected a path such as PID-5.1, PID-3[2].1 or OBX[2]-5')
    }
    const { segment: id, segmentIndex } = path
    const numbered = drafts.get(id) ?? new Map<number, SegmentDraft>()
    drafts.set(id, numbered)
    const draft = numbered.get(segmentIndex) ?? new SegmentDraft(id)
    if (!numbered.has(segmentIndex)) order.push(id)
    numbered.set(segmentIndex, draft)
    if (id !== 'MSH' || path.field > 2) setValue(draft, path, [[value === null ? null : String(value)]], options)
  }
  // Where the first one of a name was named, whichever that is, stands number 1.
  const next = new Map<string, number>()
  return order.map((id) => {
    const number = (next.get(id) ?? 0) + 1
    next.set(id, number)
    const draft = drafts.get(id)!.get(number)
    if (draft) return draft
    throw new ProblemError('Segments of one name must be numbered from 1 without gaps.', { code: 'invalid_input', at: { path: id } })
  })
}

/** By repetition and component, from those of the path on. */
type PlacedValue = readonly (readonly (Leaf | readonly Leaf[])[])[]

/** @returns undefined for a value that has more parts than one where the path names one */
function placedAt({ repetition, component, subcomponent }: Hl7Path, value: FieldValue): PlacedValue | undefined {
  const repetitions = (Array.isArray(value) ? value : [value]).map((each) => (Array.isArray(each) ? each : [each]))
  const isOne = (parts: readonly unknown[]) => parts.length === 1
  if ((repetition !== undefined || component !== undefined) && !isOne(repetitions)) return undefined
  if (component !== undefined && !repetitions.every(isOne)) return undefined
  const isDivided = repetitions.some((parts) => parts.some((part) => Array.isArray(part) && !isOne(part)))
  return subcomponent !== undefined && isDivided ? undefined : repetitions
}

function setValue(draft: SegmentDraft, path: Hl7Path, value: PlacedValue, options: LeafOptions): void {
  const field = path.field!
  const { component = 1, subcomponent = 1 } = path
  const repetition = typeof path.repetition === 'number' ? path.repetition : 1
  const name = `${draft.id}-${field}`
  for (const [r, components] of value.entries()) {
    for (const [c, part] of components.entries()) {
      const leaves = typeof part === 'object' && part !== null ? part : [part]
      for (const [s, leaf] of leaves.entries()) {
        const place = { field, repetition: repetition + r, component: component + c, subcomponent: subcomponent + s }
        draft.set(place, encodeLeaf(leaf, options, name))
      }
    }
  }
}

function invalidPath(pointer: string, detail: string): ProblemError {
  return new ProblemError('Invalid HL7 path.', {
    code: 'invalid_input',
    errors: [{ pointer, code: 'invalid_format', detail }],
  })
}

/** The encoding characters of a delimiter set, in the order of MSH-2. */
export function encodingCharacters({ component, repetition, escape: escapeChar, subcomponent, truncation }: Delimiters): string {
  return [component, repetition, escapeChar ?? '', subcomponent ?? '', truncation ?? ''].join('')
}
