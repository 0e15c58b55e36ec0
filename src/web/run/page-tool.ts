// A tool as the page is told of it, in the language of the page.
import type { ToolDescription } from '../../core/describe.ts'
import type { Example } from '../../core/tool.ts'
import type { Texts } from '../language/language.ts'

export interface PageTool extends Omit<ToolDescription, 'examples'> {
  readonly examples: {
    readonly titles: readonly string[]
    /** Of the inputs and options, relative to the page. */
    readonly address: string
  }
  /** Names of the fields by their English ones. */
  readonly labels: Texts
}

export type PageExample = Pick<Example, 'input' | 'options'>
