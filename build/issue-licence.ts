// The vendor's side of licences; no part of the program. The private key stays with the vendor.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { LICENCE_HEAD, licenceTermsSchema, readLicence } from '../src/platform/access/licence-file.ts'

/** @throws ZodError where the terms have not the form of a licence, ProblemError where no program would take them */
export function issueLicence(privateKeyPem: string, terms: unknown): string {
  const key = createPrivateKey(privateKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The private key is no Ed25519 key.')
  const body = Buffer.from(JSON.stringify(licenceTermsSchema.parse(terms))).toString('base64url')
  const signed = `${LICENCE_HEAD}\n${body}`
  const licence = `${signed}\n${sign(null, Buffer.from(signed), key).toString('base64url')}\n`
  readLicence(licence, [createPublicKey(key).export({ format: 'jwk' }).x!])
  return licence
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
  if (command === 'terms') return `${JSON.stringify(EXAMPLE, null, 2)}\n`
  throw new Error(USAGE)
}

const USAGE = `npm run --silent licence -- …
  new-key PRIVATE.pem           makes a private key, prints the public one for HEALTH_TOOLS_LICENCE_KEYS
  terms                         prints terms with every field, to change and to save as TERMS.json
  sign PRIVATE.pem TERMS.json   prints the licence file`

/** Limits that are left out or null do not hold; without \`ends\` days a licence would say null. */
const EXAMPLE = licenceTermsSchema.parse({
  id: 'site-1',
  licensee: 'Example Hospital',
  starts: '2026-01-01',
  ends: '2026-12-31',
  limits: { per_minute: 600, burst: 100, per_day: 100_000 },
  features: ['hl7/*', 'phi/*'],
  branding: { name: 'Example tools', contact: 'it@hosp.example' },
})

function print(args: readonly string[]): void {
  try {
    process.stdout.write(run(args))
  } catch (error) {
    process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message}\n`)
    process.exitCode = 1
  }
}

if (import.meta.main) print(process.argv.slice(2))
