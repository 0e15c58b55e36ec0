// Writes rows of tokens to the files that train.py reads.
import { writeFileSync } from 'node:fs'
import type { Rows } from './token-rows.ts'

/** @param path of the files without the name of the part */
export function writeRows(path: string, { lengths, hashes, lex, role, small, chars }: Rows): void {
  const put = (name: string, values: Int32Array | Uint8Array) => writeFileSync(`${path}.${name}`, new Uint8Array(values.buffer))
  put('lengths', Int32Array.from(lengths))
  put('hashes', Int32Array.from(hashes))
  put('lex', Int32Array.from(lex))
  put('role', Int32Array.from(role))
  put('small', Uint8Array.from(small))
  put('chars', Uint8Array.from(chars))
  console.log(`${path}: ${lengths.length} texts, ${hashes.length} tokens`)
}
