// Finds lines and columns of offsets, counting on from the last one: a document of many resources is read once, not once per resource.

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
  /** The last line, and where it begins. */
  private line = 1
  private start = 0

  constructor(text: string) {
    this.text = text
  }

  /** Fast for increasing offsets. An offset before the last line starts again from the beginning. */
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
