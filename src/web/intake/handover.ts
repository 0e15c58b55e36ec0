// A document on its way from the place where it was dropped to the tool that a person chose. In memory only.
import type { DocumentValue, FormState } from '../form/form-state.ts'
import type { PageTool } from '../run/page-tool.ts'
import type { BatchFile } from '../run/run-batch.ts'

export type Handover = { readonly toolId: string; readonly serial: number } & Handed

export type Handed =
  /** One document, or two for a tool that compares. */
  | { readonly documents: readonly DocumentValue[] }
  | { readonly files: readonly BatchFile[] }
  /** Earlier work, with its options. */
  | { readonly form: FormState }

/** Puts handed documents into the fields that take them. */
export function formOfHandover(tool: PageTool, handed: Handed): FormState {
  if ('form' in handed) return handed.form
  if ('files' in handed) return { fields: {}, options: {} }
  const names = tool.document && handed.documents.length === 1 ? [tool.document.field] : tool.parts.map(({ field }) => field)
  const fields = Object.fromEntries(handed.documents.map((value, i) => [names[i]!, value]))
  return { fields, options: {} }
}
