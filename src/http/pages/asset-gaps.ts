// Tables inside scripts of the pages. The program holds each by itself already, deflated; as base64 inside a compressed script it would be
// held a second time, which no compressor of packages sees. The pack leaves it out, and it is put back when the script is asked for.
import { encodeBase64 } from '../../core/wire.ts'

/** A place in a text where the base64 of a table is left out. */
export interface Gap {
  readonly table: string
  /** Bytes of what is left of the text before it. */
  readonly at: number
}

export type ReadTable = (name: string) => Uint8Array

/** @param gaps in the order of their places */
export function fillGaps(rest: Uint8Array, gaps: readonly Gap[], readTable: ReadTable): Uint8Array {
  const encoder = new TextEncoder()
  const tables = gaps.map(({ table }) => encoder.encode(encodeBase64(readTable(table))))
  const whole = new Uint8Array(tables.reduce((sum, { byteLength }) => sum + byteLength, rest.byteLength))
  let from = 0
  let to = 0
  const add = (bytes: Uint8Array): void => {
    whole.set(bytes, to)
    to += bytes.byteLength
  }
  for (const [i, { at }] of gaps.entries()) {
    add(rest.subarray(from, at))
    add(tables[i]!)
    from = at
  }
  add(rest.subarray(from))
  return whole
}
