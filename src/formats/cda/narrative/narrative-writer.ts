// A text that is put together piece by piece: blanks are collapsed, and no line or paragraph breaks stand at its ends.

import { collapseBlanks } from '../collapse-blanks.ts'

/** Deeper lists are no further to the right, lest their lines grow with the depth. */
const MAX_INDENT = 24

export class NarrativeWriter {
  text = ''
  /** Where each piece of content begins. */
  readonly starts: number[] = []
  /** What goes before the next piece, if there is one. */
  #pending: '' | ' ' | '\n' | '\n\n' = ''
  #indent = ''
  /** Where the innermost cell begins; within it a break is a separator. */
  #cellStart: number | undefined
  readonly #cellBreak: string
  /** Behind a bullet, where blanks and breaks have no effect. */
  #fresh = -1

  /** @param cellBreak what stands for a line break within a cell of a table */
  constructor(cellBreak: string) {
    this.#cellBreak = cellBreak
  }

  get isInCell(): boolean {
    return this.#cellStart !== undefined
  }

  /** At the beginning of a line, where some characters mean more than themselves. */
  get isAtLineStart(): boolean {
    return this.#cellStart === undefined && (this.text === '' || this.#pending.startsWith('\n'))
  }

  /** Character data: runs of blanks are one blank. */
  write(data: string, encode: (text: string) => string): void {
    const collapsed = collapseBlanks(data)
    if (collapsed === '') return
    if (collapsed.startsWith(' ') && this.#pending === '') this.#pending = ' '
    const text = collapsed.trim()
    if (text === '') return
    const encoded = encode(text)
    this.#flush()
    this.starts.push(this.text.length)
    this.text += encoded
    if (collapsed.endsWith(' ')) this.#pending = ' '
  }

  /** As it stands, behind what is pending; no content, but what sets it off. */
  mark(text: string): void {
    this.#flush()
    this.text += text
  }

  bullet(text: string): void {
    this.mark(text)
    this.#fresh = this.text.length
  }

  /** Content begins here that is written by other means. */
  note(): void {
    this.starts.push(this.text.length)
  }

  /** Right behind the last piece; what is pending comes after. */
  append(text: string): void {
    this.text += text
  }

  break(lines: 1 | 2): void {
    if (this.#pending !== '\n\n') this.#pending = lines === 2 ? '\n\n' : '\n'
  }

  /** Takes back what is pending. */
  settle(): void {
    this.#pending = ''
  }

  indent(by: string, write: () => void): void {
    const before = this.#indent
    if (before.length < MAX_INDENT) this.#indent += by
    write()
    this.#indent = before
  }

  cell(write: () => void): void {
    const before = this.#cellStart
    this.#pending = ''
    this.#cellStart = this.text.length
    write()
    this.#cellStart = before
    this.#pending = ''
  }

  #flush(): void {
    const pending = this.#pending
    this.#pending = ''
    if (pending === '' || this.text === '' || this.text.length === this.#cellStart || this.text.length === this.#fresh) return
    if (pending === ' ') this.text += ' '
    else this.text += this.#cellStart === undefined ? pending + this.#indent : this.#cellBreak
  }
}
