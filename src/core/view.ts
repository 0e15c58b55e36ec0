// How the page shows a field: a mark on the field's schema that a view is chosen by. The marks are no part of the API's schemas.
import * as z from 'zod'
import { innermost } from './document.ts'
import type { Tool } from './tool.ts'

/** Where a text stands that a result points into: a field of the input, or of the output. */
export interface TextPlace {
  readonly part: 'input' | 'output'
  readonly field: string
}

/** Paths that a person fills in, which the page completes from a document of the input. */
export interface PathSource {
  readonly syntax: 'hl7' | 'fhirpath' | 'dicom'
  /** Field of the input. */
  readonly of: string
  /** Members that are paths, of an option that is a list of objects; left out where the option itself is one, or a list of them. */
  readonly members?: readonly string[]
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
  /** Findings with a severity, a message and a line and column, beside their text; null for a file that is no text. */
  | { readonly kind: 'findings'; readonly of: TextPlace | null }
  /** Findings with a severity, a code, a path and the bytes of their place, beside the messages in a field of the input. */
  | { readonly kind: 'message-findings'; readonly of: string }
  /** JSON or XML with line numbers and colours. */
  | { readonly kind: 'source' }
  /** Results of an expression with their places, beside the text. */
  | { readonly kind: 'path-results'; readonly of: TextPlace }
  /** Changes by element, beside each other: JSON or XML of a field of the input and of the output. */
  | { readonly kind: 'element-diff'; readonly before: string; readonly after: string }
  /** Rows with the columns of a view, and whatever the rows hold. */
  | { readonly kind: 'view-rows' }
  /** Units with what they mean and their values converted. */
  | { readonly kind: 'units' }
  /** Identifiers with their parts and the schemes that they fit. */
  | { readonly kind: 'identifiers'; readonly of: string }
  /** Device identifiers with their elements, each in its place in a line of a field of the input. */
  | { readonly kind: 'device-labels'; readonly of: string }
  /** A whole result: a clinical document as a person reads it. */
  | { readonly kind: 'clinical-document' }
  /** A whole result: interchanges as trees of loops and segments; `of` is the field of the input that positions count in. */
  | { readonly kind: 'interchange'; readonly of: string }
  /** Segments of an interchange, each on a line with its name. */
  | { readonly kind: 'segments' }
  /** Reports of the steps of a recipe. */
  | { readonly kind: 'recipe-steps' }
  /** A field of the input that is a ViewDefinition, edited column by column. */
  | { readonly kind: 'view-definition' }
  /** An option that is shown beside the input, not among the others. */
  | { readonly kind: 'prominent'; readonly paths?: PathSource }
  /** An option that has paths. */
  | { readonly kind: 'paths'; readonly paths: PathSource }
  /** A list of objects as rows: which further members a row has use for, by the value of one of them. */
  | { readonly kind: 'rows'; readonly by: string; readonly of: Readonly<Record<string, readonly string[]>>; readonly paths?: PathSource }
  /** An option that holds rectangles, drawn on a frame of the DICOM file in a field of the input. */
  | { readonly kind: 'boxes'; readonly of: string }
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
  readonly input: readonly FieldView[]
  readonly options: readonly FieldView[]
  readonly output: readonly FieldView[]
}

/** The marks of the fields, in their order; the path of a mark of the whole output is empty. What stands in lists has none of its own. */
export function viewsOf(tool: Tool): ToolViews {
  return { input: [...marksOf(tool.input, [])], options: [...marksOf(tool.options, [])], output: [...marksOf(tool.output, [])] }
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
