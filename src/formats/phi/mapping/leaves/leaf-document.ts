// A document as a list of values that are restored one by one, and written back in the document's own notation.

export interface MappedLeaf {
  /** For display: `PID-5.1 in line 2`, a JSON pointer, `row 3, column 2`, `line 7`. */
  readonly place: string
  readonly text: string
  /** What a restored value does not change: the type of a JSON value, the name of an XML attribute. */
  readonly frame?: string
  /** True where the text does not bring back what was written: a formatting command of HL7 v2, an escape sequence of the site. */
  readonly isLossy?: boolean
  /** Name of the character set that the value was read in, for bytes that are written in their own character set. */
  readonly charset?: string | undefined
}

export interface WrittenLeaves {
  readonly text: string
  /** The same in the character set of the document. */
  readonly content: Uint8Array
}

export interface LeafDocument {
  readonly leaves: readonly MappedLeaf[]
  /**
   * @param texts one for each leaf
   * @param charsets character set of a text by the position of its leaf. Default: that of the document
   * @throws ProblemError where the notation cannot carry a text
   */
  write(texts: readonly string[], charsets?: ReadonlyMap<number, string>): WrittenLeaves
}

/** A value between parts of a text that stay. */
export interface PlacedLeaf extends MappedLeaf {
  readonly start: number
  readonly end: number
  /** The value as it is written in the document. */
  encode(text: string): string
}

/** Writes texts in place of the leaves. Unchanged leaves are copied. */
export function writePlaced(text: string, leaves: readonly PlacedLeaf[], texts: readonly string[]): WrittenLeaves {
  const parts: string[] = []
  let from = 0
  for (const [i, leaf] of leaves.entries()) {
    if (texts[i] === leaf.text) continue
    parts.push(text.slice(from, leaf.start), leaf.encode(texts[i]!))
    from = leaf.end
  }
  const written = parts.join('') + text.slice(from)
  return { text: written, content: new TextEncoder().encode(written) }
}
