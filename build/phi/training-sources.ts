// A digest of everything in this project that the weights of the tagger come from: weights that were trained by other sources are stale.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PROSE_FOLDER, proseFiles } from './prose.ts'

const TRAINER = new URL('../train-phi.ts', import.meta.url)
/** What the trainer writes. */
export const WEIGHTS = new URL('../../src/formats/phi/tagger.generated.ts', import.meta.url)

/** SHA-256, hexadecimal, of the trainer and all modules of the project that it imports, one through the other, in the order of their addresses, and of the prose. */
export function digestTrainingSources(): string {
  const texts = new Map<string, string>()
  collect(TRAINER, texts)
  for (const name of proseFiles()) texts.set(`prose/${name}`, readFileSync(new URL(name, PROSE_FOLDER), 'utf8'))
  const hash = createHash('sha256')
  for (const address of [...texts.keys()].sort()) hash.update(texts.get(address)!).update('\0')
  return hash.digest('hex')
}

function collect(module: URL, texts: Map<string, string>): void {
  if (module.href === WEIGHTS.href || texts.has(module.href)) return
  const text = readFileSync(module, 'utf8')
  texts.set(module.href, text)
  for (const [, address] of text.matchAll(/^(?:import|export|\}) [^'\n]*from '(\.[^']+)'/gm)) collect(new URL(address!, module), texts)
}
