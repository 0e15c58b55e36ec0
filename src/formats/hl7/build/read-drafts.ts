// Reads what a message is to be built from: a tree as hl7/parse shows it, or values by their paths.
import { Fault } from '../../../core/fault.ts'
import type { Delimiters } from '../delimiters.ts'
import type { FieldValue } from '../field-values.ts'
import { type Hl7Path, parsePath } from '../paths.ts'
import { encodeLeaf, type LeafOptions } from './encode-leaf.ts'
import { SegmentDraft } from './segment-draft.ts'

export interface TreeSegment {
  readonly id: string
  readonly fields: readonly { readonly path: string; readonly value: FieldValue }[]
}

/** @throws Fault `invalid_input` with a pointer to each path that is none or of another segment */
export function draftsOfTree(tree: readonly TreeSegment[], options: LeafOptions): SegmentDraft[] {
  return tree.map(({ id, fields }, s) => {
    const draft = new SegmentDraft(id)
    for (const [f, { path: text, value }] of fields.entries()) {
      const path = parsePath(text)
      if (path?.field === undefined || path.segment !== id || path.repetition === 'all') {
        throw invalidPath(`/tree/${s}/fields/${f}/path`, 'expected a field or part of the segment, such as PID-5 or PID-3[2].1')
      }
      // MSH-1 and MSH-2 have been read for the delimiters.
      if (id !== 'MSH' || path.field > 2) setValue(draft, path, value, options)
    }
    return draft
  })
}

/** @throws Fault `invalid_input` for a path that is none, and for segments whose numbers leave one out */
export function draftsOfPaths(paths: Readonly<Record<string, string | number | null>>, options: LeafOptions): SegmentDraft[] {
  const drafts = new Map<string, SegmentDraft>()
  const highest = new Map<string, number>()
  for (const [text, value] of Object.entries(paths)) {
    const path = parsePath(text)
    if (path?.field === undefined || path.segmentIndex === 'all' || path.repetition === 'all') {
      throw invalidPath('/paths/*', 'expected a path such as PID-5.1, PID-3[2].1 or OBX[2]-5')
    }
    const key = `${path.segment}[${path.segmentIndex}]`
    const draft = drafts.get(key) ?? new SegmentDraft(path.segment)
    drafts.set(key, draft)
    highest.set(path.segment, Math.max(highest.get(path.segment) ?? 0, path.segmentIndex))
    if (path.segment !== 'MSH' || path.field > 2) setValue(draft, path, value === null ? null : String(value), options)
  }
  const all = [...drafts.values()]
  for (const [id, last] of highest) {
    if (all.filter((draft) => draft.id === id).length === last) continue
    throw new Fault('The segments of one name are counted from 1 without gaps.', { code: 'invalid_input', at: { path: id } })
  }
  return all
}

function setValue(draft: SegmentDraft, path: Hl7Path, value: FieldValue, options: LeafOptions): void {
  const { component = 1, subcomponent = 1 } = path
  const place = { field: path.field!, repetition: path.repetition === 'all' ? 1 : (path.repetition ?? 1), component, subcomponent }
  const name = `${draft.id}-${place.field}`
  if (typeof value !== 'object' || value === null) {
    draft.set(place, encodeLeaf(value, options, name))
    return
  }
  for (const [r, repetition] of value.entries()) {
    const components = Array.isArray(repetition) ? repetition : [repetition]
    for (const [c, part] of components.entries()) {
      const leaves = Array.isArray(part) ? part : [part]
      for (const [s, leaf] of leaves.entries()) {
        draft.set({ field: place.field, repetition: r + 1, component: c + 1, subcomponent: s + 1 }, encodeLeaf(leaf, options, name))
      }
    }
  }
}

function invalidPath(pointer: string, detail: string): Fault {
  return new Fault('A path is not in the notation of HL7.', {
    code: 'invalid_input',
    errors: [{ pointer, code: 'invalid_format', detail }],
  })
}

/** The encoding characters of a delimiter set, in the order of MSH-2. */
export function encodingCharacters({ component, repetition, escape: escapeChar, subcomponent, truncation }: Delimiters): string {
  return [component, repetition, escapeChar ?? '', subcomponent ?? '', truncation ?? ''].join('')
}
