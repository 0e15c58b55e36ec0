// Runs a view over a document: every resource of its type, those in Bundles among them.
import { ProblemError } from '../../../core/problem.ts'
import type { FhirDocument, FhirResource } from '../document/fhir-document.ts'
import type { FhirModel } from '../model/element-plan.ts'
import { childrenOf } from '../path/children.ts'
import { type NodeItem, rootNode } from '../path/item.ts'
import type { CompiledView, Row } from './compile-view.ts'

export interface Flattening {
  /** Resources of the view's type. */
  readonly used: number
  /** Resources in the document; of a Bundle those of its entries. */
  readonly resources: number
  /** Rows that the view gives. */
  readonly rowCount: number
  /** Resources of other types, by type; `?` for those that the version does not have. */
  readonly skipped: ReadonlyMap<string, number>
}

/**
 * @param take gets the rows in their order, one by one
 * @throws ProblemError with the pointer into the view, and with index, line and column of the resource that it fails on
 */
export function flattenDocument(document: FhirDocument, view: CompiledView, model: FhirModel, take: (row: Row) => void): Flattening {
  const skipped = new Map<string, number>()
  const counts = { used: 0, resources: 0, rowCount: 0 }
  for (const resource of document.resources()) {
    for (const { node, type } of resourcesIn(resource, view.resource, model)) {
      counts.resources++
      if (!node) {
        skipped.set(type, (skipped.get(type) ?? 0) + 1)
        continue
      }
      counts.used++
      for (const row of rowsOf(view, node, resource)) {
        counts.rowCount++
        take(row)
      }
    }
  }
  return { ...counts, skipped }
}

interface Candidate {
  /** Undefined for one that the view is not about. */
  readonly node: NodeItem | undefined
  readonly type: string
}

function* resourcesIn({ value }: FhirResource, requested: string, model: FhirModel): Generator<Candidate> {
  const root = rootNode(model, value)
  if (root) yield* candidates(root, requested, model)
  else yield { node: undefined, type: '?' }
}

function* candidates(node: NodeItem, requested: string, model: FhirModel): Generator<Candidate> {
  const type = node.plan.name
  if (type !== 'Bundle' || requested === 'Bundle') {
    const isKnown = model.resource(type) !== undefined
    yield { node: type === requested ? node : undefined, type: isKnown ? type : '?' }
    return
  }
  for (const entry of childrenOf(node, model, 'entry')) {
    if (entry.kind !== 'node') continue
    for (const resource of childrenOf(entry, model, 'resource')) if (resource.kind === 'node') yield* candidates(resource, requested, model)
  }
}

function rowsOf(view: CompiledView, node: NodeItem, { index, locate, byteOffsetOf }: FhirResource): readonly Row[] {
  try {
    return view.rowsOf(node)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { line, column, offset } = locate([[]])[0]!
    const at = { ...error.at, path: `[${index}]`, line, column, byteOffset: byteOffsetOf(offset) }
    throw new ProblemError(error.message, { code: error.code, at, ...(error.facts ? { facts: error.facts } : {}) })
  }
}
