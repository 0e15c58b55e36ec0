// Parts of a job whose documents are stored apart, one behind the other. Documents are stored while the request comes in; what the part says of
// them may only be known at its end.
import type { BatchWork } from '../batch/batch-run.ts'
import type { ItemGroup } from '../batch/batch-task.ts'
import type { FormPart } from '../request/request-fields.ts'
import type { ToolCall } from '../routes/call.ts'
import type { PortablePart } from './portable-part.ts'

/** A part of a form with the length of its bytes instead of them. */
export type StoredFormPart = Omit<FormPart, 'bytes'> & { readonly bytes: number }

/** Files of a form, or items of a batch in JSON, whose bytes are text. */
export type StoredGroup =
  | { readonly form: 'parts'; readonly items: readonly StoredFormPart[] }
  | { readonly form: 'texts'; readonly items: readonly number[] }

/** A share of a batch, with lengths in the place of bytes. */
export type StoredBatch = Omit<BatchWork, 'groups'> & { readonly groups: readonly StoredGroup[] }

/** The same as a portable part, with lengths in the place of bytes. */
export type StoredPart =
  | { readonly kind: 'call'; readonly call: Omit<ToolCall, 'body'> & { readonly body: number | readonly StoredFormPart[] } }
  | { readonly kind: 'share'; readonly share: StoredBatch }

export interface StoredWork {
  readonly parts: readonly StoredPart[]
  /** As of portable work. */
  readonly isList: boolean
}

/** How many inputs a part has. */
export function inputsOfStored(part: StoredPart): number {
  return part.kind === 'call' ? 1 : part.share.groups.reduce((sum, { items }) => sum + items.length, 0)
}

/** Length of the documents of a part. */
export function bytesOfStored(part: StoredPart): number {
  if (part.kind === 'share') return part.share.groups.reduce((sum, group) => sum + bytesOfGroup(group), 0)
  const { body } = part.call
  return typeof body === 'number' ? body : sumOfForm(body)
}

function bytesOfGroup(group: StoredGroup): number {
  return group.form === 'parts' ? sumOfForm(group.items) : group.items.reduce((sum, bytes) => sum + bytes, 0)
}

function sumOfForm(items: readonly StoredFormPart[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** @param content the documents, as long as bytesOfStored says; they become views of it */
export function restorePart(part: StoredPart, content: Uint8Array): PortablePart {
  const next = openViews(content)
  if (part.kind === 'call') {
    const { body } = part.call
    return { kind: 'call', call: { ...part.call, body: typeof body === 'number' ? next(body) : restoreParts(body, next) } }
  }
  return fillShare(part.share, next)
}

/** @param contents of its items, one for each */
export function restoreShare(share: StoredBatch, contents: readonly Uint8Array[]): PortablePart {
  let item = 0
  return fillShare(share, () => contents[item++]!)
}

function fillShare(share: StoredBatch, next: (bytes: number) => Uint8Array): PortablePart {
  const groups = share.groups.map(
    (group): ItemGroup =>
      group.form === 'parts' ? { form: 'parts', items: restoreParts(group.items, next) } : { form: 'texts', items: group.items.map(next) },
  )
  return { kind: 'share', share: { ...share, groups } }
}

/** The parts of a form as views of their content. */
export function restoreForm(parts: readonly StoredFormPart[], content: Uint8Array): FormPart[] {
  return restoreParts(parts, openViews(content))
}

function restoreParts(parts: readonly StoredFormPart[], next: (bytes: number) => Uint8Array): FormPart[] {
  return parts.map((each) => ({ ...each, bytes: next(each.bytes) }))
}

/** Views of so many bytes, one behind the other. */
function openViews(content: Uint8Array): (bytes: number) => Uint8Array {
  let at = 0
  return (bytes) => {
    at += bytes
    return content.subarray(at - bytes, at)
  }
}
