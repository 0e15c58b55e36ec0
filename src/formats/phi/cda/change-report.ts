// What was changed in a document and where, never a value: places as XPath and line, in the order of the text.
import { ProblemError } from '../../../core/problem.ts'
import { PathNames } from '../../cda/path-names.ts'
import type { PhiCategory } from '../category.ts'
import type { Embedded as EmbeddedDocument } from '../fhir/embedded-documents.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import type { CdaLeaf } from './cda-leaf.ts'
import type { Segment } from './flow-text.ts'

export const CHANGE_REASONS = ['element', 'date', 'identifier', 'text', 'known', 'data', 'unknown', 'comment', 'instruction'] as const
export type ChangeReason = (typeof CHANGE_REASONS)[number]

export interface Embedded extends Omit<EmbeddedDocument, 'index'> {
  line: number
}

export interface CdaChange {
  path: string | null
  line: number
  category: PhiCategory
  action: PhiAction
  reason: ChangeReason
}

export interface CdaResidual {
  path: string
  line: number
  category: PhiCategory
}

interface Placed {
  readonly start: number
  readonly leaf: CdaLeaf | null
}

type Facts = Omit<CdaChange, 'path' | 'line'>
type EmbeddedFacts = Omit<EmbeddedDocument, 'index' | 'path'>
const MAX_CHANGES = 1_000_000

export class ChangeReport {
  readonly #text: string
  readonly #paths = new PathNames()
  readonly #changes: (Placed & Facts)[] = []
  readonly #residual: (Placed & { readonly category: PhiCategory })[] = []
  readonly #embedded: (Placed & { readonly facts: EmbeddedFacts })[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** @param start where in a text that stands in several nodes; the beginning of its element where it is left out */
  add({ leaf, start, ...facts }: Facts & { readonly leaf: CdaLeaf; readonly start?: Segment | undefined }): void {
    this.#addAt(start ? start.node.start : startOf(leaf), leaf, facts)
  }

  /** For what is no part of an element. @param start offset in the text */
  addPlace(start: number, facts: Facts): void {
    this.#addAt(start, null, facts)
  }

  addResidual(leaf: CdaLeaf, category: PhiCategory): void {
    this.#residual.push({ start: startOf(leaf), leaf, category })
    checkCount(this.#residual.length)
  }

  addEmbedded(leaf: CdaLeaf, facts: EmbeddedFacts): void {
    this.#embedded.push({ start: startOf(leaf), leaf, facts })
  }

  get changes(): CdaChange[] {
    return this.#placed(this.#changes, ({ category, action, reason }, path, line) => ({ path, line, category, action, reason }))
  }

  get residual(): CdaResidual[] {
    return this.#placed(this.#residual, ({ category }, path, line) => ({ path: path!, line, category }))
  }

  get embedded(): Embedded[] {
    return this.#placed(this.#embedded, ({ facts }, path, line) => ({ path: path!, line, ...facts }))
  }

  #addAt(start: number, leaf: CdaLeaf | null, { category, action, reason }: Facts): void {
    this.#changes.push({ start, leaf, category, action, reason })
    checkCount(this.#changes.length)
  }

  /** Lines from 1, counted in one walk over the text. */
  #placed<T extends Placed, R>(entries: T[], of: (entry: T, path: string | null, line: number) => R): R[] {
    let line = 1
    let at = this.#text.indexOf('\n')
    return entries
      .sort((a, b) => a.start - b.start)
      .map((entry) => {
        while (at >= 0 && at < entry.start) {
          line++
          at = this.#text.indexOf('\n', at + 1)
        }
        return of(entry, entry.leaf && this.#pathOf(entry.leaf), line)
      })
  }

  #pathOf({ element, attribute }: CdaLeaf): string {
    const path = this.#paths.of(element)
    return attribute ? `${path}/@${attribute.name}` : path
  }
}

function checkCount(count: number): void {
  if (count <= MAX_CHANGES) return
  throw new ProblemError(`The document has more than ${MAX_CHANGES} identifiers.`, {
    code: 'resource_limit',
    facts: { limit: MAX_CHANGES },
  })
}

function startOf({ element, attribute, flow }: CdaLeaf): number {
  return attribute ? attribute.start : (flow?.segments[0]?.node.start ?? element.start)
}
