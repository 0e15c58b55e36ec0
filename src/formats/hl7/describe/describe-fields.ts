// Describes fields and parts of fields: path, name, data type, raw text and decoded value.
import type { FindingList } from '../diagnostics.ts'
import type { ComponentDefinition, FieldDefinition } from '../dictionary/dictionary.ts'
import type { Hl7Dictionary } from '../dictionary/standard.ts'
import type { Hl7Version } from '../dictionary/versions.ts'
import { MAX_GROWTH } from '../escapes.ts'
import { partSpan, partSpans, type Span } from '../field-spans.ts'
import { type FieldValue, fieldValue, isExplicitNull, type ValueContext } from '../field-values.ts'
import type { ListBuffer } from '../index/list-buffer.ts'
import { HAS_COMPONENTS, HAS_ESCAPES, HAS_REPETITIONS } from '../index/segment-index.ts'
import type { Hl7Path } from '../paths.ts'
import type { ResultBudget } from './result-budget.ts'

export interface FieldResult {
  path: string
  name?: string | null
  dataType?: string | null
  repetitions: number
  raw: string
  value: FieldValue
  table?: string | null
}

/** What is known of a field before its text is looked at. */
export interface FieldFrame {
  readonly path: string
  readonly name: string | null
  readonly dataType: string | null
  /** Key of its components, null where it is not known. */
  readonly composite: string | null
  readonly table: string | null
  /** What the dictionary says of the field; undefined for what it does not know, and for parts. */
  readonly definition?: FieldDefinition | undefined
}

export interface DescribeContext extends ValueContext {
  readonly version: Hl7Version
  readonly dictionary: Hl7Dictionary
  readonly names: boolean
  readonly flat: boolean
  readonly findings: FindingList
  /** Says how large the result may still grow. */
  readonly budget: ResultBudget
  /** The rows of a segment while it is described. */
  readonly rows: ListBuffer<FieldResult>
  /** Of a large document the last row of each field: the next one that says the same shares its texts. */
  readonly lastRows: Map<FieldDefinition, FieldResult> | undefined
}

/** Adds a row, or in the flat view one for each part that is valued. @param flags HAS_ flags of the field */
export function describeField(
  context: DescribeContext,
  frame: FieldFrame,
  start: number,
  end: number,
  flags: number,
  rows: ListBuffer<FieldResult>,
): void {
  if (context.flat) addLeaves(context, frame, { start, end }, flags, rows)
  else describeWhole(context, frame, start, end, flags, rows)
}

/** Adds one row whatever the view. */
export function describeWhole(
  context: DescribeContext,
  frame: FieldFrame,
  start: number,
  end: number,
  flags: number,
  rows: ListBuffer<FieldResult>,
): void {
  context.budget.spendRow(end - start)
  const row = shareRow(context, frame, start, end, flags) ?? composeRow(context, frame, start, end, flags)
  rows.add(row)
}

function composeRow(context: DescribeContext, frame: FieldFrame, start: number, end: number, flags: number): FieldResult {
  const { path, name, dataType, table } = frame
  const text = context.text.slice(start, end)
  const raw = context.illFormed ? text.toWellFormed() : text
  const value = flags === 0 ? (isExplicitNull(raw) ? null : raw) : readValue(context, path, start, end, flags)
  const repetitions = typeof value === 'object' && value ? value.length : 1
  const row = context.names ? { path, name, dataType, repetitions, raw, value, table } : { path, repetitions, raw, value }
  // Escape sequences are reported at each field that holds one.
  if (context.lastRows && frame.definition && (flags & HAS_ESCAPES) === 0) context.lastRows.set(frame.definition, row)
  return row
}

/** 200,000 observations repeat their code, unit and status; each with texts of its own would take a quarter more memory. */
function shareRow(
  { lastRows, text, names }: DescribeContext,
  frame: FieldFrame,
  start: number,
  end: number,
  flags: number,
): FieldResult | undefined {
  if (!lastRows || !frame.definition || (flags & HAS_ESCAPES) !== 0) return undefined
  const last = lastRows.get(frame.definition)
  if (!last || last.raw.length !== end - start || !text.startsWith(last.raw, start)) return undefined
  const { repetitions, raw, value } = last
  const { path, name, dataType, table } = frame
  return names ? { path, name, dataType, repetitions, raw, value, table } : { path, repetitions, raw, value }
}

/** @param path for the findings. @param flags HAS_ flags of the field, at least one */
export function readValue(context: DescribeContext, path: string, start: number, end: number, flags: number): FieldValue {
  if ((flags & HAS_ESCAPES) === 0) return fieldValue(context, start, end, flags)
  if (context.escapes.mode === 'text') context.budget.spendText(MAX_GROWTH * (end - start))
  return fieldValue(reporting(context, path, start, end), start, end, flags)
}

/** The same context, whose escape sequences are reported at the field. */
function reporting(context: DescribeContext, path: string, start: number, end: number): ValueContext {
  // The path of a line without identifier begins with a value of the document.
  const known = /^[A-Z][A-Z0-9]{2}[-[]/.test(path) ? path : null
  return { ...context, escapes: { ...context.escapes, report: (problem) => context.findings.add(problem, start, end, () => known) } }
}

/** The parts of a field that a path names: whole repetitions, components or subcomponents; none where they are not valued. */
export function describeParts(
  context: DescribeContext,
  frame: FieldFrame,
  span: Span,
  flags: number,
  path: Hl7Path,
  rows: ListBuffer<FieldResult>,
): void {
  if (path.repetition === undefined && path.component === undefined) {
    describeField(context, frame, span.start, span.end, flags, rows)
    return
  }
  const { text, escapes } = context
  const { delimiters } = escapes
  const requested = path.repetition ?? 1
  const repetitions = requested === 'all' ? partSpans(text, span, delimiters.repetition) : undefined
  const first = typeof requested === 'number' ? requested : 1
  const chosen = repetitions ?? [partSpan(text, span, delimiters.repetition, first)]
  for (const [i, repetition] of chosen.entries()) {
    if (!repetition) continue
    const repetitionFrame = withIndex(frame, first + i)
    const part = path.component === undefined ? repetition : partSpan(text, repetition, delimiters.component, path.component)
    const partFrame = path.component === undefined ? repetitionFrame : componentFrame(context, repetitionFrame, path.component)
    if (!part) continue
    const leaf = path.subcomponent === undefined ? part : partSpan(text, part, delimiters.subcomponent, path.subcomponent)
    const leafFrame = path.subcomponent === undefined ? partFrame : componentFrame(context, partFrame, path.subcomponent)
    if (!leaf || leaf.end === leaf.start) continue
    describeField(context, leafFrame, leaf.start, leaf.end, partFlags(context, leaf, flags), rows)
  }
}

function addLeaves(context: DescribeContext, frame: FieldFrame, span: Span, flags: number, rows: ListBuffer<FieldResult>): void {
  const { text, escapes } = context
  const { repetition, component, subcomponent } = escapes.delimiters
  const repetitions = partSpans(text, span, repetition)
  for (const [r, each] of repetitions.entries()) {
    const components = partSpans(text, each, component)
    const repetitionFrame = withIndex(frame, r + 1)
    for (const [c, part] of components.entries()) {
      const subcomponents = partSpans(text, part, subcomponent)
      const isDivided = components.length > 1 || subcomponents.length > 1
      const partFrame = isDivided ? componentFrame(context, repetitionFrame, c + 1) : repetitionFrame
      for (const [s, leaf] of subcomponents.entries()) {
        if (leaf.end === leaf.start) continue
        const leafFrame = subcomponents.length > 1 ? componentFrame(context, partFrame, s + 1) : partFrame
        describeWhole(context, leafFrame, leaf.start, leaf.end, flags & HAS_ESCAPES, rows)
      }
    }
  }
}

/** The flags of a part of a field: what occurs in the whole need not occur in it. */
function partFlags(context: ValueContext, { start, end }: Span, flags: number): number {
  let own = flags & HAS_ESCAPES
  for (let i = start; i < end; i++) {
    const code = context.text.charCodeAt(i)
    if (code === context.repetition) own |= HAS_REPETITIONS
    else if (code === context.component || code === context.subcomponent) own |= HAS_COMPONENTS
  }
  return own
}

function withIndex(frame: FieldFrame, repetition: number): FieldFrame {
  return repetition === 1 ? frame : { ...frame, path: `${frame.path}[${repetition}]`, definition: undefined }
}

/** The frame of a component, or of a subcomponent where the frame is a component's: its name stands behind that of the whole. */
function componentFrame(context: DescribeContext, whole: FieldFrame, position: number): FieldFrame {
  const path = `${whole.path}.${position}`
  const definition = context.names && whole.composite ? findComponent(context, whole.composite, position) : undefined
  if (!definition) return { path, name: null, dataType: null, composite: null, table: null }
  const { name, dataType, composite, table } = definition
  return { path, name: whole.name === null ? name : `${whole.name} / ${name}`, dataType, composite, table }
}

function findComponent({ version, dictionary }: DescribeContext, composite: string, position: number): ComponentDefinition | undefined {
  return dictionary.components(version, composite).find((component) => component.position === position)
}
