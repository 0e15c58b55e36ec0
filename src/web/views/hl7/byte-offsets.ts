// Places in the UTF-8 form of a text as places in the text.

/** Code units between two marks. */
const STEP = 1024

/** @returns for a place in bytes the place in UTF-16 code units; the end of the text for what is behind it */
export function byteOffsets(text: string): (byte: number) => number {
  // Bytes before every 1024th code unit: a place is found from the mark before it.
  const marks: number[] = [0]
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    bytes += unitBytes(text, i)
    if ((i + 1) % STEP === 0) marks.push(bytes)
  }
  return (byte) => {
    let low = 0
    let high = marks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (marks[middle]! <= byte) low = middle
      else high = middle - 1
    }
    let at = low * STEP
    for (let before = marks[low]!; at < text.length && before < byte; at++) before += unitBytes(text, at)
    return at
  }
}

/** A surrogate pair has four bytes, two for each half; a half that is alone becomes U+FFFD, which has three. */
function unitBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (unit < 0xd800 || unit > 0xdfff) return 3
  const isPair = unit < 0xdc00 ? isLow(text.charCodeAt(at + 1)) : at > 0 && isHigh(text.charCodeAt(at - 1))
  return isPair ? 2 : 3
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
