// The items of a batch in each of its forms: what a batch has to look like, and how an item becomes the input of the tool.
import * as z from 'zod'
import type { BatchItem } from '../../core/batch.ts'
import { describeIssues } from '../../core/issues.ts'
import { parseJson } from '../../core/parse-json.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { inputFromJson } from '../../core/wire.ts'
import { type FormPart, fieldsFromForm } from '../request/request-fields.ts'
import { parseJsonBytes } from '../response/json-text.ts'

type Issues = readonly z.core.$ZodIssue[]

export const MAX_ID_LENGTH = 128
const ITEM = z.strictObject({ id: z.string().max(MAX_ID_LENGTH).optional(), input: z.record(z.string(), z.unknown()) })
const ENVELOPE = z.strictObject({ options: z.record(z.string(), z.unknown()).default({}), items: z.array(ITEM) })

/** An item of a batch in JSON as a value. */
export interface ItemValue {
  readonly id?: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface ParsedBatch {
  readonly options: Readonly<Record<string, unknown>>
  readonly items: readonly ItemValue[]
}

/**
 * A small batch in JSON, all its values at once, which is a good deal faster than to cut it.
 * @returns undefined if it is anything but a valid batch: BatchReader reports what is wrong
 * @throws ProblemError `malformed_json`, `resource_limit`
 */
export function parseBatch(bytes: Uint8Array, maxItems: number, jsonDepth: number): ParsedBatch | undefined {
  const value = parseJsonBytes(bytes, jsonDepth)
  if (!isObject(value) || !hasOnly(value, 'options', 'items')) return undefined
  const { options = {}, items } = value
  if (!isObject(options) || !Array.isArray(items) || items.length > maxItems || !items.every(isItem)) return undefined
  return { options, items }
}

/** Findings of the schema in an item. */
export function issuesOfItem(value: unknown, index: number): Issues {
  if (isItem(value)) return []
  return (ITEM.safeParse(value).error?.issues ?? []).map((issue) => ({ ...issue, path: ['items', index, ...issue.path] }))
}

/** Findings in what a batch says beside its items. @param value in which a list of items is empty */
export function issuesOfEnvelope(value: unknown): Issues {
  return ENVELOPE.safeParse(value).error?.issues ?? []
}

function isItem(value: unknown): value is ItemValue {
  if (!isObject(value) || !hasOnly(value, 'id', 'input') || !isObject(value.input)) return false
  return value.id === undefined || (typeof value.id === 'string' && value.id.length <= MAX_ID_LENGTH)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: Readonly<Record<string, unknown>>, one: string, other: string): boolean {
  for (const name in value) if (name !== one && name !== other) return false
  return true
}

/** The refusal of a batch in another form. */
export function unfit(issues: Issues): ProblemError {
  return new ProblemError('The batch does not have the form {"options":{…},"items":[{"id":"…","input":{…}}]}.', {
    code: 'invalid_input',
    errors: describeIssues(ENVELOPE, issues, ''),
  })
}

/** An item of a batch that was cut into its items. */
export function itemFromSlice(tool: Tool, text: string): BatchItem {
  return itemFromValue(tool, parseJson(text) as ItemValue)
}

/** An item of a parsed batch. */
export function itemFromValue(tool: Tool, { id, input }: ItemValue): BatchItem {
  return { id, input: guarded(() => inputFromJson(tool, input)) }
}

/** An item of a stream: a line that is broken is an outcome of its own. */
export function itemFromLine(tool: Tool, bytes: Uint8Array, jsonDepth: number): BatchItem {
  let id: string | undefined
  const input = guarded(() => {
    const line = parseJsonBytes(bytes, jsonDepth)
    const parsed = ITEM.safeParse(line)
    if (!parsed.success) {
      throw new ProblemError('The batch does not have the form {"options":{…},"items":[{"id":"…","input":{…}}]}.', {
        code: 'invalid_input',
        errors: describeIssues(ITEM, parsed.error.issues, '', line),
      })
    }
    id = parsed.data.id
    // As it came, for the same reason.
    return inputFromJson(tool, (line as z.input<typeof ITEM>).input)
  })
  return { id, input }
}

/** A document of a feed. */
export function itemFromDocument(tool: Tool, bytes: Uint8Array, id: string | undefined): BatchItem {
  return { id, input: { [tool.document!.field]: bytes } }
}

/** A file of a form. */
export function itemFromPart(tool: Tool, part: FormPart, jsonDepth: number): BatchItem {
  return { id: undefined, input: guarded(() => fieldsFromForm(tool, [part], { jsonDepth }).input) }
}

function guarded(read: () => Record<string, unknown>): BatchItem['input'] {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

export function tooManyItems(maxItems: number): ProblemError {
  return new ProblemError(`A batch can have at most ${maxItems} items.`, { code: 'too_many_items', facts: { limitItems: maxItems } })
}
