// A digest of what the weights of the network come from: weights that were trained from other sources are stale.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('./', import.meta.url)
const STOCK = new URL('../phi/', import.meta.url)
const SAMPLES = ['number-lines.ts', 'token-rows.ts', 'train.py', 'write-samples.ts', 'write-vectors.ts']
/** What pack.ts writes. */
export const WEIGHTS = new URL('../../src/formats/phi/network/phi-weights.generated.ts', import.meta.url)

/** SHA-256, hexadecimal, of the programs that make samples and train, and of the prose, templates and names. The layers of the detector are not part of it. */
export function digestTrainingSources(): string {
  const stock = readdirSync(STOCK, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:ts|txt)$/.test(name))
  const files = [...SAMPLES.map((name) => new URL(name, FOLDER)), ...stock.sort().map((name) => new URL(name, STOCK))]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file, 'utf8')).update('\0')
  return hash.digest('hex')
}
