// Unpacks the program's own tables with zlib, which is ten times as fast as a JavaScript library, or with the library in a browser.
import { inflateSync } from 'fflate'

interface Zlib {
  inflateRawSync(bytes: Uint8Array): Uint8Array
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => Zlib | undefined }
}

/** @param bytes DEFLATE without a header, of the program itself. Not for data from outside: the size of the result is not limited. */
export function inflate(bytes: Uint8Array): Uint8Array {
  const zlib = (globalThis as Runtime).process?.getBuiltinModule?.('node:zlib')
  if (zlib === undefined) return inflateSync(bytes)
  // Slices of a Buffer share its memory. Those of a Uint8Array are copies.
  const { buffer, byteOffset, byteLength } = zlib.inflateRawSync(bytes)
  return new Uint8Array(buffer, byteOffset, byteLength)
}
