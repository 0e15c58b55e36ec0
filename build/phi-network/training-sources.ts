// Digests of what the weights of the networks come from: weights that were trained from other sources are stale.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('./', import.meta.url)
const STOCK = new URL('../phi/', import.meta.url)
const OTHERS = new URL('others/', import.meta.url)
const SHARED = ['sample-variants.ts', 'token-rows.ts', 'train.py', 'write-rows.ts']
const SAMPLES = [...SHARED, 'number-lines.ts', 'write-samples.ts', 'write-vectors.ts']

/** What pack.ts writes: the network for English, and the one for the other languages. */
export const NETWORKS = {
  english: {
    name: 'NETWORK_WEIGHTS',
    file: new URL('../../src/formats/phi/network/phi-weights.generated.ts', import.meta.url),
    sources: () => [...urls(FOLDER, SAMPLES), ...listSources(STOCK)],
  },
  others: {
    name: 'OTHER_WEIGHTS',
    file: new URL('../../src/formats/phi/network/other-weights.generated.ts', import.meta.url),
    sources: () => [...urls(FOLDER, SHARED), ...listSources(OTHERS)],
  },
} as const

/** SHA-256, hexadecimal, of the programs that make samples and train, and of the prose, templates and names. The layers of the detector are not part of it. */
export function digestTrainingSources(network: keyof typeof NETWORKS): string {
  const hash = createHash('sha256')
  for (const file of NETWORKS[network].sources()) hash.update(readFileSync(file, 'utf8')).update('\0')
  return hash.digest('hex')
}

function listSources(folder: URL): URL[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:ts|txt)$/.test(name))
  return urls(folder, names.sort())
}

function urls(folder: URL, names: readonly string[]): URL[] {
  return names.map((name) => new URL(name, folder))
}
