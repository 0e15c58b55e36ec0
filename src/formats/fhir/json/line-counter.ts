// Lines and columns of offsets in a text, counted on from the last one: a document of many resources is walked once, not once a resource.

export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
  /** From 0, in UTF-16 code units. */
  readonly offset: number
}

export class LineCounter {
  private readonly text: string
  /** The line that was reached, and where it begins. */
  private line = 1
  private start = 0

  constructor(text: string) {
    this.text = text
  }

  /** Fast for offsets that rise; an offset before the line that was reached counts from the beginning. */
  at(offset: number): Position {
    if (offset < this.start) {
      this.line = 1
      this.start = 0
    }
    for (let end = this.text.indexOf('\n', this.start); end >= 0 && end < offset; end = this.text.indexOf('\n', this.start)) {
      this.line++
      this.start = end + 1
    }
    return { line: this.line, column: offset - this.start + 1, offset }
  }
}
