// The vendor's side of licences; no part of the program. The private key stays with the vendor.
// Usage: node build/issue-licence.ts new-key PRIVATE.pem          makes a key, prints the public one for HEALTH_TOOLS_LICENCE_KEYS
//        node build/issue-licence.ts sign PRIVATE.pem TERMS.json  prints the licence file; TERMS.json as licenceTermsSchema says
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { LICENCE_HEAD, licenceTermsSchema } from '../src/platform/licence-file.ts'

/** @throws ZodError where the terms have not the form of a licence */
export function issueLicence(privateKeyPem: string, terms: unknown): string {
  const key = createPrivateKey(privateKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The private key is no Ed25519 key.')
  const body = Buffer.from(JSON.stringify(licenceTermsSchema.parse(terms))).toString('base64url')
  const signed = `${LICENCE_HEAD}\n${body}`
  return `${signed}\n${sign(null, Buffer.from(signed), key).toString('base64url')}\n`
}

/** PEM of a new private key. */
export function makeVendorKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

function run([command, keyPath, termsPath]: readonly string[]): string {
  if (command === 'new-key' && keyPath !== undefined) {
    const pem = makeVendorKey()
    writeFileSync(keyPath, pem, { mode: 0o600, flag: 'wx' })
    return createPublicKey(pem).export({ type: 'spki', format: 'pem' }) as string
  }
  if (command === 'sign' && keyPath !== undefined && termsPath !== undefined) {
    return issueLicence(readFileSync(keyPath, 'utf8'), JSON.parse(readFileSync(termsPath, 'utf8')))
  }
  throw new Error('Usage: issue-licence.ts new-key PRIVATE.pem | sign PRIVATE.pem TERMS.json')
}

if (import.meta.main) process.stdout.write(run(process.argv.slice(2)))
