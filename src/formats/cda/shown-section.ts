// A section of a document as the result shows it.
import type { Relation } from './fields/statement-fields.ts'
import type { Section } from './read-section.ts'

export interface ShownSection extends Omit<Section, 'text' | 'entries' | 'sections'> {
  readonly text: string | null
  readonly anchors: Anchor[]
  readonly entryCount: number
  readonly entries?: Relation[] | undefined
  readonly sections: ShownSection[]
}

export interface Anchor {
  readonly id: string
  readonly start: number | null
  readonly end: number | null
  readonly statements: string[]
}
