// What a rule of the architecture says of one source file.
import type { ParsedSource, SyntaxNode } from './source-file.ts'

export interface Finding {
  readonly rule: string
  readonly place: string
  readonly detail: string
}

export type Rule = (source: ParsedSource) => Finding[]

/** A finding at a node, or at a line. */
export function finding(rule: string, source: ParsedSource, at: SyntaxNode | number, detail: string): Finding {
  return { rule, place: `${source.path}:${typeof at === 'number' ? at : at.loc.start.line}`, detail }
}
