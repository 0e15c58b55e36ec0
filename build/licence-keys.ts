// Whose licences a build takes: the public keys in the PEM file that HEALTH_TOOLS_LICENCE_KEYS names. Without it the build takes none.
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** `x` of each key (RFC 8037). */
export function readLicenceKeys(path: string | undefined): string[] {
  if (!path) return []
  const blocks = readFileSync(path, 'utf8').match(/-----BEGIN PUBLIC KEY-----[^-]{1,1000}-----END PUBLIC KEY-----/g) ?? []
  if (blocks.length === 0) throw new Error('HEALTH_TOOLS_LICENCE_KEYS names a file without a public key in PEM.')
  return blocks.map((pem) => {
    const { kty, crv, x } = createPublicKey(pem).export({ format: 'jwk' })
    if (kty !== 'OKP' || crv !== 'Ed25519' || x === undefined) throw new Error('HEALTH_TOOLS_LICENCE_KEYS holds a key that is not Ed25519.')
    return x
  })
}
