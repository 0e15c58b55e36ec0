// Puts lines of planes where those of pixels belong.

interface LineShape {
  readonly rows: number
  readonly columns: number
  readonly components: number
  /** Bytes of a sample. */
  readonly unit: number
}

/** The decoder takes line n for component n modulo their number; of planes it is a line of the plane that n divided by the rows names. */
export function sortLines(bytes: Uint8Array, { rows, columns, components, unit }: LineShape): Uint8Array {
  const result = new Uint8Array(bytes.length)
  for (let line = 0; line < rows * components; line++) {
    let from = (Math.floor(line / components) * columns * components + (line % components)) * unit
    let to = ((line % rows) * columns * components + Math.floor(line / rows)) * unit
    for (let x = 0; x < columns; x++, from += components * unit, to += components * unit) {
      for (let i = 0; i < unit; i++) result[to + i] = bytes[from + i]!
    }
  }
  return result
}
