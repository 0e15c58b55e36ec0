// Completes a folder of packages for a site without a network: what checks them, their checksums, and the builder's signature of those.
import { createPrivateKey, sign } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { digest } from './package-deb.ts'
import { installer, settle } from './package-tree.ts'

/**
 * @param signKey PEM of the builder's Ed25519 key; without one nothing is signed
 * @param seconds since 1970 of the files
 * @throws Error where the key is of another kind
 */
export function completeRelease(folder: string, signKey: string | undefined, seconds: number): void {
  writeFileSync(join(folder, 'verify.sh'), installer('verify.sh'))
  chmodSync(join(folder, 'verify.sh'), 0o755)
  const names = listFiles(folder).sort()
  const sums = names.map((name) => `${digest('sha256', readFileSync(join(folder, name)))}  ${name}\n`).join('')
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  if (signKey !== undefined) writeFileSync(join(folder, 'SHA256SUMS.sig'), signText(sums, signKey))
  settle(folder, seconds)
}

/** Paths below the folder, with `/` between their parts. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
}

function signText(text: string, pem: string): Uint8Array {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key that signs must be an Ed25519 key: openssl genpkey -algorithm ed25519')
  return sign(null, Buffer.from(text), key)
}
