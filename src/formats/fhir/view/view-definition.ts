// A ViewDefinition of SQL on FHIR 2 as a tree that is known to be built rightly.
import type { Item } from '../path/item.ts'

/** A JSON pointer into the view. */
export type Pointer = string

export interface ViewColumn {
  readonly name: string
  readonly path: string
  /** As the view states it; null for none. */
  readonly type: string | null
  /** Several values are a list, else one value is asked for. */
  readonly collection: boolean
  readonly pointer: Pointer
}

/** How the rows of a select are found: one for each value of an expression, or for each value below values. */
export type ViewIteration =
  | { readonly kind: 'forEach' | 'forEachOrNull'; readonly path: string; readonly pointer: Pointer }
  | { readonly kind: 'repeat'; readonly paths: readonly { readonly path: string; readonly pointer: Pointer }[] }

export interface ViewSelect {
  readonly iteration: ViewIteration | undefined
  readonly columns: readonly ViewColumn[]
  readonly selects: readonly ViewSelect[]
  readonly unions: readonly ViewSelect[]
  readonly pointer: Pointer
}

export interface ViewDefinition {
  readonly resource: string
  readonly selects: readonly ViewSelect[]
  readonly where: readonly { readonly path: string; readonly pointer: Pointer }[]
  readonly constants: ReadonlyMap<string, Item>
}

/** Columns of a select in their order: its own, those of its selects, those of its union. */
export function columnsOf({ columns, selects, unions }: Pick<ViewSelect, 'columns' | 'selects' | 'unions'>): ViewColumn[] {
  return [...columns, ...selects.flatMap(columnsOf), ...(unions[0] ? columnsOf(unions[0]) : [])]
}
