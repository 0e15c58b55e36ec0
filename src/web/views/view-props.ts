// What a view of a result is given.
import type { View } from '../../core/view.ts'
import type { PageTool } from '../run/page-tool.ts'

export type Members = Readonly<Record<string, unknown>>

export interface Selection {
  readonly tool: PageTool
  readonly value: Members
  /** Texts of the input as far as the page has them, by field. */
  readonly texts: Readonly<Record<string, string>>
  /** Options of the run that differ from the defaults. */
  readonly options: Members
  /** The result of the same document with other options, made in the tab; undefined where there is none that can be shown. */
  readonly variant: (options: Members) => Promise<Members | undefined>
  /** Puts a text into a field of the input. */
  readonly edit: (field: string, text: string) => void
}

export interface ViewProps<K extends View['kind'] = View['kind']> {
  readonly shown: Selection
  readonly value: unknown
  readonly view: Extract<View, { readonly kind: K }>
}
