// How the page shows a field: a mark on the field's schema that a view is chosen by. The marks are no part of the API's schemas.
import * as z from 'zod'
import { innermost } from './document.ts'
import type { Tool } from './tool.ts'

/** Where a text stands that a result points into: a field of the input, or of the output. */
export interface TextPlace {
  readonly part: 'input' | 'output'
  readonly field: string
}

/** Offsets are UTF-16 code units. Names are those of the members of an entry. */
export type View =
  /** Segments with fields that have a path. */
  | { readonly kind: 'message-tree' }
  /** Data elements with tags, values and nested items. */
  | { readonly kind: 'tag-tree' }
  /** Ranges of a text, coloured by a member. */
  | { readonly kind: 'spans'; readonly of: TextPlace; readonly start: string; readonly end: string; readonly colour: string | null }
  /** Changes with a `left` and a `right` range, beside each other. */
  | { readonly kind: 'diff'; readonly left: string; readonly right: string }
  /** How often, by name. */
  | { readonly kind: 'counts' }
  /** An option that is moved with a slider beside the picture; a bound may be a field of the result. */
  | { readonly kind: 'slider'; readonly minimum: number; readonly maximum: number | { readonly field: string }; readonly step: number }

const VIEW = 'x-health-tools-view'

/** The mark for `.meta(…)` of a field. */
export function showAs(view: View): Record<string, unknown> {
  return { [VIEW]: view }
}

/** Takes the mark out of a JSON Schema. */
export function dropView(jsonSchema: Record<string, unknown>): void {
  delete jsonSchema[VIEW]
}

export interface FieldView {
  /** Names of the members that lead to the field. */
  readonly path: readonly string[]
  readonly view: View
}

export interface ToolViews {
  readonly options: readonly FieldView[]
  readonly output: readonly FieldView[]
}

/** The marks of the options and of the output, in the order of their fields; what stands in lists has none of its own. */
export function viewsOf(tool: Tool): ToolViews {
  return { options: [...marksOf(tool.options, [])], output: [...marksOf(tool.output, [])] }
}

function* marksOf(schema: z.core.$ZodType, path: readonly string[]): Generator<FieldView> {
  const view = markOf(schema)
  if (view) yield { path, view }
  const inner = innermost(schema)
  if (!(inner instanceof z.ZodObject) || view) return
  for (const [name, member] of Object.entries(inner.shape)) yield* marksOf(member as z.core.$ZodType, [...path, name])
}

/** The mark may stand on a wrapper (optional, default …) or on what it wraps. */
function markOf(schema: z.core.$ZodType): View | undefined {
  for (let current: z.core.$ZodType | undefined = schema; current; ) {
    const view = z.globalRegistry.get(current)?.[VIEW]
    if (view) return view as View
    current = (current._zod.def as { innerType?: z.core.$ZodType }).innerType
  }
  return undefined
}
