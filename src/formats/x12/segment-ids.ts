// Identifiers of segments: the same few recur in every interchange, so each is one string for all of its segments.

/** Longer identifiers are none of X12. */
const LENGTH = 3
const ASCII = 128

export class SegmentIds {
  readonly #known = new Map<number, string>()

  /** The characters up to the delimiter of elements, or up to the end of the segment. */
  read(text: string, start: number, end: number, delimiter: string): string {
    const stop = delimiter.charCodeAt(0)
    let key = 1
    let at = start
    for (; at < end; at++) {
      const unit = text.charCodeAt(at)
      if (unit === stop) break
      if (unit >= ASCII || at - start === LENGTH) return readLong(text, start, end, delimiter)
      key = key * ASCII + unit
    }
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const id = text.slice(start, at)
    this.#known.set(key, id)
    return id
  }
}

function readLong(text: string, start: number, end: number, delimiter: string): string {
  let at = start
  const stop = delimiter.charCodeAt(0)
  while (at < end && text.charCodeAt(at) !== stop) at++
  return text.slice(start, at)
}

/** True for a letter, then one or two letters or digits. */
export function isIdentifier(id: string): boolean {
  const { length } = id
  return (length === 2 || length === 3) && isLetter(id, 0) && isAlphanumeric(id, 1) && (length === 2 || isAlphanumeric(id, 2))
}

function isLetter(id: string, at: number): boolean {
  const unit = id.charCodeAt(at)
  return unit >= 0x41 && unit <= 0x5a
}

function isAlphanumeric(id: string, at: number): boolean {
  const unit = id.charCodeAt(at)
  return isLetter(id, at) || (unit >= 0x30 && unit <= 0x39)
}
