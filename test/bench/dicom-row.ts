// One element as a reader sees it, for the comparison of readers.

/** One element as either side sees it; path is tags in hex with item numbers. */
export interface Row {
  readonly path: string
  readonly vr: string
  readonly decodedAs: string | undefined
  /** Undefined for sequences and encapsulated data. */
  readonly values?: readonly (string | number)[] | undefined
  readonly raw?: Uint8Array | undefined
  readonly littleEndian: boolean
  /** The element is of VR UN and its items were opened; other readers may keep it closed. */
  readonly opened: boolean
}

export interface PeerRow {
  readonly path: string
  readonly vr: string
  equals(row: Row): boolean
}

/** Padding, and empty component groups at the end of a name, which pydicom drops. */
export function clean(text: string): string {
  return text
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .replace(/=+$/, '')
}
